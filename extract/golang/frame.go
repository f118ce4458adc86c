package golang

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// frame is one call of a function.
type frame struct {
	m        *machine
	fn       *ssa.Function
	env      map[ssa.Value]value
	args     []value
	bindings []value
	base     string // the condition under which the call happens
	returned []value
	loops    map[*ssa.BasicBlock]bool // heads of loops
	openLoop bool                     // a loop whose rounds are not counted
	rounds   int                      // counted loops that are being executed
}

// run executes every block once in reverse postorder. A loop over a slice whose
// length is known is executed once for each element; any other loop twice, so
// that what one round leaves is seen by the next.
func (f *frame) run() {
	order := f.reversePostorder()
	passes := 1
	for _, b := range order {
		if f.loops[b] {
			if _, ok := f.countedLoop(b); !ok {
				f.openLoop, passes = true, loopPasses
			}
		}
	}
	for range passes {
		f.blocks(order)
	}
}

// blocks executes blocks in order, and counted loops on the way.
func (f *frame) blocks(order []*ssa.BasicBlock) {
	done := map[*ssa.BasicBlock]bool{}
	for _, b := range order {
		if done[b] || f.m.gaveUp {
			continue
		}
		f.block(b)
		loop, ok := f.countedLoop(b)
		if !ok {
			continue
		}
		n, known := f.length(loop)
		if !known {
			continue
		}
		var body []*ssa.BasicBlock
		for _, x := range order {
			if x != b && loop.body.Dominates(x) {
				body = append(body, x)
				done[x] = true
			}
		}
		f.iterate(b, loop, body, n)
	}
}

func (f *frame) block(b *ssa.BasicBlock) {
	when := f.condition(b)
	if strings.Contains(when, never) {
		return
	}
	f.m.conds = both(f.base, when)
	for _, instr := range b.Instrs {
		if f.m.steps++; f.m.steps > maxSteps {
			f.m.gaveUp = true
			return
		}
		f.exec(instr)
	}
}

func (f *frame) reversePostorder() []*ssa.BasicBlock {
	f.loops = map[*ssa.BasicBlock]bool{}
	seen := map[*ssa.BasicBlock]bool{}
	active := map[*ssa.BasicBlock]bool{}
	var post []*ssa.BasicBlock
	var visit func(*ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		seen[b], active[b] = true, true
		for _, s := range b.Succs {
			if active[s] {
				f.loops[s] = true
			}
			if !seen[s] {
				visit(s)
			}
		}
		active[b] = false
		post = append(post, b)
	}
	if len(f.fn.Blocks) > 0 {
		visit(f.fn.Blocks[0])
	}
	for i, j := 0, len(post)-1; i < j; i, j = i+1, j-1 {
		post[i], post[j] = post[j], post[i]
	}
	return post
}

// results is what the call returns.
func (f *frame) results() value {
	switch n := f.fn.Signature.Results().Len(); {
	case n == 0:
		return nil
	case n == 1:
		if len(f.returned) == 0 {
			return nil
		}
		return f.returned[0]
	default:
		o := &object{kind: aStruct}
		for i, v := range f.returned {
			o.field(fmt.Sprint(i)).v = v
		}
		return value{{v: o}}
	}
}

// get evaluates an operand.
func (f *frame) get(v ssa.Value) value {
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value == nil {
			return value{{}}
		}
		return value{{v: x.Value}}
	case *ssa.Function:
		return value{{v: &closure{fn: x}}}
	case *ssa.Parameter:
		for i, p := range f.fn.Params {
			if p == x && i < len(f.args) {
				return f.args[i]
			}
		}
		return isUnknown("an argument that is not known", x.Pos())
	case *ssa.FreeVar:
		for i, p := range f.fn.FreeVars {
			if p == x && i < len(f.bindings) {
				return f.bindings[i]
			}
		}
		return isUnknown("a captured variable that is not known", x.Pos())
	case *ssa.Global:
		return value{{v: f.m.global(x)}}
	}
	return f.env[v]
}

// global is the memory of a package variable.
func (m *machine) global(g *ssa.Global) *object {
	o := m.globals[g]
	if o == nil {
		o = &object{kind: aStruct, pos: g.Pos(), symbol: g.Pkg.Pkg.Name() + "." + g.Name(), typ: g.Type()}
		if !m.executed(g.Pkg) {
			o.field("").v = isUnknown(g.Pkg.Pkg.Path()+"."+g.Name()+" is not among the sources", g.Pos())
		}
		m.globals[g] = o
		m.hold(o)
	}
	return o
}

