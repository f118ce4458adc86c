// Package config reads obligato.yaml: which workflows a repository has, what
// people forbid, and what extraction cannot see.
//
// A Config is one such file. What it declares about tools becomes rules, what
// it changes in a manifest becomes edits; package manifest folds both in. This
// package opens no file and knows no flag.
package config

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/document"
)

// Schema names the format. A file need not say it.
const Schema = "obligato.config/v1"

// FileName is the name under which a config is found.
const FileName = "obligato.yaml"

// MaxBytes bounds a config file.
const MaxBytes = 4 << 20

// Codes of the problems of a config beyond those of package document.
const (
	CodeConflict = "OB030" // keys that do not go together
	CodeOutside  = "OB031" // a path that leaves the repository
	CodePattern  = "OB032" // a pattern that cannot be read
	CodeEdit     = "OB033" // an entry of the overlay that is not complete, or says too much
	CodeName     = "OB034" // a name that no workflow can have
	CodeEntry    = "OB035" // an entry that the workflow does not have
)

//go:embed schema/config.v1.json
var schemaText string

var compile = sync.OnceValues(func() (*jsonschema.Schema, error) {
	return document.CompileSchema("config.v1.json", []byte(schemaText))
})

// SchemaJSON returns the JSON Schema of obligato.config/v1, for editors.
func SchemaJSON() []byte { return []byte(schemaText) }

// Config is one file. The zero value declares nothing.
type Config struct {
	Path      string          // as given to Read
	Workflows []Workflow      // by name
	Exclude   []Pattern       // of what no workflow reads
	Rules     []manifest.Rule // declared for every workflow; see RulesFor
}

// Dir is the directory that the patterns of the file are relative to.
func (c *Config) Dir() string { return path.Dir(c.Path) }

// Workflow is one workflow of a config.
type Workflow struct {
	Name    string
	Path    string // a source file, a directory or a manifest; where the config is as its reader sees it
	Entries []Name // agents, the default start first; empty leaves what was extracted
	Owner   string
	// Interpreter runs the program: a path as Path, or a command's name. Empty
	// leaves it to be found.
	Interpreter string
	SDKModules  []string  // further names under which the program imports the SDK
	Include     []Pattern // of the files that are read; none means all
	Exclude     []Pattern
	Rules       []manifest.Rule
	Overlay     []manifest.Edit
	Source      manifest.Position // of its name
}

// Name is a name with its place.
type Name struct {
	Text   string
	Source manifest.Position
}

// Names lists the names of the workflows, sorted.
func (c *Config) Names() []string {
	var out []string
	for _, w := range c.Workflows {
		out = append(out, w.Name)
	}
	return out
}

// Workflow returns the workflow of a name, or nil.
func (c *Config) Workflow(name string) *Workflow {
	for i := range c.Workflows {
		if c.Workflows[i].Name == name {
			return &c.Workflows[i]
		}
	}
	return nil
}

// RulesFor lists the rules for one of the config's workflows, or for another
// one if w is nil. Those at the top of the file are shared, so that a name
// which the workflow lacks is no mistake, unless the file is about no other
// workflow. Outer says that the file is not the nearest one.
func (c *Config) RulesFor(w *Workflow, outer bool) []manifest.Rule {
	out := slices.Clone(c.Rules)
	for i := range out {
		out[i].Shared = outer || len(c.Workflows) > 1 || len(c.Workflows) == 1 && w == nil
	}
	if w != nil {
		out = append(out, w.Rules...)
	}
	return out
}

