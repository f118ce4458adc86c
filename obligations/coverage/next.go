package coverage

import (
	"cmp"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// Router finds delegation routes; *graph.Graph is one.
type Router interface {
	// Route returns the shortest route of agent ids from an entry to the
	// agent, entry first, and whether there is one.
	Route(to string) ([]string, bool)
}

// Step is one open obligation with all that is needed to go for it.
type Step struct {
	Rank   int               `json:"rank"` // from 1
	ID     string            `json:"id"`
	Why    string            `json:"why"`
	Source manifest.Position `json:"source"`
	Route  []string          `json:"route"`       // agent ids, entry first, the acting agent last
	Closes []string          `json:"also_closes"` // open obligations on the route
	Next   string            `json:"next"`
}

// Next ranks what is open: the shortest route first, then by id. Of the pairs
// that are restricted by absence it takes the representatives only, since all
// others are refused by the same line of a runtime; waived obligations are
// left out. A negative n asks for all.
func Next(s *obligations.Set, g Router, sum *Summary, n int) []Step {
	open := map[string]Status{}
	for _, st := range sum.Obligations {
		if st.Open() && !st.Waived {
			open[st.ID] = st
		}
	}
	routes := map[string][]string{}
	x := NewIndex(s)
	steps := []Step{}
	for _, o := range worthwhile(s) {
		st, ok := open[o.ID]
		if !ok {
			continue
		}
		agent := acting(o)
		route, ok := routes[agent]
		if !ok {
			route, _ = g.Route(agent)
			routes[agent] = route
		}
		steps = append(steps, Step{ID: o.ID, Why: why(o, st), Source: o.Source, Route: route, Next: st.Next})
	}
	slices.SortFunc(steps, func(a, b Step) int {
		return cmp.Or(compareRoutes(a.Route, b.Route), compareStrings(a.ID, b.ID))
	})
	if n >= 0 && n < len(steps) {
		steps = steps[:n]
	}
	// Routes may be as long as the workflow is large: only those that are
	// asked for are followed.
	for i := range steps {
		steps[i].Rank = i + 1
		steps[i].Closes = x.along(steps[i].Route, steps[i].ID, open)
		steps[i].Route = append([]string{}, steps[i].Route...)
	}
	return steps
}

// worthwhile returns the set's obligations without the pairs by absence that
// others stand for.
func worthwhile(s *obligations.Set) []obligations.Obligation {
	out := obligations.Representatives(s)
	for _, o := range s.Obligations {
		if o.Class != obligations.ClassAbsence {
			out = append(out, o)
		}
	}
	return out
}

// compareRoutes orders routes by their length. No route at all is the longest.
func compareRoutes(a, b []string) int {
	return cmp.Or(compareBools(len(a) == 0, len(b) == 0), cmp.Compare(len(a), len(b)))
}

// acting returns the agent that has to act.
func acting(o obligations.Obligation) string {
	if o.Criterion == obligations.C4 {
		return o.From
	}
	return o.Agent
}

func why(o obligations.Obligation, st Status) string {
	parts := []string{string(st.Verdict)}
	if r, ok := LookupReason(st.Reason); ok {
		parts = append(parts, r.Doc)
	}
	if o.Because != "" {
		parts = append(parts, o.Because)
	}
	for i, p := range parts {
		parts[i] = strings.TrimSuffix(p, ".")
	}
	return strings.Join(parts, "; ")
}

// along lists the open obligations that a run on the route closes by the way.
func (x *Index) along(route []string, but string, open map[string]Status) []string {
	seen := map[string]bool{but: true}
	out := []string{}
	add := func(i int, ok bool) {
		if !ok {
			return
		}
		id := x.set.Obligations[i].ID
		if _, isOpen := open[id]; isOpen && !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	for i, agent := range route {
		n, ok := x.agents[agent]
		add(n, ok)
		if i == 0 {
			continue
		}
		// Of several edges between two agents a run takes one: the first kind
		// that is declared.
		for _, kind := range []manifest.DelegationKind{manifest.Handoff, manifest.AgentTool, manifest.Orchestrated, manifest.Nested} {
			if list := x.edges[edge{route[i-1], agent, kind}]; len(list) > 0 {
				add(list[0], true)
				break
			}
		}
	}
	slices.Sort(out)
	return out
}
