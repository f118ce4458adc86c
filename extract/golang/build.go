package golang

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/internal/directive"
	"github.com/obligato-dev/obligato/extract/manifest"
)

// run reads a program and writes down what it declares.
func run(pass *extract.Pass) (*manifest.Manifest, error) {
	p, err := load(pass)
	if err != nil {
		return nil, err
	}
	m := newMachine(p, pass)
	m.everything()
	b := &builder{m: m, nodes: map[*object]*agentNode{}, tools: map[string]*manifest.Tool{}, out: &manifest.Manifest{
		Schema: manifest.Schema, Workflow: pass.Workflow,
		SDK:       &manifest.Component{Name: "openai-agents-go", Version: p.version},
		Extractor: &manifest.Component{Name: "go", Version: Version},
	}}
	b.build()
	m.reportGaveUp()
	if len(b.out.Agents) == 0 {
		return nil, fmt.Errorf("%w: no agents.New(...) or agents.Agent{...} in the packages read (%d)", extract.ErrNoWorkflow, len(p.ssa))
	}
	return b.out, nil
}

// builder turns the objects that the machine found into a manifest.
type builder struct {
	m      *machine
	out    *manifest.Manifest
	agents []*agentNode
	nodes  map[*object]*agentNode
	tools  map[string]*manifest.Tool // by declaration
	order  []string
}

type agentNode struct {
	id, name string
	o        *object
	dynamic  []string
	tools    map[*object]bool // what stands in Tools, by the tool's origin
	guards   []*object
}

func (b *builder) build() {
	b.collect()
	for _, n := range b.agents {
		b.attachments(n)
	}
	b.nested()
	entries := b.entries()
	b.write(entries)
}

// collect finds the agents and gives them ids.
func (b *builder) collect() {
	byName := map[string][]*agentNode{}
	for _, o := range b.m.order {
		if o.kind != anAgent {
			continue
		}
		v := o.field("Name").v
		name, ok := v.text()
		if !ok || name == "" {
			b.m.undecided("name of an agent", v.why("name"), "", o.pos)
			continue
		}
		n := &agentNode{id: name, name: name, o: o, tools: map[*object]bool{}}
		b.agents = append(b.agents, n)
		b.nodes[o] = n
		byName[name] = append(byName[name], n)
	}
	for _, n := range b.agents {
		same := byName[n.name]
		if len(same) < 2 {
			continue
		}
		n.id = n.name + "@" + n.o.symbol
		for _, other := range same {
			if other != n && other.o.symbol == n.o.symbol { // nothing else tells them apart
				b.nodes[n.o] = same[0]
			}
		}
	}
	b.agents = slices.DeleteFunc(b.agents, func(n *agentNode) bool { return b.nodes[n.o] != n })
}

// elements lists what a list of the agent holds. What is not known is said and
// makes the list dynamic.
func (b *builder) elements(n *agentNode, field string) []element {
	var out []element
	for _, a := range n.o.field(field).v {
		o, ok := a.v.(*object)
		switch {
		case a.v == nil:
			continue
		case !ok:
			b.missing(n, field, value{a}.why("list"), n.o.pos)
			continue
		}
		list := o.asList()
		for _, e := range list.elems {
			for _, x := range e.v {
				when := both(a.when, both(e.when, x.when))
				if !strings.Contains(when, never) {
					out = append(out, element{v: value{{v: x.v}}, when: when, pos: e.pos, how: e.how})
				}
			}
		}
		for _, g := range list.gaps {
			b.missing(n, field, g.why, g.pos)
		}
	}
	return out
}

func (b *builder) missing(n *agentNode, field, why string, pos token.Pos) {
	what := map[string]string{"Tools": "tools", "MCPServers": "tools", "Handoffs": "handoffs", "AgentHandoffs": "handoffs"}[field]
	if what == "" {
		what = strings.ToLower(field)
	}
	if !slices.Contains(n.dynamic, what) {
		n.dynamic = append(n.dynamic, what)
	}
	b.m.undecided(what+" of "+n.name, why, n.id, pos)
}

