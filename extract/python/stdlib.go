package python

import (
	"math"
	"strconv"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// standardTable lists functions of Python's library that make names, tables
// and choices of known values.
func standardTable() map[string]native {
	return map[string]native{
		"typing.get_args": getArgsCall, "typing_extensions.get_args": getArgsCall,
		"contextvars.ContextVar": contextVarCall,
	}
}

// getArgsCall is typing.get_args: the values of a Literal.
func getArgsCall(m *machine, a *args) value {
	x := a.find("tp", 0)
	if x == nil || x.expr == nil {
		return m.unknownCall(a, "get_args")
	}
	t := &typeRef{x.expr, m.frame.env, m.frame.mod}
	if n, ok := x.expr.(*syntax.Name); ok {
		if known := m.frame.env.typeOf(n.Id); known != nil {
			t = known
		}
	}
	s := &schemas{m: m, env: t.env, mod: t.mod}
	i, ok := t.expr.(*syntax.Index)
	if !ok || s.typeName(i.X) != "Literal" {
		return m.unknownCall(a, "get_args")
	}
	out := &list{kind: syntax.TupleKind, conds: m.conds}
	for _, v := range s.literals(arguments(i), 0) {
		var e value
		switch v := v.(type) {
		case string:
			e = str(v)
		case bool:
			e = constant{v}
		case float64:
			e = constant{v}
			if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
				e = constant{int64(v)}
			}
		default:
			e = m.unknownCall(a, "get_args")
		}
		m.appendTo(out, elt{v: e, pos: a.pos, how: manifest.FromVariable})
	}
	return out
}

// fromKeys is dict.fromkeys(keys, value).
func fromKeys(m *machine, a *args) value {
	d := newDict(m.conds)
	for _, e := range m.elements(a.value("iterable", 0)) {
		if e.when != "" {
			d.gaps = append(d.gaps, gap{why: "a key under a condition: " + e.when, pos: a.pos, conds: m.conds})
		}
		m.put(d, e.v, orNone(a.value("value", 1)), a.pos)
	}
	return d
}

// contextVarClass marks instances of contextvars.ContextVar.
var contextVarClass = &class{name: "ContextVar"}

func contextVarCall(m *machine, a *args) value {
	o := m.newObject(contextVarClass, a.pos)
	if v := a.value("default", -1); v != nil {
		m.set(o.cell("holds"), v)
	}
	return o
}

// standardMethod is a method of such an instance, or nil.
func standardMethod(o *object, name string) value {
	var call native
	switch {
	case o.cls == contextVarClass && name == "get":
		call = func(m *machine, a *args) value {
			alts := []alt{{v: o.peek("holds")}, {v: a.value("default", 0)}}
			if v := oneOf(alts); v != nil {
				return v
			}
			return &unknown{why: "a context variable is set when the program runs", pos: a.pos}
		}
	case o.cls == contextVarClass && name == "set":
		call = func(m *machine, a *args) value {
			m.set(o.cell("holds"), oneOf([]alt{{v: orNone(a.value("value", 0))}, {v: o.peek("holds")}}))
			return m.unknownCall(a, name)
		}
	default:
		return nil
	}
	return &builtin{name: name, call: call}
}

// intCall is int() of a known number or text.
func intCall(m *machine, a *args) value {
	if len(a.list) == 1 {
		switch x := a.list[0].v.(type) {
		case *text:
			if n, err := strconv.ParseInt(strings.TrimSpace(x.s), 10, 64); err == nil && len(x.gaps) == 0 {
				return constant{n}
			}
		case constant:
			if f, ok := numberOf(x); ok && math.Abs(f) < 1<<53 {
				return constant{int64(f)}
			}
		}
	}
	return m.unknownCall(a, "int")
}

// quantified is any(), or all(): open as long as no element decides.
func quantified(m *machine, a *args, name string, decides bool) value {
	open := false
	for _, e := range m.elements(a.value("", 0)) {
		truth, known := truthOf(e.v)
		switch {
		case known && truth != decides:
		case known && e.when == "":
			return constant{decides}
		default:
			open = true
		}
	}
	if open {
		return m.unknownCall(a, name)
	}
	return constant{!decides}
}
