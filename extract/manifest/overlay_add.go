package manifest

import (
	"cmp"
	"slices"

	"github.com/obligato-dev/obligato/internal/document"
)

func (o *overlayer) add() {
	e := o.edit
	switch {
	case e.Agent != nil:
		o.addAgent(*e.Agent)
	case e.Tool != nil:
		o.addTool(*e.Tool)
	case e.Access != nil:
		o.addAccess(*e.Access)
	case e.Restriction != nil:
		o.addRestriction(*e.Restriction)
	case e.Delegation != nil:
		o.addDelegation(*e.Delegation)
	case e.Entry != "":
		o.addEntry()
	}
}

func (o *overlayer) addAgent(a Agent) {
	if _, there := o.m.Agent(a.ID); there {
		o.fail("leave the entry out, or choose another name", "there is an agent of that name")
		return
	}
	a.Derived, a.Source = FromOverlay, o.edit.Source
	o.m.Agents = append(o.m.Agents, a)
}

func (o *overlayer) addTool(t Tool) {
	if _, there := o.m.Tool(t.ID); there {
		o.fail("leave the entry out, or choose another name", "there is a tool of that name")
		return
	}
	if t.Wraps != "" {
		if t.Wraps = o.agent(t.Wraps); o.problem != nil {
			return
		}
	}
	t.Derived, t.Source = FromOverlay, o.edit.Source
	o.m.Tools = append(o.m.Tools, t)
}

func (o *overlayer) addAccess(a Access) {
	a.Agent, a.Tool = o.agent(a.Agent), o.tool(a.Tool)
	if o.problem != nil {
		return
	}
	if slices.ContainsFunc(o.m.Access, func(x Access) bool { return x.Agent == a.Agent && x.Tool == a.Tool }) {
		o.fail("leave the entry out", "the agent has the tool")
		return
	}
	o.attach(a)
}

// attach adds an access edge, and the delegation behind an agent tool.
func (o *overlayer) attach(a Access) {
	a.Derived, a.Source = FromOverlay, o.edit.Source
	if a.Condition != "" {
		a.How, a.Certainty = Conditional, OnCondition
	}
	o.m.Access = append(o.m.Access, a)
	t, _ := o.m.Tool(a.Tool)
	if t.Kind != ToolAgent {
		return
	}
	d := Delegation{From: a.Agent, To: t.Wraps, Kind: AgentTool, ToolName: t.RuntimeName(), Condition: a.Condition}
	if !slices.ContainsFunc(o.m.Delegations, func(x Delegation) bool { return sameEdge(o.m, x, d) }) {
		o.delegate(d)
	}
}

func (o *overlayer) addRestriction(r Restriction) {
	r.Agent, r.Tool = o.agent(r.Agent), o.tool(r.Tool)
	if o.problem != nil {
		return
	}
	for _, x := range o.m.Restrictions {
		if x.Agent == r.Agent && x.Tool == r.Tool && x.EnforcedBy == r.EnforcedBy {
			o.fail("leave the entry out", "the pair is restricted in that way")
			return
		}
	}
	r.Origin, r.Reason, r.Source = Declared, o.edit.Reason, o.edit.Source
	o.m.Restrictions = append(o.m.Restrictions, r)
}

// addDelegation adds an edge, and for one of kind agent_tool the tool behind
// it and the access to it.
func (o *overlayer) addDelegation(d Delegation) {
	d.From, d.To = o.agent(d.From), o.agent(d.To)
	if o.problem != nil {
		return
	}
	if slices.ContainsFunc(o.m.Delegations, func(x Delegation) bool { return sameEdge(o.m, x, d) }) {
		o.fail("leave the entry out", "there is such a delegation")
		return
	}
	if d.Kind != AgentTool {
		o.delegate(d)
		return
	}
	name := o.m.DelegationToolName(d)
	i := slices.IndexFunc(o.m.Tools, func(t Tool) bool { return t.Kind == ToolAgent && t.Wraps == d.To && t.RuntimeName() == name })
	if i < 0 {
		if _, taken := o.m.Tool(name); taken {
			o.fail("give another tool_name", "the tool %s is another one", document.Quote(name))
			return
		}
		i = len(o.m.Tools)
		o.m.Tools = append(o.m.Tools, Tool{ID: name, Kind: ToolAgent, Wraps: d.To, Derived: FromOverlay, Source: o.edit.Source})
	}
	o.delegate(d)
	id := o.m.Tools[i].ID
	if !slices.ContainsFunc(o.m.Access, func(x Access) bool { return x.Agent == d.From && x.Tool == id }) {
		o.attach(Access{Agent: d.From, Tool: id, Condition: d.Condition})
	}
}

// delegate adds a delegation edge.
func (o *overlayer) delegate(d Delegation) {
	d.Derived, d.Source = FromOverlay, o.edit.Source
	if d.Condition != "" {
		d.Certainty = OnCondition
	}
	o.m.Delegations = append(o.m.Delegations, d)
}

// sameEdge reports whether two delegations have the same ends, kind and name.
func sameEdge(m *Manifest, a, b Delegation) bool {
	return a.From == b.From && a.To == b.To && cmp.Or(a.Kind, Handoff) == cmp.Or(b.Kind, Handoff) &&
		m.DelegationToolName(a) == m.DelegationToolName(b)
}

func (o *overlayer) addEntry() {
	id := o.agent(o.edit.Entry)
	switch {
	case o.problem != nil:
	case slices.Contains(o.m.Entries, id):
		o.fail("leave the entry out", "the agent is an entry")
	default:
		o.m.Entries = append(o.m.Entries, id)
	}
}
