package python

import (
	"sort"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// iteratorTable lists functions that pick from or combine sequences, as
// programs do that link every agent with every other.
func iteratorTable() map[string]native {
	return map[string]native{
		"itertools.chain": chainCall, "itertools.product": productCall, "itertools.islice": isliceCall,
		"itertools.permutations": pairsCall(true), "itertools.combinations": pairsCall(false),
		"itertools.zip_longest": zipCall, "itertools.starmap": starmapCall, "itertools.repeat": repeatCall,
		"itertools.pairwise": pairwiseCall,
		"functools.reduce":   reduceCall,
		"random.choice":      pickCall, "random.choices": someCall, "random.sample": someCall, "random.shuffle": shuffleCall,
		"secrets.choice": pickCall,
	}
}

// generated makes a list of rows that an iterator gives.
func (m *machine) generated(a *args, rows [][]elt) *list {
	out := &list{kind: syntax.GeneratorKind, conds: m.conds}
	for _, row := range rows {
		t := &list{kind: syntax.TupleKind, conds: m.conds}
		when := ""
		for _, e := range row {
			when = both(when, e.when)
			t.elts = append(t.elts, elt{v: e.v, pos: e.pos, conds: m.conds})
		}
		m.appendTo(out, elt{v: t, pos: a.pos, conds: m.conds, when: when})
	}
	return out
}

func productCall(m *machine, a *args) value {
	rows := [][]elt{nil}
	for _, x := range a.list {
		var next [][]elt
		column := m.elements(x.v)
		for _, row := range rows {
			for _, e := range column {
				if len(next) >= maxElements || !m.charge(len(row)+1) {
					break
				}
				next = append(next, append(row[:len(row):len(row)], e))
			}
		}
		rows = next
	}
	return m.generated(a, rows)
}

// pairsCall is permutations or combinations of two.
func pairsCall(ordered bool) native {
	return func(m *machine, a *args) value {
		if c, ok := a.value("r", 1).(constant); !ok || c.v != int64(2) {
			return m.unknownCall(a, "permutations")
		}
		in := m.elements(a.value("iterable", 0))
		var rows [][]elt
		for i := range in {
			for j := range in {
				if i == j || !ordered && j < i {
					continue
				}
				if len(rows) >= maxElements || !m.charge(2) {
					return m.generated(a, rows)
				}
				rows = append(rows, []elt{in[i], in[j]})
			}
		}
		return m.generated(a, rows)
	}
}

func pairwiseCall(m *machine, a *args) value {
	in := m.elements(a.value("", 0))
	var rows [][]elt
	for i := 1; i < len(in); i++ {
		rows = append(rows, []elt{in[i-1], in[i]})
	}
	return m.generated(a, rows)
}

// isliceCall bounds a sequence; a start or a step is not followed.
func isliceCall(m *machine, a *args) value {
	out := m.copyList(a.value("", 0), syntax.GeneratorKind, a).(*list)
	c, ok := a.value("", 1).(constant)
	n, isInt := c.v.(int64)
	if !ok || !isInt || len(a.list) > 2 || len(out.gaps) > 0 || n < 0 {
		for i := range out.elts {
			out.elts[i].when = both(out.elts[i].when, "in the slice")
		}
		return out
	}
	out.elts = out.elts[:min(int(n), len(out.elts))]
	return out
}

func starmapCall(m *machine, a *args) value {
	out := &list{kind: syntax.GeneratorKind, conds: m.conds}
	for _, e := range m.elements(a.value("", 1)) {
		if !m.charge(1) {
			break
		}
		b := &args{pos: a.pos}
		m.spread(b, e.v, e.pos)
		e.v, e.how = m.call(a.value("", 0), b), manifest.FromComprehension
		m.appendTo(out, e)
	}
	return out
}

func repeatCall(m *machine, a *args) value {
	l := pair(m, a.pos, orNone(a.value("", 0)))
	if v, ok := m.repeat(l, a.value("times", 1)); ok {
		return v
	}
	return m.unknownCall(a, "repeat")
}

func reduceCall(m *machine, a *args) value {
	in := m.elements(a.value("", 1))
	acc := a.value("", 2)
	if acc == nil {
		if len(in) == 0 {
			return m.unknownCall(a, "reduce")
		}
		acc, in = in[0].v, in[1:]
	}
	for _, e := range in {
		if !m.charge(1) {
			break
		}
		v := m.call(a.value("", 0), &args{pos: a.pos, list: []arg{{v: acc, pos: a.pos}, {v: e.v, pos: e.pos}}})
		if e.when != "" {
			v = oneOf([]alt{{v, e.when}, {acc, negate(e.when)}})
		}
		acc = v
	}
	return orNone(acc)
}

// pickCall is one element, whichever.
func pickCall(m *machine, a *args) value {
	l, ok := m.copyList(a.value("", 0), syntax.ListKind, a).(*list)
	if !ok {
		return m.unknownCall(a, "choice")
	}
	return m.elementOf(l)
}

// someCall is some of the elements.
func someCall(m *machine, a *args) value {
	out := m.copyList(a.value("", 0), syntax.ListKind, a).(*list)
	for i := range out.elts {
		out.elts[i].when = both(out.elts[i].when, "chosen at random")
	}
	return out
}

func shuffleCall(m *machine, a *args) value {
	if l, ok := a.value("", 0).(*list); ok {
		l.unordered = len(l.elts) > 1
	}
	return noneValue{}
}

func dequeCall(m *machine, a *args) value { return m.copyList(a.value("", 0), syntax.ListKind, a) }

// sortedCall is sorted(): where the order is open, every position may hold
// any element.
func sortedCall(m *machine, a *args) value {
	v := a.value("", 0)
	if o, ok := v.(*object); ok {
		v = m.iterateObject(o, a)
	}
	out := m.copyList(v, syntax.ListKind, a).(*list)
	m.sortList(out, a)
	return out
}

// sortList sorts in place, as list.sort.
func (m *machine) sortList(l *list, a *args) {
	down, known := false, true
	if r := a.value("reverse", -1); r != nil {
		down, known = truthOf(r)
	}
	keys := make([]value, len(l.elts))
	key := a.value("key", -1)
	for i, e := range l.elts {
		keys[i] = e.v
		if key == nil || !m.charge(1) {
			continue
		}
		if _, none := key.(noneValue); !none {
			keys[i] = m.call(key, &args{pos: a.pos, list: []arg{{v: e.v, pos: e.pos}}})
		}
	}
	if !known || !comparable(keys) {
		l.unordered = len(l.elts) > 1
		return
	}
	at := make([]int, len(keys))
	for i := range at {
		at[i] = i
	}
	sort.SliceStable(at, func(i, j int) bool {
		if down {
			i, j = j, i
		}
		return less(keys[at[i]], keys[at[j]])
	})
	elts := make([]elt, len(at))
	for i, j := range at {
		elts[i] = l.elts[j]
	}
	l.elts, l.unordered = elts, false
}

// comparable reports whether all values are known numbers or known strings.
func comparable(vs []value) bool {
	texts, numbers := 0, 0
	for _, v := range vs {
		if l, ok := v.(*list); ok && len(l.elts) > 0 && len(l.gaps) == 0 {
			v = l.elts[0].v // tuples compare by what stands first
		}
		if t, ok := asText(v); ok && len(t.gaps) == 0 {
			texts++
		} else if _, ok := numberOf(v); ok {
			numbers++
		}
	}
	return texts == len(vs) || numbers == len(vs)
}

func less(a, b value) bool {
	if l, ok := a.(*list); ok {
		r, _ := b.(*list)
		for i := range l.elts {
			if r == nil || i >= len(r.elts) {
				return false
			}
			if !same(l.elts[i].v, r.elts[i].v) {
				return less(l.elts[i].v, r.elts[i].v)
			}
		}
		return r != nil && len(l.elts) < len(r.elts)
	}
	if s, ok := asText(a); ok {
		t, _ := asText(b)
		return t != nil && s.s < t.s
	}
	x, _ := numberOf(a)
	y, _ := numberOf(b)
	return x < y
}

// extremeCall is max or min: one of the elements.
func extremeCall(m *machine, a *args) value {
	if len(a.list) == 1 {
		return pickCall(m, a)
	}
	l := &list{kind: syntax.ListKind, conds: m.conds}
	for _, x := range a.list {
		m.appendTo(l, elt{v: x.v, pos: x.pos})
	}
	return m.elementOf(l)
}

// sumCall adds up what a sequence holds: sum(lists, []) joins lists.
func sumCall(m *machine, a *args) value {
	acc := a.value("start", 1)
	if acc == nil {
		acc = constant{int64(0)}
	}
	bad := &syntax.Bad{}
	for _, e := range m.elements(a.value("", 0)) {
		if !m.charge(1) {
			break
		}
		v := m.add(acc, e.v, bad, bad, bad)
		if e.when != "" {
			v = oneOf([]alt{{v, e.when}, {acc, negate(e.when)}})
		}
		acc = v
	}
	return acc
}
