package python

import (
	"github.com/obligato-dev/obligato/extract/manifest"
)

// bodies follows the bodies of tools and guardrails, which only a run calls.
func (m *machine) bodies() {
	for i, j := 0, 0; (i < len(m.tools) || j < len(m.guards)) && !m.exhausted; {
		var o *object
		if i < len(m.tools) {
			o = m.tools[i]
			i++
		} else {
			o = m.guards[j]
			j++
		}
		fn, ok := bodyOfCall(o)
		if !ok || o.entered || m.bodySeen(o, fn) {
			continue
		}
		o.entered = true
		m.body(o, fn)
	}
}

// bodyOfCall is what a call of the tool or guardrail runs.
func bodyOfCall(o *object) (*function, bool) {
	for _, name := range []string{"wrapper", "fn", "on_invoke_tool"} {
		if fn, ok := o.peek(name).(*function); ok {
			return fn, true
		}
	}
	return nil, false
}

// body follows one body. What it changes holds only after it ran, and that a
// model makes it run is an assumption.
func (m *machine) body(o *object, fn *function) {
	when := "after " + guardName(o) + " ran"
	under := (*cond)(nil).with(when)
	m.inside, m.bodyCond = o, under
	m.fork([]branch{
		{when, func() flow { m.callUnder(fn, under); return flowNext }},
		{"", func() flow { return flowNext }},
	})
	m.inside, m.bodyCond, m.conds = nil, nil, nil
}

// late reports whether something made under the conditions is changed by a
// body that did not make it.
func (m *machine) late(made *cond) bool {
	if m.bodyCond == nil {
		return false
	}
	for ; made != nil; made = made.parent {
		if made == m.bodyCond {
			return false
		}
	}
	return true
}

// callback is a function that the SDK calls while an agent acts.
type callback struct {
	at     *agentNode
	caller string // the function's name, or what it is given as
}

// agentCallbacks and handoffCallbacks are the fields that hold functions which
// the SDK calls.
var (
	agentCallbacks   = []string{"instructions", "prompt", "tool_use_behavior", "hooks", "mcp_config"}
	handoffCallbacks = []string{"on_handoff", "input_filter", "is_enabled", "on_invoke_handoff"}
	toolCallbacks    = []string{
		"is_enabled", "needs_approval", "custom_output_extractor", "failure_error_function", "input_builder", "on_stream", "hooks",
	}
)

// callbacks follows the callbacks that are no functions written with def:
// lambdas and partial calls. The others are entered as nothing calls them.
func (m *machine) callbacks() {
	enter := func(o *object, names []string) {
		for _, name := range names {
			v := o.peek(name)
			f, lambda := v.(*function)
			p, partial := v.(*builtin)
			if lambda && f.lambda == nil || partial && p.name != "partial" || !lambda && !partial || m.entered[v] {
				continue
			}
			m.entered[v] = true
			m.rootKey = v
			if lambda {
				m.callUnknown(f)
			} else if o.mod != nil {
				saved := m.frame
				m.frame = m.frameOf(o.mod)
				m.call(p, &args{unknownRest: true, why: "the SDK calls it", pos: o.pos})
				m.frame = saved
			}
			m.rootKey = nil
		}
	}
	for i := 0; i < len(m.agents) && !m.exhausted; i++ {
		o := m.agents[i]
		enter(o, agentCallbacks)
		for _, h := range objectsIn(o.peek("handoffs")) {
			enter(h, handoffCallbacks)
		}
	}
	for i := 0; i < len(m.tools) && !m.exhausted; i++ {
		enter(m.tools[i], toolCallbacks)
	}
}

// objectsIn are the objects in a list, alternatives included.
func objectsIn(v value) []*object {
	var out []*object
	for _, a := range alternatives(v) {
		l, ok := a.v.(*list)
		if !ok {
			continue
		}
		for _, e := range l.elts {
			for _, b := range alternatives(e.v) {
				if o, ok := b.v.(*object); ok {
					out = append(out, o)
				}
			}
		}
	}
	return out
}

