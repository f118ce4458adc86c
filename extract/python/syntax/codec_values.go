package syntax

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// encoder writes values.
type encoder struct {
	*codec
	out   []byte
	texts []string
	index map[string]int // of texts
	start int64          // of the last place
	err   error
}

func (e *encoder) uint(n uint64) { e.out = binary.AppendUvarint(e.out, n) }
func (e *encoder) int(n int64)   { e.out = binary.AppendVarint(e.out, n) }

func (e *encoder) text(s string) {
	i, ok := e.index[s]
	if !ok {
		i = len(e.texts)
		e.index[s] = i
		e.texts = append(e.texts, s)
	}
	e.uint(uint64(i))
}

func (e *encoder) flag(b bool) {
	if b {
		e.out = append(e.out, 1)
	} else {
		e.out = append(e.out, 0)
	}
}

// value writes the value of a type behind a pointer.
func (e *encoder) value(p *plan, at unsafe.Pointer) {
	switch p.op {
	case opPlace:
		e.place(at)
	case opStruct:
		for _, f := range p.fields {
			e.value(f.plan, unsafe.Add(at, f.offset))
		}
	case opExpr:
		e.node(*(*Expr)(at))
	case opStmt:
		e.node(*(*Stmt)(at))
	case opAny:
		e.constant(*(*any)(at))
	case opSlice:
		h := (*[]byte)(at) // the length of any slice
		if *h == nil {
			e.uint(0)
			return
		}
		n := len(*h)
		e.uint(uint64(n) + 1)
		for i := range n {
			e.value(p.elem, unsafe.Add(unsafe.Pointer(unsafe.SliceData(*h)), uintptr(i)*p.size))
		}
	case opString:
		e.text(*(*string)(at))
	case opInt:
		e.int(int64(*(*int)(at)))
	case opInt32:
		e.int(int64(*(*int32)(at)))
	case opBool:
		e.flag(*(*bool)(at))
	}
}

// place writes where a node starts, after the last one, and its length. Line
// and column follow from the source; the zero value is no place.
func (e *encoder) place(p unsafe.Pointer) {
	a := *(*at)(p)
	none := uint64(0)
	if a.line == 0 {
		none = 1
	}
	e.int(int64(a.start) - e.start)
	e.uint(uint64(a.end-a.start)<<1 | none)
	e.start = int64(a.start)
}

func (e *encoder) node(x Expr) {
	if x == nil {
		e.out = append(e.out, 0)
		return
	}
	v := reflect.ValueOf(x)
	i, ok := e.byType[v.Type().Elem()]
	if !ok {
		e.err = fmt.Errorf("a node of kind %T cannot be kept", x)
		return
	}
	e.out = append(e.out, byte(i+1))
	e.value(kinds[i].plan, v.UnsafePointer())
}

// Tags of the values of a Const.
const (
	tagNil = iota
	tagString
	tagBytes
	tagInt
	tagFloat
	tagTrue
	tagFalse
	tagNone
	tagEllipsis
)

func (e *encoder) constant(v any) {
	tag := func(t byte) { e.out = append(e.out, t) }
	switch v := v.(type) {
	case nil:
		tag(tagNil)
	case string:
		tag(tagString)
		e.text(v)
	case Bytes:
		tag(tagBytes)
		e.text(string(v))
	case int64:
		tag(tagInt)
		e.int(v)
	case float64:
		tag(tagFloat)
		e.out = binary.LittleEndian.AppendUint64(e.out, math.Float64bits(v))
	case bool:
		if v {
			tag(tagTrue)
		} else {
			tag(tagFalse)
		}
	case NoneValue:
		tag(tagNone)
	case EllipsisValue:
		tag(tagEllipsis)
	default:
		e.err = fmt.Errorf("a constant of kind %T cannot be kept", v)
	}
}

// maxStored bounds the nesting of data; a node takes up to four levels of it.
const maxStored = 4 * (maxNesting + 10)

// decoder reads values. After an error it reads zeros.
type decoder struct {
	*codec
	data  []byte
	texts []string
	lines *tree
	slabs []func() (Expr, unsafe.Pointer) // by kind
	start int64
	err   error
}

func (d *decoder) fail() {
	d.data, d.err = nil, errDamaged
}

