package graph

import (
	"iter"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// Complement yields the restricted edges that follow from absence: every pair
// of a reachable agent and a tool without an allowed or restricted edge,
// sorted by agent, then tool. Orchestrators have none (code chooses there, not
// a model), and neither have agents whose tool set is computed while the
// program runs. They are made on demand, because there are about agents times
// tools of them.
func (g *Graph) Complement() iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		taken := map[[2]int64]bool{}
		for _, e := range g.edges {
			if e.Type != Delegation {
				taken[[2]int64{g.agents[e.From], g.tools[e.To]}] = true
			}
		}
		for i, a := range g.nodes[:len(g.agents)] {
			if !a.Reachable || a.Kind != string(manifest.KindAgent) || g.dynamic[i] {
				continue
			}
			for j := len(g.agents); j < len(g.nodes); j++ {
				if taken[[2]int64{int64(i), int64(j)}] {
					continue
				}
				e := Edge{
					Type: Restricted, From: a.ID, To: g.nodes[j].ID,
					Origin: manifest.Derived, EnforcedBy: manifest.ByAbsence, Source: a.Source,
				}
				if !yield(e) {
					return
				}
			}
		}
	}
}
