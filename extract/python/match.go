package python

import (
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// cases follows the cases of a match statement. Where it is open whether one
// matches, it and those behind it are followed.
func (m *machine) cases(s *syntax.Match, subject value, cases []syntax.Case) flow {
	for i, c := range cases {
		b := &bindings{}
		truth, known := m.matches(c.Pattern, subject, b, s)
		if known && !truth {
			continue
		}
		body := func() flow {
			b.bind(m, c.Names, s)
			return m.block(c.Body)
		}
		when := "case " + c.Text
		if c.Pattern.Kind == syntax.PatternValue {
			when = m.source(s.Subject) + " == " + m.source(c.Pattern.Value)
		}
		if c.Guard != nil {
			// The guard sees what the pattern binds, and that stays bound.
			b.bind(m, c.Names, s)
			ok, sure := truthOf(m.eval(c.Guard))
			switch {
			case sure && !ok:
				continue
			case sure:
			case known:
				known, when = false, m.source(c.Guard)
			default:
				known, when = false, both(when, m.source(c.Guard))
			}
		}
		if known {
			return body()
		}
		rest := cases[i+1:]
		return m.fork([]branch{{when, body}, {negate(when), func() flow { return m.cases(s, subject, rest) }}})
	}
	return flowNext
}

// bindings are the names that a pattern binds.
type bindings struct {
	names  []string
	values []value
}

func (b *bindings) add(name string, v value) {
	if name != "" {
		b.names, b.values = append(b.names, name), append(b.values, v)
	}
}

// bind assigns the names; what a pattern may bind and did not is unknown.
func (b *bindings) bind(m *machine, may []string, s *syntax.Match) {
	bound := map[string]bool{}
	for i, n := range b.names {
		bound[n] = true
		m.assignName(n, b.values[i])
	}
	for _, n := range may {
		if !bound[n] && m.frame.env.find(n) == nil {
			m.assignName(n, m.unknownAt(s.Subject, "part of a matched value"))
		}
	}
}

// matches decides whether a pattern matches, where that can be decided, and
// gathers what it binds.
func (m *machine) matches(p syntax.Pattern, v value, b *bindings, s *syntax.Match) (truth, known bool) {
	if !m.charge(1) {
		return false, false
	}
	switch p.Kind {
	case syntax.PatternAny:
		return true, true
	case syntax.PatternCapture:
		b.add(p.Name, v)
		return true, true
	case syntax.PatternAs:
		b.add(p.Name, v)
		return m.matches(p.Subs[0], v, b, s)
	case syntax.PatternValue:
		return m.compare("==", v, m.eval(p.Value))
	case syntax.PatternOr:
		open := false
		for _, sub := range p.Subs {
			t, known := m.matches(sub, v, b, s)
			if t && known && !open {
				return true, true
			}
			open = open || !known
		}
		return false, !open
	case syntax.PatternSequence:
		return m.matchSequence(p, v, b, s)
	case syntax.PatternMapping:
		return m.matchMapping(p, v, b, s)
	case syntax.PatternClass:
		return m.matchClass(p, v, b, s)
	}
	return false, false
}

// decide joins the answers of parts that must all match.
type decide struct{ no, open bool }

func (d *decide) add(truth, known bool) {
	d.no = d.no || known && !truth
	d.open = d.open || !known
}

func (d *decide) answer() (truth, known bool) {
	if d.no {
		return false, true
	}
	return true, !d.open
}

func (m *machine) matchSequence(p syntax.Pattern, v value, b *bindings, s *syntax.Match) (truth, known bool) {
	l, ok := v.(*list)
	if !ok {
		switch v.(type) {
		case *unknown, *union, *lostList, nil:
			return false, false
		}
		if l, ok = m.sequenceOf(v); !ok {
			return false, true
		}
	}
	if len(l.gaps) > 0 || l.unordered {
		return false, false
	}
	star := -1
	for i, sub := range p.Subs {
		if sub.Kind == syntax.PatternStar {
			star = i
		}
	}
	n, rest := len(p.Subs), 0
	if star >= 0 {
		n--
		rest = len(l.elts) - n
	}
	if star < 0 && len(l.elts) != n || rest < 0 {
		return false, true
	}
	var d decide
	for i, sub := range p.Subs {
		switch {
		case i == star:
			b.add(sub.Name, &list{kind: syntax.ListKind, conds: m.conds, elts: append([]elt(nil), l.elts[i:i+rest]...)})
		case star >= 0 && i > star:
			d.add(m.matches(sub, l.elts[i-1+rest].v, b, s))
		default:
			d.add(m.matches(sub, l.elts[i].v, b, s))
		}
	}
	return d.answer()
}

func (m *machine) matchMapping(p syntax.Pattern, v value, b *bindings, s *syntax.Match) (truth, known bool) {
	x, ok := v.(*dict)
	if !ok {
		switch v.(type) {
		case *unknown, *union, *lostList, nil:
			return false, false
		}
		return false, true
	}
	var d decide
	rest := newDict(m.conds)
	m.update(rest, x, m.here(s))
	for i, e := range p.Keys {
		key := m.eval(e)
		c := x.lookup(key)
		if c == nil {
			d.add(false, len(x.gaps) == 0)
			continue
		}
		if r := rest.lookup(key); r != nil {
			m.set(r, nil)
		}
		d.add(m.matches(p.Subs[i], c.v, b, s))
	}
	if n := len(p.Keys); len(p.Subs) > n {
		b.add(p.Subs[n].Name, rest)
	}
	return d.answer()
}

func (m *machine) matchClass(p syntax.Pattern, v value, b *bindings, s *syntax.Match) (truth, known bool) {
	var d decide
	positional := len(p.Subs) - len(p.Attrs)
	class := m.eval(p.Value)
	t, sure := m.isOf(v, class)
	if d.add(t, sure); d.no {
		return false, true
	}
	c, _ := class.(*class_)
	for i := range positional {
		switch {
		case c == nil: // int(x) and its like bind the value itself
			d.add(m.matches(p.Subs[i], v, b, s))
		default:
			d.add(m.matchAttr(p.Subs[i], v, m.matchName(c, i), b, s))
		}
	}
	for i, name := range p.Attrs {
		d.add(m.matchAttr(p.Subs[positional+i], v, name, b, s))
	}
	return d.answer()
}

// class_ is class, where a variable has that name.
type class_ = class

func (m *machine) matchAttr(p syntax.Pattern, v value, name string, b *bindings, s *syntax.Match) (truth, known bool) {
	if name == "" {
		return false, false
	}
	return m.matches(p, m.attr(v, name, s.Subject), b, s)
}

// matchName is the attribute that a position in a class pattern means.
func (m *machine) matchName(c *class, i int) string {
	if l, ok := m.classAttr(c, "__match_args__").(*list); ok {
		if i < len(l.elts) {
			name, _ := only(l.elts[i].v)
			return name
		}
		return ""
	}
	if fields := c.allFields(); i < len(fields) {
		return fields[i].name
	}
	return ""
}

// isOf is isinstance for one class, of Python too.
func (m *machine) isOf(v, class value) (truth, known bool) {
	switch v.(type) {
	case *unknown, *union, *lostList, nil:
		return false, false
	}
	if c, ok := class.(*class_); ok && c.lib == "" {
		o, isObject := v.(*object)
		if !isObject {
			return false, true
		}
		for _, k := range o.cls.linear() {
			if k == c || c.sdk != "" && k.sdk == c.sdk {
				return true, true
			}
		}
		return false, !o.cls.open
	}
	f, ok := class.(*builtin)
	if !ok {
		return false, false
	}
	is, known := plainTypes[f.name]
	if !known {
		return false, false
	}
	if o, ok := v.(*object); ok {
		if _, text := asText(o); text && f.name == "str" {
			return true, true
		}
		return false, !o.cls.open && o.cls.enumKind() == ""
	}
	return is(v), true
}

// plainTypes tells values of Python's own types.
var plainTypes = map[string]func(value) bool{
	"str":   func(v value) bool { return isText(v) },
	"int":   func(v value) bool { return isConstant[int64](v) || isConstant[bool](v) },
	"float": func(v value) bool { return isConstant[float64](v) },
	"bool":  func(v value) bool { return isConstant[bool](v) },
	"bytes": func(v value) bool { return isConstant[syntax.Bytes](v) },
	"list":  func(v value) bool { return isKind(v, syntax.ListKind) },
	"tuple": func(v value) bool { return isKind(v, syntax.TupleKind) },
	"set":   func(v value) bool { return isKind(v, syntax.SetKind) },
	"dict":  func(v value) bool { _, ok := v.(*dict); return ok },
}

func isConstant[T any](v value) bool {
	c, ok := v.(constant)
	if !ok {
		return false
	}
	_, ok = c.v.(T)
	return ok
}

func isKind(v value, kind syntax.SeqKind) bool {
	l, ok := v.(*list)
	return ok && l.kind == kind
}
