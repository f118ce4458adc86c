package golang

import (
	"go/types"
	"reflect"
	"strings"
)

// maxSchemaDepth bounds nested types, which may be recursive.
const maxSchemaDepth = 6

// schemaOf is the JSON Schema of a tool's argument type, as reflection of its
// json and jsonschema tags gives it in strict mode: every property is required.
// It is nil for a type that is not known.
func schemaOf(t types.Type) map[string]any {
	if t == nil {
		return nil
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		return structSchema(s, 0)
	}
	return nil
}

func structSchema(s *types.Struct, depth int) map[string]any {
	properties, required := map[string]any{}, []any{}
	for i := range s.NumFields() {
		field, tag := s.Field(i), reflect.StructTag(s.Tag(i))
		name, _, _ := strings.Cut(tag.Get("json"), ",")
		if !field.Exported() || name == "-" {
			continue
		}
		if name == "" {
			name = field.Name()
		}
		property := typeSchema(field.Type(), depth+1)
		applyTag(property, tag.Get("jsonschema"))
		if d := tag.Get("jsonschema_description"); d != "" {
			property["description"] = d
		}
		properties[name] = property
		required = append(required, name)
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// applyTag reads the parts of a jsonschema tag that say what values are meant.
func applyTag(property map[string]any, tag string) {
	var enum []any
	for part := range strings.SplitSeq(tag, ",") {
		key, v, ok := strings.Cut(part, "=")
		switch {
		case ok && key == "enum":
			enum = append(enum, v)
		case ok && (key == "description" || key == "title"):
			property[key] = v
		}
	}
	if enum != nil {
		property["enum"] = enum
	}
}

func typeSchema(t types.Type, depth int) map[string]any {
	if depth > maxSchemaDepth {
		return map[string]any{}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return map[string]any{"type": "boolean"}
		case info&types.IsInteger != 0:
			return map[string]any{"type": "integer"}
		case info&types.IsFloat != 0:
			return map[string]any{"type": "number"}
		case info&types.IsString != 0:
			return map[string]any{"type": "string"}
		}
	case *types.Pointer:
		return typeSchema(u.Elem(), depth)
	case *types.Slice:
		return map[string]any{"type": "array", "items": typeSchema(u.Elem(), depth+1)}
	case *types.Array:
		return map[string]any{"type": "array", "items": typeSchema(u.Elem(), depth+1)}
	case *types.Map:
		return map[string]any{"type": "object", "additionalProperties": typeSchema(u.Elem(), depth+1)}
	case *types.Struct:
		return structSchema(u, depth)
	}
	return map[string]any{}
}
