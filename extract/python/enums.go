package python

import (
	"strings"

	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// An enumeration's members are objects with name and value. Where the class
// mixes in str, a member is also its text: see asText.

// enumKind is the name of the enumeration class that c extends, or empty.
func (c *class) enumKind() string {
	for _, k := range c.linear() {
		if kind, ok := strings.CutPrefix(k.lib, "enum."); ok && kind != "auto" {
			return kind
		}
	}
	return ""
}

// makeMembers turns the values of an enumeration's body into members, as its
// metaclass does when the class is made.
func (m *machine) makeMembers(c *class) {
	kind := c.enumKind()
	if kind == "" {
		return
	}
	var last []value
	for _, name := range c.attrs.names {
		cell := c.attrs.vars[name]
		if strings.HasPrefix(name, "_") || cell.v == nil || !isMemberValue(cell.v) {
			continue
		}
		v := m.memberValue(c, kind, name, cell.v, last)
		last = append(last, v)
		if o := c.member(v); o != nil { // a second name of the same member
			m.set(cell, o)
			continue
		}
		o := m.newObject(c, m.here(c.def))
		m.set(o.cell("name"), str(name))
		m.set(o.cell("_value_"), v)
		m.set(o.cell("value"), v)
		c.members = append(c.members, o)
		m.set(cell, o)
	}
	m.initMembers(c)
}

// initMembers calls an enumeration's own constructor with each value.
func (m *machine) initMembers(c *class) {
	init, ok := m.classAttr(c, "__init__").(*function)
	if !ok {
		return
	}
	for _, o := range c.members {
		bound := *init
		bound.self = o
		a := &args{pos: o.pos}
		if l, ok := o.peek("value").(*list); ok {
			m.spread(a, l, o.pos)
		} else {
			a.list = []arg{{v: o.peek("value"), pos: o.pos}}
		}
		m.callFunction(&bound, a)
	}
}

func isMemberValue(v value) bool {
	switch v.(type) {
	case *function, *class, *builtin, *module, *namespace:
		return false
	}
	return true
}

// memberValue resolves auto(): the lower-case name for StrEnum, else a number.
func (m *machine) memberValue(c *class, kind, name string, v value, last []value) value {
	o, ok := v.(*object)
	if !ok || o.cls.lib != "enum.auto" {
		return v
	}
	count := int64(len(last))
	if next, ok := m.classAttr(c, "_generate_next_value_").(*function); ok {
		l := &list{kind: syntax.ListKind}
		for _, x := range last {
			l.elts = append(l.elts, elt{v: x})
		}
		free := *next
		free.self = nil
		return m.callFunction(&free, &args{pos: o.pos, list: []arg{{v: str(name)}, {v: constant{int64(1)}}, {v: constant{count}}, {v: l}}})
	}
	switch {
	case kind == "StrEnum":
		return str(strings.ToLower(name))
	case strings.HasSuffix(kind, "Flag"):
		return constant{int64(1) << min(count, 62)}
	}
	if count > 0 {
		if c, ok := last[count-1].(constant); ok {
			if n, ok := c.v.(int64); ok {
				return constant{n + 1}
			}
		}
	}
	return constant{count + 1}
}

// member finds the member with a value, or nil.
func (c *class) member(v value) *object {
	k, ok := keyText(v)
	if !ok {
		return nil
	}
	for _, o := range c.members {
		if w, ok := keyText(o.peek("value")); ok && w == k {
			return o
		}
	}
	return nil
}

// memberOf is Class(value): the member, or any of them when it is open which.
func (m *machine) memberOf(c *class, a *args) value {
	v := a.value("value", 0)
	var alts []alt
	for _, p := range alternatives(orNone(v)) {
		if o, ok := p.v.(*object); ok && o.cls == c {
			alts = append(alts, alt{o, p.when})
		} else if o := c.member(p.v); o != nil {
			alts = append(alts, alt{o, p.when})
		} else if _, known := keyText(p.v); !known {
			alts = append(alts, c.anyMember()...)
		}
	}
	if out := oneOf(alts); out != nil {
		return out
	}
	return m.unknownCall(a, c.name)
}

// memberNamed is Class[name].
func (m *machine) memberNamed(c *class, key value, e *syntax.Index) value {
	if s, ok := only(key); ok {
		if v := m.classAttr(c, s); v != nil {
			return v
		}
		return m.unknownAt(e, "%s has no member %s", c.name, s)
	}
	if v := oneOf(c.anyMember()); v != nil {
		return v
	}
	return m.unknownAt(e, "%s is computed when the program runs", m.source(e))
}

func (c *class) anyMember() []alt {
	alts := make([]alt, 0, len(c.members))
	for _, o := range c.members {
		name, _ := only(o.peek("name"))
		alts = append(alts, alt{o, c.name + "." + name})
	}
	return alts
}

// memberList is the enumeration as a sequence.
func (m *machine) memberList(c *class) *list {
	l := &list{kind: syntax.ListKind, conds: m.conds}
	for _, o := range c.members {
		l.elts = append(l.elts, elt{v: o, pos: o.pos, conds: m.conds})
	}
	m.charge(len(l.elts))
	return l
}

// memberDict is Class.__members__.
func (m *machine) memberDict(c *class) *dict {
	d := newDict(m.conds)
	for _, o := range c.members {
		m.put(d, o.peek("name"), o, o.pos)
	}
	return d
}

// asText is a string, or a member of an enumeration that is a string too.
func asText(v value) (*text, bool) {
	switch x := v.(type) {
	case *text:
		return x, true
	case *object:
		if len(x.cls.bases) == 0 || x.cls.enumKind() == "" {
			return nil, false
		}
		t, ok := x.peek("value").(*text)
		return t, ok && x.cls.mixesText()
	}
	return nil, false
}

func (c *class) mixesText() bool {
	for _, k := range c.linear() {
		if k.lib == "enum.StrEnum" {
			return true
		}
		for _, b := range k.bases {
			if f, ok := b.(*builtin); ok && f.name == "str" {
				return true
			}
		}
	}
	return false
}

// shown is the value as str() and f-strings show it, where that is known.
// Python before 3.11 showed a member that is a string as its value.
func (m *machine) shown(v value) (string, bool) {
	o, ok := v.(*object)
	if !ok {
		return plainText(v)
	}
	if fn, ok := m.classAttr(o.cls, "__str__").(*function); ok {
		bound := *fn
		bound.self = o
		return only(m.callFunction(&bound, &args{pos: o.pos}))
	}
	switch o.cls.enumKind() {
	case "":
		return "", false
	case "StrEnum", "IntEnum", "IntFlag":
		return plainText(o.peek("value"))
	}
	name, ok := only(o.peek("name"))
	return o.cls.name + "." + name, ok
}
