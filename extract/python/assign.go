package python

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

func (m *machine) assign(s *syntax.Assign) {
	if s.Ann != nil && m.frame.env.class {
		m.noteField(s)
	}
	if s.Value == nil {
		return
	}
	v := m.eval(s.Value)
	for _, t := range s.Targets {
		if n, ok := t.(*syntax.Name); ok {
			m.noteType(n.Id, s.Value)
		}
		m.assignFrom(t, v, s.Value)
	}
}

// noteField records an annotated name of a class body, in order.
func (m *machine) noteField(s *syntax.Assign) {
	if n, ok := s.Targets[0].(*syntax.Name); ok {
		if c := m.frame.env.owner; c != nil {
			c.fields = append(c.fields, field{n.Id, s.Ann})
		}
	}
}

func (m *machine) assignName(name string, v value) {
	m.note(v, m.frame.env, name)
	m.set(m.frame.env.bind(name), v)
}

// note remembers that an agent or tool was bound to a name, to tell apart
// those that share a runtime name.
func (m *machine) note(v value, e *env, name string) {
	if o := e.outer[name]; o != nil {
		e = o
	}
	o, ok := v.(*object)
	if !ok {
		return
	}
	full := name
	if e.label != "" {
		full = e.label + "." + name
	}
	if m.frame.mod.name != "" && e.global() != nil {
		full = m.frame.mod.name + "." + full
	}
	o.name(symbol{full, e.rank})
}

func (o *object) name(s symbol) {
	for _, t := range o.symbols {
		if t.name == s.name {
			return
		}
	}
	if len(o.symbols) < 8 {
		o.symbols = append(o.symbols, s)
	}
}

func (m *machine) assignTo(t syntax.Expr, v value) { m.assignFrom(t, v, nil) }

// assignFrom binds a target; from is the expression of the value, or nil.
func (m *machine) assignFrom(t syntax.Expr, v value, from syntax.Expr) {
	switch t := t.(type) {
	case *syntax.Name:
		m.assignName(t.Id, v)
	case *syntax.Attr:
		m.assignAttr(t, v, from)
	case *syntax.Index:
		m.assignIndex(t, v)
	case *syntax.Sequence:
		m.unpack(t, v)
	case *syntax.Star:
		m.assignTo(t.X, v)
	}
}

func (m *machine) assignAttr(t *syntax.Attr, v value, from syntax.Expr) {
	m.setAttr(m.eval(t.X), t.Name, v, from, m.here(t))
}

// setAttr is x.name = v; from is the expression of the value, or nil.
func (m *machine) setAttr(x value, name string, v value, from syntax.Expr, pos manifest.Position) {
	for _, a := range alternatives(x) {
		switch x := a.v.(type) {
		case *object:
			m.setObjectAttr(x, name, v, from, a.when)
		case *class:
			if x.attrs != nil {
				m.set(x.attrs.bind(name), v)
			}
		case *module:
			m.set(x.env.bind(name), v)
		case *unknown:
			m.lostMutation(x, name, pos)
		}
	}
}

func (m *machine) setObjectAttr(x *object, name string, v value, from syntax.Expr, when string) {
	if fn, ok := m.classAttr(x.cls, name).(*function); ok && fn.property && fn.setter != nil {
		bound := *fn.setter
		bound.self = x
		m.callFunction(&bound, &args{pos: x.pos, list: []arg{{v: v, pos: x.pos, expr: from}}})
		return
	}
	if d, ok := m.classAttr(x.cls, name).(*object); ok && d.tool == nil && !d.isAgent() {
		if set := m.method(d, "__set__"); set != nil {
			m.callFunction(set, &args{pos: x.pos, list: []arg{{v: x, pos: x.pos}, {v: v, pos: x.pos, expr: from}}})
			return
		}
	}
	if o, ok := v.(*object); ok && x != o {
		o.name(symbol{m.frame.mod.name + "." + x.cls.name + "." + name, 1})
	}
	if from != nil {
		x.pass(name, howWritten(from), m.here(from))
	}
	x.guess(name, m.guess > 0)
	if l, ok := v.(*list); ok && m.late(x.conds) {
		for i := range l.elts {
			l.elts[i].assumed = true
		}
	}
	c := x.cell(name)
	if l, ok := v.(*list); ok && (name == "handoffs" || name == "tools") && howWritten(from) == "literal" && x.isAgent() {
		l.mark("late mutation")
	}
	if when != "" {
		v = oneOf([]alt{{v, when}, {c.v, negate(when)}})
	}
	m.set(c, v)
}

// guess notes whether the attribute holds its value by an assumption only.
func (o *object) guess(name string, assumed bool) {
	if !assumed {
		delete(o.guessed, name)
		return
	}
	if o.guessed == nil {
		o.guessed = map[string]bool{}
	}
	o.guessed[name] = true
}

// lostMutation records that the handoffs or tools of an agent change, where
// the agent is not known.
func (m *machine) lostMutation(x *unknown, attr string, pos manifest.Position) {
	if x.quiet || attr != "handoffs" && (attr != "tools" || !x.agent) {
		return
	}
	m.undecided(attr+" of an agent that is not known", x.why, "", pos)
}

