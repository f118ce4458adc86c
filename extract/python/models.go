package python

// modelMethod is a class method that pydantic gives its models, or nil.
func modelMethod(c *class, name string) value {
	if !c.extends("pydantic.BaseModel", "pydantic_settings.BaseSettings") {
		return nil
	}
	switch name {
	case "model_validate", "parse_obj", "model_construct":
		return &builtin{name: name, call: func(m *machine, a *args) value {
			if name == "model_construct" {
				return m.instantiate(c, a)
			}
			return m.modelOf(c, orNone(a.value("obj", 0)), a, 0)
		}}
	case "model_validate_json", "parse_raw":
		return &builtin{name: name, call: func(m *machine, a *args) value {
			v := loadsCall("json")(m, &args{pos: a.pos, list: a.list})
			return m.modelOf(c, v, a, 0)
		}}
	}
	return nil
}

// modelOf makes a model of a dictionary; dictionaries in fields that are
// models become models too.
func (m *machine) modelOf(c *class, v value, a *args, depth int) value {
	switch x := v.(type) {
	case *object:
		return x
	case *dict:
		b := &args{pos: a.pos, node: a.node}
		m.spreadNames(b, x, a.pos)
		for i := range b.named {
			b.named[i].v = m.fieldOf(c, b.named[i].name, b.named[i].v, a, depth)
		}
		return m.instantiate(c, b)
	case *unknown:
		return x
	}
	return m.unknownCall(a, c.name+".model_validate")
}

// fieldOf turns what is given for a field into what its annotation says.
func (m *machine) fieldOf(c *class, name string, v value, a *args, depth int) value {
	for _, f := range c.allFields() {
		if f.name != name || f.ann == nil || depth > 20 {
			continue
		}
		s := &schemas{m: m, env: f.cls.attrs, mod: f.cls.mod}
		k := s.modelIn(f.ann, 0)
		if k == nil {
			return v
		}
		switch x := v.(type) {
		case *dict:
			return m.modelOf(k, x, a, depth+1)
		case *list:
			out := &list{kind: x.kind, conds: m.conds, gaps: x.gaps}
			for _, e := range x.elts {
				if d, ok := e.v.(*dict); ok && m.charge(1) {
					e.v = m.modelOf(k, d, a, depth+1)
				}
				m.appendTo(out, e)
			}
			return out
		}
	}
	return v
}
