package python

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// args are the arguments of one call.
type args struct {
	pos   manifest.Position // of the call
	node  syntax.Expr       // the call expression, or nil
	list  []arg
	named []arg
	gaps  []gap // from *x and **x that are not known

	// unknownRest says that nothing is known of further arguments, and why.
	unknownRest bool
	why         string
}

// arg is one argument.
type arg struct {
	name string
	v    value
	pos  manifest.Position
	expr syntax.Expr // nil where it came through * or **
}

// find returns the argument by name, or else by position (negative: none).
func (a *args) find(name string, position int) *arg {
	for i := range a.named {
		if a.named[i].name == name {
			return &a.named[i]
		}
	}
	if position >= 0 && position < len(a.list) {
		return &a.list[position]
	}
	return nil
}

// value is find for callers that need only the value; nil when absent.
func (a *args) value(name string, position int) value {
	if x := a.find(name, position); x != nil {
		return x.v
	}
	return nil
}

func (m *machine) callExpr(e *syntax.Call) value {
	if n, ok := e.Func.(*syntax.Name); ok && n.Id == "super" && m.frame.env.find("super") == nil {
		return m.super(e)
	}
	fn := m.eval(e.Func)
	a := m.arguments(e)
	return m.call(fn, a)
}

func (m *machine) arguments(e *syntax.Call) *args {
	a := &args{pos: m.here(e), node: e}
	if n := namedArgs(e); n > 0 {
		a.named = make([]arg, 0, n)
	}
	if n := len(e.Args) - cap(a.named); n > 0 {
		a.list = make([]arg, 0, n)
	}
	for _, x := range e.Args {
		v := m.eval(x.Value)
		switch {
		case x.Star == 1:
			m.spread(a, v, m.here(x.Value))
		case x.Star == 2:
			m.spreadNames(a, v, m.here(x.Value))
		case x.Name != "":
			a.named = append(a.named, arg{x.Name, v, m.here(x.Value), x.Value})
		default:
			a.list = append(a.list, arg{"", v, m.here(x.Value), x.Value})
		}
	}
	return a
}

func namedArgs(e *syntax.Call) (n int) {
	for i := range e.Args {
		if e.Args[i].Name != "" {
			n++
		}
	}
	return n
}

func (m *machine) spread(a *args, v value, pos manifest.Position) {
	l, ok := v.(*list)
	if !ok {
		l, ok = m.sequenceOf(v)
	}
	if !ok {
		a.gaps = append(a.gaps, gap{why: "*: " + whyUnknown(v, "list"), pos: pos})
		return
	}
	for _, e := range l.elts {
		a.list = append(a.list, arg{v: e.v, pos: e.pos})
	}
	a.gaps = append(a.gaps, l.gaps...)
}

func (m *machine) spreadNames(a *args, v value, pos manifest.Position) {
	d, ok := v.(*dict)
	if !ok {
		if _, none := v.(noneValue); !none {
			a.gaps = append(a.gaps, gap{why: "**: " + whyUnknown(v, "dictionary"), pos: pos})
		}
		return
	}
	for _, e := range d.entries {
		if s, ok := only(e.key); ok && e.cell.v != nil {
			a.named = append(a.named, arg{name: s, v: e.cell.v, pos: e.pos})
		}
	}
	a.gaps = append(a.gaps, d.gaps...)
}

