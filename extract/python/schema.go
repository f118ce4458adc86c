package python

import (
	"strings"

	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// maxSchema bounds the nesting of a parameter's type.
const maxSchema = 12

// schemas makes JSON Schemas of annotations, in the words that pydantic uses,
// because those are what the model reads.
type schemas struct {
	fn     *function
	defs   map[string]any
	strict bool
}

type jsonObject = map[string]any

// parameters is the schema of a function tool's parameters: the SDK skips a
// first parameter that is the run's context, and in strict mode requires all.
func parameters(fn *function, strict bool, d docs) map[string]any {
	s := &schemas{fn: fn, defs: jsonObject{}, strict: strict}
	props, required := jsonObject{}, []any{}
	for i, p := range s.params() {
		if p.Name == "" || p.Slash || p.Star == 2 || i == 0 && isContext(p.Ann) {
			continue
		}
		props[p.Name] = s.property(p, d)
		if strict || p.Default == nil && p.Star == 0 {
			required = append(required, p.Name)
		}
	}
	out := jsonObject{"title": fn.name() + "_args", "type": "object", "properties": props}
	if len(required) > 0 || strict {
		out["required"] = required
	}
	if strict {
		out["additionalProperties"] = false
	}
	if len(s.defs) > 0 {
		out["$defs"] = s.defs
	}
	return out
}

func (f *function) name() string {
	if f.def == nil {
		return "<lambda>"
	}
	return f.def.Name
}

// params lists the parameters without a bound receiver.
func (s *schemas) params() []syntax.Param {
	var ps []syntax.Param
	if s.fn.def != nil {
		ps = s.fn.def.Params
	} else {
		ps = s.fn.lambda.Params
	}
	if s.fn.self != nil && !s.fn.static && len(ps) > 0 {
		ps = ps[1:]
	}
	return ps
}

// isContext reports whether the annotation is the SDK's run context.
func isContext(ann syntax.Expr) bool {
	switch x := ann.(type) {
	case *syntax.Index:
		return isContext(x.X)
	case *syntax.Attr:
		return x.Name == "RunContextWrapper" || x.Name == "ToolContext"
	case *syntax.Name:
		return x.Id == "RunContextWrapper" || x.Id == "ToolContext"
	case *syntax.Const:
		if t, ok := x.Value.(string); ok {
			return strings.HasPrefix(t, "RunContextWrapper") || strings.HasPrefix(t, "ToolContext")
		}
	}
	return false
}

func (s *schemas) property(p syntax.Param, d docs) any {
	out := s.of(p.Ann, 0)
	if p.Star == 1 {
		out = jsonObject{"type": "array", "items": out}
	}
	extra := jsonObject{}
	if text := d.params[p.Name]; text != "" {
		extra["description"] = text
	}
	if v, ok := s.defaultOf(p.Default); ok && !(s.strict && v == nil) {
		extra["default"] = v
	}
	if ref, ok := out["$ref"].(string); ok {
		if len(extra) == 0 {
			return out
		}
		// A reference with further keys is written out in strict mode.
		if def, ok := s.defs[strings.TrimPrefix(ref, "#/$defs/")].(jsonObject); ok {
			out = copyMap(def)
		}
	}
	for _, k := range sortedKeys(extra) {
		out[k] = extra[k]
	}
	if _, set := out["title"]; !set {
		out["title"] = titleOf(p.Name)
	}
	return out
}

func copyMap(in jsonObject) jsonObject {
	out := make(jsonObject, len(in)+2)
	for _, k := range sortedKeys(in) {
		out[k] = in[k]
	}
	return out
}

func titleOf(name string) string {
	return titleCase(strings.TrimSpace(strings.ReplaceAll(name, "_", " ")))
}

func (s *schemas) defaultOf(e syntax.Expr) (any, bool) {
	switch x := e.(type) {
	case *syntax.Const:
		switch v := x.Value.(type) {
		case string, bool, float64:
			return v, true
		case int64:
			return float64(v), true
		case syntax.NoneValue:
			return nil, true
		}
	case *syntax.Sequence:
		if len(x.Elts) == 0 && x.Kind == syntax.ListKind {
			return []any{}, true
		}
	case *syntax.Attr: // a member of an enumeration
		if n, ok := x.X.(*syntax.Name); ok {
			if c, ok := s.fn.env.find(n.Id).(*class); ok {
				v := c.attrs.find(x.Name)
				if o, ok := v.(*object); ok && c.enumKind() != "" {
					v = o.peek("value")
				}
				if t, ok := v.(*text); ok {
					return t.s, true
				}
			}
		}
	}
	return nil, false
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
		return s.named(x.Name, depth)
	case *syntax.Index:
		return s.generic(x, depth)
	case *syntax.Binary:
		if x.Op == "|" {
			return s.union(flatten(x), depth)
		}
	case *syntax.Const:
		switch v := x.Value.(type) {
		case syntax.NoneValue:
			return jsonObject{"type": "null"}
		case string: // a forward reference
			if f, err := syntax.Parse([]byte(v)); err == nil && len(f.Body) == 1 {
				if e, ok := f.Body[0].(*syntax.ExprStmt); ok {
					return s.of(e.X, depth+1)
				}
			}
		}
	}
	return jsonObject{}
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

func (s *schemas) union(of []syntax.Expr, depth int) jsonObject {
	var anyOf []any
	for _, e := range of {
		anyOf = append(anyOf, s.of(e, depth+1))
	}
	if len(anyOf) == 1 {
		return anyOf[0].(jsonObject)
	}
	return jsonObject{"anyOf": anyOf}
}

var simpleTypes = map[string]jsonObject{
	"str": {"type": "string"}, "int": {"type": "integer"}, "float": {"type": "number"}, "bool": {"type": "boolean"},
	"None": {"type": "null"}, "Any": {}, "object": {}, "bytes": {"type": "string", "format": "binary"},
	"datetime": {"type": "string", "format": "date-time"}, "date": {"type": "string", "format": "date"},
	"time": {"type": "string", "format": "time"}, "UUID": {"type": "string", "format": "uuid"},
	"Decimal": {"type": "string"}, "Path": {"type": "string", "format": "path"},
}

func (s *schemas) named(name string, depth int) jsonObject {
	if t, ok := simpleTypes[name]; ok {
		return copyMap(t)
	}
	switch name {
	case "list", "List", "Sequence", "Iterable":
		return jsonObject{"type": "array", "items": jsonObject{}}
	case "tuple", "Tuple":
		return jsonObject{"type": "array", "items": jsonObject{}}
	case "set", "Set", "frozenset":
		return jsonObject{"type": "array", "items": jsonObject{}, "uniqueItems": true}
	case "dict", "Dict", "Mapping":
		return jsonObject{"type": "object", "additionalProperties": true}
	}
	if c, ok := s.fn.env.find(name).(*class); ok && c.def != nil {
		return s.class(c, depth)
	}
	if e := s.alias(name); e != nil {
		return s.of(e, depth+1)
	}
	return jsonObject{}
}

// alias finds what a name of the module stands for, such as a Literal.
func (s *schemas) alias(name string) syntax.Expr {
	if s.fn.mod.file == nil {
		return nil
	}
	for _, st := range s.fn.mod.file.Body {
		if a, ok := st.(*syntax.Assign); ok && len(a.Targets) == 1 {
			if n, ok := a.Targets[0].(*syntax.Name); ok && n.Id == name {
				return a.Value
			}
		}
	}
	return nil
}

func (s *schemas) generic(x *syntax.Index, depth int) jsonObject {
	name := lastName(x.X)
	in := []syntax.Expr{x.I}
	if t, ok := x.I.(*syntax.Sequence); ok && t.Kind == syntax.TupleKind {
		in = t.Elts
	}
	switch name {
	case "list", "List", "Sequence", "Iterable", "Collection":
		return jsonObject{"type": "array", "items": s.of(in[0], depth+1)}
	case "set", "Set", "frozenset", "FrozenSet":
		return jsonObject{"type": "array", "items": s.of(in[0], depth+1), "uniqueItems": true}
	case "tuple", "Tuple":
		return s.tuple(in, depth)
	case "dict", "Dict", "Mapping":
		out := jsonObject{"type": "object", "additionalProperties": jsonObject{}}
		if len(in) == 2 {
			out["additionalProperties"] = s.of(in[1], depth+1)
		}
		return out
	case "Optional":
		return jsonObject{"anyOf": []any{s.of(in[0], depth+1), jsonObject{"type": "null"}}}
	case "Union":
		return s.union(in, depth)
	case "Literal":
		return literalSchema(in)
	case "Annotated":
		return s.annotated(in, depth)
	}
	return s.of(x.X, depth+1)
}

func (s *schemas) tuple(in []syntax.Expr, depth int) jsonObject {
	if len(in) == 2 {
		if c, ok := in[1].(*syntax.Const); ok && c.Value == (syntax.EllipsisValue{}) {
			return jsonObject{"type": "array", "items": s.of(in[0], depth+1)}
		}
	}
	var items []any
	for _, e := range in {
		items = append(items, s.of(e, depth+1))
	}
	return jsonObject{"type": "array", "prefixItems": items, "minItems": float64(len(in)), "maxItems": float64(len(in))}
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

func literalSchema(in []syntax.Expr) jsonObject {
	var enum []any
	kind := ""
	for _, e := range in {
		c, ok := e.(*syntax.Const)
		if !ok {
			continue
		}
		k := ""
		switch v := c.Value.(type) {
		case string:
			k, enum = "string", append(enum, v)
		case int64:
			k, enum = "integer", append(enum, float64(v))
		case bool:
			k, enum = "boolean", append(enum, v)
		default:
			continue
		}
		if kind != "" && kind != k {
			k = "mixed"
		}
		kind = k
	}
	out := jsonObject{"enum": enum}
	if len(enum) == 1 {
		out = jsonObject{"const": enum[0]}
	}
	if kind != "" && kind != "mixed" {
		out["type"] = kind
	}
	return out
}

// annotated reads Annotated[type, "description" or Field(description=...)].
func (s *schemas) annotated(in []syntax.Expr, depth int) jsonObject {
	out := s.of(in[0], depth+1)
	for _, e := range in[1:] {
		switch x := e.(type) {
		case *syntax.Const:
			if t, ok := x.Value.(string); ok {
				out["description"] = t
			}
		case *syntax.Call:
			fieldOptions(x, out)
		}
	}
	return out
}

// fieldOptions adds what Field(...) says.
func fieldOptions(x *syntax.Call, out jsonObject) {
	keys := map[string]string{
		"description": "description", "ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum",
		"min_length": "minLength", "max_length": "maxLength", "pattern": "pattern",
	}
	for _, a := range x.Args {
		key, ok := keys[a.Name]
		c, isConst := a.Value.(*syntax.Const)
		if !ok || !isConst {
			continue
		}
		switch v := c.Value.(type) {
		case string, float64:
			out[key] = v
		case int64:
			out[key] = float64(v)
		}
	}
}

// class is the schema of an enumeration, model, dataclass or TypedDict.
func (s *schemas) class(c *class, depth int) jsonObject {
	ref := jsonObject{"$ref": "#/$defs/" + c.name}
	if _, done := s.defs[c.name]; done {
		return ref
	}
	s.defs[c.name] = jsonObject{}
	if c.enumKind() != "" {
		s.defs[c.name] = enumSchema(c)
		return ref
	}
	if len(c.fields) == 0 {
		delete(s.defs, c.name)
		return jsonObject{}
	}
	inner := &schemas{fn: &function{def: s.fn.def, mod: c.mod, env: c.attrs.parent}, defs: s.defs, strict: s.strict}
	props, required := jsonObject{}, []any{}
	for _, f := range c.fields {
		var def syntax.Expr
		for _, st := range c.def.Body {
			if a, ok := st.(*syntax.Assign); ok && lastName(a.Targets[0]) == f.name {
				def = a.Value
			}
		}
		p := inner.property(syntax.Param{Name: f.name, Ann: f.ann, Default: def}, docs{})
		if call, ok := def.(*syntax.Call); ok && lastName(call.Func) == "Field" {
			fieldOptions(call, p.(jsonObject))
		}
		props[f.name] = p
		if s.strict || def == nil {
			required = append(required, f.name)
		}
	}
	out := jsonObject{"title": c.name, "type": "object", "properties": props, "required": required}
	if c.def.Doc != "" {
		out["description"] = cleanDoc(c.def.Doc)
	}
	if s.strict {
		out["additionalProperties"] = false
	}
	s.defs[c.name] = out
	return ref
}

func enumSchema(c *class) jsonObject {
	var enum []any
	kind := ""
	for _, o := range c.members {
		switch v := o.peek("value").(type) {
		case *text:
			enum, kind = append(enum, v.s), "string"
		case constant:
			if i, ok := v.v.(int64); ok {
				enum, kind = append(enum, float64(i)), "integer"
			}
		}
	}
	out := jsonObject{"enum": enum, "title": c.name}
	if kind != "" {
		out["type"] = kind
	}
	return out
}