// collectCallbacks notes which functions the SDK calls, and for which agent.
func (b *builder) collectCallbacks() {
	b.callbacks = map[any][]callback{}
	for _, n := range b.agents {
		for _, o := range n.objects {
			b.noteCallbacks(n, o, agentCallbacks)
			for _, h := range objectsIn(o.peek("handoffs")) {
				b.noteCallbacks(n, h, handoffCallbacks)
			}
			for _, t := range objectsIn(o.peek("tools")) {
				b.noteCallbacks(n, t, toolCallbacks)
				for _, g := range append(objectsIn(t.peek("tool_input_guardrails")), objectsIn(t.peek("tool_output_guardrails"))...) {
					b.noteCallback(n, g, guardName(g))
				}
			}
		}
	}
	for _, r := range b.m.runs {
		if h, ok := r.hooks.(*object); ok {
			for _, n := range b.startable(r) {
				b.noteCallback(n, h, "hooks")
			}
		}
	}
}

func (b *builder) noteCallbacks(n *agentNode, o *object, names []string) {
	for _, name := range names {
		for _, a := range alternatives(orNone(o.peek(name))) {
			b.noteCallback(n, a.v, name)
		}
	}
}

// noteCallback notes a function, or the methods of an object.
func (b *builder) noteCallback(n *agentNode, v value, name string) {
	add := func(key any, name string) {
		for _, c := range b.callbacks[key] {
			if c.at == n {
				return
			}
		}
		b.callbacks[key] = append(b.callbacks[key], callback{n, name})
	}
	switch x := v.(type) {
	case *function:
		if x.lambda != nil {
			add(v, name)
			add(x.lambda, name)
		} else {
			add(x.def, x.name())
		}
	case *builtin:
		add(v, name)
	case *object:
		if x.tool == nil && !x.isAgent() {
			for _, c := range x.cls.linear() {
				for _, method := range c.attrs.names {
					if f, ok := c.attrs.vars[method].v.(*function); ok && f.def != nil {
						add(f.def, method)
					}
				}
			}
		}
		if x.cls.sdkBase() == "InputGuardrail" || x.cls.sdkBase() == "OutputGuardrail" {
			add(x, name)
		}
	}
}

// startable lists the agents that a run may start, as far as they are known.
func (b *builder) startable(r started) []*agentNode {
	var out []*agentNode
	for _, a := range alternatives(r.v) {
		if o, ok := a.v.(*object); ok && b.nodeOf[o] != nil {
			out = append(out, b.nodeOf[o])
		}
	}
	return out
}

// hidden reports whether the run is made while an agent acts: by the body of a
// tool or guardrail, or by a callback. It is no place where the program starts.
func (b *builder) hidden(r started) bool { return r.inside != nil || b.callbacks[r.root] != nil }

// nested adds the delegations of bodies and callbacks that run an agent.
func (b *builder) nested() {
	for _, r := range b.m.runs {
		if !b.hidden(r) {
			continue
		}
		for _, to := range b.targets(r) {
			b.nestedTo(r, to)
		}
	}
}

func (b *builder) nestedTo(r started, to *agentNode) {
	e := element{pos: r.pos, how: manifest.FromCode, when: r.when}
	for _, c := range b.callbacks[r.root] {
		if r.actor != nil && c.at != b.nodeOf[r.actor] {
			continue
		}
		b.delegation(c.at, to, manifest.Nested, c.caller, e)
	}
	if r.inside == nil {
		return
	}
	for _, c := range b.callbacks[r.inside] { // a guardrail of a tool
		g := e
		g.how = manifest.FromGuardrailBody
		b.delegation(c.at, to, manifest.Nested, c.caller, g)
	}
	for _, n := range b.agents {
		switch {
		case r.inside.tool != nil && b.holds(n, r.inside):
			name, _ := only(orNone(r.inside.peek("name")))
			e.how = manifest.FromToolBody
			b.delegation(n, to, manifest.Nested, name, e)
		case r.inside.tool == nil && guardedBy(n, r.inside):
			e.how = manifest.FromGuardrailBody
			b.delegation(n, to, manifest.Nested, guardName(r.inside), e)
		}
	}
}
