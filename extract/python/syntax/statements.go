package syntax

// maxNesting bounds the depth of the tree that is lowered: the rest becomes
// Bad nodes with an error. Hand-written code stays below 30.
const maxNesting = 400

// lowerer turns a tree into a File.
type lowerer struct {
	t       *tree
	file    *File
	stmts   []Stmt // what it made
	depth   int
	yields  []bool // for each open function, whether it yields
	tooDeep bool

	holes   map[int]*hole // of the tree, by the offset of what stands there
	broken  int           // pieces that could not be read
	work    int           // bytes given to the parser
	maxWork int
	gaveUp  bool

	slabs
	one [1]Stmt // see only
}

// only is a list of one statement, which holds until the next one is lowered:
// the caller copies it.
func (l *lowerer) only(s Stmt) []Stmt {
	l.one[0] = s
	return l.one[:]
}

func (l *lowerer) at(i int) at {
	n := &l.t.nodes[i]
	return l.place(n.start, n.end)
}

func (l *lowerer) place(start, end int) at {
	p := l.t.pos(start)
	return at{line: int32(p.Line), col: int32(p.Col), start: int32(start), end: int32(end)}
}

// enter counts one level; it reports once when the bound is met.
func (l *lowerer) enter(i int) bool {
	l.depth++
	if l.depth <= maxNesting {
		return true
	}
	if !l.tooDeep {
		l.tooDeep = true
		l.file.report(l.at(i).Pos(), "nested more than %d levels deep: what is below is not read", maxNesting)
	}
	return false
}

func (l *lowerer) leave() { l.depth-- }

// block lowers the statements of a module, suite or ERROR node.
func (l *lowerer) block(i int) []Stmt {
	if i < 0 {
		return nil
	}
	out := l.room(i)
	for c := i + 1; c < l.t.nodes[i].next; c = l.t.nodes[c].next {
		n := &l.t.nodes[c]
		if h := l.holes[n.start]; h != nil && n.kind == "expression_statement" {
			h.used = true
			out = append(out, l.body(h.span, h.lines)...)
			continue
		}
		switch {
		case n.missing:
		case n.bad:
			out = append(out, l.salvage(c)...)
		case n.named && n.kind != "comment" && n.kind != "line_continuation":
			out = append(out, l.stmt(c)...)
		}
	}
	return out
}

