package python

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

func (m *machine) defaults(ps []syntax.Param) map[string]value {
	var out map[string]value
	for _, p := range ps {
		if p.Default == nil {
			continue
		}
		if out == nil {
			out = map[string]value{}
		}
		out[p.Name] = m.eval(p.Default)
	}
	return out
}

// defineFunction makes the function and applies its decorators, the one
// nearest to it first.
func (m *machine) defineFunction(s *syntax.FuncDef) value {
	f := &function{def: s, env: m.frame.env, mod: m.frame.mod, qual: m.qualified(s.Name), defaults: m.defaults(s.Params)}
	if m.frame.env.class {
		f.cls = m.frame.env.owner
		f.env = m.frame.env.parent
	}
	m.functions = append(m.functions, f)
	var v value = f
	for i := len(s.Decorators) - 1; i >= 0; i-- {
		v = m.decorate(s.Decorators[i], v)
	}
	return v
}

func (m *machine) decorate(d syntax.Expr, v value) value {
	if f, ok := v.(*function); ok {
		if n, ok := d.(*syntax.Name); ok && m.frame.env.find(n.Id) == nil {
			switch n.Id {
			case "staticmethod":
				f.static = true
				return f
			case "classmethod":
				f.classmethod = true
				return f
			case "property":
				f.property = true
				return f
			}
		}
		if a, ok := d.(*syntax.Attr); ok && (a.Name == "setter" || a.Name == "deleter" || a.Name == "getter") {
			return m.propertyPart(a, f)
		}
	}
	dec := m.eval(d)
	switch dec := dec.(type) {
	case *unknown:
		return v // an unknown decorator is taken to give back what it is given
	case *class:
		if dec.sdk != "" {
			return v
		}
	}
	a := &args{pos: m.here(d), list: []arg{{v: v, pos: m.here(d)}}}
	out := m.call(dec, a)
	if _, lost := out.(*unknown); lost {
		return v
	}
	if _, none := out.(noneValue); none {
		return v
	}
	return out
}

// propertyPart is @name.setter and its like: the property stays what it is.
func (m *machine) propertyPart(a *syntax.Attr, f *function) value {
	getter, ok := m.eval(a.X).(*function)
	if !ok || !getter.property || a.Name == "getter" {
		return f
	}
	p := *getter
	if a.Name == "setter" {
		p.setter = f
	}
	return &p
}

func (m *machine) defineClass(s *syntax.ClassDef) value {
	c := &class{name: s.Name, qual: m.qualified(s.Name), mod: m.frame.mod, def: s}
	for _, b := range s.Bases {
		v := m.baseClass(b.Value)
		if b.Name != "" {
			continue
		}
		c.bases = append(c.bases, v)
		if _, ok := v.(*class); !ok {
			f, ok := v.(*builtin)
			c.open = c.open || !ok || f.name != "str" && f.name != "int"
		}
	}
	e := newEnv(m.frame.env, c.qual, 1)
	e.class, e.owner = true, c
	c.attrs = e
	saved := m.frame
	m.frame = &frame{env: e, mod: saved.mod, base: m.conds, caller: saved}
	m.block(s.Body)
	m.frame = saved
	return m.finishClass(c, s)
}

// baseClass evaluates a base class; those of Python itself are classes too.
func (m *machine) baseClass(e syntax.Expr) value {
	if n, ok := e.(*syntax.Name); ok && m.frame.env.find(n.Id) == nil {
		if c := m.libraryClass("builtins." + n.Id); c != nil {
			return c
		}
	}
	return m.eval(e)
}

// newObject makes an empty instance.
func (m *machine) newObject(c *class, pos manifest.Position) *object {
	o := &object{cls: c, attrs: map[string]*cell{}, pos: pos, conds: m.conds, how: manifest.FromLiteral, at: m.steps, assumed: m.guess > 0}
	if m.frame != nil {
		o.mod = m.frame.mod
		if m.frame.fn != nil {
			o.owner = m.frame.fn.qual
			o.how = manifest.FromFactory
			if m.calls <= 1 && m.frame.fn.self == nil && !m.frame.fn.returns() {
				o.how = manifest.FromLiteral
			}
		}
		if m.frame.making != "" {
			o.how = m.frame.making
		}
	}
	return o
}

// returns reports whether the function gives something back at its end, so
// that it may be a factory.
func (f *function) returns() bool {
	if f.def == nil {
		return true
	}
	for _, s := range f.def.Body {
		if r, ok := s.(*syntax.Return); ok && r.X != nil {
			return true
		}
	}
	return false
}

