package golang

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// value is what an expression may be: its alternatives. No alternative means
// that nothing is known yet, as in a branch that was not reached.
type value []alternative

// alternative is one possibility and the condition under which it holds, empty
// for always.
type alternative struct {
	v    any // constant.Value, *object, *closure, *unknown or nil for Go's nil
	when string
}

// unknown is a value that the analysis cannot decide.
type unknown struct {
	why string
	pos token.Pos
}

func isUnknown(why string, pos token.Pos) value { return value{{v: &unknown{why, pos}}} }

// closure is a function with the variables that it captured.
type closure struct {
	fn       *ssa.Function
	bindings []value
}

// kind says what an object stands for.
type kind int

const (
	aStruct   kind = iota // memory: a struct, an array, a variable
	aList                 // a slice
	aMap                  // a map
	anAgent               // an agents.Agent
	aTool                 // something that implements agents.Tool
	aHandoff              // an agents.Handoff
	anAgentAs             // the tool that Agent.AsTool returns
)

// object is something that the program creates: where, in which call, and what
// it holds.
type object struct {
	kind   kind
	pos    token.Pos
	calls  string // the call sites that led there
	typ    types.Type
	fields map[string]*cell
	elems  []element // of a list
	gaps   []unknown // elements of a list that are not known
	symbol string    // the variable or function that names it
	how    string    // a derivation of package manifest
	when   string    // condition under which it is made
	wraps  value     // anAgentAs, aHandoff: the agent
	body   value     // aTool: its handler
	schema types.Type
}

// cell is a variable, a field, or all elements of an array or map.
type cell struct{ v value }

// element is one member of a list.
type element struct {
	v    value
	when string
	pos  token.Pos
	how  string
}

func (o *object) field(name string) *cell {
	c := o.fields[name]
	if c == nil {
		c = &cell{}
		if o.fields == nil {
			o.fields = map[string]*cell{}
		}
		o.fields[name] = c
	}
	return c
}

// peek is what a field holds, without making it.
func (o *object) peek(name string) value {
	if c := o.fields[name]; c != nil {
		return c.v
	}
	return nil
}

// copyOf is the object as a value: Go copies structs when they are assigned.
// Agents are pointers everywhere, and lists share their elements.
func (o *object) copyOf() *object {
	if o.kind == anAgent || o.kind == aList || o.kind == aMap {
		return o
	}
	c := *o
	c.fields = make(map[string]*cell, len(o.fields))
	for name, f := range o.fields {
		c.fields[name] = &cell{f.v}
	}
	return &c
}

// both joins conditions that must hold together.
func both(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "":
		return a
	}
	return a + " and " + b
}

// either joins conditions of which one suffices.
func either(a, b string) string {
	switch {
	case a == "" || b == "":
		return ""
	case a == b:
		return a
	}
	return a + " or " + b
}

// under puts a condition on every alternative.
func (v value) under(when string) value {
	if when == "" {
		return v
	}
	out := make(value, len(v))
	for i, a := range v {
		out[i] = alternative{a.v, both(a.when, when)}
	}
	return out
}

// maxAlternatives bounds how many possibilities one expression keeps.
const maxAlternatives = 200

// join is what may be either: equal possibilities are kept once.
func join(a, b value) value {
	out := append(value{}, a...)
next:
	for _, x := range b {
		for i, y := range out {
			if same(x.v, y.v) {
				out[i].when = either(x.when, y.when)
				continue next
			}
		}
		if len(out) < maxAlternatives {
			out = append(out, x)
		}
	}
	return out
}

func same(a, b any) bool {
	if x, ok := a.(constant.Value); ok {
		y, ok := b.(constant.Value)
		return ok && x.Kind() == y.Kind() && constant.Compare(x, token.EQL, y)
	}
	if x, ok := a.(*unknown); ok {
		y, ok := b.(*unknown)
		return ok && *x == *y
	}
	if x, ok := a.(*closure); ok {
		y, ok := b.(*closure)
		return ok && x.fn == y.fn
	}
	return a == b
}

// text returns the only string that the value can be.
func (v value) text() (string, bool) {
	if len(v) != 1 {
		return "", false
	}
	c, ok := v[0].v.(constant.Value)
	if !ok || c.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c), true
}

// truth returns the only boolean that the value can be.
func (v value) truth() (value, known bool) {
	if len(v) != 1 {
		return false, false
	}
	c, ok := v[0].v.(constant.Value)
	if !ok || c.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(c), true
}

// why says why the value is not what was hoped for.
func (v value) why(wanted string) string {
	for _, a := range v {
		if u, ok := a.v.(*unknown); ok {
			return u.why
		}
	}
	if len(v) > 1 {
		return "more than one value is possible"
	}
	return "it is no " + wanted + " that the source shows"
}
