package graph

import (
	"slices"

	gonum "gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/multi"
	"gonum.org/v1/gonum/graph/traverse"

	"github.com/obligato-dev/obligato/extract/manifest"
)

const guardrailKind = string(manifest.KindGuardrail)

// Values of Graph.parent besides agent indices.
const (
	origin    = -1 // the agent is an entry
	unreached = -2
)

// walk derives what the outputs need of the finished edges: the ordered
// delegation targets, the reachable nodes, and the tree of shortest routes.
func (g *Graph) walk() {
	g.next = make([][]int64, len(g.agents))
	for _, e := range g.edges {
		if e.Type != Delegation {
			continue
		}
		from, to := g.agents[e.From], g.agents[e.To]
		if !g.guardrail(from) && !g.guardrail(to) {
			g.next[from] = append(g.next[from], to)
		}
	}
	for i := range g.next {
		slices.Sort(g.next[i])
		g.next[i] = slices.Compact(g.next[i])
	}
	g.markReachable()
	g.growRoutes()
}

// markReachable walks from every entry over delegation edges of all kinds, and
// over allowed edges to tools. A guardrail agent is no station: it judges what
// others say and hands nothing on.
func (g *Graph) markReachable() {
	search := traverse.BreadthFirst{
		Visit: func(n gonum.Node) { g.nodes[n.ID()].Reachable = true },
		Traverse: func(e gonum.Edge) bool {
			to := e.To().ID()
			return !g.guardrail(to) && carries(e)
		},
	}
	for _, i := range g.entries {
		search.Walk(g.lines, vertex(i), nil)
	}
}

// carries reports whether a bundle of parallel edges leads anywhere: a
// restricted edge alone does not.
func carries(e gonum.Edge) bool {
	bundle, ok := e.(multi.Edge)
	if !ok {
		return false
	}
	lines := bundle.Lines
	lines.Reset()
	defer lines.Reset()
	for lines.Next() {
		if l, ok := lines.Line().(line); ok && l.edge.Type != Restricted {
			return true
		}
	}
	return false
}

// Reachable returns the ids of the agents that an entry reaches over
// delegation edges of all kinds, the entries among them, sorted. Guardrail
// agents are left out.
func (g *Graph) Reachable() []string { return g.agentsWhere(func(n Node) bool { return n.Reachable }) }

// Unreachable returns the ids of the agents that no entry reaches, sorted.
// Guardrail agents are left out.
func (g *Graph) Unreachable() []string {
	return g.agentsWhere(func(n Node) bool { return !n.Reachable && n.Kind != guardrailKind })
}

// Guardrails returns the ids of the agents that only guardrails run, sorted.
func (g *Graph) Guardrails() []string {
	return g.agentsWhere(func(n Node) bool { return n.Kind == guardrailKind })
}

// Entries returns the ids of the entry agents, sorted.
func (g *Graph) Entries() []string { return g.agentsWhere(func(n Node) bool { return n.Entry }) }

func (g *Graph) agentsWhere(keep func(Node) bool) []string {
	var ids []string
	for _, n := range g.nodes[:len(g.agents)] {
		if keep(n) {
			ids = append(ids, n.ID)
		}
	}
	return ids
}
