// Package syntax reads Python source text into a small abstract syntax of its
// own: statements and expressions with 1-based positions. What the parser
// could not read becomes Bad nodes and errors with positions; the rest of the
// file stays usable. The package knows nothing of agents.
package syntax

import "cmp"

// Pos is a place in a file: 1-based line and 1-based byte column. The zero
// value is no place.
type Pos struct{ Line, Col int }

func (p Pos) compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// Error is a place that could not be read.
type Error struct {
	Pos     Pos
	Message string
}

// File is one source file.
type File struct {
	Body   []Stmt
	Errors []Error // sorted by position
	// Comments are those that speak to obligato, sorted by position.
	Comments []Comment
	src      []byte
}

// Text returns the source text of an expression on one line, cut to at most
// 80 bytes.
func (f *File) Text(e Expr) string {
	if e == nil {
		return ""
	}
	s := e.span()
	if s.start < 0 || int(s.end) > len(f.src) || s.start >= s.end {
		return ""
	}
	return oneLine(f.src[s.start:s.end], 80)
}

// at is the place of a node; every node embeds it.
type at struct {
	line, col  int32
	start, end int32 // byte offsets
}

// Pos returns the place where the node starts.
func (a at) Pos() Pos { return Pos{int(a.line), int(a.col)} }
func (a at) span() at { return a }
func (at) node()      {}

// Expr is an expression.
type Expr interface {
	Pos() Pos
	span() at
	node()
}

// Expressions. Bad stands for what could not be read.
type (
	// Name is a variable.
	Name struct {
		at
		Id string
	}
	// Const is a literal: string, Bytes, int64, float64, bool, None, Ellipsis.
	Const struct {
		at
		Value any
	}
	// FString is a formatted string.
	FString struct {
		at
		Parts []Part
	}
	// Sequence is a display: tuple, list or set.
	Sequence struct {
		at
		Kind SeqKind
		Elts []Expr
	}
	// Dict is a dictionary display. An item without Key is a ** unpacking.
	Dict struct {
		at
		Items []Item
	}
	// Comp is a comprehension or generator. Value is set for dictionaries.
	Comp struct {
		at
		Kind       SeqKind
		Elt, Value Expr
		Clauses    []Clause
	}
	// Attr is x.name.
	Attr struct {
		at
		X    Expr
		Name string
	}
	// Index is x[i]; several subscripts are a tuple.
	Index struct {
		at
		X, I Expr
	}
	// Slice is lo:hi:step inside an Index; absent parts are nil.
	Slice struct {
		at
		Lo, Hi, Step Expr
	}
	// Call is f(args).
	Call struct {
		at
		Func Expr
		Args []Arg
	}
	// Unary is op x, with op one of not, -, +, ~.
	Unary struct {
		at
		Op string
		X  Expr
	}
	// Binary is an arithmetic operation.
	Binary struct {
		at
		Op   string
		L, R Expr
	}
	// Logic is "and" or "or".
	Logic struct {
		at
		Op   string
		L, R Expr
	}
	// Compare is a chain of comparisons: len(Ops) == len(Operands)-1.
	Compare struct {
		at
		Operands []Expr
		Ops      []string
	}
	// Cond is then if test else other.
	Cond struct {
		at
		Test, Then, Else Expr
	}
	// Lambda is an anonymous function.
	Lambda struct {
		at
		Params []Param
		Body   Expr
	}
	// Await is await x.
	Await struct {
		at
		X Expr
	}
	// Yield is yield x or yield from x; X may be nil.
	Yield struct {
		at
		X    Expr
		From bool
	}
	// Star is *x in a display, a target or a type.
	Star struct {
		at
		X Expr
	}
	// Walrus is name := x.
	Walrus struct {
		at
		Name string
		X    Expr
	}
	// Bad is an expression that could not be read.
	Bad struct{ at }
)

// NoneValue, EllipsisValue and Bytes are values of Const.
type (
	NoneValue     struct{} // None
	EllipsisValue struct{} // ...
	Bytes         string   // b"..."
)

// SeqKind tells displays and comprehensions apart.
type SeqKind int

// Kinds of sequences.
const (
	TupleKind SeqKind = iota
	ListKind
	SetKind
	DictKind
	GeneratorKind
)

