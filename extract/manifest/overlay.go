package manifest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/internal/document"
)

// CodeNotApplied is the problem of an edit that does not fit the manifest.
const CodeNotApplied = "OB215"

// EditOp is what an edit does.
type EditOp string

// Operations of an overlay.
const (
	EditAdd     EditOp = "add"
	EditRemove  EditOp = "remove"
	EditRename  EditOp = "rename"
	EditResolve EditOp = "resolve"
)

// Overlay records one edit that people made to what was extracted. Neither
// digest covers it, because its effect is in the rest of the manifest.
type Overlay struct {
	Op     EditOp   `json:"op" yaml:"op"`
	What   string   `json:"what" yaml:"what"`     // such as "access Order Agent -> crm_note"
	Reason string   `json:"reason" yaml:"reason"` // why; never empty
	Source Position `json:"source,omitzero" yaml:"source,omitempty"`
}

// Edit is one change to an extracted manifest. Exactly one of Agent, Tool,
// Access, Delegation, Restriction, Entry and Resolve says what it is about.
// Agents and tools are named by id, or by a runtime name that only one has.
type Edit struct {
	Op          EditOp
	Agent       *Agent // rename and remove read the ID alone, as of a Tool
	Tool        *Tool
	Access      *Access      // remove reads the ends
	Delegation  *Delegation  // remove reads the ends, and kind and name where they are set
	Restriction *Restriction // remove reads the ends, and the mechanism where it is set
	Entry       string
	To          string // the new name, of rename
	// Resolve is the text of an unresolved place. Tools and Handoffs are what
	// its agent has there; both may be empty where it has nothing.
	Resolve         string
	Tools, Handoffs []string
	Reason          string
	Source          Position
}

// ApplyOverlay makes the edits in order and records them. What it makes has
// the edit as its source and the derivation overlay. An edit that does not fit,
// such as the removal of what is not there, is a problem at the edit, and is
// left out; nil means that all were made. Call Normalize afterwards.
func ApplyOverlay(m *Manifest, edits []Edit) []Problem {
	var problems []Problem
	before := accessSources(m)
	for _, e := range edits {
		o := &overlayer{m: m, edit: e}
		o.apply()
		if o.problem != nil {
			problems = append(problems, *o.problem)
			continue
		}
		m.Overlay = append(m.Overlay, Overlay{Op: e.Op, What: e.what(), Reason: e.Reason, Source: e.Source})
	}
	// What the source was blamed for may be gone.
	after := accessSources(m)
	m.Findings = slices.DeleteFunc(m.Findings, func(f Finding) bool {
		return (f.Code == CodeForbidden || f.Code == CodeUnguarded) && before[f.Source] && !after[f.Source]
	})
	return problems
}

// accessSources are the places at which tools are attached.
func accessSources(m *Manifest) map[Position]bool {
	out := map[Position]bool{}
	for _, a := range m.Access {
		if !a.Source.IsZero() {
			out[a.Source] = true
		}
	}
	return out
}

// what names the subject of an edit.
func (e Edit) what() string {
	switch {
	case e.Agent != nil:
		return e.renamed("agent " + e.Agent.ID)
	case e.Tool != nil:
		return e.renamed("tool " + e.Tool.ID)
	case e.Access != nil:
		return "access " + e.Access.Agent + " -> " + e.Access.Tool
	case e.Restriction != nil:
		return "restriction " + e.Restriction.Agent + " -x> " + e.Restriction.Tool
	case e.Delegation != nil:
		return fmt.Sprintf("delegation %s => %s (%s)", e.Delegation.From, e.Delegation.To, cmp.Or(e.Delegation.Kind, Handoff))
	case e.Entry != "":
		return "entry " + e.Entry
	}
	var parts []string
	if len(e.Tools) > 0 {
		parts = append(parts, "tools "+strings.Join(e.Tools, ", "))
	}
	if len(e.Handoffs) > 0 {
		parts = append(parts, "handoffs "+strings.Join(e.Handoffs, ", "))
	}
	if len(parts) == 0 {
		parts = append(parts, "nothing")
	}
	return e.Resolve + ": " + strings.Join(parts, "; ")
}

func (e Edit) renamed(what string) string {
	if e.Op == EditRename {
		return what + " to " + e.To
	}
	return what
}

// overlayer makes one edit. The first problem ends it, before anything has
// been changed.
type overlayer struct {
	m       *Manifest
	edit    Edit
	problem *Problem
}

func (o *overlayer) fail(hint, format string, args ...any) {
	if o.problem == nil {
		o.problem = &Problem{
			Code: CodeNotApplied, Position: o.edit.Source, Hint: hint,
			Message: fmt.Sprintf("%s %s: %s", o.edit.Op, o.edit.what(), fmt.Sprintf(format, args...)),
		}
	}
}

func (o *overlayer) apply() {
	switch o.edit.Op {
	case EditAdd:
		o.add()
	case EditRemove:
		o.remove()
	case EditRename:
		o.rename()
	case EditResolve:
		o.resolve()
	default:
		o.fail("", "no such operation")
	}
}

