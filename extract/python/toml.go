package python

import (
	"strconv"
	"strings"

	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// tomlReader reads TOML as far as programs describe agents in it: tables,
// arrays of tables, strings, numbers, booleans, arrays and inline tables. For
// dates and the like it gives up, and the data is unknown.
type tomlReader struct {
	m   *machine
	a   *args
	s   string
	i   int
	bad bool
}

func (m *machine) parseTOML(s string, a *args) (value, bool) {
	r := &tomlReader{m: m, a: a, s: strings.ReplaceAll(s, "\r\n", "\n")}
	root := newDict(m.conds)
	at := root
	for r.space(true); r.i < len(r.s) && !r.bad && m.charge(1); r.space(true) {
		if r.s[r.i] == '[' {
			at = r.header(root)
		} else {
			r.pair(at)
		}
		r.space(false)
		if r.i < len(r.s) && r.s[r.i] != '\n' {
			r.bad = true
		}
	}
	return root, !r.bad && r.i >= len(r.s)
}

// space skips blanks and comments, and line ends where they may stand.
func (r *tomlReader) space(lines bool) {
	for r.i < len(r.s) {
		switch c := r.s[r.i]; {
		case c == ' ' || c == '\t' || c == '\n' && lines:
			r.i++
		case c == '#':
			for r.i < len(r.s) && r.s[r.i] != '\n' {
				r.i++
			}
		default:
			return
		}
	}
}

func (r *tomlReader) take(s string) bool {
	if !strings.HasPrefix(r.s[r.i:], s) {
		return false
	}
	r.i += len(s)
	return true
}

// header reads [a.b] or [[a.b]] and returns the table that follows.
func (r *tomlReader) header(root *dict) *dict {
	many := r.take("[[")
	if !many {
		r.take("[")
	}
	keys := r.keys()
	end := "]"
	if many {
		end = "]]"
	}
	if r.space(false); !r.take(end) || len(keys) == 0 {
		r.bad = true
		return root
	}
	at := root
	for _, k := range keys[:len(keys)-1] {
		at = r.table(at, k)
	}
	last := keys[len(keys)-1]
	if !many {
		return r.table(at, last)
	}
	made := newDict(r.m.conds)
	l, ok := r.held(at, last).(*list)
	if !ok {
		l = &list{kind: syntax.ListKind, conds: r.m.conds}
		r.m.put(at, str(last), l, r.a.pos)
	}
	r.m.appendTo(l, elt{v: made, pos: r.a.pos})
	return made
}

func (r *tomlReader) held(d *dict, key string) value {
	if c := d.lookup(str(key)); c != nil {
		return c.v
	}
	return nil
}

// table is the table under the key: the last one of an array, or a new one.
func (r *tomlReader) table(d *dict, key string) *dict {
	switch x := r.held(d, key).(type) {
	case *dict:
		return x
	case *list:
		if n := len(x.elts); n > 0 {
			if last, ok := x.elts[n-1].v.(*dict); ok {
				return last
			}
		}
	}
	made := newDict(r.m.conds)
	r.m.put(d, str(key), made, r.a.pos)
	return made
}

// keys reads a, "b" or a.b.
func (r *tomlReader) keys() []string {
	var out []string
	for {
		r.space(false)
		start := r.i
		if r.i < len(r.s) && (r.s[r.i] == '"' || r.s[r.i] == '\'') {
			out = append(out, r.text())
		} else {
			for r.i < len(r.s) && (r.s[r.i] == '_' || r.s[r.i] == '-' || r.s[r.i] >= '0' && r.s[r.i] <= '9' || r.s[r.i]|0x20 >= 'a' && r.s[r.i]|0x20 <= 'z') {
				r.i++
			}
			out = append(out, r.s[start:r.i])
		}
		r.bad = r.bad || r.i == start || len(out) > 100
		r.space(false)
		if r.bad || !r.take(".") {
			return out
		}
	}
}

func (r *tomlReader) pair(into *dict) {
	keys := r.keys()
	if !r.take("=") || r.bad {
		r.bad = true
		return
	}
	for _, k := range keys[:len(keys)-1] {
		into = r.table(into, k)
	}
	r.m.put(into, str(keys[len(keys)-1]), r.value(0), r.a.pos)
}

func (r *tomlReader) value(depth int) value {
	r.space(false)
	if r.i >= len(r.s) || depth > 50 || !r.m.charge(1) {
		r.bad = true
		return noneValue{}
	}
	switch c := r.s[r.i]; {
	case c == '"' || c == '\'':
		return str(r.text())
	case c == '[':
		return r.array(depth)
	case c == '{':
		r.i++
		d := newDict(r.m.conds)
		for r.space(false); !r.bad && !r.take("}"); r.space(false) {
			r.pair(d)
			r.space(false)
			if !r.take(",") && !strings.HasPrefix(r.s[r.i:], "}") {
				r.bad = true
			}
		}
		return d
	}
	start := r.i
	for r.i < len(r.s) && !strings.ContainsRune(" \t\n,]}#", rune(r.s[r.i])) {
		r.i++
	}
	word := strings.ReplaceAll(r.s[start:r.i], "_", "")
	switch word {
	case "true", "false":
		return constant{word == "true"}
	}
	if n, err := strconv.ParseInt(word, 0, 64); err == nil {
		return constant{n}
	}
	f, err := strconv.ParseFloat(word, 64)
	r.bad = r.bad || err != nil
	return constant{f}
}

func (r *tomlReader) array(depth int) value {
	r.i++
	l := &list{kind: syntax.ListKind, conds: r.m.conds}
	for r.space(true); !r.bad && !r.take("]"); r.space(true) {
		r.m.appendTo(l, elt{v: r.value(depth + 1), pos: r.a.pos})
		r.space(true)
		if !r.take(",") && !strings.HasPrefix(r.s[min(r.i, len(r.s)):], "]") {
			r.bad = true
		}
	}
	return l
}

// text reads a string in any of the four forms.
func (r *tomlReader) text() string {
	quote := r.s[r.i : r.i+1]
	if long := strings.Repeat(quote, 3); r.take(long) {
		r.take("\n")
		end := strings.Index(r.s[r.i:], long)
		if end < 0 || quote == `"` && strings.Contains(r.s[r.i:r.i+end], `\`) {
			r.bad = true
			return ""
		}
		s := r.s[r.i : r.i+end]
		r.i += end + 3
		return s
	}
	start := r.i
	for r.i++; r.i < len(r.s) && r.s[r.i] != quote[0] && r.s[r.i] != '\n'; r.i++ {
		if r.s[r.i] == '\\' && quote == `"` {
			r.i++
		}
	}
	if r.i >= len(r.s) || r.s[r.i] == '\n' {
		r.i, r.bad = min(r.i, len(r.s)), true
		return ""
	}
	r.i++
	raw := r.s[start:r.i]
	if quote == "'" {
		return raw[1 : len(raw)-1]
	}
	s, err := strconv.Unquote(raw)
	r.bad = r.bad || err != nil
	return s
}
