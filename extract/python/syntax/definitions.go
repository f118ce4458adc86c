package syntax

func (l *lowerer) decorated(i int) []Stmt {
	var decorators []Expr
	for _, c := range l.t.children(i) {
		switch l.t.nodes[c].kind {
		case "decorator":
			if x := l.first(c); x != nil {
				decorators = append(decorators, x)
			}
		case "function_definition":
			return l.only(l.function(c, decorators))
		case "class_definition":
			return l.only(l.class(c, decorators))
		}
	}
	return l.only(&BadStmt{l.at(i)})
}

func (l *lowerer) function(i int, decorators []Expr) Stmt {
	t := l.t
	f := &FuncDef{at: l.at(i), Decorators: decorators, Async: t.has(i, "async")}
	if n := t.child(i, "name"); n >= 0 {
		f.Name = t.text(n)
	}
	f.Params = l.params(t.child(i, "parameters"))
	if r := t.child(i, "return_type"); r >= 0 {
		f.Returns = l.expr(r)
	}
	l.yields = append(l.yields, false)
	f.Body = l.suite(i, "body")
	f.Generator = l.yields[len(l.yields)-1]
	l.yields = l.yields[:len(l.yields)-1]
	f.Doc = docstring(f.Body)
	return f
}

func (l *lowerer) class(i int, decorators []Expr) Stmt {
	t := l.t
	c := &ClassDef{at: l.at(i), Decorators: decorators}
	if n := t.child(i, "name"); n >= 0 {
		c.Name = t.text(n)
	}
	if b := t.child(i, "superclasses"); b >= 0 {
		c.Bases = l.args(b)
	}
	c.Body = l.suite(i, "body")
	c.Doc = docstring(c.Body)
	return c
}

// docstring returns the string that a body starts with.
func docstring(body []Stmt) string {
	if len(body) == 0 {
		return ""
	}
	if e, ok := body[0].(*ExprStmt); ok {
		if c, ok := e.X.(*Const); ok {
			s, _ := c.Value.(string)
			return s
		}
	}
	return ""
}

func (l *lowerer) params(i int) []Param {
	if i < 0 {
		return nil
	}
	cs := l.t.children(i)
	if len(cs) == 0 {
		return nil
	}
	out := make([]Param, 0, len(cs))
	for _, c := range cs {
		if p, ok := l.param(c); ok {
			out = append(out, p)
		}
	}
	return out
}

func (l *lowerer) param(i int) (Param, bool) {
	t := l.t
	p := Param{Pos: l.at(i).Pos()}
	switch t.nodes[i].kind {
	case "identifier":
		p.Name = t.text(i)
	case "default_parameter", "typed_default_parameter":
		if n := t.child(i, "name"); n >= 0 {
			p.Name = t.text(n)
		}
		if a := t.child(i, "type"); a >= 0 {
			p.Ann = l.expr(a)
		}
		if v := t.child(i, "value"); v >= 0 {
			p.Default = l.expr(v)
		}
	case "typed_parameter":
		cs := t.children(i)
		if len(cs) == 0 {
			return p, false
		}
		p, _ = l.param(cs[0])
		p.Pos = l.at(i).Pos()
		if a := t.child(i, "type"); a >= 0 {
			p.Ann = l.expr(a)
		}
	case "list_splat_pattern", "dictionary_splat_pattern":
		p.Star = 1
		if t.nodes[i].kind == "dictionary_splat_pattern" {
			p.Star = 2
		}
		if cs := t.children(i); len(cs) > 0 {
			p.Name = t.text(cs[0])
		}
	case "keyword_separator":
		p.Star = 1
	case "positional_separator":
		p.Slash = true
	default:
		return p, false
	}
	return p, true
}

func (l *lowerer) args(i int) []Arg {
	if l.t.nodes[i].kind == "generator_expression" {
		return []Arg{{Value: l.expr(i)}}
	}
	cs := l.t.children(i)
	if len(cs) == 0 {
		return nil
	}
	out := make([]Arg, 0, len(cs))
	for _, c := range cs {
		n := &l.t.nodes[c]
		switch n.kind {
		case "keyword_argument":
			a := Arg{Value: l.exprOf(c, "value")}
			if k := l.t.child(c, "name"); k >= 0 {
				a.Name = l.t.text(k)
			}
			out = append(out, a)
		case "list_splat":
			out = append(out, Arg{Star: 1, Value: l.orBad(c, l.first(c))})
		case "dictionary_splat":
			out = append(out, Arg{Star: 2, Value: l.orBad(c, l.first(c))})
		default:
			x, starred := unstar(l.expr(c))
			arg := Arg{Value: x}
			if starred {
				arg.Star = 1
			}
			out = append(out, arg)
		}
	}
	return out
}

func (l *lowerer) exprOf(i int, field string) Expr { return l.expr(l.t.child(i, field)) }

func (l *lowerer) orBad(i int, x Expr) Expr {
	if x == nil {
		return &Bad{l.at(i)}
	}
	return x
}
