package python

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// What Python calls while a class is made, and what a class says about the
// making and the attributes of its instances.

// finishClass tells the attributes their names and the bases of their new
// subclass, and applies the decorators of the program.
func (m *machine) finishClass(c *class, s *syntax.ClassDef) value {
	m.makeMembers(c)
	m.announce(c, s.Bases)
	var v value = c
	for i := len(s.Decorators) - 1; i >= 0; i-- {
		d := m.eval(s.Decorators[i]) // dataclass and the like leave the class as it is
		switch d.(type) {
		case *function, *object:
		default:
			continue
		}
		pos := m.here(s.Decorators[i])
		switch out := m.call(d, &args{pos: pos, list: []arg{{v: v, pos: pos}}}).(type) {
		case *class, *object:
			v = out
		}
	}
	return v
}

// announce calls __set_name__ of the attributes and __init_subclass__ of the
// bases.
func (m *machine) announce(c *class, bases []syntax.Arg) {
	pos := m.here(c.def)
	for _, name := range c.attrs.names[:len(c.attrs.names):len(c.attrs.names)] {
		o, ok := c.attrs.vars[name].v.(*object)
		if !ok || o.cls == c {
			continue
		}
		if fn := m.method(o, "__set_name__"); fn != nil {
			m.callFunction(fn, &args{pos: pos, list: []arg{{v: c, pos: pos}, {v: str(name), pos: pos}}})
		}
	}
	for _, b := range c.bases {
		if base, ok := b.(*class); ok && base.mod != nil && len(base.subs) < maxElements {
			base.subs = append(base.subs, elt{v: c, pos: pos, conds: m.conds, how: manifest.FromVariable})
		}
	}
	a := &args{pos: pos}
	for _, b := range bases {
		if b.Name != "" && b.Name != "metaclass" {
			a.named = append(a.named, arg{b.Name, m.eval(b.Value), m.here(b.Value), b.Value})
		}
	}
	for _, b := range c.bases {
		base, ok := b.(*class)
		if !ok {
			continue
		}
		if fn, ok := m.classAttr(base, "__init_subclass__").(*function); ok {
			bound := *fn
			bound.self, bound.classmethod = c, true
			m.callFunction(&bound, a)
			return
		}
	}
}

// method is a method of the object's class, bound to it, or nil.
func (m *machine) method(o *object, name string) *function {
	fn, ok := m.classAttr(o.cls, name).(*function)
	if !ok {
		return nil
	}
	bound := *fn
	bound.self = o
	return &bound
}

// fromDescriptor asks a descriptor for the attribute that it stands for. o is nil
// where the class itself is asked.
func (m *machine) fromDescriptor(v value, o *object, c *class, pos manifest.Position) (value, bool) {
	d, ok := v.(*object)
	if !ok || d.tool != nil || d.isAgent() {
		return nil, false
	}
	get := m.method(d, "__get__")
	if get == nil {
		return nil, false
	}
	var holder value = noneValue{}
	if o != nil {
		holder = o
	}
	return m.callFunction(get, &args{pos: pos, list: []arg{{v: holder, pos: pos}, {v: c, pos: pos}}}), true
}

// newInstance calls the class's own __new__, where it has one: the instance is what
// that gives, and ok tells whether it is one of the class.
func (m *machine) newInstance(c *class, a *args) (v value, ok bool) {
	fn, found := m.classAttr(c, "__new__").(*function)
	if !found || m.recursive(fn) {
		return nil, false
	}
	free := *fn
	free.static, free.self = true, nil
	b := *a
	b.list = append([]arg{{v: c, pos: a.pos}}, a.list...)
	return m.callFunction(&free, &b), true
}

// bareInstance is object.__new__(cls).
func (m *machine) bareInstance(fallback *class, a *args) value {
	c, ok := orNone(a.value("cls", 0)).(*class)
	if !ok {
		c = fallback
	}
	o := m.newObject(c, a.pos)
	if c.first == nil {
		c.first = o
	}
	return o
}