// call calls any value.
func (m *machine) call(fn value, a *args) value {
	switch f := fn.(type) {
	case *function:
		return m.callFunction(f, a)
	case *class:
		return m.instantiate(f, a)
	case *builtin:
		return f.call(m, a)
	case *object:
		if f.cls == dispatchClass {
			return m.dispatch(f, a)
		}
		if call, ok := m.classAttr(f.cls, "__call__").(*function); ok {
			bound := *call
			bound.self = f
			return m.callFunction(&bound, a)
		}
		if f.tool != nil { // a decorated function that is called as a plain one
			if inner, ok := f.peek("fn").(*function); ok {
				return m.callFunction(inner, a)
			}
		}
	case *union:
		var alts []alt
		for _, x := range f.alts {
			if _, none := x.v.(noneValue); none {
				continue
			}
			conds := m.conds
			var v value
			m.fork([]branch{
				{x.when, func() flow { v = m.call(x.v, a); return flowNext }},
				{"", func() flow { return flowNext }},
			})
			m.conds = conds
			alts = append(alts, alt{v, x.when})
		}
		if v := oneOf(alts); v != nil {
			return v
		}
	case *lostList:
		return f.unknown
	case *unknown:
		m.escape(a)
		// A decorator or wrapper that is not known gives its function back.
		u := *f
		u.agent = false
		return &u
	}
	return &unknown{why: "the call of " + describe(fn) + " cannot be followed", pos: a.pos}
}

// callFunction enters a function of the sources.
func (m *machine) callFunction(f *function, a *args) value {
	m.noteCall(f, a.pos)
	if m.calls >= maxCalls || m.recursive(f) {
		return &unknown{why: "a recursive call of " + f.qual, pos: a.pos}
	}
	if f.memo != nil {
		return m.remembered(f, a)
	}
	if f.lambda != nil {
		return m.callLambda(f, a)
	}
	m.entered[f.def] = true
	e := newEnv(f.env, f.qual, 2)
	saved, conds := m.frame, m.conds
	fr := &frame{env: e, mod: f.mod, fn: f, base: conds, caller: saved, at: a.pos}
	m.calls++
	m.active = append(m.active, f)
	m.bindParams(f, f.def.Params, a, e, fr)
	m.frame = fr
	end := m.block(f.def.Body)
	fall := m.conds.beyond(conds)
	m.frame, m.conds = saved, conds
	m.active = m.active[:len(m.active)-1]
	m.calls--
	if f.def.Generator {
		if fr.yields == nil {
			fr.yields = &list{kind: syntax.GeneratorKind, conds: conds}
		}
		return fr.yields
	}
	if end == flowNext {
		fr.returns = append(fr.returns, alt{noneValue{}, fall})
	}
	if v := oneOf(fr.returns); v != nil {
		return v
	}
	return noneValue{}
}

// params are the parameters as written.
func (f *function) params() []syntax.Param {
	if f.lambda != nil {
		return f.lambda.Params
	}
	return f.def.Params
}

// node is where the function is written.
func (f *function) node() interface{ Pos() syntax.Pos } {
	if f.lambda != nil {
		return f.lambda
	}
	return f.def
}

// recursive reports whether the function is active twice already: one level
// of recursion is followed.
func (m *machine) recursive(f *function) bool {
	n := 0
	for _, g := range m.active {
		if f.def != nil && g.def == f.def || f.lambda != nil && g.lambda == f.lambda {
			n++
		}
	}
	return n > 2
}

func (m *machine) callLambda(f *function, a *args) value {
	saved, conds := m.frame, m.conds
	e := newEnv(f.env, f.qual, 9)
	fr := &frame{env: e, mod: f.mod, fn: f, base: conds, caller: saved, at: a.pos}
	m.calls++
	m.active = append(m.active, f)
	m.bindParams(f, f.lambda.Params, a, e, fr)
	m.frame = fr
	v := m.eval(f.lambda.Body)
	m.frame, m.conds = saved, conds
	m.active = m.active[:len(m.active)-1]
	m.calls--
	return v
}

