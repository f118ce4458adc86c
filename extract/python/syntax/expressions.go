package syntax

import (
	"strconv"
	"strings"
	"unicode"
)

// expr lowers an expression; -1 and what cannot be read give Bad.
func (l *lowerer) expr(i int) Expr {
	if i < 0 {
		return &Bad{}
	}
	defer l.leave()
	if !l.enter(i) {
		return &Bad{l.at(i)}
	}
	t := l.t
	a := l.at(i)
	switch t.nodes[i].kind {
	case "identifier":
		return l.names.keep(Name{a, t.text(i)})
	case "dotted_name":
		return l.dotted(i)
	case "string", "concatenated_string":
		return l.str(i)
	case "integer", "float":
		return l.number(a, t.text(i))
	case "true":
		return l.consts.keep(Const{a, true})
	case "false":
		return l.consts.keep(Const{a, false})
	case "none":
		return l.consts.keep(Const{a, NoneValue{}})
	case "ellipsis":
		return &Const{a, EllipsisValue{}}
	case "attribute", "call", "subscript":
		return l.primary(i)
	case "parenthesized_expression", "type", "type_conversion", "parenthesized_list_splat":
		return l.orBad(i, l.firstGood(i))
	case "list_splat", "list_splat_pattern", "dictionary_splat", "splat_type":
		return &Star{a, l.orBad(i, l.first(i))}
	}
	return l.compound(i)
}

// primary lowers x.name, x(...) and x[...]. The grammar reads the star of
// [*x.name] and f(*x[0]) as part of x; it belongs to the whole.
func (l *lowerer) primary(i int) Expr {
	t := l.t
	a := l.at(i)
	switch t.nodes[i].kind {
	case "attribute":
		name := ""
		if n := t.child(i, "attribute"); n >= 0 {
			name = t.text(n)
		}
		x, starred := unstar(l.exprOf(i, "object"))
		return restar(a, l.attrs.keep(Attr{a, x, name}), starred)
	case "call":
		f, starred := unstar(l.exprOf(i, "function"))
		c := l.calls.keep(Call{at: a, Func: f})
		if args := t.child(i, "arguments"); args >= 0 {
			c.Args = l.args(args)
		}
		return restar(a, c, starred)
	}
	x := l.subscript(i)
	inner, starred := unstar(x.X)
	x.X = inner
	return restar(a, x, starred)
}

func unstar(x Expr) (Expr, bool) {
	if s, ok := x.(*Star); ok {
		return s.X, true
	}
	return x, false
}

func restar(a at, x Expr, starred bool) Expr {
	if starred {
		return &Star{a, x}
	}
	return x
}

// firstGood lowers the first child that could be parsed.
func (l *lowerer) firstGood(i int) Expr {
	for _, c := range l.t.children(i) {
		if !l.t.nodes[c].bad {
			return l.expr(c)
		}
	}
	return nil
}

// compound lowers displays, comprehensions and operators.
func (l *lowerer) compound(i int) Expr {
	t := l.t
	a := l.at(i)
	switch t.nodes[i].kind {
	case "list", "list_pattern":
		return &Sequence{a, ListKind, l.exprs(i)}
	case "tuple", "expression_list", "pattern_list", "tuple_pattern":
		return &Sequence{a, TupleKind, l.exprs(i)}
	case "set":
		return &Sequence{a, SetKind, l.exprs(i)}
	case "dictionary":
		return l.dict(i)
	case "list_comprehension":
		return l.comp(i, ListKind)
	case "set_comprehension":
		return l.comp(i, SetKind)
	case "dictionary_comprehension":
		return l.comp(i, DictKind)
	case "generator_expression":
		return l.comp(i, GeneratorKind)
	case "lambda":
		return &Lambda{a, l.params(t.child(i, "parameters")), l.exprOf(i, "body")}
	case "await":
		return &Await{a, l.orBad(i, l.first(i))}
	case "yield":
		if len(l.yields) > 0 {
			l.yields[len(l.yields)-1] = true
		}
		return &Yield{a, l.first(i), t.has(i, "from")}
	case "named_expression":
		name := ""
		if n := t.child(i, "name"); n >= 0 {
			name = t.text(n)
		}
		return &Walrus{a, name, l.exprOf(i, "value")}
	}
	return l.operator(i)
}

func (l *lowerer) operator(i int) Expr {
	t := l.t
	a := l.at(i)
	switch t.nodes[i].kind {
	case "not_operator":
		return &Unary{a, "not", l.exprOf(i, "argument")}
	case "unary_operator":
		return &Unary{a, l.op(i), l.exprOf(i, "argument")}
	case "binary_operator":
		return l.binary.keep(Binary{a, l.op(i), l.exprOf(i, "left"), l.exprOf(i, "right")})
	case "boolean_operator":
		return &Logic{a, l.op(i), l.exprOf(i, "left"), l.exprOf(i, "right")}
	case "comparison_operator":
		return l.compare(i)
	case "conditional_expression":
		if cs := t.children(i); len(cs) == 3 {
			return &Cond{a, l.expr(cs[1]), l.expr(cs[0]), l.expr(cs[2])}
		}
	case "generic_type":
		if cs := t.children(i); len(cs) == 2 {
			return &Index{a, l.expr(cs[0]), l.tuple(cs[1])}
		}
	case "union_type":
		if cs := t.children(i); len(cs) == 2 {
			return &Binary{a, "|", l.expr(cs[0]), l.expr(cs[1])}
		}
	case "member_type":
		if cs := t.children(i); len(cs) == 2 {
			return &Attr{a, l.expr(cs[0]), t.text(cs[1])}
		}
	case "as_pattern":
		return l.orBad(i, l.first(i))
	}
	return &Bad{a}
}

