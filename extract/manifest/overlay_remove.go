package manifest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/internal/document"
)

func (o *overlayer) remove() {
	e := o.edit
	switch {
	case e.Agent != nil:
		o.removeAgent(e.Agent.ID)
	case e.Tool != nil:
		o.removeTool(e.Tool.ID)
	case e.Access != nil:
		o.removeAccess(*e.Access)
	case e.Restriction != nil:
		o.removeRestriction(*e.Restriction)
	case e.Delegation != nil:
		o.removeDelegation(*e.Delegation)
	case e.Entry != "":
		o.removeEntry()
	}
}

// removeAgent removes an agent with its edges, and the tools that offer it.
func (o *overlayer) removeAgent(name string) {
	id := o.agent(name)
	if o.problem != nil {
		return
	}
	if len(o.m.Agents) == 1 {
		o.fail("exclude the file that declares it", "the workflow would have no agent left")
		return
	}
	m := o.m
	m.Agents = slices.DeleteFunc(m.Agents, func(a Agent) bool { return a.ID == id })
	m.Entries = slices.DeleteFunc(m.Entries, func(e string) bool { return e == id })
	m.Access = slices.DeleteFunc(m.Access, func(a Access) bool { return a.Agent == id })
	m.Restrictions = slices.DeleteFunc(m.Restrictions, func(r Restriction) bool { return r.Agent == id })
	m.Delegations = slices.DeleteFunc(m.Delegations, func(d Delegation) bool { return d.From == id || d.To == id })
	m.Unresolved = slices.DeleteFunc(m.Unresolved, func(u Unresolved) bool { return u.Agent == id })
	for _, t := range slices.Clone(m.Tools) {
		if t.Wraps == id {
			o.dropTool(t)
		}
	}
}

func (o *overlayer) removeTool(name string) {
	id := o.tool(name)
	if o.problem != nil {
		return
	}
	t, _ := o.m.Tool(id)
	o.dropTool(t)
}

// dropTool removes a tool with its edges.
func (o *overlayer) dropTool(t Tool) {
	m := o.m
	for _, a := range slices.Clone(m.Access) {
		if a.Tool == t.ID {
			o.detach(a.Agent, t)
		}
	}
	m.Tools = slices.DeleteFunc(m.Tools, func(x Tool) bool { return x.ID == t.ID })
	m.Restrictions = slices.DeleteFunc(m.Restrictions, func(r Restriction) bool { return r.Tool == t.ID })
}

// detach removes an access edge and, of an agent tool, the delegation.
func (o *overlayer) detach(agent string, t Tool) {
	m := o.m
	m.Access = slices.DeleteFunc(m.Access, func(a Access) bool { return a.Agent == agent && a.Tool == t.ID })
	if t.Kind != ToolAgent {
		return
	}
	m.Delegations = slices.DeleteFunc(m.Delegations, func(d Delegation) bool {
		return d.Kind == AgentTool && d.From == agent && d.To == t.Wraps && m.DelegationToolName(d) == t.RuntimeName()
	})
}

// removeAccess removes an access edge with what guards it: a guard without a
// tool restricts nothing.
func (o *overlayer) removeAccess(a Access) {
	a.Agent, a.Tool = o.agent(a.Agent), o.tool(a.Tool)
	if o.problem != nil {
		return
	}
	if !slices.ContainsFunc(o.m.Access, func(x Access) bool { return x.Agent == a.Agent && x.Tool == a.Tool }) {
		o.fail("leave the entry out", "the agent does not have the tool")
		return
	}
	t, _ := o.m.Tool(a.Tool)
	o.detach(a.Agent, t)
	o.m.Restrictions = slices.DeleteFunc(o.m.Restrictions, func(r Restriction) bool {
		return r.Agent == a.Agent && r.Tool == a.Tool
	})
}

func (o *overlayer) removeRestriction(r Restriction) {
	r.Agent, r.Tool = o.agent(r.Agent), o.tool(r.Tool)
	if o.problem != nil {
		return
	}
	before := len(o.m.Restrictions)
	o.m.Restrictions = slices.DeleteFunc(o.m.Restrictions, func(x Restriction) bool {
		return x.Agent == r.Agent && x.Tool == r.Tool && (r.EnforcedBy == "" || x.EnforcedBy == r.EnforcedBy)
	})
	if len(o.m.Restrictions) == before {
		o.fail("a pair that is restricted by absence alone is no restriction of the source", "the source restricts no such pair")
	}
}

func (o *overlayer) removeDelegation(d Delegation) {
	d.From, d.To = o.agent(d.From), o.agent(d.To)
	if o.problem != nil {
		return
	}
	var found []Delegation
	for _, x := range o.m.Delegations {
		if x.From == d.From && x.To == d.To && (d.Kind == "" || cmp.Or(x.Kind, Handoff) == d.Kind) &&
			(d.ToolName == "" || o.m.DelegationToolName(x) == d.ToolName) {
			found = append(found, x)
		}
	}
	switch len(found) {
	case 0:
		o.fail("obligato extract PATH lists the delegations", "there is no such delegation")
		return
	case 1:
	default:
		var kinds []string
		for _, x := range found {
			kinds = append(kinds, string(cmp.Or(x.Kind, Handoff))+" "+document.Quote(o.m.DelegationToolName(x)))
		}
		o.fail("say kind and tool_name", "%d delegations fit: %s", len(found), strings.Join(kinds, ", "))
		return
	}
	o.undelegate(found[0])
}

// undelegate removes a delegation and, of an agent tool, the access to it.
func (o *overlayer) undelegate(d Delegation) {
	m := o.m
	name := m.DelegationToolName(d)
	m.Delegations = slices.DeleteFunc(m.Delegations, func(x Delegation) bool { return sameEdge(m, x, d) })
	if d.Kind != AgentTool {
		return
	}
	for _, t := range m.Tools {
		if t.Kind == ToolAgent && t.Wraps == d.To && t.RuntimeName() == name {
			m.Access = slices.DeleteFunc(m.Access, func(a Access) bool { return a.Agent == d.From && a.Tool == t.ID })
		}
	}
}

func (o *overlayer) removeEntry() {
	id := o.agent(o.edit.Entry)
	i := slices.Index(o.m.Entries, id)
	switch {
	case o.problem != nil:
	case i < 0:
		o.fail("leave the entry out", "the agent is no entry")
	default:
		o.m.Entries = slices.Delete(o.m.Entries, i, i+1)
	}
}