// agent returns the id of the agent that a name means.
func (o *overlayer) agent(name string) string {
	return o.find("agent", name, project(o.m.Agents, func(a Agent) string { return a.ID }), project(o.m.Agents, Agent.RuntimeName))
}

// tool returns the id of the tool that a name means.
func (o *overlayer) tool(name string) string {
	return o.find("tool", name, project(o.m.Tools, func(t Tool) string { return t.ID }), project(o.m.Tools, Tool.RuntimeName))
}

func (o *overlayer) find(sort, name string, ids, names []string) string {
	if slices.Contains(ids, name) {
		return name
	}
	var found []string
	for i, n := range names {
		if n == name {
			found = append(found, ids[i])
		}
	}
	switch len(found) {
	case 1:
		return found[0]
	case 0:
		hint := "obligato extract PATH lists the names"
		if near, ok := document.Closest(name, ids); ok {
			hint = "did you mean " + document.Quote(near) + "?"
		}
		o.fail(hint, "no %s is called %s", sort, document.Quote(name))
		return ""
	}
	slices.Sort(found)
	o.fail("use one of the ids "+strings.Join(found, ", "), "%d %ss are called %s", len(found), sort, document.Quote(name))
	return ""
}

// resolve removes unresolved places and gives their agent what it has there.
func (o *overlayer) resolve() {
	e := o.edit
	agents := map[string]bool{}
	for _, u := range o.m.Unresolved {
		if u.What == e.Resolve {
			agents[u.Agent] = true
		}
	}
	switch {
	case len(agents) == 0:
		hint := "nothing is unresolved"
		whats := project(o.m.Unresolved, func(u Unresolved) string { return u.What })
		if len(whats) > 0 {
			hint = "obligato explain unresolved PATH lists them"
		}
		if near, ok := document.Closest(e.Resolve, whats); ok {
			hint = "did you mean " + document.Quote(near) + "?"
		}
		o.fail(hint, "no such place is unresolved")
	case len(agents) > 1:
		o.fail("rename one of the agents first", "%d agents have such a place", len(agents))
	case agents[""] && len(e.Tools)+len(e.Handoffs) > 0:
		o.fail("add what is there with add: instead", "the place belongs to no agent, so nothing can be given to it")
	}
	if o.problem != nil {
		return
	}
	id := ""
	for a := range agents {
		id = a
	}
	tools := make([]string, len(e.Tools))
	for i, name := range e.Tools {
		tools[i] = o.tool(name)
	}
	targets := make([]string, len(e.Handoffs))
	for i, name := range e.Handoffs {
		targets[i] = o.agent(name)
	}
	if o.problem != nil {
		return
	}
	o.m.Unresolved = slices.DeleteFunc(o.m.Unresolved, func(u Unresolved) bool { return u.What == e.Resolve })
	o.settle(id)
	for _, t := range tools {
		if !slices.ContainsFunc(o.m.Access, func(a Access) bool { return a.Agent == id && a.Tool == t }) {
			o.attach(Access{Agent: id, Tool: t})
		}
	}
	for _, to := range targets {
		d := Delegation{From: id, To: to}
		if !slices.ContainsFunc(o.m.Delegations, func(x Delegation) bool { return sameEdge(o.m, x, d) }) {
			o.delegate(d)
		}
	}
}

// settle takes off an agent's dynamic fields what no unresolved place is left
// of: its tools are known then, and what it lacks is restricted.
func (o *overlayer) settle(id string) {
	for i := range o.m.Agents {
		a := &o.m.Agents[i]
		if a.ID != id {
			continue
		}
		a.Dynamic = slices.DeleteFunc(slices.Clone(a.Dynamic), func(field string) bool {
			return (field == "tools" || field == "handoffs") && !slices.ContainsFunc(o.m.Unresolved, func(u Unresolved) bool {
				return u.Agent == id && leaves(u.What, field)
			})
		})
		if len(a.Dynamic) == 0 {
			a.Dynamic = nil
		}
		if !slices.Contains(a.Dynamic, "tools") {
			o.decide(*a)
		}
	}
}

// decide takes back that a rule could not be decided for an agent whose tools
// are known now.
func (o *overlayer) decide(a Agent) {
	o.m.Unresolved = slices.DeleteFunc(o.m.Unresolved, func(u Unresolved) bool {
		return u.Agent == a.ID && strings.HasPrefix(u.What, "whether "+a.ID+" has ")
	})
	o.m.Findings = slices.DeleteFunc(o.m.Findings, func(f Finding) bool {
		return f.Code == CodeUndecided && f.Source == a.Source && strings.HasPrefix(f.Message, a.ID+" may have ")
	})
}

// leaves reports whether an unresolved place leaves a field of its agent
// unknown. Tools come by servers and capabilities, too.
func leaves(what, field string) bool {
	if field == "handoffs" {
		return strings.Contains(what, "handoff")
	}
	return strings.Contains(what, "tool") && !strings.HasPrefix(what, "tool name of a handoff") ||
		strings.Contains(what, "mcp") || strings.Contains(what, "capabilit")
}
