package python

import (
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// cutText is partition and rpartition of a known text.
func cutText(m *machine, s, name string, a *args) value {
	sep, ok := only(orNone(a.value("sep", 0)))
	if !ok || sep == "" {
		return m.unknownCall(a, name)
	}
	at := strings.Index(s, sep)
	if name == "rpartition" {
		at = strings.LastIndex(s, sep)
	}
	switch {
	case at >= 0:
		return pair(m, a.pos, str(s[:at]), str(sep), str(s[at+len(sep):]))
	case name == "rpartition":
		return pair(m, a.pos, str(""), str(""), str(s))
	}
	return pair(m, a.pos, str(s), str(""), str(""))
}

// splitText is split and rsplit with a separator, and as many cuts as maxsplit
// allows.
func splitText(m *machine, s, name string, a *args) value {
	sep, ok := only(orNone(a.value("sep", 0)))
	if !ok || sep == "" {
		return m.unknownCall(a, name)
	}
	limit := int64(-1)
	if v := a.value("maxsplit", 1); v != nil {
		c, _ := v.(constant)
		if limit, ok = c.v.(int64); !ok {
			return m.unknownCall(a, name)
		}
	}
	parts := strings.Split(s, sep)
	if n := int(min(limit, maxText)); n >= 0 && len(parts) > n+1 {
		if name == "split" {
			parts = append(parts[:n:n], strings.Join(parts[n:], sep))
		} else {
			keep := len(parts) - n
			parts = append([]string{strings.Join(parts[:keep], sep)}, parts[keep:]...)
		}
	}
	l := &list{kind: syntax.ListKind, conds: m.conds}
	m.charge(len(parts))
	for _, p := range parts {
		m.appendTo(l, elt{v: str(p), pos: a.pos, conds: m.conds})
	}
	return l
}

// hasEnd is startswith and endswith, of one text or a tuple of them.
func hasEnd(m *machine, s, name string, a *args) value {
	wanted := []elt{{v: orNone(a.value("", 0))}}
	if l, ok := wanted[0].v.(*list); ok && len(l.gaps) == 0 {
		wanted = l.elts
	}
	open := len(a.list) != 1
	for _, e := range wanted {
		w, ok := only(e.v)
		switch {
		case !ok || e.when != "":
			open = true
		case name == "startswith" && strings.HasPrefix(s, w), name == "endswith" && strings.HasSuffix(s, w):
			return constant{true}
		}
	}
	if open {
		return m.unknownCall(a, name)
	}
	return constant{false}
}

// getterTable lists the functions of operator that make functions.
func getterTable() map[string]native {
	getter := func(get func(m *machine, x, by value, a *args) value) native {
		return func(m *machine, a *args) value {
			by := a.list
			if len(by) == 0 || len(a.gaps) > 0 {
				return m.unknownCall(a, "a getter")
			}
			return &builtin{name: "getter", call: func(m *machine, b *args) value {
				x := orNone(b.value("", 0))
				if len(by) == 1 {
					return get(m, x, by[0].v, b)
				}
				out := &list{kind: syntax.TupleKind, conds: m.conds}
				for _, n := range by {
					m.appendTo(out, elt{v: get(m, x, n.v, b), pos: b.pos, how: manifest.FromVariable})
				}
				return out
			}}
		}
	}
	return map[string]native{
		"operator.attrgetter": getter(func(m *machine, x, by value, a *args) value {
			path, ok := only(by)
			if !ok {
				return m.unknownCall(a, "attrgetter")
			}
			for _, n := range strings.Split(path, ".") {
				x = m.attr(x, n, &syntax.Bad{})
			}
			return x
		}),
		"operator.itemgetter": getter(func(m *machine, x, by value, _ *args) value {
			return m.item(x, by, &syntax.Index{X: &syntax.Bad{}, I: &syntax.Bad{}})
		}),
		"operator.methodcaller": func(m *machine, a *args) value {
			name, ok := only(orNone(a.value("name", 0)))
			if !ok {
				return m.unknownCall(a, "methodcaller")
			}
			given := *a
			given.list = a.list[1:]
			return &builtin{name: "methodcaller", call: func(m *machine, b *args) value {
				c := given
				c.pos = b.pos
				return m.call(m.attr(orNone(b.value("", 0)), name, &syntax.Bad{}), &c)
			}}
		},
	}
}

// subclassesCall is cls.__subclasses__(): the classes that name it as a base,
// as far as they are defined by then.
func subclassesCall(c *class) value {
	return &builtin{name: "__subclasses__", call: func(m *machine, a *args) value {
		l := &list{kind: syntax.ListKind, conds: m.conds}
		m.charge(len(c.subs))
		for _, e := range c.subs {
			m.appendTo(l, e)
		}
		return l
	}}
}

// dunderImport is __import__(name, fromlist=...).
func dunderImport(m *machine, a *args) value {
	name, ok := only(orNone(a.value("name", 0)))
	if !ok || name == "" || a.value("level", 4) != nil {
		return m.unknownCall(a, "__import__")
	}
	v := m.importModule(name)
	if from, known := truthOf(orNone(a.value("fromlist", 3))); known && from {
		return v
	}
	head, _, _ := strings.Cut(name, ".")
	return m.importModule(head)
}
