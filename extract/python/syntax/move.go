package syntax

import "reflect"

// Move gives every place in the file another one: for text that was cut out of
// a larger file. The text of expressions stays what was parsed.
func (f *File) Move(to func(Pos) Pos) {
	m := mover{to: to, seen: map[any]bool{}}
	m.value(reflect.ValueOf(f.Body))
	for i := range f.Errors {
		f.Errors[i].Pos = to(f.Errors[i].Pos)
	}
	for i := range f.Comments {
		c := &f.Comments[i]
		c.Pos = to(c.Pos)
		if c.First > 0 {
			c.First, c.Last = to(Pos{c.First, 1}).Line, to(Pos{c.Last, 1}).Line
		}
	}
}

func (a *at) move(to func(Pos) Pos) {
	p := to(a.Pos())
	a.line, a.col = int32(p.Line), int32(p.Col)
}

// mover visits nodes by reflection, so that no kind of node is forgotten.
type mover struct {
	to   func(Pos) Pos
	seen map[any]bool // a node may be in the tree twice
}

var posType = reflect.TypeFor[Pos]()

func (m *mover) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			m.value(v.Elem())
		}
	case reflect.Pointer:
		if v.IsNil() || m.seen[v.Interface()] {
			return
		}
		m.seen[v.Interface()] = true
		if n, ok := v.Interface().(interface{ move(func(Pos) Pos) }); ok {
			n.move(m.to)
		}
		m.value(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			m.value(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == posType {
			if p := v.Interface().(Pos); v.CanSet() && p.Line > 0 {
				v.Set(reflect.ValueOf(m.to(p)))
			}
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				m.value(v.Field(i))
			}
		}
	}
}