func (m *machine) executed(pkg *ssa.Package) bool {
	for _, p := range m.p.ssa {
		if p == pkg {
			return true
		}
	}
	return false
}

// exec executes one instruction.
func (f *frame) exec(instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.Alloc:
		f.env[x] = value{{v: f.m.made(allocated(x.Type()), x.Pos(), x.Type())}}
	case *ssa.Call:
		f.env[x] = f.call(x)
	case *ssa.Go:
		f.call(x)
	case *ssa.Defer:
		f.call(x)
	case *ssa.Store:
		f.store(x)
	case *ssa.MapUpdate:
		f.mapUpdate(x)
	case *ssa.Return:
		f.returns(x)
	case ssa.Value:
		f.env[x] = f.eval(x)
	}
}

// allocated is the kind of memory that an allocation of *T makes.
func allocated(t types.Type) kind {
	if sdkType(t) == "Agent" {
		return anAgent
	}
	return aStruct
}

func (f *frame) returns(r *ssa.Return) {
	if f.returned == nil {
		f.returned = make([]value, len(r.Results))
	}
	relative := f.condition(r.Block())
	for i, v := range r.Results {
		f.returned[i] = join(f.returned[i], f.get(v).under(relative))
	}
}

// eval evaluates an instruction that has a value.
func (f *frame) eval(v ssa.Value) value {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return f.concrete(x)
	case *ssa.ChangeInterface:
		return f.get(x.X)
	case *ssa.ChangeType:
		return f.get(x.X)
	case *ssa.Convert:
		return f.get(x.X)
	case *ssa.TypeAssert:
		return f.asserted(x)
	case *ssa.Phi:
		return f.phi(x)
	case *ssa.UnOp:
		return f.unary(x)
	case *ssa.BinOp:
		return f.binary(x)
	case *ssa.FieldAddr:
		return f.address(x.X, x.Field)
	case *ssa.Field:
		return f.fieldOf(x.X, x.Field)
	case *ssa.IndexAddr:
		return f.elementAddress(x)
	case *ssa.Index:
		return f.elements(f.get(x.X))
	case *ssa.Slice:
		return f.slice(x)
	case *ssa.MakeSlice:
		return value{{v: f.m.made(aList, x.Pos(), x.Type())}}
	case *ssa.MakeMap:
		return value{{v: f.m.made(aMap, x.Pos(), x.Type())}}
	case *ssa.MakeClosure:
		c := &closure{fn: x.Fn.(*ssa.Function)}
		for _, b := range x.Bindings {
			c.bindings = append(c.bindings, f.get(b))
		}
		return value{{v: c}}
	case *ssa.Lookup:
		return f.lookup(x)
	case *ssa.Extract:
		return f.extract(x)
	case *ssa.Range:
		return f.get(x.X)
	case *ssa.Next:
		return f.next(x)
	}
	return isUnknown(fmt.Sprintf("a %T is not followed", v), v.Pos())
}

// concrete gives values of the SDK's tool types their kind.
func (f *frame) concrete(x *ssa.MakeInterface) value {
	v := f.get(x.X)
	name := sdkType(x.X.Type())
	if _, ok := hostedTools[name]; !ok {
		return v
	}
	o := f.m.made(aTool, placeOf(x), x.X.Type())
	o.field("hosted").v = value{{v: constant.MakeString(name)}}
	return value{{v: o}}
}

// placeOf is a position for an instruction that may have none.
func placeOf(x *ssa.MakeInterface) token.Pos {
	if x.Pos().IsValid() {
		return x.Pos()
	}
	if load, ok := x.X.(*ssa.UnOp); ok {
		return load.X.Pos()
	}
	return x.X.Pos()
}

func (f *frame) asserted(x *ssa.TypeAssert) value {
	v := f.get(x.X)
	if !x.CommaOk {
		return v
	}
	o := &object{kind: aStruct}
	o.field("0").v = v
	o.field("1").v = isUnknown("a type assertion", x.Pos())
	return value{{v: o}}
}

