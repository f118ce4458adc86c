package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/document"
)

// rawEdit is an entry of the overlay as its schema has it: all keys of all
// forms.
type rawEdit struct {
	Reason       string             `json:"reason"`
	Add          string             `json:"add"`
	Remove       string             `json:"remove"`
	Rename       string             `json:"rename"`
	Resolve      string             `json:"resolve"`
	Name         string             `json:"name"`
	Agent        string             `json:"agent"`
	Tool         string             `json:"tool"`
	From         string             `json:"from"`
	To           string             `json:"to"`
	Kind         string             `json:"kind"`
	Description  string             `json:"description"`
	Instructions string             `json:"instructions"`
	Model        string             `json:"model"`
	Parameters   map[string]any     `json:"parameters"`
	Effects      manifest.Effects   `json:"effects"`
	Sensitive    bool               `json:"sensitive"`
	Wraps        string             `json:"wraps"`
	Condition    string             `json:"condition"`
	ToolName     string             `json:"tool_name"`
	EnforcedBy   manifest.Mechanism `json:"enforced_by"`
	Tools        []string           `json:"tools"`
	Handoffs     []string           `json:"handoffs"`
}

// form says which keys an entry of one sort takes besides the operation and
// the reason.
type form struct {
	required, optional []string
	kinds              []string // legal values of kind
}

var delegationKinds = []string{
	string(manifest.Handoff), string(manifest.AgentTool), string(manifest.Orchestrated), string(manifest.Nested),
}

// forms lists every sort of entry, by operation and what it is about.
var forms = map[string]form{
	"add agent": {
		[]string{"name"},
		[]string{"kind", "description", "instructions", "model"},
		[]string{string(manifest.KindAgent), string(manifest.KindOrchestrator), string(manifest.KindGuardrail)},
	},
	"add tool": {
		[]string{"name"},
		[]string{"kind", "description", "parameters", "effects", "sensitive", "wraps"},
		[]string{string(manifest.ToolFunction), string(manifest.ToolHosted), string(manifest.ToolMCP), string(manifest.ToolAgent)},
	},
	"add access":         {required: []string{"agent", "tool"}, optional: []string{"condition"}},
	"add delegation":     {[]string{"from", "to"}, []string{"kind", "tool_name", "condition"}, delegationKinds},
	"add restriction":    {required: []string{"agent", "tool"}, optional: []string{"enforced_by"}},
	"add entry":          {required: []string{"agent"}},
	"remove agent":       {required: []string{"name"}},
	"remove tool":        {required: []string{"name"}},
	"remove access":      {required: []string{"agent", "tool"}},
	"remove delegation":  {[]string{"from", "to"}, []string{"kind", "tool_name"}, delegationKinds},
	"remove restriction": {required: []string{"agent", "tool"}, optional: []string{"enforced_by"}},
	"remove entry":       {required: []string{"agent"}},
	"rename agent":       {required: []string{"from", "to"}},
	"rename tool":        {required: []string{"from", "to"}},
	"resolve":            {optional: []string{"tools", "handoffs"}},
}

// operations are the keys that say what an entry does.
var operations = []string{"add", "remove", "rename", "resolve"}

// edit reads an entry of the overlay and checks that it has the keys of its
// form and no others.
func (r *reader) edit(raw rawEdit, pointer []string) (manifest.Edit, bool) {
	keys := r.doc.Keys(pointer...)
	var ops []string
	for _, k := range keys {
		if slices.Contains(operations, k) {
			ops = append(ops, k)
		}
	}
	if len(ops) != 1 {
		r.problem(CodeEdit, "split it, or add one of "+strings.Join(operations, ", "), fmt.Sprintf("an entry does one thing, and this one does %d", len(ops)), pointer...)
		return manifest.Edit{}, false
	}
	sort := strings.TrimSpace(ops[0] + " " + cmp.Or(raw.Add, raw.Remove, raw.Rename))
	if raw.Resolve != "" {
		sort = "resolve"
	}
	if !r.fits(sort, ops[0], keys, raw, pointer) {
		return manifest.Edit{}, false
	}
	e := manifest.Edit{Op: manifest.EditOp(ops[0]), Reason: raw.Reason, Source: r.at(pointer...)}
	raw.fill(&e, cmp.Or(raw.Add, raw.Remove, raw.Rename))
	return e, true
}

// fits checks the keys of an entry against its form.
func (r *reader) fits(sort, op string, keys []string, raw rawEdit, pointer []string) bool {
	f, before := forms[sort], len(r.problems)
	under := func(k string) []string { return append(slices.Clone(pointer), k) }
	takes := slices.Concat(f.required, f.optional)
	for _, k := range keys {
		if k != op && k != "reason" && !slices.Contains(takes, k) {
			r.problem(CodeEdit, "it takes "+strings.Join(append(takes, "reason"), ", "), sort+" takes no "+k, under(k)...)
		}
	}
	for _, k := range f.required {
		if !slices.Contains(keys, k) {
			r.problem(CodeEdit, "add "+k+": NAME", sort+" lacks "+k, pointer...)
		}
	}
	if raw.Kind != "" && f.kinds != nil && !slices.Contains(f.kinds, raw.Kind) {
		hint := "use one of " + strings.Join(f.kinds, ", ")
		if near, ok := document.Closest(raw.Kind, f.kinds); ok {
			hint = "did you mean " + near + "?"
		}
		r.problem(CodeEdit, hint, sort+" knows no kind "+document.Quote(raw.Kind), under("kind")...)
	}
	if agentTool := raw.Kind == string(manifest.ToolAgent); sort == "add tool" && agentTool != (raw.Wraps != "") {
		r.problem(CodeEdit, "write kind: agent and wraps: AGENT together, or neither", "a tool of kind agent wraps one, and no other does", pointer...)
	}
	return len(r.problems) == before
}

// fill writes down what an edit is about.
func (x rawEdit) fill(e *manifest.Edit, about string) {
	switch about {
	case "agent":
		e.Agent = &manifest.Agent{
			ID: cmp.Or(x.Name, x.From), Kind: manifest.AgentKind(x.Kind), Description: x.Description,
			Instructions: x.Instructions, Model: x.Model,
		}
	case "tool":
		e.Tool = &manifest.Tool{
			ID: cmp.Or(x.Name, x.From), Kind: manifest.ToolKind(x.Kind), Description: x.Description, Parameters: x.Parameters,
			Effects: x.Effects, Sensitive: x.Sensitive, Wraps: x.Wraps,
		}
	case "access":
		e.Access = &manifest.Access{Agent: x.Agent, Tool: x.Tool, Condition: x.Condition}
	case "restriction":
		e.Restriction = &manifest.Restriction{Agent: x.Agent, Tool: x.Tool, EnforcedBy: x.EnforcedBy}
	case "delegation":
		e.Delegation = &manifest.Delegation{
			From: x.From, To: x.To, Kind: manifest.DelegationKind(x.Kind), ToolName: x.ToolName, Condition: x.Condition,
		}
	case "entry":
		e.Entry = x.Agent
	default:
		e.Resolve, e.Tools, e.Handoffs = x.Resolve, x.Tools, x.Handoffs
		return
	}
	e.To = ""
	if x.Rename != "" {
		e.To = x.To
	}
}