func (b *builder) attachments(n *agentNode) {
	for _, e := range b.elements(n, "Tools") {
		b.attachTool(n, e)
	}
	for _, field := range []string{"Handoffs", "AgentHandoffs"} {
		for _, e := range b.elements(n, field) {
			b.attachHandoff(n, field, e)
		}
	}
	for _, e := range b.elements(n, "MCPServers") {
		b.missing(n, "MCPServers", "an MCP server decides its tools while it runs", e.pos)
	}
	for _, field := range []string{"InputGuardrails", "OutputGuardrails"} {
		for _, e := range b.elements(n, field) {
			if o, ok := e.v[0].v.(*object); ok {
				o.body = o.field("GuardrailFunction").v
				n.guards = append(n.guards, o)
			}
		}
	}
}

func (b *builder) attachTool(n *agentNode, e element) {
	o, ok := e.v[0].v.(*object)
	if !ok {
		b.missing(n, "Tools", e.v.why("tool"), e.pos)
		return
	}
	on, when := enabled(o)
	e.when = both(e.when, when)
	if o.kind == anAgentAs {
		b.delegate(n, o.wraps, manifest.AgentTool, o, "ToolName", e, on)
		return
	}
	t := b.tool(n, o, e)
	if t == nil {
		return
	}
	if !on {
		b.disabled(n, t, b.at(e.pos, o))
		return
	}
	n.tools[o] = true
	a := manifest.Access{Agent: n.id, Tool: t.ID, How: manifest.Always, Condition: e.when, Derived: e.how, Source: b.at(e.pos, o)}
	if e.when != "" {
		a.How, a.Certainty = manifest.Conditional, manifest.OnCondition
	}
	for i, old := range b.out.Access {
		if old.Agent == a.Agent && old.Tool == a.Tool {
			if old.Condition == "" || a.Condition == "" {
				b.out.Access[i].How, b.out.Access[i].Condition, b.out.Access[i].Certainty = manifest.Always, "", manifest.Certain
			} else {
				b.out.Access[i].Condition = either(old.Condition, a.Condition)
			}
			return
		}
	}
	b.out.Access = append(b.out.Access, a)
}

func (b *builder) disabled(n *agentNode, t *manifest.Tool, at manifest.Position) {
	for _, r := range b.out.Restrictions {
		if r.Agent == n.id && r.Tool == t.ID {
			return
		}
	}
	b.out.Restrictions = append(b.out.Restrictions, manifest.Restriction{
		Agent: n.id, Tool: t.ID, Origin: manifest.Declared, EnforcedBy: manifest.ByDisabled, Reason: "IsEnabled is false", Source: at,
	})
}

func (b *builder) at(pos token.Pos, o *object) manifest.Position {
	if pos.IsValid() {
		return b.m.p.position(pos)
	}
	return b.m.p.position(o.pos)
}

// enabled reads IsEnabled: off, on, or on under a condition.
func enabled(o *object) (on bool, when string) {
	c := o.fields["IsEnabled"]
	if c == nil || len(c.v) == 0 || len(c.v) == 1 && c.v[0].v == nil {
		return true, ""
	}
	if truth, known := c.v.truth(); known {
		return truth, ""
	}
	for _, a := range c.v {
		if f, ok := a.v.(*closure); ok {
			return true, "IsEnabled: " + f.fn.Name()
		}
	}
	return true, "IsEnabled: decided while the program runs"
}

func (b *builder) attachHandoff(n *agentNode, field string, e element) {
	o, ok := e.v[0].v.(*object)
	switch {
	case !ok:
		if e.v[0].v != nil {
			b.missing(n, field, e.v.why("agent or handoff"), e.pos)
		}
	case o.kind == anAgent:
		b.delegate(n, e.v, manifest.Handoff, nil, "", e, true)
	case o.wraps != nil:
		on, when := enabled(o)
		e.when = both(e.when, when)
		b.delegate(n, o.wraps, manifest.Handoff, o, "ToolNameOverride", e, on)
	default:
		b.byName(n, o, e)
	}
}