func (f *frame) phi(x *ssa.Phi) value {
	var out value
	for i, e := range x.Edges {
		out = join(out, f.get(e).under(f.edgeCondition(x.Block().Preds[i], x.Block())))
	}
	return out
}

func (f *frame) unary(x *ssa.UnOp) value {
	switch x.Op {
	case token.MUL:
		return f.load(f.get(x.X), x.Pos())
	case token.NOT:
		if b, known := f.get(x.X).truth(); known {
			return value{{v: constant.MakeBool(!b)}}
		}
	}
	return isUnknown("computed while the program runs", x.Pos())
}

// load reads memory. A struct is read as a copy.
func (f *frame) load(address value, pos token.Pos) value {
	var out value
	for _, a := range address {
		switch o := a.v.(type) {
		case *object:
			out = join(out, o.contents().under(a.when))
		case *pointer:
			out = join(out, o.read().under(a.when))
		case *unknown:
			out = join(out, value{a})
		default:
			out = join(out, isUnknown("memory that is not known", pos))
		}
	}
	return out
}

func (f *frame) binary(x *ssa.BinOp) value {
	a, okA := f.get(x.X).text()
	b, okB := f.get(x.Y).text()
	if x.Op == token.ADD && okA && okB && len(a)+len(b) < 1<<20 {
		return value{{v: constant.MakeString(a + b)}}
	}
	if truth, known := comparesNil(f.get(x.X), f.get(x.Y)); known && (x.Op == token.EQL || x.Op == token.NEQ) {
		return value{{v: constant.MakeBool(truth == (x.Op == token.EQL))}}
	}
	return isUnknown("computed while the program runs", x.Pos())
}

// comparesNil reports whether two values are equal, of which one is nil and the
// other certainly nil or certainly something.
func comparesNil(a, b value) (equal, known bool) {
	if len(a) != 1 || len(b) != 1 {
		return false, false
	}
	if a[0].v != nil {
		a, b = b, a
	}
	if a[0].v != nil {
		return false, false
	}
	switch b[0].v.(type) {
	case nil:
		return true, true
	case *object, *closure, *pointer:
		return false, true
	}
	return false, false
}

func (f *frame) lookup(x *ssa.Lookup) value {
	var v value
	key, known := f.get(x.Index).text()
	for _, a := range f.get(x.X) {
		o, ok := a.v.(*object)
		switch {
		case !ok || o.kind != aMap:
			v = join(v, isUnknown("a map that is not known", x.Pos()))
		case known && o.fields[key] != nil:
			v = join(v, o.fields[key].v.under(a.when))
		default:
			v = join(v, o.all().under(both(a.when, "the key is looked up while the program runs")))
		}
	}
	if !x.CommaOk {
		return v
	}
	o := &object{kind: aStruct}
	o.field("0").v, o.field("1").v = v, isUnknown("whether a key is there", x.Pos())
	return value{{v: o}}
}

func (f *frame) extract(x *ssa.Extract) value {
	var out value
	for _, a := range f.get(x.Tuple) {
		if o, ok := a.v.(*object); ok {
			if c := o.fields[fmt.Sprint(x.Index)]; c != nil {
				out = join(out, c.v.under(a.when))
			}
			continue
		}
		out = join(out, value{a})
	}
	return out
}

// next is one step of a loop over a map: any of its values.
func (f *frame) next(x *ssa.Next) value {
	o := &object{kind: aStruct}
	for _, a := range f.get(x.Iter) {
		if m, ok := a.v.(*object); ok {
			o.field("1").v = join(o.field("1").v, m.keys())
			o.field("2").v = join(o.field("2").v, m.all())
		}
	}
	return value{{v: o}}
}

func (f *frame) mapUpdate(x *ssa.MapUpdate) {
	key, known := f.get(x.Key).text()
	for _, a := range f.get(x.Map) {
		if o, ok := a.v.(*object); ok {
			if !known {
				key = "\x00" + fmt.Sprint(x.Pos())
			}
			c := o.field(key)
			c.v = join(c.v, f.get(x.Value).under(f.m.conds))
		}
	}
}

// derivation says how an element came into a list here.
func (f *frame) derivation() string {
	if f.openLoop || f.rounds > 0 {
		return manifest.FromLoop
	}
	return manifest.FromLiteral
}
