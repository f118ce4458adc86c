package python

import (
	"strings"

	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// libraryClasses are classes of other packages that programs extend or use
// and of which everything that matters here is known. The value tells whether
// an instance is a sequence of its fields.
var libraryClasses = map[string]bool{
	"enum.Enum": false, "enum.StrEnum": false, "enum.IntEnum": false, "enum.Flag": false, "enum.IntFlag": false, "enum.auto": false,
	"abc.ABC": false, "typing.Generic": false, "typing.Protocol": false, "typing.TypedDict": false, "typing.NamedTuple": true,
	"typing_extensions.TypedDict": false, "typing_extensions.Protocol": false, "typing_extensions.NamedTuple": true,
	"pydantic.BaseModel": false, "pydantic.BaseSettings": false, "pydantic_settings.BaseSettings": false, "types.SimpleNamespace": false, "builtins.object": false, "builtins.Exception": false,
	"contextlib.AsyncExitStack": false, "contextlib.ExitStack": false,
}

// libraryClass returns the one class value for such a class, or nil.
func (m *machine) libraryClass(full string) *class {
	if _, ok := libraryClasses[full]; !ok {
		return nil
	}
	c := m.libClasses[full]
	if c == nil {
		name := full[strings.LastIndexByte(full, '.')+1:]
		c = &class{name: name, lib: full, qual: full, attrs: newEnv(nil, name, 1)}
		m.libClasses[full] = c
	}
	return c
}

// extends reports whether the class is, or extends, the library's.
func (c *class) extends(names ...string) bool {
	for _, k := range c.linear() {
		for _, n := range names {
			if k.lib == n {
				return true
			}
		}
	}
	return false
}

// sequenceOf is a value as a list, where it is a sequence that is no list: an
// enumeration, a named tuple, an object with __iter__.
func (m *machine) sequenceOf(v value) (*list, bool) {
	switch x := v.(type) {
	case *class:
		if x.enumKind() != "" {
			return m.memberList(x), true
		}
	case *object:
		if x.cls.isTuple() {
			return m.fieldList(x), true
		}
		if fn, ok := m.classAttr(x.cls, "__iter__").(*function); ok {
			bound := *fn
			bound.self = x
			l, ok := m.call(&bound, &args{pos: x.pos}).(*list)
			return l, ok
		}
	}
	return nil, false
}

func (c *class) isTuple() bool {
	for _, k := range c.linear() {
		if libraryClasses[k.lib] {
			return true
		}
	}
	return false
}

// fieldList is a named tuple as a tuple.
func (m *machine) fieldList(o *object) *list {
	l := &list{kind: syntax.TupleKind, conds: m.conds}
	for _, f := range o.cls.fields {
		v := o.peek(f.name)
		if v == nil {
			v = &unknown{why: "field " + f.name + " of " + o.cls.name + " is not known", pos: o.pos}
		}
		l.elts = append(l.elts, elt{v: v, pos: o.pos, conds: m.conds})
	}
	return l
}

// namedTupleCall is collections.namedtuple(name, fields).
func namedTupleCall(m *machine, a *args) value {
	name, ok := only(orNone(a.value("typename", 0)))
	if !ok {
		return m.unknownCall(a, "namedtuple")
	}
	c := &class{name: name, qual: m.qualified(name), mod: m.frame.mod, bases: []value{m.libraryClass("typing.NamedTuple")}}
	c.attrs = newEnv(nil, name, 1)
	var names []string
	switch x := a.value("field_names", 1).(type) {
	case *text:
		names = strings.Fields(strings.ReplaceAll(x.s, ",", " "))
	case *list:
		for _, e := range x.elts {
			s, ok := only(e.v)
			if !ok {
				return m.unknownCall(a, "namedtuple")
			}
			names = append(names, s)
		}
	default:
		return m.unknownCall(a, "namedtuple")
	}
	for _, n := range names {
		c.fields = append(c.fields, field{name: n})
	}
	if d, ok := a.value("defaults", -1).(*list); ok {
		for i := range d.elts {
			if at := len(names) - len(d.elts) + i; at >= 0 {
				m.set(c.attrs.bind(names[at]), d.elts[i].v)
			}
		}
	}
	return c
}

// defaultDictCall is collections.defaultdict(factory, ...).
func defaultDictCall(m *machine, a *args) value {
	d := newDict(m.conds)
	if len(a.list) > 0 {
		if _, none := a.list[0].v.(noneValue); !none {
			d.factory = a.list[0].v
		}
		for _, x := range a.list[1:] {
			m.update(d, x.v, x.pos)
		}
	}
	for _, x := range a.named {
		m.put(d, str(x.name), x.v, x.pos)
	}
	return d
}

// asDictCall is dataclasses.asdict, vars and the like: fields by name. Nested
// records become dictionaries where deep is set.
func asDictCall(deep bool) native {
	return func(m *machine, a *args) value {
		o, ok := a.value("", 0).(*object)
		if !ok {
			return m.unknownCall(a, "asdict")
		}
		return m.asDict(o, deep, 0)
	}
}

func (m *machine) asDict(o *object, deep bool, depth int) *dict {
	d := newDict(m.conds)
	for _, n := range o.names {
		v := o.peek(n)
		if v == nil {
			continue
		}
		if deep && depth < 8 {
			v = m.plainCopy(v, depth)
		}
		m.put(d, str(n), v, o.pos)
	}
	for _, g := range o.gaps {
		d.gaps = append(d.gaps, gap{why: g.why, pos: g.pos, conds: m.conds})
	}
	return d
}

func (m *machine) plainCopy(v value, depth int) value {
	switch x := v.(type) {
	case *object:
		if x.cls.sdkBase() == "" && x.tool == nil && len(x.cls.fields) > 0 {
			return m.asDict(x, true, depth+1)
		}
	case *list:
		out := &list{kind: x.kind, conds: m.conds, gaps: x.gaps}
		m.charge(len(x.elts))
		for _, e := range x.elts {
			e.when, e.conds = both(e.when, e.conds.beyond(x.conds)), m.conds
			e.v = m.plainCopy(e.v, depth+1)
			m.appendTo(out, e)
		}
		return out
	}
	return v
}

// recordMethod is a method that pydantic models and named tuples give their
// instances, or nil.
func recordMethod(o *object, name string) value {
	switch name {
	case "model_dump", "dict", "_asdict":
		if o.cls.extends("pydantic.BaseModel", "pydantic_settings.BaseSettings") || o.cls.isTuple() {
			return &builtin{name: name, call: func(m *machine, a *args) value { return m.asDict(o, name != "_asdict", 0) }}
		}
	case "_replace", "model_copy":
		return &builtin{name: name, call: func(m *machine, a *args) value {
			c := m.cloneObject(o, a, "clone")
			for _, x := range a.named {
				if d, ok := x.v.(*dict); ok && name == "model_copy" && x.name == "update" {
					b := &args{}
					m.spreadNames(b, d, x.pos)
					for _, y := range b.named {
						m.set(c.cell(y.name), y.v)
					}
				} else if name == "_replace" {
					m.set(c.cell(x.name), x.v)
				}
			}
			return c
		}}
	case "enter_context", "enter_async_context":
		if o.cls.extends("contextlib.AsyncExitStack", "contextlib.ExitStack") {
			return &builtin{name: name, call: func(m *machine, a *args) value {
				if x := a.find("cm", 0); x != nil {
					return m.enterContext(x.v, x.expr)
				}
				return noneValue{}
			}}
		}
	}
	return nil
}