// byName resolves a Handoff that is built by hand to the agent of its name.
func (b *builder) byName(n *agentNode, o *object, e element) {
	name, ok := o.field("AgentName").v.text()
	tool, _ := o.field("ToolName").v.text()
	for _, to := range b.agents {
		if ok && to.name == name {
			e.how = manifest.FromName
			b.edge(n, to, manifest.Handoff, tool, e, manifest.Assumed)
			return
		}
	}
	b.missing(n, "Handoffs", "a Handoff whose target is decided by its function", e.pos)
}

// delegate adds the edges to the agents that a value may be.
func (b *builder) delegate(n *agentNode, to value, kind manifest.DelegationKind, o *object, nameField string, e element, on bool) {
	if !on {
		return
	}
	tool := ""
	if o != nil {
		tool, _ = o.field(nameField).v.text()
	}
	for _, a := range to {
		target, ok := a.v.(*object)
		node := b.nodes[target]
		if !ok || node == nil {
			b.missing(n, "Handoffs", "the target of a delegation: "+value{a}.why("agent"), e.pos)
			continue
		}
		x := e
		x.when = both(e.when, a.when)
		name := tool
		if kind == manifest.AgentTool && name == "" {
			name = manifest.AgentToolName(node.name)
		}
		if kind == manifest.AgentTool {
			b.agentTool(n, node, name, o, x)
		}
		b.edge(n, node, kind, name, x, "")
	}
}

// agentTool declares the tool behind an agent that is offered as one.
func (b *builder) agentTool(n, to *agentNode, name string, o *object, e element) {
	key := "agent tool\x00" + name + "\x00" + to.id
	t := b.tools[key]
	if t == nil {
		description, _ := o.field("ToolDescription").v.text()
		t = &manifest.Tool{
			ID: name, Kind: manifest.ToolAgent, Description: description, Wraps: to.id, Derived: o.how, Source: b.m.p.position(o.pos),
			Parameters: map[string]any{
				"type": "object", "properties": map[string]any{"input": map[string]any{"type": "string"}},
				"required": []any{"input"}, "additionalProperties": false,
			},
		}
		for _, other := range b.order {
			if b.tools[other].RuntimeName() == name {
				t.Name, t.ID = name, name+"@"+o.symbol
				break
			}
		}
		b.tools[key] = t
		b.order = append(b.order, key)
	}
	a := manifest.Access{Agent: n.id, Tool: t.ID, How: manifest.Always, Condition: e.when, Derived: e.how, Source: b.at(e.pos, o)}
	if e.when != "" {
		a.How, a.Certainty = manifest.Conditional, manifest.OnCondition
	}
	b.out.Access = append(b.out.Access, a)
}

func (b *builder) edge(from, to *agentNode, kind manifest.DelegationKind, tool string, e element, sure manifest.Certainty) {
	for i, d := range b.out.Delegations {
		if d.From == from.id && d.To == to.id && d.Kind == kind && d.ToolName == tool {
			b.out.Delegations[i].Condition = either(d.Condition, e.when)
			return
		}
	}
	if e.when != "" && sure == "" {
		sure = manifest.OnCondition
	}
	b.out.Delegations = append(b.out.Delegations, manifest.Delegation{
		From: from.id, To: to.id, Kind: kind, ToolName: tool, Condition: e.when, Derived: e.how, Certainty: sure, Source: b.at(e.pos, from.o),
	})
}

