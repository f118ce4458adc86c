package python

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

func (m *machine) display(e *syntax.Sequence) value {
	l := &list{kind: e.Kind, conds: m.conds}
	for _, x := range e.Elts {
		if star, ok := x.(*syntax.Star); ok {
			m.extend(l, m.eval(star.X), m.here(x), manifest.FromUnpacking)
			continue
		}
		if bad, ok := x.(*syntax.Bad); ok {
			l.gaps = append(l.gaps, gap{why: "an element could not be parsed", pos: m.here(bad), conds: m.conds})
			continue
		}
		m.appendTo(l, elt{v: m.eval(x), pos: m.here(x), conds: m.conds, how: manifest.FromLiteral})
	}
	return l
}

// stamp notes when, and on what ground, an element is attached.
func (m *machine) stamp(e *elt, l *list) {
	e.at = m.steps
	e.assumed = e.assumed || m.guess > 0 || m.late(l.conds)
	if e.how == manifest.FromLateMutation && m.frame != nil && m.frame.making == manifest.FromLoop {
		e.how = manifest.FromLoop
	}
}

// appendTo adds an element within the bound.
func (m *machine) appendTo(l *list, e elt) {
	if e.conds == nil {
		e.conds = m.conds
	}
	m.stamp(&e, l)
	if len(l.elts) >= maxElements {
		if len(l.gaps) == 0 {
			l.gaps = append(l.gaps, gap{why: "the list is too long", pos: e.pos, conds: m.conds})
		}
		return
	}
	l.elts = append(l.elts, e)
}

// extend adds the elements of another value. An empty how keeps theirs.
func (m *machine) extend(l *list, v value, pos manifestPosition, how string) {
	if u, ok := v.(*union); ok {
		v = m.unionList(u)
	}
	for _, a := range alternatives(v) {
		switch x := a.v.(type) {
		case *list:
			m.charge(len(x.elts) + 1)
			for _, e := range x.elts[:len(x.elts):len(x.elts)] {
				when := both(a.when, both(e.when, e.conds.beyond(x.conds)))
				if how != "" && (how != manifest.FromUnpacking || e.how == "" || e.how == manifest.FromLiteral) {
					e.how = how
				}
				e.conds, e.when = m.conds, when
				m.appendTo(l, e)
			}
			for _, g := range x.gaps {
				g.conds = m.conds
				l.gaps = append(l.gaps, g)
			}
		case *dict:
			for _, en := range x.entries {
				m.appendTo(l, elt{v: en.key, pos: pos, how: how})
			}
		case noneValue, constant:
		case *class, *object:
			if s, ok := m.sequenceOf(x); ok {
				m.extend(l, s, pos, how)
				continue
			}
			l.gaps = append(l.gaps, gap{why: whyUnknown(x, "list"), pos: pos, conds: m.conds})
		case *text:
			for _, r := range x.s {
				m.appendTo(l, elt{v: str(string(r)), pos: pos, how: how})
			}
		default:
			why := whyUnknown(x, "list")
			l.gaps = append(l.gaps, gap{why: why, pos: pos, conds: m.conds})
		}
	}
	if len(l.gaps) > 32 {
		l.gaps = l.gaps[:32]
	}
}

// unionList merges a union of lists into one: an element that several hold
// is there under either condition. Other values stay a union.
func (m *machine) unionList(u *union) value {
	type key struct {
		v   value
		pos manifestPosition
	}
	out := &list{kind: syntax.ListKind, conds: m.conds}
	seen := map[key]int{}
	for _, a := range u.alts {
		x, ok := a.v.(*list)
		if !ok {
			if nothing(a.v) {
				continue
			}
			return u
		}
		m.charge(len(x.elts) + 1)
		for _, e := range x.elts {
			e.when = both(a.when, both(e.when, e.conds.beyond(x.conds)))
			e.conds = m.conds
			k := key{e.v, e.pos}
			if i, old := seen[k]; old {
				out.elts[i].when = either(out.elts[i].when, e.when)
				continue
			}
			if len(out.elts) < maxElements {
				seen[k] = len(out.elts)
				out.elts = append(out.elts, e)
			}
		}
		if len(out.gaps) < 32 {
			out.gaps = append(out.gaps, x.gaps...)
		}
	}
	return out
}

