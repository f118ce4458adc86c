package golang

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// pointer is the address of a field or of the elements of a list.
type pointer struct {
	o     *object
	field string // of a struct
	index int    // of a list; -1 for any
}

func (p *pointer) read() value {
	if p.o.kind != aList {
		return p.o.field(p.field).v
	}
	if p.index >= 0 && p.index < len(p.o.elems) {
		return p.o.elems[p.index].v
	}
	return p.o.all()
}

// contents is what *o reads: the object itself for structs, else its one cell.
func (o *object) contents() value {
	if c := o.fields[""]; c != nil {
		return c.v
	}
	return value{{v: o.copyOf()}}
}

// all is any element of a list, or any value of a map.
func (o *object) all() value {
	var out value
	for _, e := range o.elems {
		out = join(out, e.v.under(e.when))
	}
	for i := range o.gaps {
		out = join(out, value{{v: &o.gaps[i]}})
	}
	if o.kind == aMap {
		for _, name := range slices.Sorted(maps.Keys(o.fields)) {
			out = join(out, o.fields[name].v)
		}
	}
	return out
}

func (o *object) keys() value {
	var out value
	for _, name := range slices.Sorted(maps.Keys(o.fields)) {
		if name != "" && name[0] != 0 {
			out = join(out, value{{v: constant.MakeString(name)}})
		}
	}
	return out
}

// fieldName is the name of a struct's field.
func fieldName(t types.Type, i int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i).Name()
	}
	return fmt.Sprint(i)
}

// address is where a field is.
func (f *frame) address(x ssa.Value, i int) value {
	name := fieldName(x.Type(), i)
	var out value
	for _, a := range f.get(x) {
		switch o := a.v.(type) {
		case *object:
			// A variable that holds a struct is the struct's memory.
			if c := o.fields[""]; c != nil {
				for _, held := range c.v {
					if h, ok := held.v.(*object); ok {
						out = join(out, value{{&pointer{o: h, field: name}, both(a.when, held.when)}})
					}
				}
				continue
			}
			out = join(out, value{{&pointer{o: o, field: name}, a.when}})
		case *pointer:
			for _, held := range o.structs(f.m, x) {
				out = join(out, value{{&pointer{o: held, field: name}, a.when}})
			}
		default:
			out = join(out, value{a})
		}
	}
	return out
}

// structs are the objects that the pointer's place holds; a struct within a
// struct is made when it is first looked at.
func (p *pointer) structs(m *machine, at ssa.Value) []*object {
	var out []*object
	for _, a := range p.read() {
		if o, ok := a.v.(*object); ok {
			out = append(out, o)
		}
	}
	if len(out) == 0 && p.o.kind != aList {
		o := m.made(aStruct, at.Pos(), at.Type())
		p.o.field(p.field).v = value{{v: o}}
		out = append(out, o)
	}
	return out
}

func (f *frame) fieldOf(x ssa.Value, i int) value {
	name := fieldName(x.Type(), i)
	var out value
	for _, a := range f.get(x) {
		if o, ok := a.v.(*object); ok {
			if c := o.fields[name]; c != nil {
				out = join(out, c.v.under(a.when))
			}
			continue
		}
		out = join(out, value{a})
	}
	return out
}

func constantIndex(v value) int {
	if len(v) == 1 {
		if c, ok := v[0].v.(constant.Value); ok && c.Kind() == constant.Int {
			if n, ok := constant.Int64Val(c); ok && n >= 0 && n < maxElements {
				return int(n)
			}
		}
	}
	return -1
}

func (f *frame) elementAddress(x *ssa.IndexAddr) value {
	i := constantIndex(f.get(x.Index))
	var out value
	for _, a := range f.get(x.X) {
		o, ok := a.v.(*object)
		if p, isPointer := a.v.(*pointer); isPointer {
			ok = false
			for _, held := range p.structs(f.m, x) {
				out = join(out, value{{&pointer{o: held.asList(), index: i}, a.when}})
			}
			continue
		}
		if !ok {
			out = join(out, value{a})
			continue
		}
		out = join(out, value{{&pointer{o: o.asList(), index: i}, a.when}})
	}
	return out
}

