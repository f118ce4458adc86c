package graph

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteMermaid writes the graph as a Mermaid flowchart: agents as rectangles
// (guardrail agents as hexagons), tools as stadiums; delegations thick,
// restricted edges dotted with a cross.
func (g *Graph) WriteMermaid(w io.Writer, o WriteOptions) error {
	if err := g.check(o); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	b.WriteString("flowchart LR\n")
	for _, n := range g.nodes {
		open, shut := mermaidShape(n)
		fmt.Fprintf(b, "  %s%s%s%s\n", ident(n.Type, n.ID), open, mermaidString(nodeLabel(n)), shut)
	}
	for _, e := range g.drawn(o) {
		fmt.Fprintf(b, "  %s %s ", ident(AgentNode, e.From), mermaidArrow[e.Type])
		if label := edgeLabel(e); label != "" {
			fmt.Fprintf(b, "|%s| ", mermaidString(label))
		}
		fmt.Fprintf(b, "%s\n", ident(targetType(e), e.To))
	}
	g.mermaidClass(b, "entry", "stroke-width:3px", func(n Node) bool { return n.Entry })
	g.mermaidClass(b, "unresolved", "stroke-dasharray:4 4", func(n Node) bool { return n.Unresolved })
	return b.Flush()
}

var mermaidArrow = map[EdgeType]string{Allowed: "-->", Restricted: "-.-x", Delegation: "==>"}

func mermaidShape(n Node) (open, shut string) {
	switch {
	case n.Type == ToolNode:
		return "([", "])"
	case n.Kind == guardrailKind:
		return "{{", "}}"
	}
	return "[", "]"
}

func (g *Graph) mermaidClass(b *bufio.Writer, name, style string, in func(Node) bool) {
	var ids []string
	for _, n := range g.nodes {
		if in(n) {
			ids = append(ids, ident(n.Type, n.ID))
		}
	}
	if len(ids) > 0 {
		fmt.Fprintf(b, "  classDef %s %s\n  class %s %s\n", name, style, strings.Join(ids, ","), name)
	}
}

// mermaidString quotes text. Whatever is no letter, digit or plain
// punctuation becomes a character entity, which no part of Mermaid reads as
// syntax: not its grammar, not its Markdown, not the browser's HTML.
//
// Before Mermaid parses, it rewrites entities by regular expressions over whole
// lines (encodeEntities in its source). Hence no colon is plain ("style:" cuts
// the last entity of its line short), and neither are the two runes that begin
// its own spelling of an entity.
func mermaidString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range s {
		if plain(r) && !directive(s[i:]) {
			b.WriteRune(r)
			continue
		}
		fmt.Fprintf(&b, "#%d;", r)
	}
	b.WriteByte('"')
	return b.String()
}

func plain(r rune) bool {
	if r == '\ufb02' || r == '\u00b6' {
		return false
	}
	return r >= utf8.RuneSelf || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' ||
		strings.ContainsRune(" _-.,", r)
}

// directive reports whether s begins with a word that Mermaid's lexer takes
// out of the middle of a line, even inside quotes ("direction TB").
func directive(s string) bool {
	const word = "direction"
	return len(s) >= len(word) && strings.EqualFold(s[:len(word)], word)
}
