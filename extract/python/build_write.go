package python

import (
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// holds reports whether the agent has the tool or a copy of it.
func (b *builder) holds(n *agentNode, t *object) bool {
	for k := range n.tools {
		if k.object == t || k.object.tool != nil && k.object.peek("fn") != nil && k.object.pos == t.pos {
			return true
		}
	}
	return false
}

func guardedBy(n *agentNode, g *object) bool {
	for _, x := range n.guards {
		if x == g || x.peek("fn") != nil && x.peek("fn") == g.peek("fn") {
			return true
		}
	}
	return false
}

// targets lists the agents that a run may start; what is not known is
// recorded.
func (b *builder) targets(r started) []*agentNode {
	var out []*agentNode
	for _, a := range alternatives(r.v) {
		switch x := a.v.(type) {
		case *object:
			if n := b.nodeOf[x]; n != nil {
				out = append(out, n)
			} else if x.isAgent() {
				continue // its name is unresolved already
			} else {
				b.m.undecided("starting agent of a run", describe(x)+" is no agent", "", r.pos)
			}
		case *unknown:
			if !x.quiet {
				b.m.undecided("starting agent of a run", x.why, "", r.pos)
			}
		case noneValue:
		default:
			b.m.undecided("starting agent of a run", whyUnknown(x, "agent"), "", r.pos)
		}
	}
	return out
}

// entries are the agents that the program runs itself. Where it runs none,
// those that nobody delegates to are assumed, and the manifest says so.
// Orchestrators come last: a run may start at their code, but only an agent
// can be the default.
func (b *builder) entries() []*agentNode {
	var out []*agentNode
	seen := map[*agentNode]bool{}
	for _, r := range b.m.runs {
		if b.hidden(r) {
			continue
		}
		for _, n := range b.targets(r) {
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	chiefs := b.orchestrators()
	switch {
	case len(b.agents) == 0:
	case len(out) == 0:
		out = b.assumed()
	case len(out) > 1:
		b.severalEntries(out)
	}
	return append(out, chiefs...)
}

func (b *builder) assumed() []*agentNode {
	called := map[string]bool{}
	for _, d := range b.delegate.all() {
		if d.From != d.To {
			called[d.To] = true
		}
	}
	guards := b.guardsOnly(nil)
	var out []*agentNode
	var names []string
	for _, n := range b.agents {
		if !called[n.id] && !guards[n] {
			out = append(out, n)
			names = append(names, n.id)
		}
	}
	rule := "the agents that nobody delegates to"
	if len(out) == 0 {
		rule = "the agent that delegates to most others, because every agent is delegated to"
		n := b.busiest()
		out, names = []*agentNode{n}, []string{n.id}
	}
	b.m.finding(codeAssumed, manifest.LevelWarning, out[0].objects[0].pos,
		"no run of a known agent was found; taken as entries: %s: %s", rule, strings.Join(names, ", "))
	return out
}

// busiest is the agent with the most delegations, the first of several.
func (b *builder) busiest() *agentNode {
	count := map[string]int{}
	for _, d := range b.delegate.all() {
		count[d.From]++
	}
	best := b.agents[0]
	for _, n := range b.agents {
		if count[n.id] > count[best.id] {
			best = n
		}
	}
	return best
}

// guardsOnly finds the agents that only guardrail bodies run.
func (b *builder) guardsOnly(entries []*agentNode) map[*agentNode]bool {
	out := map[*agentNode]bool{}
	for _, r := range b.m.runs {
		if r.inside == nil || r.inside.tool != nil {
			continue
		}
		for _, n := range b.targets(r) {
			out[n] = true
		}
	}
	for _, n := range entries {
		delete(out, n)
	}
	for _, d := range b.delegate.all() {
		for n := range out {
			if d.To == n.id && d.Derived != manifest.FromGuardrailBody {
				delete(out, n)
			}
		}
	}
	return out
}

func (b *builder) write(entries []*agentNode) {
	guards := b.guardsOnly(entries)
	for _, n := range entries {
		b.out.Entries = append(b.out.Entries, n.id)
	}
	for _, n := range b.agents {
		a := b.agent(n)
		if guards[n] {
			a.Kind = manifest.KindGuardrail
		}
		b.out.Agents = append(b.out.Agents, a)
	}
	for _, n := range b.chiefs {
		b.out.Agents = append(b.out.Agents, b.chief(n))
	}
	for _, t := range b.tools {
		b.out.Tools = append(b.out.Tools, b.tool(t))
	}
	b.out.Access = b.access.all()
	b.out.Delegations = b.delegate.all()
	b.out.Restrictions = b.restrict.all()
	b.out.Unresolved = b.m.unresolved
	b.out.Findings = b.m.findings
	b.fold()
	b.out.Normalize()
}

func (b *builder) agent(n *agentNode) manifest.Agent {
	o := n.objects[0]
	a := manifest.Agent{ID: n.id, Kind: manifest.KindAgent, Derived: o.how, Certainty: made(n.objects), Source: o.pos}
	if n.id != n.name {
		a.Name = n.name
	}
	if t, ok := o.peek("handoff_description").(*text); ok {
		a.Description = t.s
		if len(t.gaps) > 0 {
			n.dynamic["description"] = true
		}
	}
	b.instructions(n, o, &a)
	b.model(n, o, &a)
	a.Guardrails, a.InputGuardrails = distinctNames(n.guards), distinctNames(n.inputs)
	if v := o.peek("prompt"); v != nil && !nothing(v) {
		n.dynamic["prompt"] = true
	}
	a.Dynamic = sorted(n.dynamic)
	return a
}

func distinctNames(guards []*object) []string {
	var out []string
	for _, g := range guards {
		if name := guardName(g); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// instructions are the text, or that of a function where it can be followed.
func (b *builder) instructions(n *agentNode, o *object, a *manifest.Agent) {
	v := orNone(o.peek("instructions"))
	if f, ok := v.(*function); ok {
		n.dynamic["instructions"] = true
		v = b.m.callUnknown(f)
	}
	switch x := v.(type) {
	case noneValue:
		if len(o.gaps) > 0 {
			n.dynamic["instructions"] = true
		}
	case *text:
		a.Instructions = x.s
		if len(x.gaps) > 0 {
			n.dynamic["instructions"] = true
		}
	case *union:
		n.dynamic["instructions"] = true
		for _, p := range x.alts {
			if t, ok := p.v.(*text); ok {
				a.Instructions = t.s
				break
			}
		}
	default:
		n.dynamic["instructions"] = true
	}
}

func (b *builder) model(n *agentNode, o *object, a *manifest.Agent) {
	v := orNone(o.peek("model"))
	if m, ok := v.(*object); ok {
		v = orNone(m.peek("model"))
	}
	if s, ok := only(v); ok {
		a.Model = s
	} else if _, none := v.(noneValue); !none {
		n.dynamic["model"] = true
	}
}

func (b *builder) tool(t *toolNode) manifest.Tool {
	o := t.object
	out := manifest.Tool{ID: t.id, Kind: t.kind, Source: o.pos, Derived: o.how, Certainty: made(t.objects)}
	if t.id != t.name {
		out.Name = t.name
	}
	d := docOf(o)
	out.Description = d.summary
	if use, known := truthOf(orTrue(o.peek("use_docstring_info"))); known && !use {
		out.Description, d = "", docs{}
	}
	if x, ok := o.peek("description").(*text); ok {
		out.Description = x.s
	}
	if fn, ok := o.peek("fn").(*function); ok {
		strict, known := truthOf(orTrue(o.peek("strict_mode")))
		name, ok := only(orNone(o.peek("schema_name")))
		if !ok {
			name = t.name
		}
		out.Parameters = b.m.parameters(fn, name, strict || !known, d)
	} else if v, ok := b.m.json(o.peek("params_json_schema"), 0); ok {
		if p, ok := v.(jsonObject); ok {
			out.Parameters = p
			if strict, known := truthOf(orTrue(o.peek("strict_json_schema"))); strict || !known {
				defs, _ := p["$defs"].(jsonObject)
				closeSchema(p, defs, 0)
			}
		}
	}
	switch {
	case t.wraps != nil:
		out.Wraps = t.wraps.id
		if out.Parameters == nil && o.peek("parameters") == nil {
			out.Parameters = agentToolParameters()
		}
	case t.kind == manifest.ToolMCP:
		out.Description, out.Parameters, out.Derived = "", nil, manifest.FromToolFilter
	case o.tool == nil:
		out.Description, out.Derived = "", manifest.FromCapability
	case o.tool.builtin != "":
		out.Description = builtinTools[o.tool.builtin].doc
		if t.server != "" {
			out.Description = fmt.Sprintf("Tools of the MCP server %s.", t.server)
		}
	}
	b.body(t, &out)
	b.annotated(t, &out)
	return out
}

func orTrue(v value) value {
	if v == nil {
		return constant{true}
	}
	return v
}

// agentToolParameters is what the SDK shows for an agent as a tool.
func agentToolParameters() map[string]any {
	return map[string]any{
		"description": "Default input schema for agent-as-tool calls.",
		"type":        "object", "title": "AgentAsToolInput", "additionalProperties": false, "required": []any{"input"},
		"properties": map[string]any{"input": map[string]any{"type": "string", "title": "Input"}},
	}
}

// sources lists the files that took part: those that use the SDK or import
// one that does, and what they import.
func (b *builder) sources() {
	m := b.m
	part := map[*module]bool{}
	for changed := true; changed; {
		changed = false
		for _, mod := range m.order {
			takes := mod.sdk
			for _, i := range mod.imports {
				takes = takes || part[i] && i.file != nil
			}
			if takes && !part[mod] {
				part[mod], changed = true, true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, mod := range m.order {
			if !part[mod] {
				continue
			}
			for _, i := range mod.imports {
				if i.file != nil && !part[i] {
					part[i], changed = true, true
				}
			}
		}
	}
	for _, path := range sortedKeys(m.modules) {
		if mod := m.modules[path]; mod != nil && part[mod] && mod.file != nil {
			b.out.Sources = append(b.out.Sources, manifest.SourceFile{Path: path, SHA256: mod.sum})
		}
	}
	for _, path := range sortedKeys(m.data) {
		b.out.Sources = append(b.out.Sources, manifest.SourceFile{Path: path, SHA256: m.data[path]})
	}
}
