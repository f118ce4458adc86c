package interp

import (
	"strings"
	"testing"
)

// The cases follow what the SDK does with a Python function
// f(name: str, count: int = 1, exact: bool = False, kind: Literal["a"] | None, tags: list[str], share: float).
func TestParseArguments(t *testing.T) {
	schema := map[string]any{
		"type": "object",
		"properties": map[string]any{
			"name":  map[string]any{"type": "string"},
			"count": map[string]any{"type": "integer", "default": 1},
			"exact": map[string]any{"type": "boolean"},
			"kind":  map[string]any{"anyOf": []any{map[string]any{"enum": []any{"a", 1}}, map[string]any{"type": "null"}}},
			"tags":  map[string]any{"type": []any{"array", "null"}},
			"share": map[string]any{"type": "number"},
			"loop":  map[string]any{"$ref": "#"},
		},
		"required": []any{"name", "count", 7},
	}
	tests := []struct{ text, want string }{
		{`{"name":"A"}`, ""},
		{`{"name":"A","extra":{}}`, ""},
		{`{"name":"A","count":"5","exact":"yes"}`, ""},
		{`{"name":"A","count":5.0,"exact":1,"share":"0.5"}`, ""},
		{`{"name":"A","kind":null,"tags":null,"loop":3}`, ""},
		{`{"name":"A","kind":"a","tags":[]}`, ""},
		{`{"name":"A","kind":1}`, ""},
		{`{"name":"A","name":"B"}`, ""},
		{``, `"name" is missing`},
		{`{}`, `"name" is missing`},
		{`null`, "not a JSON object"},
		{`[1]`, "not a JSON object"},
		{`{"name":`, "not valid JSON"},
		{`{"name":"A"} x`, "not valid JSON"},
		{`{"name":NaN}`, "not valid JSON"},
		{strings.Repeat(`{"a":`, 100000), "not valid JSON"},
		{`{"name":5}`, `"name" does not fit`},
		{`{"name":"A","count":1.5}`, `"count" does not fit`},
		{`{"name":"A","count":null}`, `"count" does not fit`},
		{`{"name":"A","count":"five"}`, `"count" does not fit`},
		{`{"name":"A","exact":"perhaps"}`, `"exact" does not fit`},
		{`{"name":"A","exact":2}`, `"exact" does not fit`},
		{`{"name":"A","kind":"b"}`, `"kind" does not fit`},
		{`{"name":"A","tags":{}}`, `"tags" does not fit`},
		{`{"name":"A","share":[]}`, `"share" does not fit`},
	}
	for _, tt := range tests {
		_, err := parseArguments(tt.text, schema)
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%.60s: %v", tt.text, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%.60s: error %v, want %q", tt.text, err, tt.want)
		}
	}
	if _, err := parseArguments("", nil); err != nil {
		t.Errorf("a tool without parameters: %v", err)
	}
}

// A schema may be anything; none makes the check fail or loop.
func TestHostileSchemas(t *testing.T) {
	loop := map[string]any{}
	loop["anyOf"] = []any{loop}
	for _, s := range []map[string]any{
		{"properties": 3, "required": "name"},
		{"properties": map[string]any{"a": 3}, "required": []string{"a"}},
		{"properties": map[string]any{"a": map[string]any{"type": 3, "enum": 4, "anyOf": 5}}},
		{"properties": map[string]any{"a": map[string]any{"anyOf": []any{1}}}},
		{"properties": map[string]any{"a": loop}},
	} {
		if _, err := parseArguments(`{"a":"x"}`, s); err != nil {
			t.Errorf("%.80v: %v", s["properties"], err)
		}
	}
}

func TestStubIsBounded(t *testing.T) {
	text := stubAnswer("t", map[string]any{"a": strings.Repeat("x", 1<<20)})
	if len(text) > 300 || !strings.Contains(text, "Nothing was looked up or changed.") {
		t.Errorf("%d bytes: %.200s", len(text), text)
	}
}
