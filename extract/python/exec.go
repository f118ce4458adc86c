package python

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// frame is one activation of a function, or the top level of a module.
type frame struct {
	env     *env
	mod     *module
	fn      *function // nil at the top level
	self    value     // the first argument of a method
	returns []alt     // conditions relative to the call
	yields  *list
	base    *cond
	caller  *frame            // the activation that called this one, or nil
	top     bool              // the top level of a file
	at      manifest.Position // of the call
	// making says what the code around makes many of: loop, comprehension.
	making string
}

func (m *machine) block(body []syntax.Stmt) flow {
	for _, s := range body {
		if f := m.exec(s); f != flowNext {
			return f
		}
		if m.exhausted {
			return flowRaise
		}
	}
	return flowNext
}

func (m *machine) exec(s syntax.Stmt) flow {
	m.nesting++
	defer func() { m.nesting-- }()
	if !m.charge(1) || m.nesting > maxEval {
		return flowRaise
	}
	switch s := s.(type) {
	case *syntax.ExprStmt:
		m.eval(s.X)
	case *syntax.Assign:
		m.assign(s)
	case *syntax.AugAssign:
		m.augAssign(s)
	case *syntax.FuncDef:
		m.assignName(s.Name, m.defineFunction(s))
	case *syntax.ClassDef:
		m.assignName(s.Name, m.defineClass(s))
	case *syntax.Import:
		m.importStmt(s)
	case *syntax.ImportFrom:
		m.importFrom(s)
	case *syntax.Scope:
		m.scope(s)
	case *syntax.Delete:
		m.deleteAll(s)
	case *syntax.Return:
		m.returns(s)
		return flowReturn
	case *syntax.Raise:
		return flowRaise
	case *syntax.Jump:
		if s.Continue {
			return flowContinue
		}
		return flowBreak
	default:
		return m.execCompound(s)
	}
	return flowNext
}

func (m *machine) execCompound(s syntax.Stmt) flow {
	switch s := s.(type) {
	case *syntax.If:
		return m.ifStmt(s.Branches, s.Else)
	case *syntax.For:
		return m.forStmt(s)
	case *syntax.While:
		return m.whileStmt(s)
	case *syntax.With:
		return m.withStmt(s)
	case *syntax.Try:
		return m.tryStmt(s)
	case *syntax.Match:
		return m.matchStmt(s)
	}
	return flowNext
}

func (m *machine) returns(s *syntax.Return) {
	var v value = noneValue{}
	if s.X != nil {
		v = m.eval(s.X)
	}
	m.frame.returns = append(m.frame.returns, alt{v, m.conds.beyond(m.frame.base)})
}

func (m *machine) scope(s *syntax.Scope) {
	e := m.frame.env
	target := e.global()
	if e.outer == nil {
		e.outer = map[string]*env{}
	}
	for _, name := range s.Names {
		if !s.Global {
			target = e.parent
			for at := e.parent; at != nil; at = at.parent {
				if !at.class && at.vars[name] != nil {
					target = at
					break
				}
			}
		}
		if target != nil && target != e {
			e.outer[name] = target
		}
	}
}

func (m *machine) deleteAll(s *syntax.Delete) {
	for _, t := range s.Targets {
		switch t := t.(type) {
		case *syntax.Name:
			m.set(m.frame.env.bind(t.Id), nil)
		case *syntax.Index:
			m.deleteItem(t)
		case *syntax.Attr:
			if o, ok := m.eval(t.X).(*object); ok && o.peek(t.Name) != nil {
				m.set(o.cell(t.Name), nil)
			}
		}
	}
}

// deleteItem is del x[i], of a dictionary or a list.
func (m *machine) deleteItem(t *syntax.Index) {
	switch x := m.eval(t.X).(type) {
	case *dict:
		if c := x.lookup(m.eval(t.I)); c != nil {
			m.set(c, nil)
		}
	case *list:
		lo, hi, known := 0, 0, false
		if s, ok := t.I.(*syntax.Slice); ok {
			lo, hi, known = m.sliceBounds(s, len(x.elts))
		} else if lo, known = index(m.eval(t.I), len(x.elts)); known {
			hi = lo + 1
		}
		when := m.conds.beyond(x.conds)
		if known && when == "" && !x.unordered {
			x.elts = append(x.elts[:lo:lo], x.elts[hi:]...)
			if lo == 0 && len(x.elts) == 0 {
				x.gaps = nil
			}
			return
		}
		if !known {
			lo, hi, when = 0, len(x.elts), both(when, "del "+m.source(t))
		}
		for i := lo; i < hi; i++ {
			x.elts[i].when = both(x.elts[i].when, negate(when))
		}
	}
}

// ifStmt follows the first branch whose test holds; where a test is open, both
// sides are followed.
func (m *machine) ifStmt(branches []syntax.Branch, other []syntax.Stmt) flow {
	for i, b := range branches {
		test := m.eval(b.Test)
		if truth, ok := truthOf(test); ok {
			if truth {
				return m.block(b.Body)
			}
			continue
		}
		when := m.source(b.Test)
		rest := branches[i+1:]
		return m.fork([]branch{
			{when, func() flow { return m.block(b.Body) }},
			{negate(when), func() flow { return m.ifStmt(rest, other) }},
		})
	}
	return m.block(other)
}

