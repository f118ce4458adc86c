package graph

import (
	"errors"
	"fmt"
)

// ErrEmpty is what the writers return for a graph without agents: a drawing of
// nothing would look like a success.
var ErrEmpty = errors.New("the graph has no agents")

// MaxRestricted bounds the restricted edges by absence that the writers draw.
// Hundreds of thousands are no drawing any more, and a hostile manifest could
// ask for billions.
const MaxRestricted = 500_000

// WriteOptions change what the writers draw. The zero value leaves out
// restricted edges.
type WriteOptions struct {
	// Restricted draws restricted edges too, declared and by absence. By
	// absence they are about agents times tools.
	Restricted bool
}

// check reports whether the graph can be written.
func (g *Graph) check(o WriteOptions) error {
	if g.Empty() {
		return ErrEmpty
	}
	if n := g.ComplementSize(); o.Restricted && n > MaxRestricted {
		return fmt.Errorf("draw graph: %d restricted edges by absence, at most %d can be drawn", n, MaxRestricted)
	}
	return nil
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
