package syntax

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"unsafe"
)

// A file that was read once can be written down and taken up again without
// parsing. The form follows the Go types of the nodes by reflection, so that a
// field that is added to a node is kept without a change here; only a new kind
// of node needs a line in kinds. Texts stand once each, places as the distance
// to the one before. It is for a cache: it holds no source text beyond what
// nodes hold, and fits the types of one build only (see Layout).

// kind is a type of node.
type kind struct {
	name string
	typ  reflect.Type // the struct
	plan *plan
	// slab returns a function that makes new nodes of the kind.
	slab func() func() (Expr, unsafe.Pointer)
}

// of declares a type of node. Expr and Stmt are the same set of methods.
func of[T any, P interface {
	*T
	Expr
}]() kind {
	typ := reflect.TypeFor[T]()
	return kind{name: typ.Name(), typ: typ, slab: func() func() (Expr, unsafe.Pointer) {
		var free []T
		return func() (Expr, unsafe.Pointer) {
			if len(free) == 0 {
				free = make([]T, 32)
			}
			p := P(&free[0])
			free = free[1:]
			return p, unsafe.Pointer(p)
		}
	}}
}

// kinds lists every kind of node. A test compares it with the declarations.
var kinds = []kind{
	of[Name](), of[Const](), of[FString](), of[Sequence](), of[Dict](), of[Comp](), of[Attr](), of[Index](), of[Slice](),
	of[Call](), of[Unary](), of[Binary](), of[Logic](), of[Compare](), of[Cond](), of[Lambda](), of[Await](), of[Yield](),
	of[Star](), of[Walrus](), of[Bad](),
	of[ExprStmt](), of[Assign](), of[AugAssign](), of[FuncDef](), of[ClassDef](), of[If](), of[For](), of[While](), of[With](),
	of[Try](), of[Match](), of[Return](), of[Raise](), of[Jump](), of[Scope](), of[Delete](), of[Import](), of[ImportFrom](),
	of[Pass](), of[BadStmt](),
}

// record is what is kept of a file.
type record struct {
	Body     []Stmt
	Errors   []Error
	Comments []Comment
}

// plan says how a type is written: the operation, and what it needs.
type plan struct {
	op     op
	typ    reflect.Type
	fields []field // of a struct
	elem   *plan   // of a slice
	size   uintptr // of an element
}

type field struct {
	offset uintptr
	plan   *plan
}

type op int

const (
	opPlace  op = iota // at
	opStruct           // its fields
	opExpr             // an Expr
	opStmt             // a Stmt: in memory another thing than an Expr
	opAny              // the value of a Const
	opSlice
	opString
	opInt
	opInt32
	opBool
)

// codec holds the plans, made once.
type codec struct {
	root   *plan
	byType map[reflect.Type]int // kinds by struct type
	layout string
}

var theCodec = sync.OnceValues(func() (*codec, error) {
	c := &codec{byType: map[reflect.Type]int{}}
	made := map[reflect.Type]*plan{}
	sum := sha256.New()
	for i := range kinds {
		p, err := planOf(kinds[i].typ, made)
		if err != nil {
			return nil, err
		}
		kinds[i].plan = p
		c.byType[kinds[i].typ] = i
		describeType(sum, kinds[i].typ)
	}
	var err error
	if c.root, err = planOf(reflect.TypeFor[record](), made); err != nil {
		return nil, err
	}
	for _, t := range []reflect.Type{
		reflect.TypeFor[record](), reflect.TypeFor[Error](), reflect.TypeFor[Comment](), reflect.TypeFor[Part](), reflect.TypeFor[Item](),
		reflect.TypeFor[Clause](), reflect.TypeFor[Arg](), reflect.TypeFor[Param](), reflect.TypeFor[Branch](), reflect.TypeFor[WithItem](),
		reflect.TypeFor[Handler](), reflect.TypeFor[Case](), reflect.TypeFor[Pattern](), reflect.TypeFor[Alias](),
	} {
		describeType(sum, t)
	}
	c.layout = hex.EncodeToString(sum.Sum(nil)[:8])
	return c, nil
})

func describeType(w interface{ Write([]byte) (int, error) }, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		fmt.Fprintf(w, "%s.%s %s;", t.Name(), f.Name, f.Type) // a hash: no error
	}
}

// Layout names the form that Encode writes: it changes with the types.
func Layout() string {
	c, err := theCodec()
	if err != nil {
		return ""
	}
	return c.layout
}

var (
	placeType = reflect.TypeFor[at]()
	exprType  = reflect.TypeFor[Expr]()
	stmtType  = reflect.TypeFor[Stmt]()
	anyType   = reflect.TypeFor[any]()
)

func planOf(t reflect.Type, made map[reflect.Type]*plan) (*plan, error) {
	if p := made[t]; p != nil {
		return p, nil
	}
	p := &plan{typ: t}
	made[t] = p
	switch {
	case t == placeType:
		p.op = opPlace
	case t == exprType:
		p.op = opExpr
	case t == stmtType:
		p.op = opStmt
	case t == anyType:
		p.op = opAny
	default:
		return p, p.plain(t, made)
	}
	return p, nil
}

func (p *plan) plain(t reflect.Type, made map[reflect.Type]*plan) (err error) {
	switch t.Kind() {
	case reflect.Struct:
		p.op = opStruct
		for i := range t.NumField() {
			f := t.Field(i)
			in, err := planOf(f.Type, made)
			if err != nil {
				return fmt.Errorf("%s.%s: %w", t.Name(), f.Name, err)
			}
			p.fields = append(p.fields, field{f.Offset, in})
		}
	case reflect.Slice:
		p.op, p.size = opSlice, t.Elem().Size()
		p.elem, err = planOf(t.Elem(), made)
	case reflect.String:
		p.op = opString
	case reflect.Int:
		p.op = opInt
	case reflect.Int32:
		p.op = opInt32
	case reflect.Bool:
		p.op = opBool
	default:
		err = fmt.Errorf("a %s cannot be kept", t)
	}
	return err
}

// Encode writes the file down. It fails for a node of a kind that is not in
// kinds.
func (f *File) Encode() ([]byte, error) {
	c, err := theCodec()
	if err != nil {
		return nil, err
	}
	e := &encoder{codec: c, index: map[string]int{}}
	r := record{f.Body, f.Errors, f.Comments}
	e.value(c.root, unsafe.Pointer(&r))
	if e.err != nil {
		return nil, e.err
	}
	out := binary.AppendUvarint(nil, uint64(len(e.texts)))
	for _, s := range e.texts {
		out = binary.AppendUvarint(out, uint64(len(s)))
	}
	for _, s := range e.texts {
		out = append(out, s...)
	}
	return append(out, e.out...), nil
}

// Decode takes up what Encode wrote for the same source text. Any error means
// that the data is not of that kind; no data causes a panic.
func Decode(data, src []byte) (*File, error) {
	c, err := theCodec()
	if err != nil {
		return nil, err
	}
	f := &File{src: lineFeeds(src)}
	d := &decoder{codec: c, data: data, lines: newTree(f.src), slabs: make([]func() (Expr, unsafe.Pointer), len(kinds))}
	d.readTexts()
	var r record
	d.value(c.root, unsafe.Pointer(&r), 0)
	if d.err == nil && len(d.data) > 0 {
		d.err = errDamaged
	}
	if d.err != nil {
		return nil, d.err
	}
	f.Body, f.Errors, f.Comments = r.Body, r.Errors, r.Comments
	return f, nil
}

var errDamaged = errors.New("damaged data")
