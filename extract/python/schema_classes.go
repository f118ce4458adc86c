package python

import (
	"reflect"
	"strings"

	"github.com/obligato-dev/obligato/extract/python/syntax"
)

func holds(list []any, v any) bool {
	for _, x := range list {
		if reflect.DeepEqual(x, v) {
			return true
		}
	}
	return false
}

// stripped takes Annotated[...] off a type and evaluates what it says of it.
func (s *schemas) stripped(ann syntax.Expr, depth int) (syntax.Expr, []value) {
	if depth > maxSchema {
		return ann, nil
	}
	at, t := s, ann
	switch x := ann.(type) {
	case *syntax.Const:
		if e := quoted(x); e != nil {
			return s.stripped(e, depth+1)
		}
	case *syntax.Name:
		if r := s.env.typeOf(x.Id); r != nil {
			at, t = s.in(r), r.expr
		}
	}
	x, ok := t.(*syntax.Index)
	if !ok || at.typeName(x.X) != "Annotated" {
		return ann, nil
	}
	in := arguments(x)
	_, meta := at.stripped(in[0], depth+1)
	for _, e := range in[1:] {
		meta = append(meta, at.value(e))
	}
	if at != s { // the alias stands for the annotated type and its constraints
		return ann, meta
	}
	return in[0], meta
}

// fieldsIn are the Field(...) among what an annotation says.
func fieldsIn(meta []value) []*object {
	var out []*object
	for _, v := range meta {
		if o, ok := v.(*object); ok && o.cls == fieldClass {
			out = append(out, o)
		}
	}
	return out
}

// constraints are the options of Field, by the key that they set for numbers,
// texts, sequences and objects.
var constraints = map[string][4]string{
	"ge": {"minimum", "", "", ""}, "le": {"maximum", "", "", ""}, "gt": {"exclusiveMinimum", "", "", ""},
	"lt": {"exclusiveMaximum", "", "", ""}, "multiple_of": {"multipleOf", "", "", ""},
	"min_length": {"", "minLength", "minItems", "minProperties"}, "max_length": {"", "maxLength", "maxItems", "maxProperties"},
	"pattern": {"", "pattern", "", ""}, "regex": {"", "pattern", "", ""},
}

// constrain adds what Field(...) demands of the values. It reaches through a
// type that may be None.
func (s *schemas) constrain(f *object, out jsonObject) {
	if anyOf, ok := out["anyOf"].([]any); ok && len(anyOf) == 2 && isNull(anyOf[1].(jsonObject)) {
		out = anyOf[0].(jsonObject)
	}
	at := map[any]int{"integer": 0, "number": 0, "string": 1, "array": 2, "object": 3}
	kind, ok := at[out["type"]]
	if !ok {
		return
	}
	for _, name := range sortedKeys(constraints) {
		key := constraints[name][kind]
		if v, known := s.m.json(f.peek(name), 0); known && v != nil && key != "" {
			out[key] = v
		}
	}
}

// class is the schema of an enumeration, model, dataclass or TypedDict: a
// reference to its definition.
func (s *schemas) class(c *class, depth int) jsonObject {
	ref := jsonObject{"$ref": "#/$defs/" + c.name}
	if _, done := s.defs[c.name]; done {
		return ref
	}
	if c.enumKind() != "" {
		s.defs[c.name] = enumSchema(s.m, c)
		return ref
	}
	if len(c.allFields()) == 0 && !c.extends("pydantic.BaseModel") {
		return jsonObject{}
	}
	s.defs[c.name] = jsonObject{}
	if c.isTuple() {
		s.defs[c.name] = s.tupleClass(c, depth)
		return ref
	}
	s.defs[c.name] = s.record(c, depth)
	return ref
}

// allFields lists the annotated names of the class and its bases: those of a
// base first, in the order of their first mention.
func (c *class) allFields() []ownField {
	var out []ownField
	at := map[string]int{}
	order := c.linear()
	for i := len(order) - 1; i >= 0; i-- {
		for _, f := range order[i].fields {
			if j, old := at[f.name]; old {
				out[j] = ownField{f, order[i]}
				continue
			}
			at[f.name] = len(out)
			out = append(out, ownField{f, order[i]})
		}
	}
	return out
}

// ownField is a field with the class whose body declares it.
type ownField struct {
	field
	cls *class
}

// scope is where the annotations of a class stand.
func (s *schemas) scope(c *class) *schemas {
	t := *s
	t.env, t.mod = c.attrs, c.mod
	return &t
}

