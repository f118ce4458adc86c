package python

import (
	"slices"

	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// attr is x.name.
func (m *machine) attr(x value, name string, e syntax.Expr) value {
	switch x := x.(type) {
	case *union:
		var alts []alt
		for _, a := range x.alts {
			if _, none := a.v.(noneValue); none {
				continue
			}
			alts = append(alts, alt{m.attr(a.v, name, e), a.when})
		}
		if v := oneOf(alts); v != nil {
			return v
		}
		return m.unknownAt(e, "attribute %s of None", name)
	case *module:
		if v := m.moduleFact(x, name); v != nil {
			return v
		}
		if v := m.moduleAttr(x, name); v != nil {
			return v
		}
		return m.unknownAt(e, "module %s does not define %s", x.name, name)
	case *namespace:
		v := m.namespaceAttr(x, name)
		if u, ok := v.(*unknown); ok {
			u.pos = m.here(e)
		}
		return v
	case *object:
		return m.objectAttr(x, name, e)
	case *class:
		if v := m.classAttr(x, name); v != nil {
			if got, ok := m.fromDescriptor(v, nil, x, m.here(e)); ok {
				return got
			}
			return bindClass(v, x)
		}
		if name == "__name__" || name == "__qualname__" {
			return str(x.name)
		}
		if name == "__subclasses__" {
			return subclassesCall(x)
		}
		if v := modelMethod(x, name); v != nil {
			return v
		}
		if name == "__members__" && x.enumKind() != "" {
			return m.memberDict(x)
		}
		if sdk := x.sdkBase(); sdk != "" {
			if v := sdkMember(x, sdk, name); v != nil {
				return v
			}
			return m.unknownAt(e, "the SDK's %s.%s is known when the program runs", x.name, name)
		}
		return m.unknownAt(e, "class %s does not define %s", x.name, name)
	case *list:
		if f := listMethod(x, name); f != nil {
			return f
		}
	case *dict:
		if f := dictMethod(x, name); f != nil {
			return f
		}
	case *text:
		if x.path {
			if v := m.fileAttr(x.s, name); v != nil {
				return v
			}
			if v := m.folderAttr(x, name); v != nil {
				return v
			}
			return m.pathAttr(x, name, e)
		}
		if f := textMethod(x, name); f != nil {
			return f
		}
	case constant:
	case *function:
		if name == "__name__" && x.def != nil {
			return str(x.def.Name)
		}
		if name == "__doc__" && x.def != nil {
			return str(x.def.Doc)
		}
	case *superValue:
		return m.superAttr(x, name, e)
	case *builtin:
		if name == "__name__" {
			return str(x.name)
		}
		if x.name == "dict" && name == "fromkeys" {
			return &builtin{name: "dict.fromkeys", call: fromKeys}
		}
	case *unknown:
		return m.unknownAttr(x, name)
	case *lostList:
		return x.method(name)
	}
	return m.unknownAt(e, "attribute %s of %s", name, describe(x))
}

// unknownAttr keeps the first cause. Changes to the handoffs of an agent that
// is not known are recorded where they happen.
func (m *machine) unknownAttr(x *unknown, name string) value {
	u := *x
	if name == "handoffs" || name == "tools" && x.agent {
		return &lostList{unknown: &u, attr: name}
	}
	switch name {
	case "run", "run_sync", "run_streamed":
		return &builtin{name: name, call: func(m *machine, a *args) value { return m.maybeRun(&u, a) }}
	}
	if v := taskMethod(&u, name); v != nil {
		return v
	}
	u.agent = false
	return &u
}

// maybeRun is the method run of a value that is not known: a run, where its
// first argument is an agent.
func (m *machine) maybeRun(x *unknown, a *args) value {
	first := a.find("starting_agent", 0)
	if first != nil {
		for _, p := range alternatives(first.v) {
			if o, ok := p.v.(*object); ok && o.isAgent() {
				return runCall(m, a)
			}
		}
	}
	return x
}

// lostList is the handoffs or tools of an agent that is not known.
type lostList struct {
	*unknown
	attr string
}

// method is a method of the list: those that change it are recorded.
func (l *lostList) method(name string) value {
	switch name {
	case "append", "extend", "insert":
		return &builtin{name: name, call: func(m *machine, a *args) value {
			m.lostMutation(l.unknown, l.attr, a.pos)
			return noneValue{}
		}}
	}
	return l.unknown
}

func (m *machine) objectAttr(o *object, name string, e syntax.Expr) value {
	if v := o.peek(name); v != nil {
		return v
	}
	if v := m.classAttr(o.cls, name); v != nil {
		if got, ok := m.fromDescriptor(v, o, o.cls, m.here(e)); ok {
			return got
		}
		return m.bindTo(v, o, e)
	}
	switch {
	case o.cls == dispatchClass && name == "register":
		return m.register(o)
	case o.cls == templateClass:
		if v := m.substitute(o, name); v != nil {
			return v
		}
	case o.cls == fileClass:
		p, _ := pathOf(o)
		if v := m.fileAttr(p, name); v != nil {
			return v
		}
	}
	switch name {
	case "__class__":
		return o.cls
	case "__dict__":
		d := newDict(m.conds)
		for _, n := range o.names {
			if v := o.peek(n); v != nil {
				m.put(d, str(n), v, o.pos)
			}
		}
		return d
	}
	if sdk := o.cls.sdkBase(); sdk != "" {
		if v := sdkMethod(o, sdk, name); v != nil {
			return v
		}
	}
	if v := standardMethod(o, name); v != nil {
		return v
	}
	if v := discoveryMethod(o, name); v != nil {
		return v
	}
	if v := matchMethod(o, name); v != nil {
		return v
	}
	if v := recordMethod(o, name); v != nil {
		return v
	}
	if t, ok := asText(o); ok {
		if f := textMethod(t, name); f != nil {
			return f
		}
	}
	if len(o.gaps) > 0 {
		return &unknown{why: o.gaps[0].why, pos: m.here(e)}
	}
	if fn, ok := m.classAttr(o.cls, "__getattr__").(*function); ok {
		bound := *fn
		bound.self = o
		return m.call(&bound, &args{pos: m.here(e), list: []arg{{v: str(name)}}})
	}
	return m.unknownAt(e, "%s has no known attribute %s", describe(o), name)
}

// bindTo makes a method of a class attribute; properties are called.
func (m *machine) bindTo(v value, o *object, e syntax.Expr) value {
	fn, ok := v.(*function)
	if !ok || fn.static || fn.self != nil || fn.cls == nil {
		return v
	}
	bound := *fn
	bound.self = o
	if fn.classmethod {
		bound.self = o.cls
	}
	if fn.property {
		return m.call(&bound, &args{pos: m.here(e)})
	}
	return &bound
}

// bindClass binds class methods.
func bindClass(v value, c *class) value {
	if fn, ok := v.(*function); ok && fn.classmethod && fn.self == nil {
		bound := *fn
		bound.self = c
		return &bound
	}
	return v
}

// classAttr looks the name up along the bases, or returns nil.
func (m *machine) classAttr(c *class, name string) value {
	for _, k := range c.linear() {
		if k.attrs == nil {
			continue
		}
		if cell := k.attrs.vars[name]; cell != nil && cell.v != nil {
			return cell.v
		}
	}
	return nil
}

// linear lists the class and its bases, depth first; cycles end.
func (c *class) linear() []*class {
	var out []*class
	var add func(*class)
	add = func(k *class) {
		if len(out) > 100 || slices.Contains(out, k) {
			return
		}
		out = append(out, k)
		for _, b := range k.bases {
			if bc, ok := b.(*class); ok {
				add(bc)
			}
		}
	}
	add(c)
	return out
}

// sdkBase is the name of the SDK class that c is or extends, or empty.
func (c *class) sdkBase() string {
	for _, k := range c.linear() {
		if k.sdk != "" {
			return k.sdk
		}
	}
	return ""
}

// superValue is super(): attributes are looked up behind cls.
type superValue struct {
	self value
	cls  *class
}

func (m *machine) superAttr(s *superValue, name string, e syntax.Expr) value {
	o, isObject := s.self.(*object)
	order := s.cls.linear()
	if isObject {
		order = o.cls.linear()
	} else if c, ok := s.self.(*class); ok {
		order = c.linear()
	}
	past := false
	for _, k := range order {
		if k == s.cls {
			past = true
			continue
		}
		if !past {
			continue
		}
		if k.sdk != "" && isObject {
			if name == "__init__" {
				return &builtin{name: k.sdk + ".__init__", call: func(m *machine, a *args) value {
					m.initSDK(o, k, a)
					return noneValue{}
				}}
			}
			if v := sdkMethod(o, k.sdk, name); v != nil {
				return v
			}
		}
		if k.attrs == nil {
			continue
		}
		if c := k.attrs.vars[name]; c != nil && c.v != nil {
			if fn, ok := c.v.(*function); ok && !fn.static {
				bound := *fn
				bound.self = s.self
				return &bound
			}
			return c.v
		}
	}
	switch name {
	case "__init_subclass__", "__set_name__", "__post_init__":
		return &builtin{name: "object." + name, call: func(m *machine, a *args) value { return noneValue{} }}
	case "__new__":
		return &builtin{name: "object.__new__", call: func(m *machine, a *args) value { return m.bareInstance(s.cls, a) }}
	}
	if name == "__init__" {
		return &builtin{name: "object.__init__", call: func(m *machine, a *args) value {
			if isObject {
				m.initFields(o, s.cls, a)
			}
			return noneValue{}
		}}
	}
	return m.unknownAt(e, "no base class of %s defines %s", s.cls.name, name)
}
