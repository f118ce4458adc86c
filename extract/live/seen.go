package live

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// Seen is what the worker saw after it had imported a program.
type Seen struct {
	Python  string             `json:"python"` // version
	SDK     manifest.Component `json:"sdk"`
	Agents  []Agent            `json:"agents"`  // in the order of their making
	Tools   []Tool             `json:"tools"`   // those that some agent has
	Modules []Module           `json:"modules"` // in the order of their import
	Notes   []Note             `json:"notes"`
}

// Agent is one agent object.
type Agent struct {
	Key          string `json:"key"`
	Class        string `json:"class"`
	Name         string `json:"name"`
	Place        Place  `json:"place"`  // where it was made
	Symbol       string `json:"symbol"` // module.symbol that holds it, or empty
	Description  string `json:"description"`
	Instructions string `json:"instructions"`
	// Computed reports instructions that are a function.
	Computed        bool      `json:"computed_instructions"`
	Prompt          bool      `json:"prompt"` // a prompt that the provider keeps
	Model           string    `json:"model"`
	Guardrails      []string  `json:"guardrails"`
	InputGuardrails []string  `json:"input_guardrails"`
	Tools           []string  `json:"tools"` // keys
	Handoffs        []Handoff `json:"handoffs"`
	Servers         []Server  `json:"servers"`
}

// Handoff is one element of an agent's handoffs.
type Handoff struct {
	To        string `json:"to"`         // key of the target, empty where none was found
	AgentName string `json:"agent_name"` // what a Handoff says of itself
	ToolName  string `json:"tool_name"`
	Enabled   Switch `json:"enabled"`
	Class     string `json:"class"`
}

// Tool is one tool object.
type Tool struct {
	Key         string         `json:"key"`
	Class       string         `json:"class"`
	Names       []string       `json:"names"` // its class and those above
	Name        string         `json:"name"`
	Place       Place          `json:"place"` // of its function, else where it was made
	Symbol      string         `json:"symbol"`
	Function    string         `json:"function"`
	Description string         `json:"description"`
	Parameters  map[string]any `json:"parameters"`
	Enabled     Switch         `json:"enabled"`
	Approval    Switch         `json:"approval"`
	Guardrails  []string       `json:"guardrails"`
	Server      string         `json:"server"` // label of a hosted MCP server
	Wraps       string         `json:"wraps"`  // key of the agent behind it
}

// Server is something that brings tools which are known at run time only.
type Server struct {
	Class string `json:"class"`
	Name  string `json:"name"`
	// Tools are the names that a static filter allows, as the agent shows
	// them; nil without such a filter.
	Tools []string `json:"tools"`
}

// Switch is a flag of the SDK.
type Switch string

// Switches.
const (
	On        Switch = "on"
	Off       Switch = "off"
	ByProgram Switch = "function" // a function decides at run time
)

// Module is one file of the program.
type Module struct {
	Path   string       `json:"path"`
	Name   string       `json:"name"` // empty where another import had loaded it
	Scopes []Scope      `json:"scopes"`
	Error  *ImportError `json:"error"`
}

// ImportError is why the import of a file ended before its end.
type ImportError struct {
	Message string `json:"message"`
	Place   Place  `json:"place"`   // the innermost line of the user's code
	Nothing bool   `json:"nothing"` // no line of the file ran
}

// Note is something that the program did while it was imported.
type Note struct {
	Kind    string `json:"kind"` // run, network or process
	Message string `json:"message"`
	Place   Place  `json:"place"`
}

// ScopeKind says what a range of lines is.
type ScopeKind string

// Kinds of a Scope.
const (
	ScopeFunction ScopeKind = "function"
	ScopeMain     ScopeKind = "main"   // runs only where the file is the program
	ScopeBranch   ScopeKind = "branch" // if, try or a loop
)

// Scope is a range of lines that does not run on each import. On the wire it
// is [kind, first, last].
type Scope struct {
	Kind        ScopeKind
	First, Last int // 1-based, both included
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *Scope) UnmarshalJSON(data []byte) error {
	return tuple(data, &s.Kind, &s.First, &s.Last)
}

// Place is a position, on the wire [path, line, column] with an absolute path
// or null.
type Place struct{ manifest.Position }

// UnmarshalJSON implements json.Unmarshaler.
func (p *Place) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*p = Place{}
		return nil
	}
	return tuple(data, &p.Path, &p.Line, &p.Col)
}

// tuple decodes an array of known length.
func tuple(data []byte, parts ...any) error {
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	if len(raw) != len(parts) {
		return fmt.Errorf("decode tuple: %d elements instead of %d", len(raw), len(parts))
	}
	for i, r := range raw {
		if err := json.Unmarshal(r, parts[i]); err != nil {
			return err
		}
	}
	return nil
}

// relocate writes all positions as the static manifest does. Places outside
// the root become unknown: they are no part of the sources.
func (s *Seen) relocate(root, base string) {
	show := func(p *manifest.Position) {
		rel, err := filepath.Rel(root, p.Path)
		if p.Path == "" || err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			*p = manifest.Position{}
			return
		}
		p.Path = path.Join(base, filepath.ToSlash(rel))
	}
	for i := range s.Agents {
		show(&s.Agents[i].Place.Position)
	}
	for i := range s.Tools {
		show(&s.Tools[i].Place.Position)
	}
	for i := range s.Notes {
		show(&s.Notes[i].Place.Position)
	}
	for i := range s.Modules {
		m := &s.Modules[i]
		p := manifest.Position{Path: m.Path}
		show(&p)
		m.Path = p.Path
		if m.Error != nil {
			show(&m.Error.Place.Position)
			m.Error.Message = strings.ReplaceAll(m.Error.Message, root+string(filepath.Separator), "")
		}
	}
}
