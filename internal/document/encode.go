package document

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// lineWidth is how long, in bytes, a value may get before it is spread over
// several lines.
const lineWidth = 160

// EncodeYAML writes JSON text as YAML that people read and merge: keys in
// their order, a value on one line where that fits, texts of several lines as
// blocks. Parse reads it back to the same values, and equal input gives equal
// bytes. The JSON must be an object.
func EncodeYAML(data []byte) ([]byte, error) {
	problems := &list{}
	root := parseJSON(data, problems)
	if problems.total > 0 {
		return nil, fmt.Errorf("encode YAML: %w", problems.err("value"))
	}
	if root == nil || root.kind != object {
		return nil, fmt.Errorf("encode YAML: the value is no object")
	}
	var e yamlEncoder
	e.members(root, 0)
	return e.Bytes(), nil
}

// yamlEncoder writes the tree. Block structure is indented by two spaces a
// level.
type yamlEncoder struct {
	bytes.Buffer
	items int // how many list items the cursor is in
}

func (e *yamlEncoder) indent(level int) {
	for range level {
		e.WriteString("  ")
	}
}

// maxSimpleKey is the length in bytes above which a key is written behind a
// question mark: YAML 1.2 bounds others to 1024 characters.
const maxSimpleKey = 1000

// members writes an object's members, one a line or more. The first line is
// not indented if the cursor is behind a dash.
func (e *yamlEncoder) members(n *node, level int) {
	if len(n.keys) == 0 {
		e.WriteString("{}\n")
		return
	}
	for i, k := range n.keys {
		if i > 0 {
			e.indent(level)
		}
		name := quoteYAML(k.name)
		if len(name) > maxSimpleKey {
			e.WriteString("? " + name + "\n")
			e.indent(level)
			name = ""
		}
		e.WriteString(name + ":")
		e.value(n.items[i], level)
	}
}

// value writes what stands behind a key, with the end of its line.
func (e *yamlEncoder) value(n *node, level int) {
	if n.kind == text && isBlock(n.text) {
		e.block(n.text, level+1)
		return
	}
	// Lists of objects stay one object a line, so that versions merge, except
	// inside such a line.
	if e.items > 0 || !isTable(n) {
		if line, ok := flow(n, lineWidth); ok {
			e.WriteString(" " + line + "\n")
			return
		}
	}
	e.WriteByte('\n')
	switch n.kind {
	case object:
		e.indent(level + 1)
		e.members(n, level+1)
	case array:
		for _, item := range n.items {
			e.indent(level + 1)
			e.WriteByte('-')
			e.item(item, level+1)
		}
	}
}

// item writes what stands behind a dash.
func (e *yamlEncoder) item(n *node, level int) {
	if n.kind == text && isBlock(n.text) {
		e.block(n.text, level+1)
		return
	}
	if line, ok := flow(n, lineWidth); ok {
		e.WriteString(" " + line + "\n")
		return
	}
	e.items++
	defer func() { e.items-- }()
	if n.kind == object {
		e.WriteByte(' ')
		e.members(n, level+1)
		return
	}
	e.value(n, level)
}

// isTable reports whether the value is a list with objects in it.
func isTable(n *node) bool {
	return n.kind == array && len(n.items) > 0 && n.items[0].kind == object
}

// flow writes a value on one line, and reports whether it fits. Scalars other
// than blocks always fit.
func flow(n *node, width int) (string, bool) {
	switch n.kind {
	case null:
		return "null", true
	case boolean:
		return fmt.Sprint(n.truth), true
	case number:
		return n.text, true
	case text:
		return quoteYAML(n.text), true
	}
	parts := make([]string, len(n.items))
	rest := width - 2
	for i, item := range n.items {
		if item.kind == text && isBlock(item.text) {
			return "", false
		}
		part, ok := flow(item, rest)
		if n.kind == object {
			part = quoteYAML(n.keys[i].name) + ": " + part
		}
		rest -= len(part) + 2
		if !ok || rest < -2 {
			return "", false
		}
		parts[i] = part
	}
	if n.kind == object {
		return "{" + strings.Join(parts, ", ") + "}", true
	}
	return "[" + strings.Join(parts, ", ") + "]", true
}

// isBlock reports whether a text is written as a literal block: it has several
// lines and nothing that a block would not bring back.
func isBlock(s string) bool {
	if !strings.Contains(s, "\n") || s[0] == ' ' || s[0] == '\n' {
		return false
	}
	for _, r := range s {
		if r != '\n' && r != ' ' && !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

// block writes a text of several lines behind its key.
func (e *yamlEncoder) block(s string, level int) {
	body := strings.TrimRight(s, "\n")
	end := len(s) - len(body) // how many line ends the text ends with
	switch end {
	case 0:
		e.WriteString(" |-\n")
	case 1:
		e.WriteString(" |\n")
	default:
		e.WriteString(" |+\n")
	}
	for line := range strings.SplitSeq(body, "\n") {
		if line != "" {
			e.indent(level)
		}
		e.WriteString(line + "\n")
	}
	for range end - 1 {
		e.WriteByte('\n')
	}
}

var (
	// plainYAML is text that every YAML reader takes for the same string
	// without quotes, also inside brackets.
	plainYAML = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_./@+$-]*([ :][A-Za-z0-9_./@+$(][A-Za-z0-9_./@+$()-]*)*$`)
	// reserved is what some reader takes for something else.
	reserved = regexp.MustCompile(`(?i)^(null|true|false|yes|no|on|off|y|n)$`)
)

// quoteYAML writes a string as a YAML scalar on one line.
func quoteYAML(s string) string {
	if plainYAML.MatchString(s) && !reserved.MatchString(s) {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == ' ' || unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