// room is an empty list for the statements of a block.
func (l *lowerer) room(i int) []Stmt {
	n := 0
	for c := i + 1; c < l.t.nodes[i].next; c = l.t.nodes[c].next {
		if l.t.nodes[c].named {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return make([]Stmt, 0, n)
}

// salvage lowers whole statements inside an ERROR node.
func (l *lowerer) salvage(i int) []Stmt {
	if !l.enter(i) {
		l.leave()
		return nil
	}
	defer l.leave()
	out := []Stmt{&BadStmt{l.at(i)}}
	for _, c := range l.t.children(i) {
		if n := l.t.nodes[c]; !n.bad && isStatement(n.kind) {
			out = append(out, l.stmt(c)...)
		}
	}
	return out
}

func isStatement(kind string) bool {
	switch kind {
	case "expression_statement", "function_definition", "class_definition", "decorated_definition",
		"import_statement", "import_from_statement", "if_statement", "for_statement", "with_statement", "try_statement":
		return true
	}
	return false
}

func (l *lowerer) stmt(i int) []Stmt {
	defer l.leave()
	if !l.enter(i) {
		return l.only(&BadStmt{l.at(i)})
	}
	t := l.t
	switch t.nodes[i].kind {
	case "expression_statement":
		return l.expressionStatement(i)
	case "decorated_definition":
		return l.decorated(i)
	case "function_definition":
		return l.only(l.function(i, nil))
	case "class_definition":
		return l.only(l.class(i, nil))
	case "if_statement":
		return l.only(l.ifStatement(i))
	case "for_statement":
		return l.only(&For{
			at: l.at(i), Target: l.expr(t.child(i, "left")), Iter: l.expr(t.child(i, "right")),
			Body: l.suite(i, "body"), Else: l.elseOf(i),
		})
	case "while_statement":
		return l.only(&While{at: l.at(i), Test: l.expr(t.child(i, "condition")), Body: l.suite(i, "body"), Else: l.elseOf(i)})
	case "with_statement":
		return l.only(l.with(i))
	case "try_statement":
		return l.only(l.try(i))
	case "match_statement":
		return l.only(l.match(i))
	case "import_statement":
		return l.only(&Import{l.at(i), l.aliases(i)})
	case "import_from_statement":
		return l.only(l.importFrom(i))
	}
	return l.only(l.simple(i))
}

// simple lowers the statements without a suite.
func (l *lowerer) simple(i int) Stmt {
	t := l.t
	switch t.nodes[i].kind {
	case "return_statement":
		return l.returns.keep(Return{l.at(i), l.first(i)})
	case "raise_statement":
		return &Raise{l.at(i)}
	case "break_statement":
		return &Jump{at: l.at(i)}
	case "continue_statement":
		return &Jump{at: l.at(i), Continue: true}
	case "global_statement", "nonlocal_statement":
		s := &Scope{at: l.at(i), Global: t.nodes[i].kind == "global_statement"}
		for _, c := range t.children(i) {
			s.Names = append(s.Names, t.text(c))
		}
		return s
	case "delete_statement":
		s := &Delete{at: l.at(i)}
		if x := l.first(i); x != nil {
			s.Targets = elements(x)
		}
		return s
	case "assert_statement", "pass_statement", "future_import_statement", "type_alias_statement", "print_statement", "exec_statement":
		return &Pass{l.at(i)}
	}
	return &BadStmt{l.at(i)}
}

// first lowers the first named child, or returns nil.
func (l *lowerer) first(i int) Expr {
	if cs := l.t.children(i); len(cs) > 0 {
		return l.expr(cs[0])
	}
	return nil
}

func (l *lowerer) suite(i int, field string) []Stmt { return l.block(l.t.child(i, field)) }

// elseOf lowers the else clause of a loop.
func (l *lowerer) elseOf(i int) []Stmt {
	if c := l.t.child(i, "alternative"); c >= 0 {
		return l.suite(c, "body")
	}
	return nil
}

func (l *lowerer) expressionStatement(i int) []Stmt {
	cs := l.t.children(i)
	if len(cs) == 0 {
		return nil
	}
	if len(cs) > 1 { // a, b, c as a statement
		var out []Stmt
		for _, c := range cs {
			out = append(out, &ExprStmt{l.at(c), l.expr(c)})
		}
		return out
	}
	switch c := cs[0]; l.t.nodes[c].kind {
	case "assignment":
		return l.only(l.assignment(c))
	case "augmented_assignment":
		op := l.t.text(l.t.child(c, "operator"))
		return l.only(&AugAssign{l.at(c), l.expr(l.t.child(c, "left")), op[:max(0, len(op)-1)], l.expr(l.t.child(c, "right"))})
	default:
		return l.only(l.exprStmts.keep(ExprStmt{l.at(c), l.expr(c)}))
	}
}

// assignment flattens a = b = value, which the parser nests to the right.
func (l *lowerer) assignment(i int) Stmt {
	s := l.assigns.keep(Assign{at: l.at(i)})
	for {
		s.Targets = append(s.Targets, l.expr(l.t.child(i, "left")))
		if ann := l.t.child(i, "type"); ann >= 0 {
			s.Ann = l.expr(ann)
		}
		right := l.t.child(i, "right")
		if right < 0 {
			return s
		}
		if l.t.nodes[right].kind != "assignment" {
			s.Value = l.expr(right)
			return s
		}
		i = right
	}
}

func (l *lowerer) ifStatement(i int) Stmt {
	t := l.t
	s := &If{at: l.at(i)}
	s.Branches = append(s.Branches, Branch{l.expr(t.child(i, "condition")), l.suite(i, "consequence")})
	for _, c := range t.children(i) {
		switch t.nodes[c].kind {
		case "elif_clause":
			s.Branches = append(s.Branches, Branch{l.expr(t.child(c, "condition")), l.suite(c, "consequence")})
		case "else_clause":
			s.Else = l.suite(c, "body")
		}
	}
	return s
}

func (l *lowerer) with(i int) Stmt {
	s := &With{at: l.at(i), Body: l.suite(i, "body")}
	for _, c := range l.t.children(i) {
		if l.t.nodes[c].kind != "with_clause" {
			continue
		}
		for _, item := range l.t.children(c) {
			s.Items = append(s.Items, l.withItem(l.t.child(item, "value")))
		}
	}
	return s
}

func (l *lowerer) withItem(v int) WithItem {
	if v < 0 {
		return WithItem{}
	}
	if l.t.nodes[v].kind != "as_pattern" {
		return WithItem{Context: l.expr(v)}
	}
	item := WithItem{Context: l.first(v)}
	if alias := l.t.child(v, "alias"); alias >= 0 {
		item.Target = l.first(alias)
	}
	return item
}

func (l *lowerer) try(i int) Stmt {
	t := l.t
	s := &Try{at: l.at(i), Body: l.suite(i, "body")}
	for _, c := range t.children(i) {
		switch t.nodes[c].kind {
		case "except_clause", "except_group_clause":
			s.Handlers = append(s.Handlers, l.handler(c))
		case "else_clause":
			s.Else = l.suite(c, "body")
		case "finally_clause":
			for _, b := range t.children(c) {
				s.Finally = append(s.Finally, l.block(b)...)
			}
		}
	}
	return s
}

func (l *lowerer) handler(i int) Handler {
	var h Handler
	for _, c := range l.t.children(i) {
		switch n := l.t.nodes[c]; {
		case n.kind == "block":
			h.Body = l.block(c)
		case n.kind == "as_pattern":
			h.Type = l.first(c)
			if alias := l.t.child(c, "alias"); alias >= 0 {
				h.Name = l.t.text(alias)
			}
		case h.Type == nil:
			h.Type = l.caught(c)
		default: // a second type behind a comma, since Python 3.14
			h.Type = &Sequence{l.at(c), TupleKind, append(elements(h.Type), l.caught(c))}
		}
	}
	return h
}

// caught lowers the types of a handler. Those without parentheses are written
// with operators in place of commas when they come here.
func (l *lowerer) caught(i int) Expr {
	t := l.t
	if t.nodes[i].kind != "binary_operator" {
		return l.expr(i)
	}
	op := t.child(i, "operator")
	if op < 0 || t.text(op) != "," || !l.enter(i) {
		return l.expr(i)
	}
	defer l.leave()
	left := l.caught(t.child(i, "left"))
	return &Sequence{l.at(i), TupleKind, append(elements(left), l.exprOf(i, "right"))}
}

func (l *lowerer) match(i int) Stmt {
	t := l.t
	s := &Match{at: l.at(i), Subject: l.expr(t.child(i, "subject"))}
	body := t.child(i, "body")
	if body < 0 {
		return s
	}
	for _, c := range t.children(body) {
		if t.nodes[c].kind == "case_clause" {
			s.Cases = append(s.Cases, l.matchCase(c))
		}
	}
	return s
}

func (l *lowerer) matchCase(i int) Case {
	t := l.t
	c := Case{Body: l.suite(i, "consequence")}
	var patterns []int
	comma := false
	for _, p := range t.all(i) {
		switch n := t.nodes[p]; {
		case n.kind == "case_pattern":
			patterns = append(patterns, p)
		case n.field == "guard":
			if g := t.children(p); len(g) > 0 {
				c.Guard = l.expr(g[0])
			}
		case t.text(p) == ",":
			comma = true
		}
	}
	if len(patterns) == 0 {
		return c
	}
	last := patterns[len(patterns)-1]
	c.Text = oneLine(t.src[t.nodes[patterns[0]].start:t.nodes[last].end], 60)
	c.Pattern = l.patterns(patterns, comma)
	for _, p := range patterns {
		c.Names = append(c.Names, l.captures(p)...)
	}
	return c
}

// captures lists the single names inside a pattern, which it may bind.
func (l *lowerer) captures(i int) []string {
	var out []string
	for c := i; c < l.t.nodes[i].next; c++ {
		n := l.t.nodes[c]
		if n.kind == "identifier" && n.end < len(l.t.src) && l.t.src[n.end] != '(' {
			out = append(out, l.t.text(c))
		}
	}
	return out
}

// dotted lowers a.b.c to attribute accesses.
func (l *lowerer) dotted(i int) Expr {
	var x Expr
	for _, c := range l.t.children(i) {
		if x == nil {
			x = l.names.keep(Name{l.at(c), l.t.text(c)})
			continue
		}
		x = l.attrs.keep(Attr{l.at(i), x, l.t.text(c)})
	}
	if x == nil {
		return &Bad{l.at(i)}
	}
	return x
}

func (l *lowerer) aliases(i int) []Alias {
	t := l.t
	var out []Alias
	for c := i + 1; c < t.nodes[i].next; c = t.nodes[c].next {
		if t.nodes[c].field != "name" {
			continue
		}
		a := Alias{Pos: l.at(c).Pos()}
		if t.nodes[c].kind == "aliased_import" {
			if n := t.child(c, "name"); n >= 0 {
				a.Name = dottedText(t, n)
			}
			if n := t.child(c, "alias"); n >= 0 {
				a.As = t.text(n)
			}
		} else {
			a.Name = dottedText(t, c)
		}
		out = append(out, a)
	}
	return out
}

// dottedText joins the identifiers, so that spaces around dots do not count.
func dottedText(t *tree, i int) string {
	s := ""
	for _, c := range t.children(i) {
		if s != "" {
			s += "."
		}
		s += t.text(c)
	}
	return s
}

func (l *lowerer) importFrom(i int) Stmt {
	t := l.t
	s := &ImportFrom{at: l.at(i), Names: l.aliases(i), Star: t.has(i, "wildcard_import")}
	m := t.child(i, "module_name")
	if m < 0 {
		return s
	}
	if t.nodes[m].kind != "relative_import" {
		s.Module = dottedText(t, m)
		return s
	}
	for _, c := range t.children(m) {
		if t.nodes[c].kind == "import_prefix" {
			for _, b := range t.text(c) {
				if b == '.' {
					s.Level++
				}
			}
		} else {
			s.Module = dottedText(t, c)
		}
	}
	return s
}

// elements returns the elements of a tuple, or the expression itself.
func elements(x Expr) []Expr {
	if s, ok := x.(*Sequence); ok && s.Kind == TupleKind {
		return s.Elts
	}
	return []Expr{x}
}