// typeCall is type(x), and type(name, bases, attributes), which makes a class.
func typeCall(m *machine, a *args) value {
	if len(a.list) == 1 {
		if o, ok := a.list[0].v.(*object); ok {
			return o.cls
		}
		return m.unknownCall(a, "type")
	}
	name, known := only(orNone(a.value("", 0)))
	bases, isList := a.value("", 1).(*list)
	attrs, isDict := a.value("", 2).(*dict)
	if !known || !isList || !isDict {
		return m.unknownCall(a, "type")
	}
	c := &class{name: name, qual: m.qualified(name), mod: m.frame.mod, def: &syntax.ClassDef{Name: name}}
	c.open = len(bases.gaps) > 0
	for _, b := range bases.elts {
		c.bases = append(c.bases, b.v)
		_, ok := b.v.(*class)
		c.open = c.open || !ok
	}
	c.attrs = newEnv(m.frame.env, c.qual, 1)
	c.attrs.class, c.attrs.owner = true, c
	for _, e := range attrs.entries {
		k, ok := only(e.key)
		if !ok || e.cell.v == nil {
			continue
		}
		v := e.cell.v
		if fn, ok := v.(*function); ok && fn.cls == nil {
			own := *fn
			own.cls = c
			v = &own
		}
		m.set(c.attrs.bind(k), v)
	}
	m.announce(c, nil)
	return c
}

// dispatchClass marks the result of functools.singledispatch.
var dispatchClass = &class{name: "singledispatch"}

// dispatchCall is functools.singledispatch(f).
func dispatchCall(m *machine, a *args) value {
	f, ok := a.value("func", 0).(*function)
	if !ok {
		return m.unknownCall(a, "singledispatch")
	}
	o := m.newObject(dispatchClass, a.pos)
	m.set(o.cell("default"), f)
	m.set(o.cell("cases"), &list{kind: syntax.ListKind, conds: m.conds})
	return o
}

// register is f.register, bare or with the type.
func (m *machine) register(o *object) value {
	add := func(class, fn value, pos manifest.Position) {
		if l, ok := o.peek("cases").(*list); ok {
			m.appendTo(l, elt{v: pair(m, pos, class, fn), pos: pos})
		}
	}
	return &builtin{name: "register", call: func(m *machine, a *args) value {
		first := orNone(a.value("cls", 0))
		if f, ok := first.(*function); ok { // the type stands at the first parameter
			if ps := f.params(); len(ps) > 0 && ps[0].Ann != nil {
				saved := m.frame
				m.frame = &frame{env: f.env, mod: f.mod}
				class := m.eval(ps[0].Ann)
				m.frame = saved
				add(class, f, a.pos)
			}
			return f
		}
		if f := a.value("func", 1); f != nil {
			add(first, f, a.pos)
			return f
		}
		return &builtin{name: "register(...)", call: func(m *machine, b *args) value {
			f := orNone(b.value("", 0))
			add(first, f, a.pos)
			return f
		}}
	}}
}

// dispatch calls the function for the type of the first argument. Where that
// is open, each may be called.
func (m *machine) dispatch(o *object, a *args) value {
	l, ok := o.peek("cases").(*list)
	var subject value
	if len(a.list) > 0 {
		subject = a.list[0].v
	}
	var open []alt
	for i := 0; ok && i < len(l.elts); i++ {
		p, isPair := l.elts[len(l.elts)-1-i].v.(*list)
		if !isPair || len(p.elts) != 2 {
			continue
		}
		switch t, known := m.isOf(subject, p.elts[0].v); {
		case t && known && len(open) == 0:
			return m.call(p.elts[1].v, a)
		case !known || t:
			open = append(open, alt{p.elts[1].v, "the argument is of that type"})
		}
	}
	if len(open) == 0 {
		return m.call(orNone(o.peek("default")), a)
	}
	return m.call(oneOf(append(open, alt{o.peek("default"), "the argument is of no other type"})), a)
}
