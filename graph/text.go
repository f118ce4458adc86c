package graph

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible makes a name from a manifest safe to show: control characters
// (terminal escapes among them), bidirectional overrides and other runes that
// do not show, and bytes that are not UTF-8, become \x1b-like or \u202e-like
// escapes. Spaces of other kinds become one plain space.
func visible(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n':
			b.WriteString(`\n`)
		case r == utf8.RuneError:
			b.WriteString(`\ufffd`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case unicode.Is(unicode.Zs, r):
			b.WriteByte(' ')
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		i += size
	}
	return b.String()
}

// ident turns a node into an identifier that DOT and Mermaid accept. Letters
// and digits stand for themselves, _ is __, every other byte is _XX: different
// nodes never share an identifier, and a node keeps its own when others come
// and go.
func ident(t NodeType, id string) string {
	var b strings.Builder
	b.WriteString(string(t) + "_")
	for i := range len(id) {
		c := id[i]
		if c < utf8.RuneSelf && (unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))) {
			b.WriteByte(c)
			continue
		}
		if c == '_' {
			b.WriteString("__")
			continue
		}
		fmt.Fprintf(&b, "_%02X", c)
	}
	return b.String()
}

// nodeLabel is what a drawing says in a node: its name and what is special
// about it.
func nodeLabel(n Node) string {
	var marks []string
	if n.Type == ToolNode && n.Kind != "function" {
		marks = append(marks, n.Kind+" tool")
	}
	if n.Type == AgentNode && n.Kind != "agent" {
		marks = append(marks, n.Kind)
	}
	if n.Entry {
		marks = append(marks, "entry")
	}
	if n.Type == AgentNode && !n.Reachable && n.Kind != guardrailKind {
		marks = append(marks, "unreachable")
	}
	if n.Unresolved {
		marks = append(marks, "unresolved")
	}
	if len(marks) == 0 {
		return visible(n.ID)
	}
	return visible(n.ID + " [" + strings.Join(marks, ", ") + "]")
}

// edgeLabel is what a drawing says at an edge, or nothing.
func edgeLabel(e Edge) string {
	var parts []string
	switch e.Type {
	case Delegation:
		parts = append(parts, string(e.Kind))
		if e.ToolName != "" {
			parts = append(parts, e.ToolName)
		}
	case Restricted:
		parts = append(parts, "not: "+string(e.EnforcedBy))
	}
	if e.Condition != "" {
		parts = append(parts, "if "+e.Condition)
	} else if e.How == "conditional" {
		parts = append(parts, "conditional")
	}
	return visible(strings.Join(parts, ", "))
}

// targetType is the type of the node that an edge points at.
func targetType(e Edge) NodeType {
	if e.Type == Delegation {
		return AgentNode
	}
	return ToolNode
}