// Read reads a config. The file of the place stands in positions and is never
// opened. The error, if any, is a *manifest.InvalidError that lists every
// problem found.
func Read(at Place, data []byte) (*Config, error) {
	file := strings.ToValidUTF8(at.File, "\ufffd")
	doc, err := document.Parse(file, data)
	if e, ok := errors.AsType[*document.Error](err); ok {
		return nil, invalid(file, e.Problems, e.More)
	} else if err != nil {
		return nil, err
	}
	schema, err := compile()
	if err != nil {
		return nil, err
	}
	if problems, more := doc.Violations(schema); len(problems) > 0 {
		return nil, invalid(file, problems, more)
	}
	var raw rawConfig
	if err := doc.Decode(&raw); err != nil {
		return nil, fmt.Errorf("read config %s: %w", file, err)
	}
	r := &reader{doc: doc, file: file, home: at.Home, depth: at.Depth, config: &Config{Path: file}}
	r.read(raw)
	if len(r.problems) > 0 {
		return nil, invalid(file, r.problems, 0)
	}
	return r.config, nil
}

// invalid makes an error of the problems of a file.
func invalid(file string, problems []document.Problem, more int) error {
	e := &manifest.InvalidError{More: more}
	document.Sort(problems)
	for i, p := range problems {
		if i == document.MaxProblems {
			e.More += len(problems) - i
			break
		}
		e.Problems = append(e.Problems, manifest.Problem{
			Code: p.Code, Message: p.Message, Hint: p.Hint,
			Position: manifest.Position{Path: file, Line: p.Position.Line, Col: p.Position.Col},
		})
	}
	return e
}

// rawConfig is the file as its schema has it.
type rawConfig struct {
	Schema    string                 `json:"schema"`
	Workflows map[string]rawWorkflow `json:"workflows"`
	Name      string                 `json:"name"`
	rawWorkflow
}

type rawWorkflow struct {
	Path        string             `json:"path"`
	Entry       string             `json:"entry"`
	Entries     []string           `json:"entries"`
	Owner       string             `json:"owner"`
	Interpreter string             `json:"interpreter"`
	SDKModules  []string           `json:"sdk_modules"`
	Include     []string           `json:"include"`
	Exclude     []string           `json:"exclude"`
	Tools       map[string]rawTool `json:"tools"`
	Restrict    []rawRestriction   `json:"restrict"`
	Overlay     []rawEdit          `json:"overlay"`
}

type rawTool struct {
	Effects   manifest.Effects   `json:"effects"`
	Sensitive bool               `json:"sensitive"`
	Only      []string           `json:"only"`
	Require   manifest.Mechanism `json:"require"`
	Reason    string             `json:"reason"`
}

type rawRestriction struct {
	Agent  string `json:"agent"`
	Tool   string `json:"tool"`
	Reason string `json:"reason"`
}

// reader turns a document that fits the schema into a Config.
type reader struct {
	doc      *document.Document
	file     string
	home     string
	depth    int
	config   *Config
	problems []document.Problem
}

func (r *reader) problem(code, hint, message string, pointer ...string) {
	r.problems = append(r.problems, document.Problem{
		Code: code, Position: r.doc.KeyPosition(pointer...), Message: message, Hint: hint,
	})
}

// at is the place of a key.
func (r *reader) at(pointer ...string) manifest.Position {
	p := r.doc.KeyPosition(pointer...)
	return manifest.Position{Path: r.file, Line: p.Line, Col: p.Col}
}

// onlyHere are the keys of the short form: they are about one workflow.
var onlyHere = []string{"name", "path", "entry", "entries", "owner", "interpreter", "sdk_modules", "include", "overlay"}

func (r *reader) read(raw rawConfig) {
	short := r.doc.Has("path")
	for _, k := range onlyHere {
		switch {
		case !r.doc.Has(k):
		case r.doc.Has("workflows"):
			r.problem(CodeConflict, "write it under the workflow that it is about", k+" stands beside workflows", k)
		case !short:
			r.problem(CodeConflict, "add path, or write it under workflows: NAME", k+" says something about a workflow, and the file names none", k)
		}
	}
	r.config.Exclude = r.patterns(raw.Exclude, "exclude")
	r.config.Rules = r.rules(raw.rawWorkflow)
	if short {
		w := r.workflow(cmp.Or(raw.Name, "workflow"), raw.rawWorkflow)
		w.Name, w.Source = raw.Name, r.at("path")
		if w.Name == "" {
			w.Name = nameOf(r.home, raw.Path)
		} else {
			w.Source = r.at("name")
			r.checkName(raw.Name, "name")
		}
		// What is at the top is for all workflows, and this is the only one.
		w.Exclude, w.Rules = nil, nil
		r.config.Workflows = append(r.config.Workflows, w)
	}
	for _, name := range r.doc.Keys("workflows") {
		raw := raw.Workflows[name]
		w := r.workflow(name, raw, "workflows", name)
		r.checkName(name, "workflows", name)
		w.Exclude = r.patterns(raw.Exclude, "workflows", name, "exclude")
		w.Rules = r.rules(raw, "workflows", name)
		r.config.Workflows = append(r.config.Workflows, w)
	}
	slices.SortFunc(r.config.Workflows, func(a, b Workflow) int { return cmp.Compare(a.Name, b.Name) })
}