// Part is a piece of an f-string: text, or an expression.
type Part struct {
	Text string
	X    Expr // nil for text
	Spec bool // a format or conversion is applied to X
	// Format is that conversion and format as written, such as "!r" or ":02d".
	Format string
}

// Item is an entry of a dictionary display.
type Item struct{ Key, Value Expr }

// Clause is "for target in iter if ifs..." of a comprehension.
type Clause struct {
	Target, Iter Expr
	Ifs          []Expr
}

// Arg is an argument: positional, named, *x (Star 1) or **x (Star 2).
type Arg struct {
	Name  string
	Star  int
	Value Expr
}

// Param is a parameter. Star is 1 for *args, 2 for **kw; a bare * has no name.
type Param struct {
	Name    string
	Ann     Expr
	Default Expr
	Star    int
	Slash   bool // the / separator
	Pos     Pos
}

// Stmt is a statement.
type Stmt interface {
	Pos() Pos
	span() at
	node()
}

// Statements.
type (
	// ExprStmt is an expression by itself.
	ExprStmt struct {
		at
		X Expr
	}
	// Assign is targets = value; Ann is the annotation, Value may be nil then.
	Assign struct {
		at
		Targets []Expr
		Ann     Expr
		Value   Expr
	}
	// AugAssign is target op= value; Op has no equals sign.
	AugAssign struct {
		at
		Target Expr
		Op     string
		Value  Expr
	}
	// FuncDef is a function; Pos is the place of def or async.
	FuncDef struct {
		at
		Name       string
		Params     []Param
		Returns    Expr
		Body       []Stmt
		Decorators []Expr
		Async      bool
		Doc        string // docstring as written, without quotes
		Generator  bool   // the body yields
	}
	// ClassDef is a class.
	ClassDef struct {
		at
		Name       string
		Bases      []Arg
		Body       []Stmt
		Decorators []Expr
		Doc        string
	}
	// If is a chain of branches and an else.
	If struct {
		at
		Branches []Branch
		Else     []Stmt
	}
	// For is a loop over a sequence.
	For struct {
		at
		Target, Iter Expr
		Body, Else   []Stmt
	}
	// While is a loop.
	While struct {
		at
		Test       Expr
		Body, Else []Stmt
	}
	// With is a with statement.
	With struct {
		at
		Items []WithItem
		Body  []Stmt
	}
	// Try is a try statement.
	Try struct {
		at
		Body     []Stmt
		Handlers []Handler
		Else     []Stmt
		Finally  []Stmt
	}
	// Match is a match statement.
	Match struct {
		at
		Subject Expr
		Cases   []Case
	}
	// Return is a return; X may be nil.
	Return struct {
		at
		X Expr
	}
	// Raise is a raise.
	Raise struct{ at }
	// Jump is break or continue.
	Jump struct {
		at
		Continue bool
	}
	// Scope is global or nonlocal.
	Scope struct {
		at
		Global bool
		Names  []string
	}
	// Delete is del.
	Delete struct {
		at
		Targets []Expr
	}
	// Import is import a.b as c, ....
	Import struct {
		at
		Names []Alias
	}
	// ImportFrom is from ..module import names; Star is import *.
	ImportFrom struct {
		at
		Level  int
		Module string
		Names  []Alias
		Star   bool
	}
	// Pass is a statement without effect for us.
	Pass struct{ at }
	// BadStmt is a statement that could not be read.
	BadStmt struct{ at }
)

// Branch is one test of an If.
type Branch struct {
	Test Expr
	Body []Stmt
}

// WithItem is context as target; Target may be nil.
type WithItem struct{ Context, Target Expr }

// Handler is an except clause.
type Handler struct {
	Type Expr
	Name string
	Body []Stmt
}

// Case is a case of a match statement; Text is its pattern as written, on one
// line.
type Case struct {
	Pattern Pattern
	Guard   Expr     // of "case x if guard", or nil
	Names   []string // names that the pattern may bind
	Text    string
	Body    []Stmt
}

// Alias is name as As; As is empty without an alias.
type Alias struct {
	Name, As string
	Pos      Pos
}

// Bound is the name that the import binds.
func (a Alias) Bound() string {
	if a.As != "" {
		return a.As
	}
	return a.Name
}
