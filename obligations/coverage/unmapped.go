package coverage

import (
	"cmp"
	"maps"
	"slices"
)

// What an unmapped name was meant to be.
const (
	UnmappedAgent      = "agent"      // no agent of the workflow has the name
	UnmappedTool       = "tool"       // no tool of the workflow has the name
	UnmappedCaller     = "caller"     // a tool was called, and the trace cannot tell by whom
	UnmappedAccess     = "access"     // agent and tool are known, but neither allowed nor restricted
	UnmappedDelegation = "delegation" // both agents are known, but the edge is not
	UnmappedTarget     = "target"     // an obligation that the scenario names and the set lacks
)

// Unmapped is a name in traces that binds to nothing in the obligations. It
// never changes a total: what nobody declared is no obligation. But it may
// mean that the manifest is old, so it is counted and shown.
type Unmapped struct {
	What  string `json:"what"`
	Name  string `json:"name"`            // as the trace gives it
	Agent string `json:"agent,omitempty"` // the acting agent's name, where it is another than Name
	Count int    `json:"count"`           // of calls, delegations or, for agents, events
}

// unmapped counts unmapped names; its keys have Count 0.
type unmapped map[Unmapped]int

func (u unmapped) add(what, name, agent string) {
	u[Unmapped{What: what, Name: name, Agent: agent}]++
}

func (u unmapped) list() []Unmapped {
	out := make([]Unmapped, 0, len(u))
	for _, k := range slices.SortedFunc(maps.Keys(u), compareUnmapped) {
		n := u[k]
		k.Count = n
		out = append(out, k)
	}
	return out
}

// mergeUnmapped adds up the counts of both lists.
func mergeUnmapped(a, b []Unmapped) []Unmapped {
	sum := unmapped{}
	for _, list := range [][]Unmapped{a, b} {
		for _, x := range list {
			n := x.Count
			x.Count = 0
			sum[x] += n
		}
	}
	return sum.list()
}

func compareUnmapped(a, b Unmapped) int {
	return cmp.Or(
		compareStrings(a.What, b.What),
		compareStrings(a.Agent, b.Agent),
		compareStrings(a.Name, b.Name),
		cmp.Compare(a.Count, b.Count),
	)
}
