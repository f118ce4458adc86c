package generate

import (
	"slices"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/scenario"
)

// approvals grants what a scenario cannot do without: the call of the tool
// that its obligation is about, and of agents as tools on its way, where an
// approval guards them. Without a grant the run pauses there and shows
// nothing. Nothing else is granted, so other guarded calls still pause. Hops
// are ids of the manifest that runs use.
func (n naming) approvals(ob obligations.Obligation, hops []string) map[string]string {
	m := n.set.Original
	out := map[string]string{}
	grant := func(agent, tool string) {
		if needsApproval(m, agent, tool) {
			out[tool] = scenario.Grant
		}
	}
	if ob.Criterion == obligations.C2 {
		if tool, ok := n.tool(ob.Tool); ok {
			grant(n.agent(ob.Agent), tool)
		}
	}
	for i := 1; i < len(hops); i++ {
		for _, tool := range wrappers(m, hops[i-1], hops[i]) {
			grant(hops[i-1], tool)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func needsApproval(m *manifest.Manifest, agent, tool string) bool {
	return slices.ContainsFunc(m.Restrictions, func(r manifest.Restriction) bool {
		return r.Agent == agent && r.Tool == tool && r.EnforcedBy == manifest.ByApproval
	})
}

// wrappers returns the ids of the tools as which one agent may run another.
func wrappers(m *manifest.Manifest, from, to string) []string {
	var out []string
	for _, d := range m.Delegations {
		if d.From != from || d.To != to || d.Kind != manifest.AgentTool {
			continue
		}
		name := m.DelegationToolName(d)
		for _, t := range m.Tools {
			if t.Kind == manifest.ToolAgent && t.Wraps == to && t.RuntimeName() == name {
				out = append(out, t.ID)
			}
		}
	}
	return out
}
