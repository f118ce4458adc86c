package graph

import "errors"

// ErrEmpty is what the writers return for a graph without agents: a drawing of
// nothing would look like a success.
var ErrEmpty = errors.New("the graph has no agents")

// WriteOptions change what the writers draw. The zero value leaves out
// restricted edges.
type WriteOptions struct {
	// Restricted draws restricted edges too, declared and by absence. By
	// absence they are about agents times tools.
	Restricted bool
}

// drawn returns the edges that the options ask for, sorted.
func (g *Graph) drawn(o WriteOptions) []Edge {
	var edges []Edge
	for _, e := range g.edges {
		if e.Type != Restricted || o.Restricted {
			edges = append(edges, e)
		}
	}
	if !o.Restricted {
		return edges
	}
	for e := range g.Complement() {
		edges = append(edges, e)
	}
	sortEdges(edges)
	return edges
}
