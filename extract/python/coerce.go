package python

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// Pydantic turns what a field is given into what its annotation says: a
// dictionary into the model, a text into the member of an enumeration. The
// fields of a model copy their defaults.

// isModel tells pydantic's models.
func (c *class) isModel() bool {
	return c.extends("pydantic.BaseModel", "pydantic.BaseSettings", "pydantic_settings.BaseSettings")
}

// fieldValue is what a field of an instance of c holds when it is given v.
func (m *machine) fieldValue(c *class, f field, v value) value {
	if f.ann == nil || !c.isModel() {
		return v
	}
	for _, k := range c.linear() {
		for _, g := range k.fields {
			if g.ann == f.ann && k.attrs != nil {
				s := &schemas{m: m, env: k.attrs, mod: k.mod}
				return s.coerced(f.ann, v, 0)
			}
		}
	}
	return v
}

// ownDefault is a field's default as an instance has it.
func (m *machine) ownDefault(c *class, v value, pos manifest.Position) value {
	if !c.isModel() {
		return v
	}
	switch x := v.(type) {
	case *list:
		return m.copyList(x, x.kind, &args{pos: pos})
	case *dict:
		d := newDict(m.conds)
		m.update(d, x, pos)
		return d
	}
	return v
}

// coerced is v as the annotation wants it; what does not fit stays as it is.
func (s *schemas) coerced(ann syntax.Expr, v value, depth int) value {
	if depth > maxSchema || !s.m.charge(1) {
		return v
	}
	ann, _ = s.stripped(ann, 0)
	switch x := ann.(type) {
	case *syntax.Const:
		if e := quoted(x); e != nil {
			return s.coerced(e, v, depth+1)
		}
	case *syntax.Name:
		if t := s.env.typeOf(x.Id); t != nil {
			return s.in(t).coerced(t.expr, v, depth+1)
		}
		return s.m.asInstance(s.value(x), v)
	case *syntax.Attr:
		return s.m.asInstance(s.value(x), v)
	case *syntax.Binary:
		if x.Op == "|" {
			return s.anyOf(flatten(x), v, depth)
		}
	case *syntax.Index:
		return s.contents(x, v, depth)
	}
	return v
}

// contents coerces what a container holds.
func (s *schemas) contents(x *syntax.Index, v value, depth int) value {
	in := arguments(x)
	switch s.typeName(x.X) {
	case "Optional", "Union":
		return s.anyOf(in, v, depth)
	case "list", "List", "Sequence", "Iterable", "Collection", "tuple", "Tuple", "set", "Set", "frozenset", "FrozenSet":
		l, ok := v.(*list)
		if !ok {
			return v
		}
		out := *l
		out.elts = make([]elt, len(l.elts))
		for i, e := range l.elts {
			e.v = s.coerced(in[0], e.v, depth+1)
			out.elts[i] = e
		}
		return &out
	case "dict", "Dict", "Mapping", "MutableMapping":
		d, ok := v.(*dict)
		if !ok || len(in) != 2 {
			return v
		}
		out := newDict(s.m.conds)
		for _, e := range d.entries {
			if e.cell.v != nil {
				s.m.put(out, s.coerced(in[0], e.key, depth+1), s.coerced(in[1], e.cell.v, depth+1), e.pos)
			}
		}
		out.gaps = append(out.gaps, d.gaps...)
		return out
	}
	return v
}

// anyOf is the first of several types that makes something of v.
func (s *schemas) anyOf(types []syntax.Expr, v value, depth int) value {
	for _, t := range types {
		if out := s.coerced(t, v, depth+1); !same(out, v) {
			return out
		}
	}
	return v
}

// asInstance makes an instance of a class from what stands for it in data.
func (m *machine) asInstance(kind, v value) value {
	c, ok := kind.(*class)
	if !ok {
		return v
	}
	switch x := v.(type) {
	case *dict:
		if c.isModel() {
			return m.modelOf(c, x, &args{pos: m.here(c.def)}, 0)
		}
	case *text, constant:
		if o := c.member(x); o != nil && c.enumKind() != "" {
			return o
		}
	}
	return v
}
