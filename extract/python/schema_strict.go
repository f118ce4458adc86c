package python

import "strings"

// closeSchema does what the SDK does to a schema in strict mode: it closes
// objects, requires all of their properties, drops defaults that are null, and
// writes out references that stand beside other keys.
func closeSchema(o jsonObject, defs jsonObject, depth int) {
	if depth > 3*maxSchema {
		return
	}
	if depth == 0 && len(o) == 0 { // no schema at all takes nothing
		o["type"], o["properties"] = "object", jsonObject{}
	}
	inner, _ := o["$defs"].(jsonObject)
	for _, k := range sortedKeys(inner) {
		closeAny(inner[k], defs, depth+1)
	}
	props, hasProps := o["properties"].(jsonObject)
	if o["type"] == nil && hasProps {
		o["type"] = "object"
	}
	if _, open := o["additionalProperties"]; o["type"] == "object" && !open {
		o["additionalProperties"] = false
	}
	if hasProps {
		o["required"] = requireAll(o, props)
		for _, k := range sortedKeys(props) {
			closeAny(props[k], defs, depth+1)
		}
	}
	closeAny(o["items"], defs, depth+1)
	for _, key := range []string{"anyOf", "oneOf"} {
		variants, _ := o[key].([]any)
		for _, v := range variants {
			closeAny(v, defs, depth+1)
		}
		if key == "oneOf" && variants != nil {
			before, _ := o["anyOf"].([]any)
			o["anyOf"] = append(before, variants...)
			delete(o, "oneOf")
		}
	}
	if d, ok := o["default"]; ok && d == nil {
		delete(o, "default")
	}
	if ref, ok := o["$ref"].(string); ok && len(o) > 1 {
		if def, ok := defs[strings.TrimPrefix(ref, "#/$defs/")].(jsonObject); ok {
			delete(o, "$ref")
			for _, k := range sortedKeys(def) {
				if _, own := o[k]; !own {
					o[k] = def[k]
				}
			}
			closeSchema(o, defs, depth+1)
		}
	}
}

func closeAny(v any, defs jsonObject, depth int) {
	if o, ok := v.(jsonObject); ok {
		closeSchema(o, defs, depth)
	}
}

// requireAll lists all properties: those that are listed already, in their
// order, and then the others.
func requireAll(o, props jsonObject) []any {
	required, _ := o["required"].([]any)
	seen := map[any]bool{}
	out := []any{}
	for _, k := range required {
		if name, ok := k.(string); ok && props[name] != nil && !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	for _, k := range sortedKeys(props) {
		if !seen[k] {
			out = append(out, k)
		}
	}
	return out
}
