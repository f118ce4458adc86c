package syntax

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// str lowers a string or an implicit concatenation of strings.
func (l *lowerer) str(i int) Expr {
	t := l.t
	if s, ok := l.plainString(i); ok {
		return l.consts.keep(Const{l.at(i), s})
	}
	pieces := []int{i}
	if t.nodes[i].kind == "concatenated_string" {
		pieces = t.children(i)
	}
	var parts []Part
	isBytes := false
	for _, p := range pieces {
		if t.nodes[p].kind != "string" {
			continue
		}
		ps, b := l.stringParts(p)
		parts = append(parts, ps...)
		isBytes = isBytes || b
	}
	var text strings.Builder
	for _, p := range parts {
		if p.X != nil {
			return &FString{l.at(i), joinText(parts)}
		}
		text.WriteString(p.Text)
	}
	if isBytes {
		return &Const{l.at(i), Bytes(text.String())}
	}
	return &Const{l.at(i), text.String()}
}

// plainString reads the commonest kind of literal: one piece, no prefix.
func (l *lowerer) plainString(i int) (string, bool) {
	t := l.t
	if t.nodes[i].kind != "string" {
		return "", false
	}
	text := ""
	for c := i + 1; c < t.nodes[i].next; c = t.nodes[c].next {
		switch t.nodes[c].kind {
		case "string_start":
			if strings.Trim(t.text(c), `"'`) != "" {
				return "", false
			}
		case "string_content":
			if text != "" {
				return "", false
			}
			text = content(t.text(c), false, false)
		case "string_end":
		default:
			return "", false
		}
	}
	return text, true
}

// joinText merges neighbouring texts.
func joinText(parts []Part) []Part {
	var out []Part
	for _, p := range parts {
		if n := len(out); n > 0 && p.X == nil && out[n-1].X == nil {
			out[n-1].Text += p.Text
			continue
		}
		out = append(out, p)
	}
	return out
}

// stringParts reads one string literal.
func (l *lowerer) stringParts(i int) (parts []Part, isBytes bool) {
	t := l.t
	raw, formatted := false, false
	for _, c := range t.all(i) {
		switch t.nodes[c].kind {
		case "string_start":
			prefix := strings.ToLower(strings.TrimRight(t.text(c), `"'`))
			raw = strings.Contains(prefix, "r")
			formatted = strings.ContainsAny(prefix, "ft")
			isBytes = strings.Contains(prefix, "b")
		case "string_content":
			parts = append(parts, Part{Text: content(t.text(c), raw, formatted)})
		case "interpolation":
			p := Part{X: l.exprOf(c, "expression")}
			for _, kind := range []string{"type_conversion", "format_specifier"} {
				if at := t.child(c, kind); at >= 0 {
					p.Format += t.text(at)
				}
			}
			if t.has(c, "=") {
				p.Format = "="
			}
			p.Spec = p.Format != ""
			parts = append(parts, p)
		}
	}
	return parts, isBytes
}

// content decodes the inside of a string literal.
func content(s string, raw, formatted bool) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if formatted {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "{{", "{"), "}}", "}")
	}
	if raw || !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		i += escape(&b, s[i:])
	}
	return b.String()
}

// escape decodes one escape sequence and returns its length. Unknown ones
// stay as they are, as in Python.
func escape(b *strings.Builder, s string) int {
	const simple = "\\'\"abfnrtv"
	const values = "\\'\"\a\b\f\n\r\t\v"
	if k := strings.IndexByte(simple, s[1]); k >= 0 {
		b.WriteByte(values[k])
		return 2
	}
	switch c := s[1]; {
	case c == '\n':
		return 2
	case c == 'x':
		return hexEscape(b, s, 2)
	case c == 'u':
		return hexEscape(b, s, 4)
	case c == 'U':
		return hexEscape(b, s, 8)
	case c >= '0' && c <= '7':
		n := 2
		for n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '7' {
			n++
		}
		v, _ := strconv.ParseUint(s[1:n], 8, 32)
		b.WriteRune(rune(v))
		return n
	}
	b.WriteByte(s[0])
	return 1
}

func hexEscape(b *strings.Builder, s string, digits int) int {
	if len(s) >= 2+digits {
		if v, err := strconv.ParseUint(s[2:2+digits], 16, 32); err == nil {
			r := rune(v)
			if v > utf8.MaxRune || !utf8.ValidRune(r) {
				r = utf8.RuneError
			}
			b.WriteRune(r)
			return 2 + digits
		}
	}
	b.WriteByte(s[0])
	return 1
}
