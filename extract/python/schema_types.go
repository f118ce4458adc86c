package python

import (
	"strings"

	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// simpleTypes are the types without parameters, by the last part of their
// name.
var simpleTypes = map[string]jsonObject{
	"str": {"type": "string"}, "int": {"type": "integer"}, "float": {"type": "number"}, "bool": {"type": "boolean"},
	"None": {"type": "null"}, "NoneType": {"type": "null"}, "Any": {}, "object": {}, "bytes": {"type": "string", "format": "binary"},
	"datetime": {"type": "string", "format": "date-time"}, "date": {"type": "string", "format": "date"},
	"time": {"type": "string", "format": "time"}, "timedelta": {"type": "string", "format": "duration"},
	"UUID": {"type": "string", "format": "uuid"}, "Path": {"type": "string", "format": "path"},
	"AnyUrl": {"type": "string", "format": "uri", "minLength": 1.0}, "EmailStr": {"type": "string", "format": "email"},
	"HttpUrl":    {"type": "string", "format": "uri", "minLength": 1.0, "maxLength": 2083.0},
	"AnyHttpUrl": {"type": "string", "format": "uri", "minLength": 1.0},
	"SecretStr":  {"type": "string", "format": "password", "writeOnly": true}, "LiteralString": {"type": "string"},
	"Decimal":     {"anyOf": []any{jsonObject{"type": "number"}, jsonObject{"type": "string"}}},
	"PositiveInt": {"type": "integer", "exclusiveMinimum": 0.0}, "NonNegativeInt": {"type": "integer", "minimum": 0.0},
	"NegativeInt": {"type": "integer", "exclusiveMaximum": 0.0}, "PositiveFloat": {"type": "number", "exclusiveMinimum": 0.0},
	"NonNegativeFloat": {"type": "number", "minimum": 0.0}, "StrictStr": {"type": "string"}, "StrictInt": {"type": "integer"},
	"StrictBool": {"type": "boolean"}, "StrictFloat": {"type": "number"},
}

// of is the schema of a type. What is not understood allows anything.
func (s *schemas) of(ann syntax.Expr, depth int) jsonObject {
	if ann == nil || depth > maxSchema {
		return jsonObject{}
	}
	switch x := ann.(type) {
	case *syntax.Name:
		return s.named(x.Id, depth)
	case *syntax.Attr:
		return s.attribute(x, depth)
	case *syntax.Index:
		return s.generic(x, depth)
	case *syntax.Binary:
		if x.Op == "|" {
			return s.union(flatten(x), depth)
		}
	case *syntax.Call:
		return s.called(x, depth)
	case *syntax.Const:
		if x.Value == (syntax.NoneValue{}) {
			return jsonObject{"type": "null"}
		}
		if e := quoted(x); e != nil {
			return s.of(e, depth+1)
		}
	}
	return jsonObject{}
}

// in is the same schema maker in the scope of a type that is defined
// elsewhere.
func (s *schemas) in(t *typeRef) *schemas {
	c := *s
	c.env, c.mod = t.env, t.mod
	return &c
}

// value evaluates an expression of an annotation.
func (s *schemas) value(e syntax.Expr) value {
	saved := s.m.frame
	s.m.frame = &frame{env: s.env, mod: s.mod}
	defer func() { s.m.frame = saved }()
	return s.m.eval(e)
}

func flatten(e syntax.Expr) []syntax.Expr {
	var out []syntax.Expr
	for {
		b, ok := e.(*syntax.Binary)
		if !ok || b.Op != "|" {
			return append([]syntax.Expr{e}, out...)
		}
		out = append([]syntax.Expr{b.R}, out...)
		e = b.L
	}
}

// union joins alternatives as pydantic does: null comes last, and equal ones
// are listed once.
func (s *schemas) union(of []syntax.Expr, depth int) jsonObject {
	var anyOf []any
	null := false
	for _, e := range of {
		o := s.of(e, depth+1)
		inner, nested := o["anyOf"].([]any)
		if !nested || len(o) > 1 {
			inner = []any{o}
		}
		for _, v := range inner {
			if isNull(v.(jsonObject)) {
				null = true
			} else if !holds(anyOf, v) {
				anyOf = append(anyOf, v)
			}
		}
	}
	if null {
		anyOf = append(anyOf, jsonObject{"type": "null"})
	}
	if len(anyOf) == 1 {
		return anyOf[0].(jsonObject)
	}
	return jsonObject{"anyOf": anyOf}
}

// named is the schema of a type that is named.
func (s *schemas) named(name string, depth int) jsonObject {
	if t := s.env.typeOf(name); t != nil {
		return s.in(t).of(t.expr, depth+1)
	}
	switch x := s.env.find(name).(type) {
	case *class:
		if x.def != nil {
			return s.class(x, depth)
		}
		if len(x.fields) > 0 || x.sdk != "" {
			return jsonObject{}
		}
	case *unknown:
		if i := strings.LastIndexByte(x.full, '.'); i >= 0 {
			name = x.full[i+1:]
		}
	}
	return bare(name)
}

// attribute is module.Type, or a type of a package.
func (s *schemas) attribute(x *syntax.Attr, depth int) jsonObject {
	switch v := s.value(x.X).(type) {
	case *module:
		if t := v.env.types[x.Name]; t != nil {
			return s.in(t).of(t.expr, depth+1)
		}
	}
	if c, ok := s.value(x).(*class); ok && c.def != nil {
		return s.class(c, depth)
	}
	return bare(x.Name)
}

// bare is a type of Python or a package without parameters.
func bare(name string) jsonObject {
	if t, ok := simpleTypes[name]; ok {
		return copyMap(t)
	}
	switch name {
	case "list", "List", "Sequence", "Iterable", "tuple", "Tuple", "deque", "MutableSequence":
		return jsonObject{"type": "array", "items": jsonObject{}}
	case "set", "Set", "frozenset", "FrozenSet", "AbstractSet":
		return jsonObject{"type": "array", "items": jsonObject{}, "uniqueItems": true}
	case "dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict":
		return jsonObject{"type": "object", "additionalProperties": true}
	}
	return jsonObject{}
}

func copyMap(in jsonObject) jsonObject {
	out := make(jsonObject, len(in)+2)
	for _, k := range sortedKeys(in) {
		out[k] = in[k]
	}
	return out
}

// typeName is the last part of a type's name, as its package calls it.
func (s *schemas) typeName(e syntax.Expr) string {
	n, ok := e.(*syntax.Name)
	if !ok {
		return lastName(e)
	}
	if u, ok := s.env.find(n.Id).(*unknown); ok {
		if i := strings.LastIndexByte(u.full, '.'); i >= 0 {
			return u.full[i+1:]
		}
	}
	return n.Id
}

func lastName(e syntax.Expr) string {
	switch x := e.(type) {
	case *syntax.Name:
		return x.Id
	case *syntax.Attr:
		return x.Name
	}
	return ""
}

func (s *schemas) generic(x *syntax.Index, depth int) jsonObject {
	in := arguments(x)
	switch s.typeName(x.X) {
	case "list", "List", "Sequence", "Iterable", "Collection", "deque", "MutableSequence":
		return jsonObject{"type": "array", "items": s.of(in[0], depth+1)}
	case "set", "Set", "frozenset", "FrozenSet", "AbstractSet":
		return jsonObject{"type": "array", "items": s.of(in[0], depth+1), "uniqueItems": true}
	case "tuple", "Tuple":
		return s.tuple(in, depth)
	case "dict", "Dict", "Mapping", "MutableMapping", "defaultdict":
		return s.mapping(in, depth)
	case "Optional":
		return s.union([]syntax.Expr{in[0], &syntax.Const{Value: syntax.NoneValue{}}}, depth)
	case "Union":
		return s.union(in, depth)
	case "Literal":
		return s.literal(in)
	case "Annotated":
		out := s.of(in[0], depth+1)
		_, meta := s.stripped(x, depth)
		for _, f := range fieldsIn(meta) {
			s.constrain(f, out)
			if t, ok := only(orNone(f.peek("description"))); ok {
				out["description"] = t
			}
			if t, ok := only(orNone(f.peek("title"))); ok {
				out["title"] = t
			}
		}
		return out
	case "Required", "NotRequired", "ReadOnly", "Final", "ClassVar", "InitVar":
		return s.of(in[0], depth+1)
	}
	return s.of(x.X, depth+1)
}

func arguments(x *syntax.Index) []syntax.Expr {
	if t, ok := x.I.(*syntax.Sequence); ok && t.Kind == syntax.TupleKind && len(t.Elts) > 0 {
		return t.Elts
	}
	return []syntax.Expr{x.I}
}

// mapping is dict[K, V].
func (s *schemas) mapping(in []syntax.Expr, depth int) jsonObject {
	out := jsonObject{"type": "object", "additionalProperties": true}
	if len(in) != 2 {
		return out
	}
	out["additionalProperties"] = anything(s.of(in[1], depth+1))
	keys := s.of(in[0], depth+1)
	if _, ref := keys["$ref"]; ref || keys["type"] == "string" && len(keys) > 1 {
		delete(keys, "type")
		out["propertyNames"] = keys
	}
	return out
}

// anything is true for a schema that allows everything.
func anything(o jsonObject) any {
	if len(o) == 0 {
		return true
	}
	return o
}

func (s *schemas) tuple(in []syntax.Expr, depth int) jsonObject {
	if len(in) == 2 {
		if c, ok := in[1].(*syntax.Const); ok && c.Value == (syntax.EllipsisValue{}) {
			return jsonObject{"type": "array", "items": s.of(in[0], depth+1)}
		}
	}
	items := []any{}
	for _, e := range in {
		if q, ok := e.(*syntax.Sequence); ok && len(q.Elts) == 0 { // tuple[()]
			return jsonObject{"type": "array", "minItems": 0.0, "maxItems": 0.0}
		}
		items = append(items, s.of(e, depth+1))
	}
	return jsonObject{"type": "array", "prefixItems": items, "minItems": float64(len(in)), "maxItems": float64(len(in))}
}

// called is a type that a function of pydantic makes, such as conint(ge=1).
func (s *schemas) called(x *syntax.Call, depth int) jsonObject {
	kinds := map[string]string{"conint": "integer", "confloat": "number", "constr": "string", "conlist": "array", "NewType": ""}
	kind, ok := kinds[s.typeName(x.Func)]
	if !ok {
		return jsonObject{}
	}
	out := jsonObject{"type": kind}
	first := len(x.Args) > 0 && x.Args[0].Name == ""
	switch {
	case kind == "" && len(x.Args) == 2:
		return s.of(x.Args[1].Value, depth+1)
	case kind == "":
		return jsonObject{}
	case kind == "array" && first:
		out["items"] = s.of(x.Args[0].Value, depth+1)
	}
	f := s.m.newObject(fieldClass, s.m.here(nil))
	for _, a := range x.Args {
		if a.Name != "" {
			s.m.set(f.cell(a.Name), s.value(a.Value))
		}
	}
	s.constrain(f, out)
	return out
}

// literal is Literal[...], with the values of members and of other literals.
func (s *schemas) literal(in []syntax.Expr) jsonObject {
	values := s.literals(in, 0)
	kind := kindOf(values)
	out := jsonObject{"enum": values}
	if len(values) == 1 {
		out = jsonObject{"const": values[0]}
	}
	if kind != "" {
		out["type"] = kind
	}
	return out
}

func (s *schemas) literals(in []syntax.Expr, depth int) []any {
	out := []any{}
	for _, e := range in {
		t := &typeRef{e, s.env, s.mod}
		if n, ok := e.(*syntax.Name); ok && s.env.typeOf(n.Id) != nil {
			t = s.env.typeOf(n.Id)
		}
		if x, ok := t.expr.(*syntax.Index); ok && depth < maxSchema && s.in(t).typeName(x.X) == "Literal" {
			out = append(out, s.in(t).literals(arguments(x), depth+1)...)
			continue
		}
		if v, ok := s.m.json(s.value(e), 0); ok && !holds(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// kindOf is the type that all values share, or empty.
func kindOf(values []any) string {
	kind := ""
	for _, v := range values {
		k := "mixed"
		switch x := v.(type) {
		case string:
			k = "string"
		case bool:
			k = "boolean"
		case float64:
			k = "number"
			if x == float64(int64(x)) {
				k = "integer"
			}
		case []any:
			k = "array"
		}
		if kind != "" && kind != k {
			return ""
		}
		kind = k
	}
	if kind == "mixed" {
		return ""
	}
	return kind
}
