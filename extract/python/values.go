package python

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// value is what an expression may stand for. It is one of: noneValue,
// constant, *text, *list, *dict, *function, *class, *object, *module,
// *namespace, *builtin, *union, *unknown. A nil value is an unbound name.
type value any

type (
	// noneValue is None.
	noneValue struct{}
	// constant is a bool, int64, float64, syntax.Bytes or syntax.EllipsisValue.
	constant struct{ v any }
	// text is a string. Where parts are not known, s holds {source} in their
	// place and gaps says why.
	text struct {
		s    string
		gaps []gap
		path bool // a path of pathlib
	}
	// union is one of several values; which one is decided at run time.
	union struct{ alts []alt }
	// unknown is a value that cannot be decided. quiet marks the results of
	// running agents, which no reader needs to hear about; agent says that an
	// annotation promises an agent.
	unknown struct {
		why          string
		pos          manifest.Position
		quiet, agent bool
		full         string // the dotted name, of something of another package
	}
	// builtin is a function of Python, the SDK or a bound method of ours.
	builtin struct {
		name string
		call func(m *machine, a *args) value
	}
	// namespace is a module that is not among the sources: the SDK or another
	// package. local is a module of the sources with the same name as the SDK.
	namespace struct {
		name  string
		sdk   bool
		local *module
	}
)

// alt is one possibility of a union; when is its condition, or empty.
type alt struct {
	v    value
	when string
}

// gap is a part of a string or list that is not known.
type gap struct {
	why   string
	pos   manifest.Position
	conds *cond
}

// list is a tuple, list, set or generated sequence. It is shared by
// reference, as in Python: that two agents hold the same list matters.
type list struct {
	kind syntax.SeqKind
	elts []elt
	gaps []gap // unknown further elements
	// unordered says that any element may be at any place.
	unordered bool
	conds     *cond // conditions under which it was made
}

// elt is an element with the place and the conditions of its attachment.
type elt struct {
	v     value
	pos   manifest.Position
	conds *cond  // absolute; those of the list are not repeated in reports
	when  string // further condition as text
	how   string // literal, late mutation, comprehension, ...
	at    int    // the step of its attachment
	// assumed says that it is there by an assumption only.
	assumed bool
}

// dict is a dictionary in insertion order.
type dict struct {
	entries []*entry
	index   map[string]int // by key text
	gaps    []gap
	conds   *cond
	factory value // makes the values of absent keys, or nil
}

type entry struct {
	key   value
	cell  *cell
	pos   manifest.Position
	conds *cond
}

// function is a function or lambda with the environment it was made in.
type function struct {
	def    *syntax.FuncDef
	lambda *syntax.Lambda
	env    *env
	mod    *module
	qual   string // qualified name, such as Manager.run
	cls    *class // the class whose body holds it
	self   value  // bound receiver, or nil
	// Set by decorators.
	static, classmethod, property bool
	setter                        *function // of a property
	memo                          *dict     // results by arguments, of a function that keeps them
	wraps                         *function // the function whose name and signature it shows
	// defaults are the values of parameters, evaluated where it is defined.
	defaults map[string]value
}

// class is a class of the sources, or one of the SDK (sdk is its name there).
type class struct {
	name   string
	lib    string // full name of a class of another package that is understood
	qual   string
	sdk    string
	bases  []value
	attrs  *env
	mod    *module
	fields []field // annotated names, in order
	open   bool    // a base class is not known
	def    *syntax.ClassDef
	subs   []elt   // classes that name it as a base, in order
	first  *object // an instance, for entering methods that nothing calls
	// members are those of an enumeration, in order.
	members []*object
}

type field struct {
	name string
	ann  syntax.Expr
}

// object is an instance of a class: agents, tools and handoffs too.
type object struct {
	cls   *class
	attrs map[string]*cell
	names []string // attribute names in order of first assignment
	pos   manifest.Position
	conds *cond
	mod   *module
	owner string // qualified name of the function that made it
	how   string
	at    int // the step at which it was made
	// assumed says that it exists by an assumption only; guessed names the
	// attributes that were set under one.
	assumed bool
	guessed map[string]bool
	// symbols are the names that it was bound to, best first.
	symbols []symbol
	gaps    []gap                        // unknown keyword arguments
	passed  map[string]string            // how an argument was written, by attribute
	texts   map[string]string            // source texts of options
	places  map[string]manifest.Position // of arguments, by attribute
	tool    *toolFacts
	entered bool
}

