package interp

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// parseArguments reads the JSON text that a model gave as arguments and checks
// it against the tool's parameters, as far as the SDK's validation of a Python
// signature does: required parameters are there, top-level types fit after the
// usual conversions ("5" is a number), enumerations hold. Unknown names and
// whatever a schema says beyond that are let pass, as they are there.
func parseArguments(text string, schema map[string]any) (map[string]any, error) {
	if strings.TrimSpace(text) == "" {
		text = "{}"
	}
	// Of a name that is there twice the last value counts, as in Python: the
	// program would run the tool, so the stub runs too.
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return nil, errors.New("the arguments are not valid JSON")
	}
	args, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("the arguments are not a JSON object")
	}
	properties, _ := schema["properties"].(map[string]any)
	if err := requireAll(args, schema, properties); err != nil {
		return nil, err
	}
	names := make([]string, 0, len(args))
	for name := range args {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if s, ok := properties[name].(map[string]any); ok && !fits(args[name], s, 0) {
			return nil, fmt.Errorf("the value of %q does not fit its type", name)
		}
	}
	return args, nil
}

// requireAll looks for required parameters. One with a default may be left
// out: strict schemas list it as required although the function does not.
func requireAll(args, schema, properties map[string]any) error {
	for _, r := range asList(schema["required"]) {
		name, ok := r.(string)
		if !ok {
			continue
		}
		if _, there := args[name]; there {
			continue
		}
		if s, ok := properties[name].(map[string]any); ok {
			if _, ok := s["default"]; ok {
				continue
			}
		}
		return fmt.Errorf("the argument %q is missing", name)
	}
	return nil
}

// maxSchemaDepth bounds nested alternatives.
const maxSchemaDepth = 8

// fits reports whether the value can be what the schema of a parameter asks
// for. What we do not understand of a schema fits.
func fits(v any, schema map[string]any, depth int) bool {
	if depth > maxSchemaDepth {
		return true
	}
	if c, ok := schema["const"]; ok && !same(v, c) {
		return false
	}
	if e := asList(schema["enum"]); e != nil && !slices.ContainsFunc(e, func(want any) bool { return same(v, want) }) {
		return false
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if list := asList(schema[key]); len(list) > 0 && !slices.ContainsFunc(list, func(s any) bool {
			m, ok := s.(map[string]any)
			return !ok || fits(v, m, depth+1)
		}) {
			return false
		}
	}
	switch t := schema["type"].(type) {
	case string:
		return fitsType(v, t)
	case []any, []string:
		return slices.ContainsFunc(asList(t), func(name any) bool {
			s, ok := name.(string)
			return !ok || fitsType(v, s)
		})
	}
	return true
}

func fitsType(v any, name string) bool {
	switch name {
	case "string":
		_, ok := v.(string)
		return ok
	case "boolean":
		return fitsBoolean(v)
	case "number":
		_, ok := asNumber(v)
		return ok
	case "integer":
		f, ok := asNumber(v)
		return ok && f == math.Trunc(f)
	case "array":
		_, ok := v.([]any)
		return ok
	case "object":
		_, ok := v.(map[string]any)
		return ok
	case "null":
		return v == nil
	}
	return true
}

func fitsBoolean(v any) bool {
	switch b := v.(type) {
	case bool:
		return true
	case float64:
		return b == 0 || b == 1
	case string:
		return slices.Contains([]string{"true", "false", "yes", "no", "on", "off", "1", "0", "t", "f", "y", "n"}, strings.ToLower(b))
	}
	return false
}

func asNumber(v any) (float64, bool) {
	switch n := v.(type) {
	case float64:
		return n, true
	case bool:
		return 0, true // true and false are 1 and 0
	case string:
		f, err := strconv.ParseFloat(strings.TrimSpace(n), 64)
		return f, err == nil
	}
	return 0, false
}

// asList reads a JSON array, also one that was written as strings in Go.
func asList(v any) []any {
	switch l := v.(type) {
	case []any:
		return l
	case []string:
		out := make([]any, len(l))
		for i, s := range l {
			out[i] = s
		}
		return out
	}
	return nil
}

// same compares JSON values; numbers by value, whatever their Go type.
func same(a, b any) bool {
	if x, err := compact(a); err == nil {
		if y, err := compact(b); err == nil {
			return x == y
		}
	}
	return reflect.DeepEqual(a, b)
}