// pass remembers how the expression for an attribute was written.
func (o *object) pass(attr, how string, pos manifest.Position) {
	if o.passed == nil {
		o.passed, o.places = map[string]string{}, map[string]manifest.Position{}
	}
	o.passed[attr], o.places[attr] = how, pos
}

// howWritten names the form of an expression: literal, variable, ....
func howWritten(e syntax.Expr) string {
	switch x := e.(type) {
	case *syntax.Name, *syntax.Attr, *syntax.Index:
		return "variable"
	case *syntax.Call:
		return "factory"
	case *syntax.Comp:
		return "comprehension"
	case *syntax.Binary:
		return "concatenation"
	case *syntax.Sequence, *syntax.Const, *syntax.FString, *syntax.Dict:
		_ = x
		return "literal"
	}
	return ""
}

func (l *list) mark(how string) {
	for i := range l.elts {
		if l.elts[i].how == "literal" {
			l.elts[i].how = how
		}
	}
}

func (m *machine) assignIndex(t *syntax.Index, v value) {
	key := value(nil)
	sl, sliced := t.I.(*syntax.Slice)
	if !sliced {
		key = m.eval(t.I)
	}
	for _, a := range alternatives(m.eval(t.X)) {
		switch x := a.v.(type) {
		case *dict:
			m.put(x, key, v, m.here(t))
		case *list:
			if sliced {
				m.assignSlice(x, sl, v, m.here(t))
			} else if i, ok := index(key, len(x.elts)); ok {
				e := elt{v: v, pos: m.here(t), conds: m.conds, how: manifest.FromLateMutation}
				m.stamp(&e, x)
				x.elts[i] = e
			} else {
				m.appendTo(x, elt{v: v, pos: m.here(t), when: "index " + m.source(t.I), how: manifest.FromLateMutation})
			}
		}
	}
}

// assignSlice handles a[i:j] = b where it is known what it replaces, and adds
// the elements for any other slice.
func (m *machine) assignSlice(l *list, s *syntax.Slice, v value, pos manifest.Position) {
	sure := m.conds.beyond(l.conds) == "" && s.Step == nil
	switch lo, hi, known := m.sliceBounds(s, len(l.elts)); {
	case sure && s.Lo == nil && s.Hi == nil:
		l.elts, l.gaps = nil, nil
	case sure && known && len(l.gaps) == 0 && !l.unordered:
		rest := append([]elt(nil), l.elts[hi:]...)
		l.elts = l.elts[:lo:lo]
		m.extend(l, v, pos, manifest.FromLateMutation)
		l.elts = append(l.elts, rest...)
		return
	}
	m.extend(l, v, pos, manifest.FromLateMutation)
}

// unpack binds a tuple or list of targets.
func (m *machine) unpack(t *syntax.Sequence, v value) {
	l, ok := v.(*list)
	if !ok {
		l, ok = m.sequenceOf(v)
	}
	if !ok || len(l.gaps) > 0 || l.unordered {
		for _, x := range t.Elts {
			m.assignTo(x, m.elementOf(v))
		}
		return
	}
	star := -1
	for i, x := range t.Elts {
		if _, ok := x.(*syntax.Star); ok {
			star = i
		}
	}
	for i, x := range t.Elts {
		at := i
		if star >= 0 && i > star {
			at = len(l.elts) - (len(t.Elts) - i)
		}
		switch {
		case i == star:
			end := max(len(l.elts)-(len(t.Elts)-1-i), i)
			rest := &list{kind: syntax.ListKind, conds: m.conds}
			if i <= len(l.elts) {
				rest.elts = append(rest.elts, l.elts[i:min(end, len(l.elts))]...)
			}
			m.assignTo(x, rest)
		case at >= 0 && at < len(l.elts):
			m.assignTo(x, l.elts[at].v)
		default:
			m.assignTo(x, m.unknownAt(t, "the value has no element %d", i))
		}
	}
}

// elementOf is any one element of a value.
func (m *machine) elementOf(v value) value {
	switch x := v.(type) {
	case *list:
		alts := make([]alt, 0, len(x.elts))
		for _, e := range x.elts {
			alts = append(alts, alt{e.v, "some element"})
		}
		for _, g := range x.gaps {
			alts = append(alts, alt{&unknown{why: g.why, pos: g.pos}, "some element"})
		}
		if o := oneOf(alts); o != nil {
			return o
		}
		return &unknown{why: "an element of an empty list"}
	case *unknown:
		return x
	}
	return &unknown{why: "an element of " + describe(v)}
}

func (m *machine) augAssign(s *syntax.AugAssign) {
	v := m.eval(s.Value)
	old := m.eval(s.Target)
	pos := m.here(s.Value)
	for _, a := range alternatives(old) {
		l, ok := a.v.(*list)
		if !ok || s.Op != "+" || l.kind == syntax.TupleKind {
			continue
		}
		m.extend(l, v, pos, "late mutation")
		return
	}
	if u, ok := old.(*unknown); ok {
		if at, ok := s.Target.(*syntax.Attr); ok {
			m.lostMutation(u, at.Name, m.here(s))
		}
	}
	m.assignTo(s.Target, m.binary(s.Op, old, v, s.Target, s.Value, s))
}
