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
		taken := g.pairs()
		for i, a := range g.nodes[:len(g.agents)] {
			if !g.complemented(i) {
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

// ComplementSize counts the edges that Complement yields without making them.
func (g *Graph) ComplementSize() int {
	size := 0
	for i := range len(g.agents) {
		if g.complemented(i) {
			size += len(g.tools)
		}
	}
	for p := range g.pairs() {
		if g.complemented(int(p[0])) {
			size--
		}
	}
	return size
}

// complemented reports whether what an agent lacks is restricted.
func (g *Graph) complemented(agent int) bool {
	n := g.nodes[agent]
	return n.Reachable && n.Kind == string(manifest.KindAgent) && !g.dynamic[agent]
}

// pairs are the indices of agents and tools that have an edge.
func (g *Graph) pairs() map[[2]int64]bool {
	taken := map[[2]int64]bool{}
	for _, e := range g.edges {
		if e.Type != Delegation {
			taken[[2]int64{g.agents[e.From], g.tools[e.To]}] = true
		}
	}
	return taken
}
