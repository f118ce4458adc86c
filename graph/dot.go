package graph

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteDOT writes the graph in Graphviz's language: agents as boxes (entries
// bold, unresolved agents dashed), tools as ellipses, delegations thick,
// restricted edges dashed and red.
func (g *Graph) WriteDOT(w io.Writer, o WriteOptions) error {
	if err := g.check(o); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph %s {\n\trankdir=LR;\n\tnode [fontname=\"sans-serif\"];\n", dotString(visible(g.workflow)))
	for _, n := range g.nodes {
		fmt.Fprintf(b, "\t%s [label=%s%s];\n", ident(n.Type, n.ID), dotString(nodeLabel(n)), dotNode(n))
	}
	for _, e := range g.drawn(o) {
		fmt.Fprintf(b, "\t%s -> %s [%s", ident(AgentNode, e.From), ident(targetType(e), e.To), dotEdge(e))
		if label := edgeLabel(e); label != "" {
			fmt.Fprintf(b, ", label=%s", dotString(label))
		}
		b.WriteString("];\n")
	}
	b.WriteString("}\n")
	return b.Flush()
}

func dotNode(n Node) string {
	if n.Type == ToolNode {
		return ", shape=ellipse"
	}
	var styles []string
	if n.Entry {
		styles = append(styles, "bold")
	}
	if n.Unresolved {
		styles = append(styles, "dashed")
	}
	attributes := ", shape=box"
	if n.Kind == guardrailKind {
		attributes = ", shape=octagon"
	}
	if n.Entry {
		attributes += ", peripheries=2"
	}
	if len(styles) > 0 {
		attributes += `, style="` + strings.Join(styles, ",") + `"`
	}
	return attributes
}

func dotEdge(e Edge) string {
	switch e.Type {
	case Delegation:
		return `style="bold"`
	case Restricted:
		return `style="dashed", color="red", arrowhead="tee"`
	}
	return `style="solid"`
}

// dotString quotes text. In quoted strings Graphviz replaces backslash
// sequences in labels and character entities everywhere.
func dotString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `&`, "&amp;").Replace(s) + `"`
}