// iterate lists the elements that a loop sees. What is not known becomes one
// unknown element under a condition.
func (m *machine) iterate(v value, at syntax.Expr) []elt {
	when := "for each of " + m.source(at)
	switch x := v.(type) {
	case *list:
		out := make([]elt, 0, len(x.elts)+1)
		m.charge(len(x.elts))
		for _, e := range x.elts {
			e.when = both(e.when, e.conds.beyond(x.conds))
			e.conds = nil
			out = append(out, e)
		}
		if len(x.gaps) > 0 {
			g := x.gaps[0]
			out = append(out, elt{v: &unknown{why: g.why, pos: g.pos}, pos: g.pos, when: when})
		}
		return out
	case *dict:
		var out []elt
		for _, en := range x.entries {
			out = append(out, elt{v: en.key, pos: en.pos})
		}
		if len(x.gaps) > 0 {
			out = append(out, elt{v: &unknown{why: x.gaps[0].why, pos: x.gaps[0].pos}, when: when})
		}
		return out
	case *text:
		if len(x.gaps) == 0 && len(x.s) <= maxRange {
			var out []elt
			for _, r := range x.s {
				out = append(out, elt{v: str(string(r))})
			}
			return out
		}
	case *union:
		var out []elt
		for _, a := range x.alts {
			for _, e := range m.iterate(a.v, at) {
				e.when = both(a.when, e.when)
				out = append(out, e)
			}
			if len(out) > maxElements {
				break
			}
		}
		return out
	case noneValue, constant:
		return nil
	case *class, *object:
		if l, ok := m.sequenceOf(x); ok {
			return m.iterate(l, at)
		}
	case *lostList:
		return m.iterate(x.unknown, at)
	case *unknown:
		return []elt{{v: &unknown{why: x.why, pos: x.pos, quiet: x.quiet}, when: when}}
	}
	return []elt{{v: m.unknownAt(at, "the loop goes over %s", describe(v)), when: when}}
}

func (m *machine) dictDisplay(e *syntax.Dict) value {
	d := newDict(m.conds)
	for _, it := range e.Items {
		if it.Key == nil {
			m.update(d, m.eval(it.Value), m.here(it.Value))
			continue
		}
		key := m.eval(it.Key)
		m.put(d, key, m.eval(it.Value), m.here(it.Value))
	}
	return d
}

func (m *machine) comprehension(e *syntax.Comp) value {
	fr, saved, making := m.frame, m.frame.env, m.frame.making
	scope := newEnv(saved, saved.label, 9)
	fr.env, fr.making = scope, manifest.FromComprehension
	conds := m.conds
	defer func() { fr.env, fr.making, m.conds = saved, making, conds }()
	if e.Kind == syntax.DictKind {
		d := newDict(m.conds)
		m.clauses(e.Clauses, "", func(when string) {
			key := m.eval(e.Elt)
			m.put(d, key, m.eval(e.Value), m.here(e.Value))
		})
		return d
	}
	l := &list{kind: e.Kind, conds: m.conds}
	m.clauses(e.Clauses, "", func(when string) {
		if len(l.elts) < maxElements {
			m.appendTo(l, elt{v: m.eval(e.Elt), pos: m.here(e.Elt), conds: conds, when: when, how: manifest.FromComprehension})
		}
	})
	return l
}

func (m *machine) clauses(cs []syntax.Clause, when string, body func(string)) {
	if len(cs) == 0 {
		body(when)
		return
	}
	c := cs[0]
	for _, e := range m.iterate(m.eval(c.Iter), c.Iter) {
		if !m.charge(1) {
			return
		}
		if isOpen(e.v) {
			m.guess++
		}
		m.assignTo(c.Target, e.v)
		here := both(when, both(e.when, e.conds.beyond(m.conds)))
		skip := false
		for _, test := range c.Ifs {
			truth, known := truthOf(m.eval(test))
			if known && !truth {
				skip = true
				break
			}
			if !known {
				here = both(here, m.source(test))
			}
		}
		if !skip {
			m.clauses(cs[1:], here, body)
		}
		if isOpen(e.v) {
			m.guess--
		}
	}
}
