package python

import "strings"

// hooks follows the methods of agents' hooks, each with the agent that it is
// called with. What they change holds only after they ran.
func (m *machine) hooks() {
	for i := 0; i < len(m.agents) && !m.exhausted; i++ {
		agent := m.agents[i]
		for _, a := range alternatives(orNone(agent.peek("hooks"))) {
			if h, ok := a.v.(*object); ok && h.cls.sdkBase() == "AgentHooks" {
				m.hooksOf(agent, h, a.when)
			}
		}
	}
}

// hooksOf follows the hooks that an agent has under a condition, once.
func (m *machine) hooksOf(agent, hooks *object, when string) {
	type key struct{ agent, hooks *object }
	k := key{agent, hooks}
	if m.entered[k] {
		return
	}
	m.entered[k] = true
	seen := map[string]bool{}
	for _, c := range hooks.cls.linear() {
		for _, name := range c.attrs.names {
			f, ok := c.attrs.vars[name].v.(*function)
			if !ok || seen[name] || !isHook(f) {
				continue
			}
			seen[name] = true
			bound := *f
			bound.self = hooks
			m.hook(agent, &bound, when)
		}
	}
}

// hook follows one method. The SDK gives the agent as its second argument.
func (m *machine) hook(agent *object, f *function, when string) {
	under := (*cond)(nil)
	if when != "" {
		under = under.with(when)
	}
	after := "after " + f.qual + " ran"
	under = under.with(after)
	m.actor, m.bodyCond = agent, under
	m.fork([]branch{
		{after, func() flow {
			why := "the SDK calls " + f.qual
			m.callWith(f, under, &args{
				list:        []arg{{v: &unknown{why: why, pos: agent.pos}}, {v: agent, pos: agent.pos}},
				unknownRest: true, why: why,
			})
			return flowNext
		}},
		{"", func() flow { return flowNext }},
	})
	m.actor, m.bodyCond, m.conds = nil, nil, nil
}

// isHook reports whether the SDK calls the function as a method of an agent's
// hooks, with the agent.
func isHook(f *function) bool {
	return f.def != nil && f.cls != nil && !f.static && strings.HasPrefix(f.def.Name, "on_") && f.cls.sdkBase() == "AgentHooks"
}