func (d *decoder) uint() uint64 {
	n, k := binary.Uvarint(d.data)
	if k <= 0 {
		d.fail()
		return 0
	}
	d.data = d.data[k:]
	return n
}

func (d *decoder) int() int64 {
	n, k := binary.Varint(d.data)
	if k <= 0 {
		d.fail()
		return 0
	}
	d.data = d.data[k:]
	return n
}

func (d *decoder) byte() byte {
	if len(d.data) == 0 {
		d.fail()
		return 0
	}
	b := d.data[0]
	d.data = d.data[1:]
	return b
}

// count reads a length; what is counted takes at least a byte each.
func (d *decoder) count() int {
	n := d.uint()
	if n > uint64(len(d.data)) {
		d.fail()
		return 0
	}
	return int(n)
}

// readTexts reads the texts, which share one string.
func (d *decoder) readTexts() {
	n := d.count()
	lens, total := make([]int, n), 0
	for i := range lens {
		lens[i] = d.count()
		if total += lens[i]; total > len(d.data) {
			d.fail()
			return
		}
	}
	if total > len(d.data) {
		d.fail()
		return
	}
	all := string(d.data[:total])
	d.data = d.data[total:]
	d.texts = make([]string, n)
	for i, n := range lens {
		d.texts[i], all = all[:n], all[n:]
	}
}

func (d *decoder) text() string {
	i := d.uint()
	if i >= uint64(len(d.texts)) {
		d.fail()
		return ""
	}
	return d.texts[i]
}

// value reads a value of a type into what a pointer points to.
func (d *decoder) value(p *plan, to unsafe.Pointer, depth int) {
	if d.err != nil || depth > maxStored {
		d.fail()
		return
	}
	switch p.op {
	case opPlace:
		d.place(to)
	case opStruct:
		for _, f := range p.fields {
			d.value(f.plan, unsafe.Add(to, f.offset), depth+1)
		}
	case opExpr:
		*(*Expr)(to) = d.node(depth + 1)
	case opStmt:
		*(*Stmt)(to) = d.node(depth + 1)
	case opAny:
		*(*any)(to) = d.constant()
	case opSlice:
		d.slice(p, to, depth+1)
	case opString:
		*(*string)(to) = d.text()
	case opInt:
		*(*int)(to) = int(d.int())
	case opInt32:
		*(*int32)(to) = int32(d.int())
	case opBool:
		*(*bool)(to) = d.byte() != 0
	}
}

func (d *decoder) slice(p *plan, to unsafe.Pointer, depth int) {
	n := d.count()
	if n == 0 {
		return
	}
	n--
	s := reflect.MakeSlice(p.typ, n, n)
	reflect.NewAt(p.typ, to).Elem().Set(s)
	for i := range n {
		d.value(p.elem, unsafe.Add(s.UnsafePointer(), uintptr(i)*p.size), depth)
	}
}

func (d *decoder) place(to unsafe.Pointer) {
	start := d.start + d.int()
	length := d.uint()
	end := start + int64(length>>1)
	if start < 0 || end < start || end > int64(len(d.lines.src)) {
		d.fail()
		return
	}
	d.start = start
	a := at{start: int32(start), end: int32(end)}
	if length&1 == 0 {
		p := d.lines.pos(int(start))
		a.line, a.col = int32(p.Line), int32(p.Col)
	}
	*(*at)(to) = a
}

func (d *decoder) node(depth int) Expr {
	i := int(d.byte()) - 1
	if i < 0 || i >= len(kinds) {
		if i >= 0 {
			d.fail()
		}
		return nil
	}
	if d.slabs[i] == nil {
		d.slabs[i] = kinds[i].slab()
	}
	x, at := d.slabs[i]()
	d.value(kinds[i].plan, at, depth)
	return x
}

func (d *decoder) constant() any {
	switch d.byte() {
	case tagNil:
		return nil
	case tagString:
		return d.text()
	case tagBytes:
		return Bytes(d.text())
	case tagInt:
		return d.int()
	case tagFloat:
		if len(d.data) < 8 {
			d.fail()
			return nil
		}
		v := math.Float64frombits(binary.LittleEndian.Uint64(d.data))
		d.data = d.data[8:]
		return v
	case tagTrue:
		return true
	case tagFalse:
		return false
	case tagNone:
		return NoneValue{}
	case tagEllipsis:
		return EllipsisValue{}
	}
	d.fail()
	return nil
}