func (l *lowerer) op(i int) string {
	if c := l.t.child(i, "operator"); c >= 0 {
		return l.t.text(c)
	}
	return ""
}

// exprs lowers the named children; broken ones are reported and stay as Bad,
// so that a list is known to be incomplete.
func (l *lowerer) exprs(i int) []Expr {
	cs := l.t.children(i)
	if len(cs) == 0 {
		return nil
	}
	out := make([]Expr, len(cs))
	for k, c := range cs {
		out[k] = l.expr(c)
	}
	return out
}

// tuple lowers one child as itself and several as a tuple.
func (l *lowerer) tuple(i int) Expr {
	xs := l.exprs(i)
	if len(xs) == 1 {
		return xs[0]
	}
	return &Sequence{l.at(i), TupleKind, xs}
}

func (l *lowerer) subscript(i int) *Index {
	t := l.t
	x := l.indexes.keep(Index{at: l.at(i), X: l.exprOf(i, "value")})
	var subs []Expr
	for c := i + 1; c < t.nodes[i].next; c = t.nodes[c].next {
		if t.nodes[c].field != "subscript" {
			continue
		}
		if t.nodes[c].kind == "slice" {
			subs = append(subs, l.slice(c))
		} else {
			subs = append(subs, l.expr(c))
		}
	}
	switch len(subs) {
	case 0:
		x.I = &Bad{l.at(i)}
	case 1:
		x.I = subs[0]
	default:
		x.I = &Sequence{l.at(i), TupleKind, subs}
	}
	return x
}

func (l *lowerer) slice(i int) Expr {
	s := &Slice{at: l.at(i)}
	part := 0
	for _, c := range l.t.all(i) {
		if l.t.nodes[c].kind == ":" {
			part++
			continue
		}
		if !l.t.nodes[c].named || l.t.nodes[c].kind == "comment" {
			continue
		}
		switch part {
		case 0:
			s.Lo = l.expr(c)
		case 1:
			s.Hi = l.expr(c)
		default:
			s.Step = l.expr(c)
		}
	}
	return s
}

func (l *lowerer) dict(i int) Expr {
	d := &Dict{at: l.at(i)}
	cs := l.t.children(i)
	if len(cs) > 0 {
		d.Items = make([]Item, 0, len(cs))
	}
	for _, c := range cs {
		switch l.t.nodes[c].kind {
		case "pair":
			d.Items = append(d.Items, Item{l.exprOf(c, "key"), l.exprOf(c, "value")})
		case "dictionary_splat":
			d.Items = append(d.Items, Item{nil, l.orBad(c, l.first(c))})
		default:
			d.Items = append(d.Items, Item{nil, l.expr(c)})
		}
	}
	return d
}

func (l *lowerer) comp(i int, kind SeqKind) Expr {
	t := l.t
	x := &Comp{at: l.at(i), Kind: kind}
	body := t.child(i, "body")
	if body >= 0 && t.nodes[body].kind == "pair" {
		x.Elt, x.Value = l.exprOf(body, "key"), l.exprOf(body, "value")
	} else {
		x.Elt = l.expr(body)
	}
	for _, c := range t.children(i) {
		switch t.nodes[c].kind {
		case "for_in_clause":
			x.Clauses = append(x.Clauses, Clause{Target: l.exprOf(c, "left"), Iter: l.exprOf(c, "right")})
		case "if_clause":
			if n := len(x.Clauses); n > 0 {
				x.Clauses[n-1].Ifs = append(x.Clauses[n-1].Ifs, l.orBad(c, l.first(c)))
			}
		}
	}
	return x
}

func (l *lowerer) compare(i int) Expr {
	t := l.t
	x := &Compare{at: l.at(i)}
	for c := i + 1; c < t.nodes[i].next; c = t.nodes[c].next {
		n := t.nodes[c]
		switch {
		case n.field == "operators":
			x.Ops = append(x.Ops, oneSpace(t.text(c)))
		case n.named && n.kind != "comment":
			x.Operands = append(x.Operands, l.expr(c))
		}
	}
	if len(x.Operands) != len(x.Ops)+1 {
		return &Bad{x.at}
	}
	return x
}

// oneSpace writes an operator of several words with one space between them.
func oneSpace(op string) string {
	if !strings.ContainsFunc(op, unicode.IsSpace) {
		return op
	}
	return strings.Join(strings.Fields(op), " ")
}

func (l *lowerer) number(a at, text string) Expr {
	clean := strings.ReplaceAll(text, "_", "")
	if n, err := strconv.ParseInt(clean, 0, 64); err == nil {
		return l.consts.keep(Const{a, n})
	}
	if f, err := strconv.ParseFloat(clean, 64); err == nil {
		return l.consts.keep(Const{a, f})
	}
	return l.consts.keep(Const{a, EllipsisValue{}}) // complex and huge numbers: some constant
}
