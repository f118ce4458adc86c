package python

import (
	"fmt"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

func newDict(c *cond) *dict { return &dict{index: map[string]int{}, conds: c} }

// keyText is a key's identity, where it has one.
func keyText(v value) (string, bool) {
	switch x := v.(type) {
	case *text:
		return "s" + x.s, len(x.gaps) == 0
	case constant:
		if n, ok := numberOf(x); ok {
			return fmt.Sprintf("n%v", n), true
		}
		return fmt.Sprintf("c%v", x.v), true
	case noneValue:
		return "none", true
	case *object:
		if t, ok := asText(x); ok {
			return "s" + t.s, len(t.gaps) == 0
		}
		return fmt.Sprintf("o%p", x), true
	case *class:
		return fmt.Sprintf("k%p", x), true
	case *function:
		return fmt.Sprintf("f%p", x), true
	case *list:
		if x.kind != syntax.TupleKind || len(x.gaps) > 0 || len(x.elts) > 16 {
			return "", false
		}
		var b strings.Builder
		for _, e := range x.elts {
			k, ok := keyText(e.v)
			if !ok {
				return "", false
			}
			fmt.Fprintf(&b, "(%d:%s", len(k), k)
		}
		return b.String(), true
	}
	return "", false
}

// lookup returns the key's cell, or nil.
func (d *dict) lookup(key value) *cell {
	k, ok := keyText(key)
	if !ok {
		return nil
	}
	i, ok := d.index[k]
	if !ok || d.entries[i].cell.v == nil {
		return nil
	}
	return d.entries[i].cell
}

// put stores a value; an unknown key leaves a gap that holds it too.
func (m *machine) put(d *dict, key, v value, pos manifest.Position) {
	k, ok := keyText(key)
	if !ok {
		k = fmt.Sprintf("?%d", len(d.entries))
		d.gaps = append(d.gaps, gap{why: whyUnknown(key, "known key"), pos: pos, conds: m.conds})
		if len(d.gaps) > 32 {
			d.gaps = d.gaps[:32]
		}
	}
	if i, ok := d.index[k]; ok {
		m.set(d.entries[i].cell, v)
		return
	}
	if len(d.entries) >= maxElements {
		return
	}
	d.index[k] = len(d.entries)
	d.entries = append(d.entries, &entry{key: key, cell: &cell{v: v, heap: true}, pos: pos, conds: m.conds})
}

// update merges another dictionary into d.
func (m *machine) update(d *dict, v value, pos manifest.Position) {
	for _, a := range alternatives(v) {
		switch x := a.v.(type) {
		case *dict:
			m.charge(len(x.entries))
			for _, e := range x.entries[:len(x.entries):len(x.entries)] {
				if e.cell.v != nil {
					m.put(d, e.key, e.cell.v, e.pos)
				}
			}
			d.gaps = append(d.gaps, x.gaps...)
		case *list: // pairs
			for _, e := range x.elts {
				if p, ok := e.v.(*list); ok && len(p.elts) == 2 {
					m.put(d, p.elts[0].v, p.elts[1].v, p.elts[1].pos)
				}
			}
		case noneValue, constant:
		default:
			d.gaps = append(d.gaps, gap{why: whyUnknown(x, "dictionary"), pos: pos, conds: m.conds})
		}
	}
	if len(d.gaps) > 32 {
		d.gaps = d.gaps[:32]
	}
}

// any is the union of all values, for keys that are not known.
func (d *dict) any(when string) value {
	alts := make([]alt, 0, len(d.entries))
	for _, e := range d.entries {
		w := when
		if s, ok := only(e.key); ok {
			w = when + fmt.Sprintf(" == %q", s)
		}
		alts = append(alts, alt{e.cell.v, w})
	}
	for _, g := range d.gaps {
		alts = append(alts, alt{&unknown{why: g.why, pos: g.pos}, when})
	}
	return oneOf(alts)
}

func (m *machine) subscript(e *syntax.Index) value {
	x := m.eval(e.X)
	if s, ok := e.I.(*syntax.Slice); ok {
		return m.slice(x, s)
	}
	// Agent[Context] and the like: the subscript is only a type.
	switch x := x.(type) {
	case *class:
		return m.classItem(x, e)
	case *namespace:
		return x
	case *builtin:
		return x
	}
	key := m.eval(e.I)
	if u, ok := x.(*union); ok {
		var alts []alt
		for _, a := range u.alts {
			alts = append(alts, alt{m.item(a.v, key, e), a.when})
		}
		return oneOf(alts)
	}
	return m.item(x, key, e)
}

// classItem is Class[T], or the member of an enumeration by name.
func (m *machine) classItem(c *class, e *syntax.Index) value {
	if c.enumKind() != "" {
		return m.memberNamed(c, m.eval(e.I), e)
	}
	return c
}

func (m *machine) item(x, key value, e *syntax.Index) value {
	switch x := x.(type) {
	case *dict:
		if u, ok := key.(*union); ok {
			var alts []alt
			for _, a := range u.alts {
				alts = append(alts, alt{m.item(x, a.v, e), a.when})
			}
			return oneOf(alts)
		}
		if c := x.lookup(key); c != nil {
			return c.v
		}
		if _, known := keyText(key); known && x.factory != nil {
			v := m.call(x.factory, &args{pos: m.here(e)})
			m.put(x, key, v, m.here(e))
			return v
		} else if !known {
			if v := x.any(m.source(e.I)); v != nil {
				return v
			}
		}
		if len(x.gaps) > 0 {
			return &unknown{why: x.gaps[0].why, pos: m.here(e)}
		}
		return m.unknownAt(e, "the dictionary has no such key: %s", m.source(e.I))
	case *list:
		if i, ok := index(key, len(x.elts)); ok && len(x.gaps) == 0 && !x.unordered {
			return x.elts[i].v
		}
		if _, ok := key.(constant); ok && len(x.gaps) == 0 && !x.unordered {
			return m.unknownAt(e, "the list has no element %s", m.source(e.I))
		}
		return m.elementOf(x)
	case *object:
		if x.cls.isTuple() {
			return m.item(m.fieldList(x), key, e)
		}
		if fn, ok := m.classAttr(x.cls, "__getitem__").(*function); ok {
			bound := *fn
			bound.self = x
			return m.call(&bound, &args{pos: m.here(e), list: []arg{{v: key, pos: m.here(e.I)}}})
		}
	case *unknown:
		return x
	case *text:
		if i, ok := index(key, len(x.s)); ok && len(x.gaps) == 0 {
			return str(x.s[i : i+1])
		}
	}
	return m.unknownAt(e, "%s is computed when the program runs", m.source(e))
}

// index reads an integer index, also a negative one.
func index(v value, n int) (int, bool) {
	c, ok := v.(constant)
	if !ok {
		return 0, false
	}
	i, ok := c.v.(int64)
	if !ok {
		return 0, false
	}
	if i < 0 {
		i += int64(n)
	}
	return int(i), i >= 0 && i < int64(n)
}

func (m *machine) slice(x value, s *syntax.Slice) value {
	l, ok := x.(*list)
	if !ok {
		if t, ok := x.(*text); ok && len(t.gaps) == 0 {
			lo, hi, ok := m.sliceBounds(s, len(t.s))
			if ok {
				return str(t.s[lo:hi])
			}
		}
		if u, ok := x.(*unknown); ok {
			return u
		}
		return m.unknownAt(s, "a slice that is computed when the program runs")
	}
	out := &list{kind: l.kind, conds: m.conds}
	if s.Step != nil && len(l.gaps) == 0 && !l.unordered {
		if at, ok := m.stepped(s, len(l.elts)); ok {
			for _, i := range at {
				e := l.elts[i]
				e.when, e.conds = both(e.when, e.conds.beyond(l.conds)), m.conds
				m.appendTo(out, e)
			}
			return out
		}
	}
	lo, hi, ok := m.sliceBounds(s, len(l.elts))
	if !ok || len(l.gaps) > 0 || l.unordered {
		for _, e := range l.elts {
			e.when = both(e.when, "in the slice")
			m.appendTo(out, e)
		}
		out.gaps = l.gaps
		return out
	}
	m.charge(hi - lo)
	for _, e := range l.elts[lo:hi] {
		e.when = both(e.when, e.conds.beyond(l.conds))
		e.conds = m.conds
		m.appendTo(out, e)
	}
	return out
}

// stepped lists the indexes of a slice with a step, as Python counts them.
func (m *machine) stepped(s *syntax.Slice, n int) ([]int, bool) {
	step, ok := intOf(m.eval(s.Step))
	if !ok || step == 0 || step > int64(n) && n > 0 {
		return nil, false
	}
	lo, hi := int64(0), int64(n)
	if step < 0 {
		lo, hi = int64(n)-1, -1
	}
	for _, b := range []struct {
		e  syntax.Expr
		to *int64
	}{{s.Lo, &lo}, {s.Hi, &hi}} {
		if b.e == nil {
			continue
		}
		i, ok := intOf(m.eval(b.e))
		if !ok {
			return nil, false
		}
		if i < 0 {
			i += int64(n)
		}
		low, high := int64(0), int64(n)
		if step < 0 {
			low, high = -1, int64(n)-1
		}
		*b.to = min(max(i, low), high)
	}
	var out []int
	for i := lo; (step > 0 && i < hi || step < 0 && i > hi) && m.charge(1); i += step {
		out = append(out, int(i))
	}
	return out, true
}

func intOf(v value) (int64, bool) {
	c, ok := v.(constant)
	if !ok {
		return 0, false
	}
	i, ok := c.v.(int64)
	return i, ok
}

// sliceBounds evaluates lo and hi; steps are not followed.
func (m *machine) sliceBounds(s *syntax.Slice, n int) (lo, hi int, ok bool) {
	hi = n
	bound := func(e syntax.Expr, to *int) bool {
		if e == nil {
			return true
		}
		c, ok := m.eval(e).(constant)
		if !ok {
			return false
		}
		i, ok := c.v.(int64)
		if !ok {
			return false
		}
		if i < 0 {
			i += int64(n)
		}
		*to = int(min(max(i, 0), int64(n)))
		return true
	}
	if !bound(s.Lo, &lo) || !bound(s.Hi, &hi) {
		return 0, 0, false
	}
	if s.Step != nil {
		if c, ok := m.eval(s.Step).(constant); !ok || c.v != int64(1) {
			return 0, 0, false
		}
	}
	return min(lo, hi), hi, true
}
