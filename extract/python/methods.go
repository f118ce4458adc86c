package python

import (
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// listMethod is a bound method of a list, tuple or set, or nil.
func listMethod(l *list, name string) value {
	var call func(m *machine, a *args) value
	switch name {
	case "append", "add":
		call = func(m *machine, a *args) value {
			if x := a.find("", 0); x != nil {
				m.appendTo(l, elt{v: x.v, pos: x.pos, conds: m.conds, how: manifest.FromLateMutation})
			}
			return noneValue{}
		}
	case "extend", "update":
		call = func(m *machine, a *args) value {
			for _, x := range a.list {
				m.extendAt(l, x)
			}
			return noneValue{}
		}
	case "appendleft", "extendleft":
		call = func(m *machine, a *args) value {
			if x := a.find("", 0); x != nil && name == "appendleft" {
				m.insert(l, constant{int64(0)}, elt{v: x.v, pos: x.pos, conds: m.conds, how: manifest.FromLateMutation})
			} else if x != nil {
				m.extendAt(l, *x) // in the other order, which decides nothing here
			}
			return noneValue{}
		}
	case "insert":
		call = func(m *machine, a *args) value {
			if x := a.find("", 1); x != nil {
				m.insert(l, a.value("", 0), elt{v: x.v, pos: x.pos, conds: m.conds, how: manifest.FromLateMutation})
			}
			return noneValue{}
		}
	case "copy":
		call = func(m *machine, a *args) value { return m.copyList(l, l.kind, a) }
	case "clear":
		call = func(m *machine, a *args) value {
			if m.conds.beyond(l.conds) == "" {
				l.elts, l.gaps = nil, nil
			}
			return noneValue{}
		}
	case "pop", "remove", "discard":
		call = func(m *machine, a *args) value { return m.remove(l, name, a) }
	case "sort":
		call = func(m *machine, a *args) value { m.sortList(l, a); return noneValue{} }
	case "reverse":
		call = func(m *machine, a *args) value { slices.Reverse(l.elts); return noneValue{} }
	case "index", "count":
		call = func(m *machine, a *args) value { return m.unknownCall(a, name) }
	default:
		return nil
	}
	return &builtin{name: name, call: call}
}

// extendAt extends a list with an argument: elements that are written there
// keep their places, others get the argument's.
func (m *machine) extendAt(l *list, x arg) {
	m.extend(l, x.v, x.pos, manifest.FromLateMutation)
}

func (m *machine) insert(l *list, at value, e elt) {
	i, ok := index(at, len(l.elts)+1)
	if !ok || len(l.elts) >= maxElements {
		m.appendTo(l, e)
		return
	}
	m.stamp(&e, l)
	l.elts = append(l.elts, elt{})
	copy(l.elts[i+1:], l.elts[i:])
	l.elts[i] = e
}

// remove takes one element away, where it is known which.
func (m *machine) remove(l *list, name string, a *args) value {
	at := -1
	var gone value = noneValue{}
	if name == "pop" {
		at = len(l.elts) - 1
		if x := a.find("", 0); x != nil {
			if i, ok := index(x.v, len(l.elts)); ok {
				at = i
			} else {
				return m.elementOf(l)
			}
		}
	} else if x := a.find("", 0); x != nil {
		for i, e := range l.elts {
			if t, known := equal(e.v, x.v); t && known {
				at = i
				break
			}
		}
	}
	if at < 0 || at >= len(l.elts) {
		return gone
	}
	if name == "pop" {
		gone = l.elts[at].v
	}
	if when := m.conds.beyond(l.conds); when != "" {
		l.elts[at].when = both(l.elts[at].when, negate(when))
		return gone
	}
	l.elts = append(l.elts[:at:at], l.elts[at+1:]...)
	return gone
}

func (m *machine) copyList(v value, kind syntax.SeqKind, a *args) value {
	out := &list{kind: kind, conds: m.conds}
	if v != nil {
		m.extend(out, v, a.pos, "")
	}
	return out
}

func (m *machine) unknownCall(a *args, name string) value {
	return &unknown{why: "the result of " + name + " is known when the program runs", pos: a.pos}
}

// dictMethod is a bound method of a dictionary, or nil.
func dictMethod(d *dict, name string) value {
	var call func(m *machine, a *args) value
	switch name {
	case "values", "keys", "items":
		call = func(m *machine, a *args) value { return d.view(m, name) }
	case "get", "pop", "setdefault":
		call = func(m *machine, a *args) value { return m.dictGet(d, name, a) }
	case "update":
		call = func(m *machine, a *args) value {
			for _, x := range a.list {
				m.update(d, x.v, x.pos)
			}
			for _, x := range a.named {
				m.put(d, str(x.name), x.v, x.pos)
			}
			return noneValue{}
		}
	case "copy":
		call = func(m *machine, a *args) value {
			out := newDict(m.conds)
			m.update(out, d, a.pos)
			return out
		}
	default:
		return nil
	}
	return &builtin{name: name, call: call}
}

func (d *dict) view(m *machine, what string) value {
	l := &list{kind: syntax.GeneratorKind, conds: m.conds}
	m.charge(len(d.entries))
	for _, e := range d.entries {
		if e.cell.v == nil {
			continue
		}
		x := elt{pos: e.pos, conds: m.conds, how: manifest.FromVariable, when: e.conds.beyond(d.conds)}
		switch what {
		case "keys":
			x.v = e.key
		case "values":
			x.v = e.cell.v
		default:
			x.v = &list{kind: syntax.TupleKind, conds: m.conds, elts: []elt{
				{v: e.key, pos: e.pos, conds: m.conds}, {v: e.cell.v, pos: e.pos, conds: m.conds},
			}}
		}
		l.elts = append(l.elts, x)
	}
	l.gaps = append(l.gaps, d.gaps...)
	return l
}

func (m *machine) dictGet(d *dict, name string, a *args) value {
	key := a.value("", 0)
	fallback := a.value("default", 1)
	if fallback == nil && name == "get" {
		fallback = noneValue{}
	}
	if c := d.lookup(key); c != nil {
		v := c.v
		if name == "pop" {
			m.set(c, nil)
		}
		return v
	}
	if _, known := keyText(key); known && len(d.gaps) == 0 {
		if name == "setdefault" && fallback != nil {
			m.put(d, key, fallback, a.pos)
		}
		if fallback != nil {
			return fallback
		}
		return m.unknownCall(a, name)
	}
	what := "the key"
	if x := a.find("", 0); x != nil && x.expr != nil {
		what = m.source(x.expr)
	}
	alts := []alt{}
	if v := d.any(what); v != nil {
		alts = append(alts, alt{v, ""})
	}
	if fallback != nil {
		// The default comes first: it is where an unknown key leads.
		alts = append([]alt{{fallback, "no entry for " + what}}, alts...)
	}
	if v := oneOf(alts); v != nil {
		return v
	}
	return m.unknownCall(a, name)
}

// textMethod is a bound method of a string, or nil.
func textMethod(t *text, name string) value {
	known := len(t.gaps) == 0
	change := func(f func(string) string) value {
		return &builtin{name: name, call: func(m *machine, a *args) value { return &text{s: f(t.s), gaps: t.gaps} }}
	}
	switch name {
	case "strip", "lstrip", "rstrip":
		return &builtin{name: name, call: func(m *machine, a *args) value { return stripText(t, name, a) }}
	case "lower":
		return change(strings.ToLower)
	case "upper":
		return change(strings.ToUpper)
	case "title":
		return change(titleCase)
	case "capitalize":
		return change(func(s string) string {
			if s == "" {
				return s
			}
			return strings.ToUpper(s[:1]) + strings.ToLower(s[1:])
		})
	case "format":
		return &builtin{name: name, call: func(m *machine, a *args) value { return m.format(t, a) }}
	case "join":
		return &builtin{name: name, call: func(m *machine, a *args) value { return m.join(t, a) }}
	case "split", "rsplit", "partition", "rpartition", "startswith", "endswith", "splitlines":
		if !known {
			return &builtin{name: name, call: func(m *machine, a *args) value { return &unknown{why: t.gaps[0].why, pos: t.gaps[0].pos} }}
		}
		return &builtin{name: name, call: func(m *machine, a *args) value { return m.textCall(t.s, name, a) }}
	case "replace", "removeprefix", "removesuffix":
		if !known {
			return &builtin{name: name, call: func(m *machine, a *args) value { return &text{s: t.s, gaps: t.gaps} }}
		}
		return &builtin{name: name, call: func(m *machine, a *args) value { return m.textCall(t.s, name, a) }}
	}
	return nil
}

func stripText(t *text, name string, a *args) value {
	set := " \t\n\r\v\f"
	if x := a.value("", 0); x != nil {
		s, ok := only(x)
		if !ok {
			return t
		}
		set = s
	}
	out := &text{s: t.s, gaps: t.gaps}
	if name != "rstrip" {
		out.s = strings.TrimLeft(out.s, set)
	}
	if name != "lstrip" {
		out.s = strings.TrimRight(out.s, set)
	}
	return out
}

// titleCase starts each run of letters with a capital, as str.title does.
func titleCase(s string) string {
	var b strings.Builder
	letter := false
	for _, r := range s {
		is := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
		c := string(r)
		if is && !letter {
			c = strings.ToUpper(c)
		} else if is {
			c = strings.ToLower(c)
		}
		b.WriteString(c)
		letter = is
	}
	return b.String()
}

func (m *machine) textCall(s, name string, a *args) value {
	switch {
	case name == "partition" || name == "rpartition":
		return cutText(m, s, name, a)
	case name == "startswith" || name == "endswith":
		return hasEnd(m, s, name, a)
	case (name == "split" || name == "rsplit") && len(a.list)+len(a.named) > 0:
		return splitText(m, s, name, a)
	}
	var in []string
	for _, x := range a.list {
		t, ok := only(x.v)
		if !ok {
			return m.unknownCall(a, name)
		}
		in = append(in, t)
	}
	split := func(parts []string) value {
		l := &list{kind: syntax.ListKind, conds: m.conds}
		for _, p := range parts {
			m.appendTo(l, elt{v: str(p), pos: a.pos, conds: m.conds})
		}
		return l
	}
	switch {
	case name == "split" || name == "rsplit":
		return split(strings.Fields(s))
	case name == "splitlines" && s == "":
		return split(nil)
	case name == "splitlines":
		return split(strings.Split(strings.TrimSuffix(strings.ReplaceAll(s, "\r\n", "\n"), "\n"), "\n"))
	case name == "replace" && len(in) == 2:
		if strings.Count(s, in[0])*len(in[1])+len(s) > maxText {
			return m.unknownCall(a, name)
		}
		return str(strings.ReplaceAll(s, in[0], in[1]))
	case name == "removeprefix" && len(in) == 1:
		return str(strings.TrimPrefix(s, in[0]))
	case name == "removesuffix" && len(in) == 1:
		return str(strings.TrimSuffix(s, in[0]))
	}
	return m.unknownCall(a, name)
}

// format fills {} and {name}; what is not known leaves a gap.
func (m *machine) format(t *text, a *args) value {
	out := &text{gaps: t.gaps}
	var b strings.Builder
	next := 0
	s := t.s
	for s != "" {
		i := strings.IndexAny(s, "{}")
		if i < 0 || i+1 == len(s) {
			break
		}
		b.WriteString(s[:i])
		if s[i+1] == s[i] {
			b.WriteByte(s[i])
			s = s[i+2:]
			continue
		}
		end := strings.IndexByte(s[i:], '}')
		if s[i] == '}' || end < 0 {
			break
		}
		key := s[i+1 : i+end]
		s = s[i+end+1:]
		var v value
		name, format := key, ""
		if at := strings.IndexAny(key, "!:"); at >= 0 {
			name, format = key[:at], key[at:]
		}
		if name == "" {
			v = a.value("", next)
			next++
		} else if n := name[0]; n >= '0' && n <= '9' && len(name) == 1 {
			v = a.value("", int(n-'0'))
		} else {
			v = a.value(name, -1)
		}
		if p, ok := m.formatted(v, format); ok {
			b.WriteString(p)
			continue
		}
		if part, ok := v.(*text); ok && format == "" {
			b.WriteString(part.s)
			out.gaps = append(out.gaps, part.gaps...)
			continue
		}
		b.WriteString("{" + key + "}")
		out.gaps = append(out.gaps, gap{why: "{" + key + "} is computed when the program runs", pos: a.pos})
	}
	b.WriteString(s)
	out.s = b.String()
	return m.bounded(out)
}

func (m *machine) join(t *text, a *args) value {
	l, ok := a.value("", 0).(*list)
	if !ok {
		return &text{s: "{…}", gaps: []gap{{why: "a string is joined when the program runs", pos: a.pos}}}
	}
	out := &text{gaps: t.gaps}
	var b strings.Builder
	for i, e := range l.elts {
		if i > 0 {
			b.WriteString(t.s)
		}
		if x, ok := asText(e.v); ok && e.when == "" {
			b.WriteString(x.s)
			out.gaps = append(out.gaps, x.gaps...)
			continue
		}
		b.WriteString("{…}")
		out.gaps = append(out.gaps, gap{why: "a string is joined when the program runs", pos: a.pos})
	}
	for _, g := range l.gaps {
		b.WriteString("{…}")
		out.gaps = append(out.gaps, g)
	}
	out.s = b.String()
	return m.bounded(out)
}