// symbol is a name in a module. Lower ranks identify better.
type symbol struct {
	name string
	rank int
}

func (o *object) cell(name string) *cell {
	c := o.attrs[name]
	if c == nil {
		c = &cell{heap: true}
		o.attrs[name] = c
		o.names = append(o.names, name)
	}
	return c
}

// peek returns the attribute's value, or nil.
func (o *object) peek(name string) value {
	if c := o.attrs[name]; c != nil {
		return c.v
	}
	return nil
}

func str(s string) *text { return &text{s: s} }

// same reports whether two values are known to be the same one.
func same(a, b value) bool {
	switch x := a.(type) {
	case *text:
		y, ok := b.(*text)
		return ok && (x == y || x.s == y.s && len(x.gaps) == 0 && len(y.gaps) == 0)
	case *union:
		y, ok := b.(*union)
		if !ok || len(x.alts) != len(y.alts) {
			return x == b
		}
		for i := range x.alts {
			if x.alts[i].when != y.alts[i].when || !same(x.alts[i].v, y.alts[i].v) {
				return false
			}
		}
		return true
	}
	return a == b
}

// maxAlternatives bounds a union; more of them are an unknown.
const maxAlternatives = 64

// oneOf makes a union, flattening nested ones; unbound values drop out. A
// value that stands alone loses its condition: where it is used, it exists.
func oneOf(alts []alt) value {
	var out []alt
	var bound []value
	for _, a := range alts {
		if a.v != nil {
			bound = append(bound, a.v)
		}
	}
	if len(bound) == 1 {
		return bound[0]
	}
	for _, a := range alts {
		if a.v == nil {
			continue
		}
		inner := []alt{a}
		if u, ok := a.v.(*union); ok {
			inner = inner[:0]
			for _, b := range u.alts {
				inner = append(inner, alt{b.v, both(a.when, b.when)})
			}
		}
		for _, b := range inner {
			out = addAlt(out, b)
		}
	}
	switch {
	case len(out) == 0:
		return nil
	case len(out) == 1:
		return out[0].v
	case len(out) > maxAlternatives:
		return &unknown{why: "more than 64 possible values"}
	}
	return &union{out}
}

// addAlt adds b; a value that is there already gets the weaker condition.
func addAlt(alts []alt, b alt) []alt {
	for i := range alts {
		if same(alts[i].v, b.v) {
			alts[i].when = either(alts[i].when, b.when)
			return alts
		}
	}
	return append(alts, b)
}

// alternatives lists the possibilities of any value.
func alternatives(v value) []alt {
	if u, ok := v.(*union); ok {
		return u.alts
	}
	return []alt{{v: v}}
}

// only returns the text of a completely known string.
func only(v value) (string, bool) {
	t, ok := asText(v)
	if !ok || len(t.gaps) > 0 {
		return "", false
	}
	return t.s, true
}

// whyUnknown says why a value is no usable answer; noun is what was wanted.
func whyUnknown(v value, noun string) string {
	switch x := v.(type) {
	case *unknown:
		return x.why
	case *lostList:
		return x.why
	case *union:
		return "depends on a condition: " + x.alts[0].when
	case *text:
		if len(x.gaps) > 0 {
			return x.gaps[0].why
		}
		return "a string is no " + noun
	}
	return describe(v) + " is no " + noun
}

// describe names the sort of a value.
func describe(v value) string {
	switch x := v.(type) {
	case nil:
		return "an unbound name"
	case noneValue:
		return "None"
	case constant:
		return "a constant"
	case *text:
		return "a string"
	case *list:
		return "a list"
	case *dict:
		return "a dictionary"
	case *function:
		if x.def != nil {
			return "the plain function " + x.def.Name
		}
		return "a lambda"
	case *class:
		return "the class " + x.name
	case *object:
		return "an instance of " + x.cls.name
	case *module:
		return "the module " + x.name
	case *namespace:
		return "the module " + x.name
	case *builtin:
		return "the function " + x.name
	case *union:
		return "one of several values"
	case *unknown:
		return "an unknown value"
	}
	return "a value"
}

type manifestPosition = manifest.Position