func (m *machine) forStmt(s *syntax.For) flow {
	items := m.iterate(m.eval(s.Iter), s.Iter)
	conds, making := m.conds, m.frame.making
	defer func() { m.conds, m.frame.making = conds, making }()
	for _, e := range items {
		if !m.charge(1) {
			return flowRaise
		}
		m.conds, m.frame.making = conds, manifest.FromLoop
		step := func() flow {
			if isOpen(e.v) {
				m.guess++
				defer func() { m.guess-- }()
			}
			m.assignTo(s.Target, e.v)
			return m.block(s.Body)
		}
		var f flow
		if when := both(e.conds.beyond(conds), e.when); when != "" {
			f = m.fork([]branch{{when, step}, {"", func() flow { return flowNext }}})
		} else {
			f = step()
		}
		if f == flowBreak {
			return flowNext
		}
		if f > flowBreak {
			return f
		}
	}
	m.conds, m.frame.making = conds, making
	return m.block(s.Else)
}

// isOpen reports values of which nothing is known.
func isOpen(v value) bool { _, open := v.(*unknown); return open }

func (m *machine) whileStmt(s *syntax.While) flow {
	truth, known := truthOf(m.eval(s.Test))
	if known && !truth {
		return m.block(s.Else)
	}
	conds, making := m.conds, m.frame.making
	m.frame.making = manifest.FromLoop
	defer func() { m.conds, m.frame.making = conds, making }()
	if known {
		return m.whileKnown(s)
	}
	when := "while " + m.source(s.Test)
	f := m.fork([]branch{
		{when, func() flow {
			if f := m.block(s.Body); f > flowBreak {
				return f
			}
			return flowNext
		}},
		{"", func() flow { return flowNext }},
	})
	return f
}

// whileKnown repeats the body as long as the test is known to hold. A loop
// that ends by what happens at run time is followed once.
func (m *machine) whileKnown(s *syntax.While) flow {
	_, forever := s.Test.(*syntax.Const)
	for n := 0; n < maxRange; n++ {
		switch f := m.block(s.Body); {
		case f == flowBreak:
			return flowNext
		case f > flowBreak:
			return f
		}
		if forever {
			return flowNext
		}
		truth, known := truthOf(m.eval(s.Test))
		if known && !truth {
			return m.block(s.Else)
		}
		if !known || !m.charge(1) {
			break
		}
	}
	return flowNext
}

func (m *machine) withStmt(s *syntax.With) flow {
	for _, item := range s.Items {
		if item.Context == nil {
			continue
		}
		v := m.enterContext(m.eval(item.Context), item.Context)
		if item.Target != nil {
			m.assignTo(item.Target, v)
		}
	}
	return m.block(s.Body)
}

// enterContext is the value that "with x as" binds.
func (m *machine) enterContext(v value, at syntax.Expr) value {
	switch x := v.(type) {
	case *object:
		for _, name := range []string{"__aenter__", "__enter__"} {
			if fn, ok := m.classAttr(x.cls, name).(*function); ok {
				bound := *fn
				bound.self = x
				return m.call(&bound, &args{pos: m.here(at)})
			}
		}
		return x
	case *list: // a generator made into a context manager yields its value once
		if x.kind == syntax.GeneratorKind && len(x.elts) > 0 {
			return x.elts[0].v
		}
	}
	return v
}

func (m *machine) tryStmt(s *syntax.Try) flow {
	imports := len(s.Body) > 0
	for _, b := range s.Body {
		switch b.(type) {
		case *syntax.Import, *syntax.ImportFrom:
		default:
			imports = false
		}
	}
	f := m.block(s.Body)
	if f == flowNext {
		f = m.block(s.Else)
	}
	raised := f == flowRaise
	if !imports || m.importsOpen(s.Body) {
		f = m.handlers(s.Handlers, f)
	}
	if g := m.block(s.Finally); g != flowNext {
		return g
	}
	if raised && f == flowRaise && len(s.Handlers) > 0 {
		return flowNext // some handler catches what the body raises
	}
	return f
}

// handlers follows each handler as a side path: what it assigns is possible,
// what it returns too.
func (m *machine) handlers(hs []syntax.Handler, f flow) flow {
	for _, h := range hs {
		conds := m.conds
		run := func() flow {
			if h.Name != "" {
				m.assignName(h.Name, &unknown{why: "an exception", quiet: true})
			}
			return m.block(h.Body)
		}
		when := "except " + m.source(h.Type)
		if h.Type == nil {
			when = "except"
		}
		g := m.fork([]branch{{"", func() flow { return flowNext }}, {when, run}})
		if f == flowRaise && g == flowNext {
			f = flowNext
		}
		m.conds = conds
	}
	return f
}

// importsOpen reports whether an import in the body led out of the sources,
// so that it may fail where the program runs.
func (m *machine) importsOpen(body []syntax.Stmt) bool {
	for _, s := range body {
		from, ok := s.(*syntax.ImportFrom)
		if !ok {
			continue
		}
		for _, a := range from.Names {
			if _, bad := m.frame.env.find(a.Bound()).(*unknown); bad {
				return true
			}
		}
	}
	return false
}

func (m *machine) matchStmt(s *syntax.Match) flow {
	subject := m.eval(s.Subject)
	return m.cases(s, subject, s.Cases)
}