// workflow reads what the short form and an entry of workflows share, but for
// what is at the top of the file in the short form.
func (r *reader) workflow(name string, raw rawWorkflow, pointer ...string) Workflow {
	under := func(keys ...string) []string { return slices.Concat(pointer, keys) }
	w := Workflow{
		Name: name, Owner: raw.Owner, Path: r.path(raw.Path, under("path")), Source: r.at(pointer...),
		Interpreter: raw.Interpreter, SDKModules: raw.SDKModules,
	}
	if strings.ContainsAny(raw.Interpreter, `/\`) || strings.HasPrefix(raw.Interpreter, ".") {
		w.Interpreter = r.path(raw.Interpreter, under("interpreter"))
	}
	switch {
	case raw.Entry != "" && raw.Entries != nil:
		r.problem(CodeConflict, "keep one of the two", "entry stands beside entries", under("entry")...)
	case raw.Entry != "":
		w.Entries = []Name{{raw.Entry, r.at(under("entry")...)}}
	}
	for i, e := range raw.Entries {
		w.Entries = append(w.Entries, Name{e, r.at(under("entries", fmt.Sprint(i))...)})
	}
	w.Include = r.patterns(raw.Include, under("include")...)
	for i, e := range raw.Overlay {
		if edit, ok := r.edit(e, under("overlay", fmt.Sprint(i))); ok {
			w.Overlay = append(w.Overlay, edit)
		}
	}
	return w
}

// path puts the file's directory before a path. A relative path must stay in
// the repository; an absolute one is taken at its word.
func (r *reader) path(p string, pointer []string) string {
	p = strings.ReplaceAll(p, `\`, "/")
	if path.IsAbs(p) {
		return path.Clean(p)
	}
	clean := path.Clean(p)
	up := 0
	for rest := clean; rest == ".." || strings.HasPrefix(rest, "../"); rest = strings.TrimPrefix(strings.TrimPrefix(rest, ".."), "/") {
		up++
	}
	if name := pointer[len(pointer)-1]; up > r.depth {
		r.problem(CodeOutside, "give an absolute path if you mean it", name+" leads out of the repository: "+document.Quote(p), pointer...)
	}
	return path.Join(path.Dir(r.file), clean)
}

// nameOf names a workflow after the file or directory that it is in, the same
// from wherever it is looked at.
func nameOf(home, p string) string {
	if !path.IsAbs(p) {
		p = path.Join(home, p)
	}
	p = path.Clean(p)
	name := strings.TrimSuffix(path.Base(p), path.Ext(p))
	if name == "" || strings.Trim(name, ".") == "" || name == "/" {
		return "workflow"
	}
	return name
}

// checkName refuses names that a command could not tell from paths, or that
// are no single line.
func (r *reader) checkName(name string, pointer ...string) {
	bad := name == "" || strings.ContainsAny(name, "/\\:") || strings.Trim(name, ".") == "" || name[0] == '-' ||
		strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == 0x7f })
	if bad || strings.TrimSpace(name) != name {
		r.problem(CodeName, "use letters, digits, - and _", "a workflow cannot be called "+document.Quote(name)+": commands take its name where they take a path", pointer...)
	}
}
