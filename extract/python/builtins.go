package python

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

type native = func(m *machine, a *args) value

// pythonTable lists the functions of Python itself that matter for lists of
// agents and tools. Others give unknown values.
func pythonTable() map[string]native {
	sequence := func(kind syntax.SeqKind) native {
		return func(m *machine, a *args) value {
			if o, ok := a.value("", 0).(*object); ok {
				return m.iterateObject(o, a)
			}
			return m.copyList(a.value("", 0), kind, a)
		}
	}
	return map[string]native{
		"list": sequence(syntax.ListKind), "tuple": sequence(syntax.TupleKind), "set": sequence(syntax.SetKind),
		"frozenset": sequence(syntax.SetKind), "iter": sequence(syntax.GeneratorKind),
		"sorted": sortedCall, "max": extremeCall, "min": extremeCall, "sum": sumCall,
		"vars":       varsCall,
		"dir":        dirCall,
		"__import__": dunderImport,
		"reversed":   reversedCall,
		"dict":       dictCall,
		"str":        strCall,
		"bool":       boolCall,
		"len":        lenCall,
		"range":      rangeCall,
		"enumerate":  enumerateCall,
		"zip":        zipCall,
		"map":        mapCall,
		"filter":     filterCall,
		"next":       nextCall,
		"getattr":    getattrCall,
		"setattr":    setattrCall,
		"hasattr":    hasattrCall,
		"isinstance": func(m *machine, a *args) value { return m.isInstance(a) },
		"print":      func(m *machine, a *args) value { return noneValue{} },
		"type":       typeCall,
		"open":       openCall,
		"callable":   func(m *machine, a *args) value { return asks(m.isCallable)(m, a) },
		"globals":    func(m *machine, a *args) value { return scopeDict(m, m.frame.env.global()) },
		"locals":     func(m *machine, a *args) value { return scopeDict(m, m.frame.env) },
		"any":        func(m *machine, a *args) value { return quantified(m, a, "any", true) },
		"all":        func(m *machine, a *args) value { return quantified(m, a, "all", false) },
		"int":        intCall,
	}
}

func (m *machine) pythonValue(name string) value {
	if f, ok := m.pythonFunctions[name]; ok {
		return &builtin{name: name, call: f}
	}
	switch name {
	case "float", "bytes", "object", "Exception", "input", "abs", "id", "repr", "round":
		return &builtin{name: name, call: func(m *machine, a *args) value { return m.unknownCall(a, name) }}
	case "NotImplemented":
		return constant{syntax.EllipsisValue{}}
	case "__debug__":
		return constant{true}
	}
	return nil
}

func (m *machine) iterateObject(o *object, a *args) value {
	if fn, ok := m.classAttr(o.cls, "__iter__").(*function); ok {
		bound := *fn
		bound.self = o
		return m.copyList(m.call(&bound, &args{pos: a.pos}), syntax.ListKind, a)
	}
	return m.copyList(&unknown{why: "the elements of " + describe(o)}, syntax.ListKind, a)
}

func reversedCall(m *machine, a *args) value {
	l := m.copyList(a.value("", 0), syntax.GeneratorKind, a).(*list)
	for i, j := 0, len(l.elts)-1; i < j; i, j = i+1, j-1 {
		l.elts[i], l.elts[j] = l.elts[j], l.elts[i]
	}
	return l
}

func dictCall(m *machine, a *args) value {
	d := newDict(m.conds)
	for _, x := range a.list {
		m.update(d, x.v, x.pos)
	}
	for _, x := range a.named {
		m.put(d, str(x.name), x.v, x.pos)
	}
	d.gaps = append(d.gaps, a.gaps...)
	return d
}

func strCall(m *machine, a *args) value {
	v := a.value("", 0)
	if v == nil {
		return str("")
	}
	if t, ok := v.(*text); ok {
		return t
	}
	if s, ok := m.shown(v); ok {
		return str(s)
	}
	return &text{s: "{…}", gaps: []gap{{why: partWhy(v, "str()"), pos: a.pos}}}
}

func boolCall(m *machine, a *args) value {
	if t, known := truthOf(a.value("", 0)); known {
		return constant{t}
	}
	return m.unknownCall(a, "bool")
}

func lenCall(m *machine, a *args) value {
	switch x := a.value("", 0).(type) {
	case *list:
		if len(x.gaps) == 0 {
			return constant{int64(len(x.elts))}
		}
	case *dict:
		if len(x.gaps) == 0 {
			return constant{int64(len(x.entries))}
		}
	case *class:
		if x.enumKind() != "" {
			return constant{int64(len(x.members))}
		}
	}
	return m.unknownCall(a, "len")
}

func rangeCall(m *machine, a *args) value {
	n := make([]int64, 0, 3)
	for _, x := range a.list {
		c, ok := x.v.(constant)
		i, isInt := c.v.(int64)
		if !ok || !isInt {
			return m.unknownCall(a, "range")
		}
		n = append(n, i)
	}
	lo, hi, step := int64(0), int64(0), int64(1)
	switch len(n) {
	case 1:
		hi = n[0]
	case 2:
		lo, hi = n[0], n[1]
	case 3:
		lo, hi, step = n[0], n[1], n[2]
	default:
		return m.unknownCall(a, "range")
	}
	l := &list{kind: syntax.GeneratorKind, conds: m.conds}
	for i := lo; step > 0 && i < hi || step < 0 && i > hi; i += step {
		if len(l.elts) >= maxRange {
			l.gaps = append(l.gaps, gap{why: "the range is too long to be followed", pos: a.pos})
			break
		}
		l.elts = append(l.elts, elt{v: constant{i}, pos: a.pos, conds: m.conds})
	}
	m.charge(len(l.elts))
	return l
}

