package python

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxWidth bounds the width of a formatted value.
const maxWidth = 1000

// formatted is a known value under a conversion and a format, such as "!r" or
// ":02d", as f-strings and str.format write them. What is beyond the common
// forms is not known.
func (m *machine) formatted(v value, format string) (string, bool) {
	convert, spec, _ := strings.Cut(format, ":")
	if strings.ContainsAny(spec, "{}") || strings.HasPrefix(format, "=") {
		return "", false
	}
	if convert == "" {
		if spec == "" {
			return m.shown(v)
		}
		return m.formatSpec(v, spec)
	}
	s, ok := m.shown(v)
	if t, isText := v.(*text); convert == "!r" && isText && ok {
		s, ok = reprText(t.s)
	} else if convert != "!s" && convert != "!r" {
		return "", false
	}
	if !ok || spec == "" {
		return s, ok
	}
	return m.formatSpec(str(s), spec)
}

// reprText is repr() of a text without quotes and escapes.
func reprText(s string) (string, bool) {
	if strings.ContainsAny(s, "'\"\\") || strconv.Quote(s) != `"`+s+`"` {
		return "", false
	}
	return "'" + s + "'", true
}

// formatSpec is format(v, spec) for [[fill]align][0][width][.precision][type]
// of texts and numbers.
func (m *machine) formatSpec(v value, spec string) (string, bool) {
	_, isText := v.(*text)
	if n, number := v.(constant); !isText && (!number || n.v == true || n.v == false) {
		return "", false
	}
	fill, align := ' ', byte(0)
	if r, n := utf8.DecodeRuneInString(spec); n > 0 && len(spec) > n && strings.IndexByte("<>^", spec[n]) >= 0 {
		fill, align, spec = r, spec[n], spec[n+1:]
	} else if spec != "" && strings.IndexByte("<>^", spec[0]) >= 0 {
		align, spec = spec[0], spec[1:]
	}
	if rest, zero := strings.CutPrefix(spec, "0"); zero && align == 0 {
		if isText {
			return "", false
		}
		fill, align, spec = '0', '>', rest
	}
	digits := len(spec) - len(strings.TrimLeft(spec, "0123456789"))
	width, _ := strconv.Atoi(spec[:digits])
	kind, precision := spec[digits:], -1
	if p, ok := strings.CutPrefix(kind, "."); ok {
		digits = len(p) - len(strings.TrimLeft(p, "0123456789"))
		precision, _ = strconv.Atoi(p[:digits])
		kind = p[digits:]
	}
	s, ok := m.formatKind(v, kind, precision)
	if !ok || width > maxWidth {
		return "", false
	}
	if isNumber := kind == "d" || kind == "f"; align == 0 {
		align = '<'
		if _, number := numberOf(v); isNumber || number {
			align = '>'
		}
	}
	room := width - utf8.RuneCountInString(s)
	if room <= 0 || fill == '0' && strings.HasPrefix(s, "-") {
		return s, room <= 0
	}
	left := 0
	switch align {
	case '>':
		left = room
	case '^':
		left = room / 2
	}
	return strings.Repeat(string(fill), left) + s + strings.Repeat(string(fill), room-left), true
}

// formatKind is a value under the type of a format, without its width.
func (m *machine) formatKind(v value, kind string, precision int) (string, bool) {
	n, isInt := intOf(v)
	f, isNumber := numberOf(v)
	switch {
	case kind == "" && precision < 0 || kind == "s" && !isNumber && precision < 0:
		return m.shown(v)
	case kind == "d" && isInt && precision < 0:
		return strconv.FormatInt(n, 10), true
	case kind == "f" && isNumber && precision <= maxWidth:
		if precision < 0 {
			precision = 6
		}
		return strconv.FormatFloat(f, 'f', precision, 64), true
	}
	return "", false
}

// percentPart reads one conversion behind a percent sign, such as (name)02d,
// and returns the value's format in the words of formatSpec.
func percentPart(s string) (name, spec string, length int, ok bool) {
	at := 0
	if strings.HasPrefix(s, "(") {
		end := strings.IndexByte(s, ')')
		if end < 0 {
			return "", "", 0, false
		}
		name, at = s[1:end], end+1
	}
	start := at
	for at < len(s) && strings.IndexByte("-0123456789.", s[at]) >= 0 {
		at++
	}
	if at == len(s) || strings.IndexByte("sdrf", s[at]) < 0 {
		return "", "", 0, false
	}
	spec = s[start:at]
	if rest, left := strings.CutPrefix(spec, "-"); left {
		spec = "<" + rest
	} else if spec != "" && spec[0] != '0' && spec[0] != '.' {
		spec = ">" + spec
	}
	format := ""
	switch s[at] {
	case 'r':
		format = "!r"
	case 's':
		format = "!s"
	default:
		spec += string(s[at])
	}
	if spec != "" {
		format += ":" + spec
	}
	return name, format, at + 1, true
}

// percentText fills the places of a text; of gives the value for a name, or
// the next one.
func (m *machine) percentText(t *text, of func(name string) value, source string) *text {
	out := &text{gaps: t.gaps}
	var b strings.Builder
	for s := t.s; s != "" && b.Len() <= maxText; {
		before, rest, found := strings.Cut(s, "%")
		b.WriteString(before)
		s = rest
		switch {
		case !found:
		case strings.HasPrefix(rest, "%"):
			b.WriteByte('%')
			s = rest[1:]
		default:
			name, format, n, ok := percentPart(rest)
			s = rest[n:]
			if v := of(name); ok && v != nil {
				if p, known := m.formatted(v, format); known {
					b.WriteString(p)
					continue
				}
			}
			fmt.Fprintf(&b, "{%s}", source)
			out.gaps = append(out.gaps, gap{why: "a part of the string is computed when the program runs"})
		}
	}
	out.s = b.String()
	return out
}
