package generate

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func schema(t *testing.T, text string) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestValues(t *testing.T) {
	tests := []struct {
		name, schema string
		all          bool
		want         []Value
	}{
		{"none", `{}`, true, nil},
		{
			"required first, as listed", `{"required":["b","a"],"properties":{"a":{"const":"x"},"b":{"const":"y"},"c":{"const":"z"}}}`, true,
			[]Value{{"b", "y"}, {"a", "x"}, {"c", "z"}},
		},
		{"optional left out", `{"required":["b"],"properties":{"a":{"const":"x"},"b":{"const":"y"}}}`, false, []Value{{"b", "y"}}},
		{"names as words", `{"required":["bookingRef_no"],"properties":{"bookingRef_no":{"const":1}}}`, false, []Value{{"booking ref no", "1"}}},
		{"enum", `{"required":["size"],"properties":{"size":{"enum":["only"]}}}`, false, []Value{{"size", "only"}}},
		{"optional type", `{"required":["n"],"properties":{"n":{"anyOf":[{"type":"null"},{"type":"integer","minimum":40}]}}}`, false, []Value{{"n", "40"}}},
		{"bounds", `{"required":["n"],"properties":{"n":{"type":["null","integer"],"exclusiveMaximum":1}}}`, false, []Value{{"n", "0"}}},
		{"boolean", `{"required":["gift"],"properties":{"gift":{"type":"boolean"}}}`, false, []Value{{"gift", "true"}}},
		{"array", `{"required":["tags"],"properties":{"tags":{"type":"array","items":{"enum":["red"]}}}}`, false, []Value{{"tags", "red"}}},
		{
			"nested", `{"required":["traveller"],"properties":{"traveller":{"type":"object","required":["mail"],"properties":{"mail":{"const":"a@b.c"}}}}}`, false,
			[]Value{{"traveller mail", "a@b.c"}},
		},
		{"free text is about the work", `{"required":["question"],"properties":{"question":{"type":"string"}}}`, false, []Value{{"question", "find a flight"}}},
		{"quotes and controls", `{"required":["q"],"properties":{"q":{"const":"say \"hi\"\n\u001b[31m"}}}`, false, []Value{{"q", "say 'hi' [31m"}}},
		{"too short", `{"required":["q"],"properties":{"q":{"type":"string","minLength":16}}}`, false, []Value{{"q", "find a flightxxx"}}},
		{"too long", `{"required":["q"],"properties":{"q":{"type":"string","maxLength":4}}}`, false, []Value{{"q", "find"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Values(schema(t, tt.schema), 1, tt.all, "find a flight")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
		})
	}
}

func TestValuesByName(t *testing.T) {
	for name, want := range map[string]string{
		"confirmation_number": "ABC123 QX7741 LM9032", "new_seat": "12A 7C 23F", "customerEmail": "alex@example.com sam@example.org",
		"city": "Paris Oslo Lisbon", "start_date": "2025-03-14 2025-06-02",
	} {
		s := map[string]any{"required": []any{name}, "properties": map[string]any{name: map[string]any{"type": "string"}}}
		seen := map[string]bool{}
		for seed := range uint64(40) {
			v := Values(s, seed, false, "")
			if len(v) != 1 || !strings.Contains(want, v[0].Text) {
				t.Errorf("%s: values are %v, want one of %q", name, v, want)
			}
			seen[v[0].Text] = true
		}
		if len(seen) < 2 {
			t.Errorf("%s: 40 seeds gave one value", name)
		}
	}
}

// TestValuesNeverPanics feeds schemas of any shape.
func TestValuesNeverPanics(t *testing.T) {
	var value *rapid.Generator[any]
	keys := rapid.SampledFrom([]string{"type", "properties", "required", "enum", "anyOf", "items", "const", "default", "minimum", "maximum", "minLength", "maxLength", "a", ""})
	leaf := rapid.OneOf(
		rapid.Map(rapid.SampledFrom([]string{"string", "integer", "number", "array", "object", "null", "\"", ""}), func(s string) any { return s }),
		rapid.Map(rapid.Float64(), func(f float64) any { return f }), rapid.Just[any](nil), rapid.Just[any](true),
	)
	value = rapid.Deferred(func() *rapid.Generator[any] {
		return rapid.OneOf(leaf,
			rapid.Map(rapid.SliceOfN(value, 0, 3), func(l []any) any { return l }),
			rapid.Map(rapid.MapOfN(keys, value, 0, 4), func(m map[string]any) any { return m }))
	})
	rapid.Check(t, func(rt *rapid.T) {
		s := rapid.MapOfN(keys, value, 0, 5).Draw(rt, "schema")
		for _, v := range Values(s, 1, true, "about") {
			if strings.ContainsAny(v.Text, "\"\n\x1b") || len([]rune(v.Text)) > maxValue {
				rt.Errorf("value %q cannot stand between quotes", v.Text)
			}
		}
	})
}
