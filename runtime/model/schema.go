package model

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
)

// maxSchemaDepth bounds how deep a JSON Schema is followed.
const maxSchemaDepth = 16

// stringList returns the strings of a JSON array, also where Go code built it.
func stringList(v any) []string {
	if list, ok := v.([]string); ok {
		return list
	}
	list, _ := v.([]any)
	var out []string
	for _, e := range list {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

func anyList(v any) []any {
	if list, ok := v.([]any); ok {
		return list
	}
	var out []any
	for _, s := range stringList(v) {
		out = append(out, s)
	}
	return out
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// schema is a JSON Schema with the document that its references point into.
type schema struct {
	node map[string]any
	root map[string]any
}

func newSchema(root map[string]any) schema { return schema{node: root, root: root}.resolved() }

// at returns a subschema; a boolean or broken one is the empty schema.
func (s schema) at(v any) schema {
	node, _ := v.(map[string]any)
	return schema{node: node, root: s.root}.resolved()
}

// resolved follows local references.
func (s schema) resolved() schema {
	for range maxSchemaDepth {
		ref, ok := s.node["$ref"].(string)
		if !ok || !strings.HasPrefix(ref, "#") {
			return s
		}
		var v any = s.root
		for _, key := range strings.Split(strings.TrimPrefix(ref, "#"), "/") {
			if key == "" {
				continue
			}
			key = strings.ReplaceAll(strings.ReplaceAll(key, "~1", "/"), "~0", "~")
			m, _ := v.(map[string]any)
			v = m[key]
		}
		s.node, _ = v.(map[string]any)
	}
	return s
}

// branches returns the alternatives without null, and whether null is one. A
// schema without alternatives is its own only branch.
func (s schema) branches() (out []schema, nullable bool) {
	list := append(anyList(s.node["anyOf"]), anyList(s.node["oneOf"])...)
	if list == nil {
		return []schema{s}, slices.Contains(s.types(), "null") || s.node["nullable"] == true
	}
	for _, v := range list {
		b := s.at(v)
		if t := b.types(); len(t) == 1 && t[0] == "null" {
			nullable = true
			continue
		}
		out = append(out, b)
	}
	return out, nullable
}

func (s schema) types() []string {
	if t, ok := s.node["type"].(string); ok {
		return []string{t}
	}
	return stringList(s.node["type"])
}

// kind is the type that a value is written in: the first that is not null, or
// what the other keywords imply; else string.
func (s schema) kind() string {
	for _, t := range s.types() {
		if t != "null" {
			return t
		}
	}
	switch {
	case s.node["properties"] != nil:
		return "object"
	case s.node["items"] != nil:
		return "array"
	}
	if list := anyList(s.node["enum"]); len(list) > 0 {
		switch list[0].(type) {
		case bool:
			return "boolean"
		case float64, int, int64:
			return "number"
		}
	}
	return "string"
}

// properties returns the names of an object's properties, the required ones
// first and in the order that the schema requires them, and how many those
// are. Subschemas of allOf count.
func (s schema) properties() (names []string, required int, of map[string]schema) {
	of = map[string]schema{}
	s.collect(of, &names, 0)
	required = len(names)
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if !slices.Contains(names[:required], name) {
			names = append(names, name)
		}
	}
	return names, required, of
}

func (s schema) collect(of map[string]schema, required *[]string, depth int) {
	if depth > maxSchemaDepth {
		return
	}
	properties, _ := s.node["properties"].(map[string]any)
	for name, v := range properties { // into a map: the order is of no matter
		of[name] = s.at(v)
	}
	for _, name := range stringList(s.node["required"]) {
		if _, ok := of[name]; !ok {
			of[name] = schema{root: s.root}
		}
		if !slices.Contains(*required, name) {
			*required = append(*required, name)
		}
	}
	for _, v := range anyList(s.node["allOf"]) {
		s.at(v).collect(of, required, depth+1)
	}
}

func (s schema) text(key string) string {
	v, _ := s.node[key].(string)
	return v
}

// number returns a numeric keyword.
func (s schema) number(key string) (float64, bool) {
	switch v := s.node[key].(type) {
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case uint64:
		return float64(v), true
	case json.Number:
		f, err := v.Float64()
		return f, err == nil
	}
	return 0, false
}

// count returns a keyword that is a small number of things.
func (s schema) count(key string, most int) (int, bool) {
	f, ok := s.number(key)
	if !ok || f < 0 {
		return 0, false
	}
	return int(min(f, float64(most))), true
}