// asList is the object as a list: an array becomes one when it is indexed, and
// a variable stands for the list that it holds.
func (o *object) asList() *object {
	if c := o.fields[""]; c != nil {
		for _, a := range c.v {
			if held, ok := a.v.(*object); ok && held.kind == aList {
				return held
			}
		}
	}
	if o.kind == aStruct {
		o.kind = aList
	}
	return o
}

func (f *frame) elements(v value) value {
	var out value
	for _, a := range v {
		if o, ok := a.v.(*object); ok {
			out = join(out, o.all().under(a.when))
			continue
		}
		out = join(out, value{a})
	}
	return out
}

// slice is x[i:j]: the same elements, as far as constant bounds tell.
func (f *frame) slice(x *ssa.Slice) value {
	var out value
	for _, a := range f.get(x.X) {
		o, ok := a.v.(*object)
		if !ok {
			out = join(out, value{a})
			continue
		}
		list := o.asList()
		if x.Low == nil && x.High == nil {
			out = join(out, value{{list, a.when}})
			continue
		}
		cut := f.m.made(aList, x.Pos(), x.Type())
		low, high := 0, len(list.elems)
		if x.Low != nil {
			low = constantIndex(f.get(x.Low))
		}
		if x.High != nil {
			high = constantIndex(f.get(x.High))
		}
		if low < 0 || high < low || high > len(list.elems) {
			low, high = 0, len(list.elems)
			cut.gaps = []unknown{{"a slice whose bounds are computed", x.Pos()}}
		}
		cut.elems = slices.Clone(list.elems[low:high])
		out = join(out, value{{cut, a.when}})
	}
	return out
}

// store writes memory: over what is there if the place is certain and the
// write unconditional within this call, else beside it.
func (f *frame) store(x *ssa.Store) {
	v := f.get(x.Val)
	targets := f.get(x.Addr)
	when := f.condition(x.Block())
	for _, a := range targets {
		certain := len(targets) == 1 && when == "" && a.when == ""
		switch t := a.v.(type) {
		case *object:
			f.assign(t, v, certain, x)
		case *pointer:
			f.assignTo(t, v, certain, when, x.Pos())
		}
	}
}

// assign stores into a variable. A struct's memory takes the fields over.
func (f *frame) assign(o *object, v value, certain bool, x *ssa.Store) {
	if len(v) == 1 {
		if from, ok := v[0].v.(*object); ok && from.kind != aList && from.kind != aMap && isStruct(x.Val.Type()) {
			pos, calls := from.pos, from.calls
			*o = *from.copyOf()
			o.pos, o.calls = pos, calls
			return
		}
	}
	if g, ok := x.Addr.(*ssa.Global); ok {
		name(v, g.Pkg.Pkg.Name()+"."+g.Name())
	}
	c := o.field("")
	if certain {
		c.v = v
	} else {
		c.v = join(c.v, v.under(f.condition(x.Block())))
	}
}

// name gives the objects the symbol of the package variable that holds them.
func name(v value, symbol string) {
	for _, a := range v {
		if o, ok := a.v.(*object); ok && o.calls == "" || ok && o.kind == anAgent {
			o.symbol = symbol
		}
	}
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

func (f *frame) assignTo(p *pointer, v value, certain bool, when string, pos token.Pos) {
	if p.o.kind != aList {
		c := p.o.field(p.field)
		if certain && !f.openLoop {
			c.v = v
		} else {
			c.v = join(c.v, v.under(when))
		}
		return
	}
	if p.index < 0 {
		p.o.add(element{v: v, when: when, pos: pos, how: manifest.FromLoop})
		return
	}
	for len(p.o.elems) <= p.index {
		p.o.elems = append(p.o.elems, element{pos: pos})
	}
	p.o.elems[p.index] = element{v: v, when: when, pos: pos, how: f.derivation()}
}

// add puts an element into a list, once.
func (o *object) add(e element) {
	for i, x := range o.elems {
		if x.pos == e.pos && len(x.v) == len(e.v) && equalValues(x.v, e.v) {
			o.elems[i].when = either(x.when, e.when)
			return
		}
	}
	if len(o.elems) < maxElements {
		o.elems = append(o.elems, e)
	}
}

func equalValues(a, b value) bool {
	for i := range a {
		if !same(a[i].v, b[i].v) {
			return false
		}
	}
	return true
}