func (s *schemas) record(c *class, depth int) jsonObject {
	props, required := jsonObject{}, []any{}
	typed := c.extends("typing.TypedDict", "typing_extensions.TypedDict")
	for _, f := range c.allFields() {
		in := s.scope(f.cls)
		outer := in.typeName(indexed(f.ann))
		if strings.HasPrefix(f.name, "_") && !typed || outer == "ClassVar" {
			continue
		}
		ann, meta := in.stripped(f.ann, depth)
		p := in.of(ann, depth+1)
		fields := fieldsIn(meta)
		for _, x := range fields {
			in.constrain(x, p)
		}
		def := s.m.classAttr(c, f.name)
		needed := def == nil
		if x, ok := def.(*object); ok && x.cls == fieldClass {
			in.constrain(x, p)
			fields, needed, def = append(fields, x), requiresValue(x), x.peek("default")
		}
		if typed {
			needed = outer == "Required" || outer != "NotRequired" && !c.partial()
		}
		name := f.name
		for _, x := range fields {
			for _, k := range []string{"alias", "validation_alias"} {
				if t, ok := only(orNone(x.peek(k))); ok {
					name = t
				}
			}
		}
		props[name] = described(in, p, name, "", fields, def)
		if s.strict || needed {
			required = append(required, name)
		}
	}
	out := jsonObject{"title": c.name, "type": "object", "properties": props}
	if len(required) > 0 || s.strict {
		out["required"] = required
	}
	if doc := cleanDoc(c.def.Doc); doc != "" {
		out["description"] = doc
	}
	switch c.extra() {
	case "forbid":
		out["additionalProperties"] = false
	case "allow":
		out["additionalProperties"] = true
	}
	return out
}

// indexed is the subscripted part of X[...], or the expression itself.
func indexed(e syntax.Expr) syntax.Expr {
	if x, ok := e.(*syntax.Index); ok {
		return x.X
	}
	return e
}

// partial reports a TypedDict whose keys may be absent.
func (c *class) partial() bool {
	for _, a := range c.def.Bases {
		if a.Name == "total" {
			k, ok := a.Value.(*syntax.Const)
			return ok && k.Value == false
		}
	}
	return false
}

// extra is what the configuration of a model says of further keys.
func (c *class) extra() string {
	for _, k := range c.linear() {
		if k.def == nil {
			continue
		}
		for _, st := range k.def.Body {
			a, ok := st.(*syntax.Assign)
			if !ok || len(a.Targets) != 1 || lastName(a.Targets[0]) != "model_config" {
				continue
			}
			if v := configured(a.Value, "extra"); v != "" {
				return v
			}
		}
	}
	return ""
}

// configured reads a text option of ConfigDict(...) or of a dictionary.
func configured(e syntax.Expr, key string) string {
	text := func(e syntax.Expr) string {
		if c, ok := e.(*syntax.Const); ok {
			t, _ := c.Value.(string)
			return t
		}
		return ""
	}
	switch x := e.(type) {
	case *syntax.Call:
		for _, a := range x.Args {
			if a.Name == key {
				return text(a.Value)
			}
		}
	case *syntax.Dict:
		for _, it := range x.Items {
			if it.Key != nil && text(it.Key) == key {
				return text(it.Value)
			}
		}
	}
	return ""
}

// tupleClass is the schema of a named tuple.
func (s *schemas) tupleClass(c *class, depth int) jsonObject {
	items := []any{}
	least := 0
	for _, f := range c.allFields() {
		in := s.scope(f.cls)
		def := s.m.classAttr(c, f.name)
		if def == nil {
			least++
		}
		items = append(items, described(in, in.of(f.ann, depth+1), f.name, "", nil, def))
	}
	return jsonObject{"type": "array", "prefixItems": items, "minItems": float64(least), "maxItems": float64(len(items))}
}

func enumSchema(m *machine, c *class) jsonObject {
	values := []any{}
	for _, o := range c.members {
		if v, ok := m.json(o.peek("value"), 0); ok {
			values = append(values, v)
		}
	}
	out := jsonObject{"enum": values, "title": c.name}
	if kind := kindOf(values); kind != "" {
		out["type"] = kind
	}
	if c.def != nil {
		if doc := cleanDoc(c.def.Doc); doc != "" {
			out["description"] = doc
		}
	}
	return out
}

// modelIn finds the model that a type holds: itself, an alternative, or the
// elements of a list. It returns nil where there is none or there are several.
func (s *schemas) modelIn(e syntax.Expr, depth int) *class {
	if depth > maxSchema {
		return nil
	}
	var found *class
	add := func(parts ...syntax.Expr) {
		for _, p := range parts {
			if k := s.modelIn(p, depth+1); k != nil {
				found = k
			}
		}
	}
	switch x := e.(type) {
	case *syntax.Name, *syntax.Attr:
		if k, ok := s.value(x).(*class); ok && k.extends("pydantic.BaseModel") && k.def != nil {
			return k
		}
	case *syntax.Const:
		if q := quoted(x); q != nil {
			add(q)
		}
	case *syntax.Binary:
		add(x.L, x.R)
	case *syntax.Index:
		if s.typeName(x.X) != "dict" {
			add(arguments(x)...)
		}
	}
	return found
}
