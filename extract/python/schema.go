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
	m    *machine
	env  *env    // where the names of an annotation stand
	mod  *module // and in which file
	defs jsonObject
	// strict says that everything is required; see closeSchema.
	strict bool
}

type jsonObject = map[string]any

// typeRef is a type expression that a name stands for, with the scope in which
// its own names stand.
type typeRef struct {
	expr syntax.Expr
	env  *env
	mod  *module
}

// noteType remembers what a name stands for as a type: an expression such as
// Literal["a"] has no value that could be followed.
func (m *machine) noteType(name string, e syntax.Expr) {
	switch x := e.(type) {
	case *syntax.Index, *syntax.Call:
	case *syntax.Binary:
		if x.Op != "|" {
			return
		}
	case *syntax.Name:
		if t := m.frame.env.typeOf(x.Id); t != nil {
			m.frame.env.setType(name, t)
		}
		return
	default:
		return
	}
	m.frame.env.setType(name, &typeRef{e, m.frame.env, m.frame.mod})
}

func (e *env) setType(name string, t *typeRef) {
	if e.types == nil {
		e.types = map[string]*typeRef{}
	}
	e.types[name] = t
}

// typeOf finds what a name stands for as a type, or nil.
func (e *env) typeOf(name string) *typeRef {
	for at := e; at != nil; at = at.parent {
		if t := at.types[name]; t != nil {
			return t
		}
		if c := at.vars[name]; c != nil && c.v != nil {
			return nil
		}
	}
	return nil
}

// parameters is the schema of a function tool's parameters as the SDK shows
// it under the tool's name: a first parameter that is the run's context is
// skipped, and strict mode closes every object and requires everything.
func (m *machine) parameters(fn *function, name string, strict bool, d docs) jsonObject {
	s := &schemas{m: m, env: fn.env, mod: fn.mod, defs: jsonObject{}, strict: strict}
	props, required := jsonObject{}, []any{}
	out := jsonObject{"title": name + "_args", "type": "object", "properties": props}
	for i, p := range signature(fn) {
		if p.Name == "" || p.Slash || i == 0 && s.isContext(p.Ann) {
			continue
		}
		props[p.Name] = s.parameter(fn, p, d.params[p.Name])
		if p.Star == 2 && !strict {
			out["additionalProperties"] = false
		}
		if strict || p.Star == 0 && (p.Default == nil || requiresValue(fn.defaults[p.Name])) {
			required = append(required, p.Name)
		}
	}
	if len(required) > 0 || strict {
		out["required"] = required
	}
	if len(s.defs) > 0 {
		out["$defs"] = s.defs
	}
	if strict {
		closeSchema(out, s.defs, 0)
	}
	return out
}

func (f *function) name() string {
	if f.def == nil {
		return "<lambda>"
	}
	return f.def.Name
}

// signature lists the parameters without a bound receiver.
func signature(fn *function) []syntax.Param {
	ps := fn.params()
	if fn.self != nil && !fn.static && len(ps) > 0 {
		ps = ps[1:]
	}
	return ps
}

// isContext reports whether the annotation is the SDK's run context.
func (s *schemas) isContext(ann syntax.Expr) bool {
	switch x := ann.(type) {
	case *syntax.Index:
		return s.isContext(x.X)
	case *syntax.Attr:
		return contextClass(x.Name)
	case *syntax.Name:
		if t := s.env.typeOf(x.Id); t != nil && t.expr != ann {
			return (&schemas{m: s.m, env: t.env, mod: t.mod}).isContext(t.expr)
		}
		if c, ok := s.env.find(x.Id).(*class); ok {
			return contextClass(c.sdkBase())
		}
		return contextClass(x.Id)
	case *syntax.Const:
		if e := quoted(x); e != nil {
			return s.isContext(e)
		}
	}
	return false
}

func contextClass(name string) bool { return name == "RunContextWrapper" || name == "ToolContext" }

// quoted is the expression in a forward reference, or nil.
func quoted(x *syntax.Const) syntax.Expr {
	t, ok := x.Value.(string)
	if !ok || len(t) > 1000 {
		return nil
	}
	f, err := syntax.Parse([]byte(t))
	if err != nil || len(f.Body) != 1 {
		return nil
	}
	e, ok := f.Body[0].(*syntax.ExprStmt)
	if !ok {
		return nil
	}
	return e.X
}