// bindParams binds the arguments as Python does. What is missing and has no
// default is unknown.
func (m *machine) bindParams(f *function, ps []syntax.Param, a *args, e *env, fr *frame) {
	rest := a.list
	if f.self != nil && !f.static {
		rest = append([]arg{{v: f.self}}, rest...)
		fr.self = f.self
	}
	used := make([]bool, len(a.named))
	keywordOnly := false
	for _, p := range ps {
		switch {
		case p.Slash:
		case p.Star == 1:
			keywordOnly = true
			if p.Name != "" {
				m.set(e.bind(p.Name), m.restList(rest, a))
				rest = nil
			}
		case p.Star == 2:
			m.set(e.bind(p.Name), m.restDict(used, a))
		default:
			var v value
			if i := indexNamed(a.named, p.Name); i >= 0 {
				used[i], v = true, a.named[i].v
			} else if !keywordOnly && len(rest) > 0 {
				v, rest = rest[0].v, rest[1:]
			} else {
				v = m.missing(f, p, a, fr)
			}
			m.set(e.bind(p.Name), v)
		}
	}
}

func indexNamed(named []arg, name string) int {
	for i := len(named) - 1; i >= 0; i-- {
		if named[i].name == name {
			return i
		}
	}
	return -1
}

func (m *machine) restList(rest []arg, a *args) *list {
	l := &list{kind: syntax.TupleKind, conds: m.conds, gaps: a.gaps}
	for _, x := range rest {
		m.appendTo(l, elt{v: x.v, pos: x.pos, how: manifest.FromArgument})
	}
	if a.unknownRest {
		l.gaps = append(l.gaps[:len(l.gaps):len(l.gaps)], gap{why: a.why, pos: a.pos, conds: m.conds})
	}
	return l
}

func (m *machine) restDict(used []bool, a *args) *dict {
	d := newDict(m.conds)
	for i, x := range a.named {
		if !used[i] {
			m.put(d, str(x.name), x.v, x.pos)
		}
	}
	d.gaps = append(d.gaps, a.gaps...)
	if a.unknownRest {
		d.gaps = append(d.gaps, gap{why: a.why, pos: a.pos, conds: m.conds})
	}
	return d
}

// missing is the value of a parameter that got no argument.
func (m *machine) missing(f *function, p syntax.Param, a *args, fr *frame) value {
	if a.unknownRest {
		if v := m.injected(f, p); v != nil {
			return v
		}
	}
	if p.Default != nil && len(a.gaps) == 0 {
		if v := f.defaults[p.Name]; v != nil {
			return v
		}
	}
	pos := manifest.Position{Path: f.mod.path, Line: p.Pos.Line, Col: p.Pos.Col}
	u := &unknown{why: "parameter " + p.Name + " of " + f.qual + " is not known", pos: pos}
	switch {
	case len(a.gaps) > 0:
		u.why = a.gaps[0].why
	case a.unknownRest:
		u.why = "parameter " + p.Name + " is not known: no code calls " + f.qual
	}
	if p.Ann != nil && f.mod.file != nil {
		u.agent = namesAgent(f.mod.file.Text(p.Ann))
	}
	return u
}

// namesAgent reports whether an annotation promises an agent.
func namesAgent(ann string) bool {
	switch ann {
	case "Agent", "Agent[Any]", "RealtimeAgent", "SandboxAgent", "agents.Agent", `"Agent"`, "'Agent'":
		return true
	}
	return len(ann) > 6 && ann[:6] == "Agent["
}

func (m *machine) super(e *syntax.Call) value {
	var given []value
	for _, x := range e.Args {
		given = append(given, m.eval(x.Value))
	}
	if len(given) == 2 {
		if c, ok := given[0].(*class); ok {
			return &superValue{self: given[1], cls: c}
		}
	}
	fr := m.frame
	if fr.fn == nil || fr.fn.cls == nil {
		return m.unknownAt(e, "super() outside a method")
	}
	self := fr.self
	if ps := fr.fn.params(); self == nil && fr.fn.name() == "__new__" && len(ps) > 0 {
		self = fr.env.find(ps[0].Name) // the class, passed as an argument
	}
	if self == nil {
		return m.unknownAt(e, "super() outside a method")
	}
	return &superValue{self: self, cls: fr.fn.cls}
}