// instantiate calls a class.
func (m *machine) instantiate(c *class, a *args) value {
	if c.sdk != "" {
		return m.newSDK(c, a)
	}
	if m.calls >= maxCalls {
		return &unknown{why: "calls nest too deeply", pos: a.pos}
	}
	if c.extends("typing.TypedDict", "typing_extensions.TypedDict") {
		return dictCall(m, a)
	}
	if c.enumKind() != "" && len(c.members) > 0 {
		return m.memberOf(c, a)
	}
	if v, made := m.newInstance(c, a); made {
		if o, ok := v.(*object); ok && o.cls == c {
			if init := m.method(o, "__init__"); init != nil {
				m.callFunction(init, a)
			}
		}
		return v
	}
	o := m.newObject(c, a.pos)
	if c.first == nil {
		c.first = o
	}
	if sdk := c.sdkBase(); sdk == "Agent" || sdk == "RealtimeAgent" || sdk == "SandboxAgent" {
		o.how = manifest.FromSubclass
		m.newAgent(o)
	}
	if init, ok := m.classAttr(c, "__init__").(*function); ok {
		bound := *init
		bound.self = o
		m.callFunction(&bound, a)
	} else if base := c.sdkClass(); base != nil {
		m.classDefaults(o)
		m.initSDK(o, base, a)
	} else {
		m.initFields(o, c, a)
	}
	if post, ok := m.classAttr(c, "__post_init__").(*function); ok {
		bound := *post
		bound.self = o
		m.callFunction(&bound, &args{pos: a.pos})
	}
	if c.open && len(o.gaps) == 0 {
		o.gaps = append(o.gaps, gap{why: "a base class of " + c.name + " is not among the sources", pos: a.pos})
	}
	return o
}

// sdkClass is the SDK class among the bases, or nil.
func (c *class) sdkClass() *class {
	for _, k := range c.linear() {
		if k.sdk != "" {
			return k
		}
	}
	return nil
}

// classDefaults copies class attributes that are fields of an SDK class, as a
// dataclass does with its defaults.
func (m *machine) classDefaults(o *object) {
	for _, f := range agentFields("Agent") {
		if v := m.classAttr(o.cls, f); v != nil {
			if _, method := v.(*function); !method {
				m.set(o.cell(f), v)
			}
		}
	}
}

// initFields sets attributes as a dataclass or pydantic model would.
func (m *machine) initFields(o *object, c *class, a *args) {
	var fields []field
	order := c.linear()
	for i := len(order) - 1; i >= 0; i-- {
		for _, f := range order[i].fields {
			known := false
			for _, g := range fields {
				known = known || g.name == f.name
			}
			if !known {
				fields = append(fields, f)
			}
		}
	}
	given := map[string]bool{}
	for i, f := range fields {
		if x := a.find(f.name, i); x != nil {
			m.set(o.cell(f.name), m.fieldValue(c, f, x.v))
			given[f.name] = true
			continue
		}
		if d := m.fieldDefault(m.classAttr(c, f.name), a); d != nil {
			m.set(o.cell(f.name), m.perhapsDefault(m.ownDefault(c, d, a.pos), f.name, c, a))
		} else if a.unknownRest {
			m.set(o.cell(f.name), &unknown{why: a.why, pos: a.pos})
		}
	}
	for _, x := range a.named {
		if !given[x.name] {
			m.set(o.cell(x.name), x.v)
		}
	}
	o.gaps = append(o.gaps, a.gaps...)
}

// perhapsDefault is the default of a field, or what sets the field instead: an
// argument that is not known, or the environment. Texts of settings are taken
// at their defaults, because names of models, hosts and the like decide little.
func (m *machine) perhapsDefault(d value, name string, c *class, a *args) value {
	switch {
	case len(a.gaps) > 0:
		return oneOf([]alt{{d, name + " is not given"}, {&unknown{why: a.gaps[0].why, pos: a.pos}, ""}})
	case !isText(d) && c.extends("pydantic_settings.BaseSettings", "pydantic.BaseSettings"):
		return oneOf([]alt{{d, name + " is not set"}, {&unknown{why: "the environment may set " + name, pos: a.pos}, ""}})
	}
	return d
}

// fieldDefault resolves field(default=...) and field(default_factory=...).
func (m *machine) fieldDefault(v value, a *args) value {
	o, ok := v.(*object)
	if !ok || o.cls != fieldClass {
		return v
	}
	if d := o.peek("default"); d != nil {
		return d
	}
	if f := o.peek("default_factory"); f != nil {
		return m.call(f, &args{pos: a.pos})
	}
	return nil
}

// fieldClass marks the result of dataclasses.field and pydantic.Field.
var fieldClass = &class{name: "field"}