// entries lists the agents at which the program starts runs, the first of main
// first, or else the agents that nobody delegates to.
func (b *builder) entries() []string {
	var out []string
	var first token.Pos
	for _, r := range b.m.runs {
		if r.inside != nil {
			continue
		}
		for _, a := range r.agent {
			o, ok := a.v.(*object)
			n := b.nodes[o]
			if !ok || n == nil {
				if _, isUnknown := a.v.(*unknown); isUnknown && len(r.agent) == 1 {
					b.m.undecided("the agent that is run", value{a}.why("agent"), "", r.pos)
				}
				continue
			}
			if !slices.Contains(out, n.id) {
				out = append(out, n.id)
			}
			if !first.IsValid() {
				first = r.pos
			}
		}
	}
	if len(out) > 0 {
		if len(out) > 1 {
			b.finding(extract.CodeEntries, first, fmt.Sprintf("%d agents are started by the program; they are read as one workflow with these entries: %s",
				len(out), strings.Join(out, ", ")))
		}
		return out
	}
	called := map[string]bool{}
	for _, d := range b.out.Delegations {
		called[d.To] = called[d.To] || d.From != d.To
	}
	for _, n := range b.agents {
		if !called[n.id] {
			out = append(out, n.id)
		}
	}
	if len(out) == 0 && len(b.agents) > 0 {
		out = []string{b.agents[0].id}
	}
	if len(b.agents) > 0 {
		b.finding(extract.CodeAssumed, b.agents[0].o.pos, "no run of an agent was found: agents that nobody delegates to are assumed to be entries: "+strings.Join(out, ", "))
	}
	return out
}

func (b *builder) finding(code string, pos token.Pos, message string) {
	b.out.Findings = append(b.out.Findings, manifest.Finding{Code: code, Level: manifest.LevelNote, Message: message, Source: b.m.p.position(pos)})
}

func (b *builder) write(entries []string) {
	b.out.Entries = entries
	guards := b.guardAgents(entries)
	for _, n := range b.agents {
		a := manifest.Agent{ID: n.id, Derived: n.o.how, Source: b.m.p.position(n.o.pos), Dynamic: n.dynamic}
		if n.id != n.name {
			a.Name = n.name
		}
		if guards[n.id] {
			a.Kind = manifest.KindGuardrail
		}
		if n.o.when != "" {
			a.Certainty = manifest.OnCondition
		}
		b.texts(&a, n)
		b.out.Agents = append(b.out.Agents, a)
	}
	for _, key := range b.order {
		b.out.Tools = append(b.out.Tools, *b.tools[key])
	}
	b.out.Unresolved = unique(b.m.gaps)
	b.out.Sources = b.m.p.sources()
	directive.Fold(b.out, b.m.p.comments(), nil)
}

func (b *builder) texts(a *manifest.Agent, n *agentNode) {
	a.Description, _ = n.o.field("HandoffDescription").v.text()
	a.Model, _ = n.o.field("Model").v.text()
	if v := n.o.field("Instructions").v; len(v) > 0 {
		text, ok := v.text()
		if a.Instructions = text; !ok && v[0].v != nil {
			a.Dynamic = append(a.Dynamic, "instructions")
		}
	}
	for _, g := range n.guards {
		name, _ := g.field("Name").v.text()
		for _, x := range g.field("GuardrailFunction").v {
			if f, ok := x.v.(*closure); ok && name == "" {
				name = f.fn.Name()
			}
		}
		if name != "" && !slices.Contains(a.Guardrails, name) {
			a.Guardrails = append(a.Guardrails, name)
		}
	}
}

// guardAgents are the agents that only guardrail bodies run.
func (b *builder) guardAgents(entries []string) map[string]bool {
	by, other := map[string]bool{}, map[string]bool{}
	for _, d := range b.out.Delegations {
		if d.Kind == manifest.Nested && d.Derived == manifest.FromGuardrailBody {
			by[d.To] = true
		} else {
			other[d.To] = true
		}
	}
	for id := range by {
		by[id] = !other[id] && !slices.Contains(entries, id)
	}
	return by
}

func unique(list []manifest.Unresolved) []manifest.Unresolved {
	var out []manifest.Unresolved
	for _, u := range list {
		if !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	return out
}
