package python

import (
	"regexp"
	"strings"

	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// matchClass marks what re.match gives.
var matchClass = &class{name: "Match"}

// maxPattern bounds a regular expression that is followed, in bytes.
const maxPattern = 1_000

// regexTable lists the functions of re that look at a text that is known.
func regexTable() map[string]native {
	return map[string]native{
		"re.match": regexCall(`^(?:`, `)`), "re.fullmatch": regexCall(`^(?:`, `)$`), "re.search": regexCall(``, ``),
	}
}

// regexCall finds a pattern in a text. Go's expressions mean the same as
// Python's where both are plain; all else stays open.
func regexCall(before, after string) native {
	return func(m *machine, a *args) value {
		pattern, ok := only(orNone(a.value("pattern", 0)))
		s, known := only(orNone(a.value("string", 1)))
		if !ok || !known || len(a.list)+len(a.named) != 2 || !plainPattern(pattern) || !ascii(s) || strings.ContainsAny(s, "\n\v\x1c\x1d\x1e\x1f") {
			return m.unknownCall(a, "a regular expression")
		}
		re, err := regexp.Compile(before + pattern + after)
		if err != nil || !m.charge(len(s)+len(pattern)) {
			return m.unknownCall(a, "a regular expression")
		}
		at := re.FindStringSubmatchIndex(s)
		if at == nil {
			return noneValue{}
		}
		groups := &list{kind: syntax.TupleKind, conds: m.conds}
		named := newDict(m.conds)
		for i, name := range re.SubexpNames() {
			var v value = noneValue{}
			if at[2*i] >= 0 {
				v = str(s[at[2*i]:at[2*i+1]])
			}
			groups.elts = append(groups.elts, elt{v: v, pos: a.pos, conds: m.conds})
			if name != "" {
				m.put(named, str(name), v, a.pos)
			}
		}
		o := m.newObject(matchClass, a.pos)
		m.set(o.cell("found"), groups)
		m.set(o.cell("named"), named)
		return o
	}
}

// plainPattern tells patterns that mean the same to Go and Python: ASCII, and
// of what follows (? only groups and their names. A nested counted repetition
// would be costly.
func plainPattern(p string) bool {
	if len(p) > maxPattern || !ascii(p) || strings.Contains(p, "{") || strings.Contains(p, "[:") || strings.Contains(p, `\Q`) || strings.Contains(p, `\p`) || strings.Contains(p, `\v`) || strings.Contains(p, `\s`) && strings.Contains(p, `[^`) {
		return false
	}
	for i := strings.Index(p, "(?"); i >= 0 && i < len(p); {
		rest := p[i+2:]
		if !strings.HasPrefix(rest, ":") && !strings.HasPrefix(rest, "P<") {
			return false
		}
		next := strings.Index(rest, "(?")
		if next < 0 {
			break
		}
		i += 2 + next
	}
	return true
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// matchMethod is a method of a match, or nil.
func matchMethod(o *object, name string) value {
	if o.cls != matchClass {
		return nil
	}
	groups, _ := o.peek("found").(*list)
	get := func(m *machine, key value, a *args) value {
		if c, ok := key.(constant); ok {
			if n, isInt := c.v.(int64); isInt && n >= 0 && n < int64(len(groups.elts)) {
				return groups.elts[n].v
			}
		}
		if d, ok := o.peek("named").(*dict); ok {
			if c := d.lookup(key); c != nil {
				return c.v
			}
		}
		return m.unknownCall(a, "group")
	}
	var call native
	switch name {
	case "group":
		call = func(m *machine, a *args) value {
			switch len(a.list) {
			case 0:
				return groups.elts[0].v
			case 1:
				return get(m, a.list[0].v, a)
			}
			var out []value
			for _, x := range a.list {
				out = append(out, get(m, x.v, a))
			}
			return pair(m, a.pos, out...)
		}
	case "groups":
		call = func(m *machine, a *args) value {
			out := &list{kind: syntax.TupleKind, conds: m.conds}
			out.elts = append(out.elts, groups.elts[1:]...)
			return out
		}
	case "groupdict":
		call = func(m *machine, a *args) value { return orNone(o.peek("named")) }
	default:
		return nil
	}
	return &builtin{name: name, call: call}
}