// parameter is the schema of one parameter. What a docstring says of it comes
// before what its annotation says.
func (s *schemas) parameter(fn *function, p syntax.Param, doc string) jsonObject {
	ann, meta := s.stripped(p.Ann, 0)
	if doc == "" {
		for _, v := range meta {
			if t, ok := only(v); ok {
				doc = t
				break
			}
		}
	}
	out := s.of(ann, 0)
	fields := fieldsIn(meta)
	for _, f := range fields {
		s.constrain(f, out)
	}
	switch p.Star {
	case 1:
		out = jsonObject{"type": "array", "items": out}
	case 2:
		out = jsonObject{"type": "object", "additionalProperties": anything(out)}
	}
	def := fn.defaults[p.Name]
	if f, ok := def.(*object); ok && f.cls == fieldClass {
		s.constrain(f, out)
		fields = append(fields, f)
		def = f.peek("default")
	}
	return described(s, out, p.Name, doc, fields, def)
}

// described adds title, description and default to the schema of a parameter
// or field.
func described(s *schemas, out jsonObject, name, doc string, fields []*object, def value) jsonObject {
	title := ""
	for _, f := range fields {
		if t, ok := only(orNone(f.peek("description"))); ok && doc == "" {
			doc = t
		}
		if t, ok := only(orNone(f.peek("title"))); ok {
			title = t
		}
		for _, k := range []string{"examples", "deprecated"} {
			if v, ok := s.m.json(f.peek(k), 0); ok && v != nil {
				out[k] = v
			}
		}
		if d, ok := s.m.json(f.peek("json_schema_extra"), 0); ok {
			more, _ := d.(jsonObject)
			for _, k := range sortedKeys(more) {
				out[k] = more[k]
			}
		}
	}
	if doc != "" {
		out["description"] = doc
	}
	if v, ok := s.m.json(def, 0); ok {
		out["default"] = v
	}
	if title == "" && !isReference(out) {
		title = titleOf(name)
	}
	if title != "" {
		out["title"] = title
	}
	return out
}

// isReference reports whether pydantic leaves the title to what is referred
// to: a reference, or a reference or nothing.
func isReference(o jsonObject) bool {
	if _, ok := o["$ref"]; ok {
		return true
	}
	anyOf, ok := o["anyOf"].([]any)
	if !ok || len(anyOf) != 2 {
		return false
	}
	first, _ := anyOf[0].(jsonObject)
	second, _ := anyOf[1].(jsonObject)
	return first["$ref"] != nil && isNull(second)
}

func isNull(o jsonObject) bool { return len(o) == 1 && o["type"] == "null" }

func titleOf(name string) string {
	return strings.TrimSpace(titleCase(strings.ReplaceAll(name, "_", " ")))
}

// requiresValue reports Field(...) and Field() as a default, which is none.
func requiresValue(v value) bool {
	f, ok := v.(*object)
	if !ok || f.cls != fieldClass {
		return false
	}
	d := f.peek("default")
	return f.peek("default_factory") == nil && (d == nil || d == (constant{syntax.EllipsisValue{}}))
}

// json is a value as JSON; ok is false where it is not known or is none.
func (m *machine) json(v value, depth int) (out any, ok bool) {
	if depth > 20 {
		return nil, false
	}
	switch x := v.(type) {
	case noneValue:
		return nil, true
	case *text:
		return x.s, len(x.gaps) == 0
	case constant:
		if i, ok := x.v.(int64); ok {
			return float64(i), true
		}
		switch x.v.(type) {
		case bool, float64:
			return x.v, true
		}
	case *list:
		out := []any{}
		for _, e := range x.elts {
			y, ok := m.json(e.v, depth+1)
			if !ok || e.when != "" {
				return nil, false
			}
			out = append(out, y)
		}
		return out, len(x.gaps) == 0
	case *dict:
		out := jsonObject{}
		for _, e := range x.entries {
			if e.cell.v == nil {
				continue
			}
			k, ok := plainText(e.key)
			y, known := m.json(e.cell.v, depth+1)
			if !ok || !known {
				return nil, false
			}
			out[k] = y
		}
		return out, len(x.gaps) == 0
	case *object:
		if x.cls.enumKind() != "" {
			return m.json(x.peek("value"), depth+1)
		}
		if x.cls.isTuple() {
			return m.json(m.fieldList(x), depth+1)
		}
		if len(x.cls.fields) > 0 && x.cls.sdkBase() == "" {
			return m.json(m.asDict(x, true, 0), depth+1)
		}
	}
	return nil, false
}