func pair(m *machine, pos manifestPosition, vs ...value) *list {
	l := &list{kind: syntax.TupleKind, conds: m.conds}
	for _, v := range vs {
		l.elts = append(l.elts, elt{v: v, pos: pos, conds: m.conds})
	}
	return l
}

func enumerateCall(m *machine, a *args) value {
	out := &list{kind: syntax.GeneratorKind, conds: m.conds}
	start := int64(0)
	if c, ok := a.value("start", 1).(constant); ok {
		start, _ = c.v.(int64)
	}
	for i, e := range m.elements(a.value("", 0)) {
		e.v = pair(m, e.pos, constant{start + int64(i)}, e.v)
		m.appendTo(out, e)
	}
	return out
}

// elements is iterate for arguments.
func (m *machine) elements(v value) []elt {
	if v == nil {
		return nil
	}
	return m.iterate(v, nil)
}

func zipCall(m *machine, a *args) value {
	out := &list{kind: syntax.GeneratorKind, conds: m.conds}
	var columns [][]elt
	n := maxElements
	for _, x := range a.list {
		c := m.elements(x.v)
		columns = append(columns, c)
		n = min(n, len(c))
	}
	for i := 0; i < n && len(columns) > 0 && m.charge(1); i++ {
		var vs []value
		when := ""
		for _, c := range columns {
			vs = append(vs, c[i].v)
			when = both(when, c[i].when)
		}
		m.appendTo(out, elt{v: pair(m, a.pos, vs...), pos: a.pos, conds: m.conds, when: when})
	}
	return out
}

func mapCall(m *machine, a *args) value {
	out := &list{kind: syntax.GeneratorKind, conds: m.conds}
	for _, e := range m.elements(a.value("", 1)) {
		if !m.charge(1) {
			break
		}
		e.v = m.call(a.value("", 0), &args{pos: a.pos, list: []arg{{v: e.v, pos: e.pos}}})
		e.how = manifest.FromComprehension
		m.appendTo(out, e)
	}
	return out
}

func filterCall(m *machine, a *args) value {
	out := &list{kind: syntax.GeneratorKind, conds: m.conds}
	f := a.value("", 0)
	for _, e := range m.elements(a.value("", 1)) {
		if !m.charge(1) {
			break
		}
		test := e.v
		if _, none := f.(noneValue); !none {
			test = m.call(f, &args{pos: a.pos, list: []arg{{v: e.v, pos: e.pos}}})
		}
		t, known := truthOf(test)
		if known && !t {
			continue
		}
		if !known {
			e.when = both(e.when, "the filter keeps it")
		}
		m.appendTo(out, e)
	}
	return out
}

func nextCall(m *machine, a *args) value {
	l, ok := a.value("", 0).(*list)
	if !ok {
		return m.unknownCall(a, "next")
	}
	if len(l.elts) > 0 && l.elts[0].when == "" && len(l.gaps) == 0 {
		return l.elts[0].v
	}
	if len(l.elts) == 0 && len(l.gaps) == 0 {
		if d := a.value("", 1); d != nil {
			return d
		}
	}
	return m.elementOf(l)
}

func getattrCall(m *machine, a *args) value {
	name, ok := only(a.value("", 1))
	x := a.value("", 0)
	if !ok || x == nil {
		return m.unknownCall(a, "getattr")
	}
	v := m.attr(x, name, &syntax.Bad{})
	if _, lost := v.(*unknown); lost {
		if d := a.value("", 2); d != nil {
			return d
		}
	}
	return v
}

func setattrCall(m *machine, a *args) value {
	name, ok := only(a.value("", 1))
	if ok && len(a.list) > 2 {
		m.setAttr(a.value("", 0), name, a.list[2].v, nil, a.pos)
	} else if len(a.list) > 2 {
		m.lostSetattr(a)
	}
	return noneValue{}
}

// lostSetattr records that an agent gets an attribute of unknown name.
func (m *machine) lostSetattr(a *args) {
	for _, x := range alternatives(a.list[0].v) {
		if o, ok := x.v.(*object); ok && o.isAgent() {
			o.gaps = append(o.gaps, gap{why: "setattr with a name that is not known", pos: a.pos})
		}
	}
}

func hasattrCall(m *machine, a *args) value {
	name, ok := only(a.value("", 1))
	if mod, is := a.value("", 0).(*module); is && ok {
		return m.moduleHas(mod, name, a)
	}
	o, isObject := a.value("", 0).(*object)
	if ok && isObject && (o.peek(name) != nil || m.classAttr(o.cls, name) != nil) {
		return constant{true}
	}
	return m.unknownCall(a, "hasattr")
}

// isInstance is isinstance(x, class) and isinstance(x, (class, class)).
func (m *machine) isInstance(a *args) value {
	classes := []value{orNone(a.value("", 1))}
	if l, ok := classes[0].(*list); ok {
		classes = nil
		for _, e := range l.elts {
			classes = append(classes, e.v)
		}
	}
	open := false
	for _, c := range classes {
		truth, known := m.isOf(a.value("", 0), c)
		if truth && known {
			return constant{true}
		}
		open = open || !known
	}
	if open || len(classes) == 0 {
		return m.unknownCall(a, "isinstance")
	}
	return constant{false}
}

func scopeDict(m *machine, e *env) *dict {
	d := newDict(m.conds)
	for _, n := range e.names {
		if v := e.vars[n].v; v != nil {
			m.put(d, str(n), v, manifestPosition{})
		}
	}
	return d
}
