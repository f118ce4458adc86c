package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const testSchema = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "additionalProperties": false,
  "required": ["schema", "name"],
  "properties": {
    "schema": {"const": "test/v1"},
    "name": {"$ref": "#/$defs/name", "description": "what it is called"},
    "flag": {"type": "boolean"},
    "count": {"type": "integer", "minimum": 1},
    "color": {"enum": ["red", "green"]},
    "hash": {"type": "string", "pattern": "^[0-9a-f]+$", "description": "hex digits"},
    "items": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/pair"}}
  },
  "$defs": {
    "name": {"type": "string", "minLength": 1},
    "pair": {
      "description": "{a, b} or [A, B]",
      "oneOf": [
        {"type": "object", "additionalProperties": false, "required": ["a"], "properties": {"a": {"$ref": "#/$defs/name"}, "b": {"type": "string"}}},
        {"type": "array", "items": {"type": "string"}, "maxItems": 2}
      ]
    }
  }
}`

func TestValidate(t *testing.T) {
	schema, err := CompileSchema("test", []byte(testSchema))
	if err != nil {
		t.Fatal(err)
	}
	const head = "schema: test/v1\nname: x\n"
	tests := []struct{ name, in, want string }{
		{"valid", head + "items: [{a: x}, [y, z]]\n", ""},
		{"unknown key", head + "  \ncuont: 1\n", `4:1 OB006 unknown key "cuont" in the document | did you mean "count"?`},
		{"unknown key, nothing near", head + "something: 1\n", `3:1 OB006 unknown key "something" in the document | known keys: color, count, flag, hash, items, name, schema`},
		{"nested unknown key", head + "items:\n  - {a: x, bb: y}\n", `4:12 OB006 unknown key "bb" in items[0] | did you mean "b"?`},
		{"missing key", "schema: test/v1\n", `1:1 OB007 key "name" is missing in the document | name: what it is called`},
		{"number for string", "schema: test/v1\nname: 12\n", `2:7 OB008 name must be a string, not a number | put it in quotes: "12"`},
		{"boolean for string", "schema: test/v1\nname: True\n", `2:7 OB008 name must be a string, not true or false | put it in quotes: "true"`},
		{"null for string", "schema: test/v1\nname:\n", `2:6 OB008 name must be a string, not empty | leave the key out, or give it a value`},
		{"yes for boolean", head + "flag: yes\n", `3:7 OB008 flag must be true or false, not a string | write true or false`},
		{"list for string", "schema: test/v1\nname: [a]\n", `2:7 OB008 name must be a string, not a list | `},
		{"enum", head + "color: Gren\n", `3:8 OB009 color is "Gren"; allowed: red, green | did you mean "green"?`},
		{"enum, nothing near", head + "color: {}\n", `3:8 OB009 color is an object; allowed: red, green | `},
		{"const", "schema: test/v2\nname: x\n", `1:9 OB009 schema must be "test/v1", not "test/v2" | `},
		{"empty string", "schema: test/v1\nname: ''\n", `2:7 OB009 name must not be empty | `},
		{"empty list", head + "items: []\n", `3:8 OB009 items must not be empty | `},
		{"pattern", head + "hash: xyz\n", `3:7 OB009 hash has the wrong form: "xyz" | hex digits`},
		{"minimum", head + "count: 0\n", `3:8 OB009 count: minimum: got 0, want 1 | `},
		{"fraction", head + "count: 1.5\n", `3:8 OB008 count must be a whole number, not a number | `},
		{"no form of a choice", head + "items: [7]\n", `3:9 OB008 items[0] fits none of the allowed forms | {a, b} or [A, B]`},
		{"in a form of a choice", head + "items: [{b: 7}]\n", "3:9 OB007 key \"a\" is missing in items[0] | \n3:13 OB008 items[0].b must be a string, not a number | put it in quotes: \"7\""},
		{"other form of a choice", head + "items: [[a, b, c]]\n", `3:9 OB009 items[0]: maxItems: got 3, want 2 | `},
		{"root", "[1]", `1:1 OB008 the document must be an object, not a list | `},
		{"escape in key", head + "\"\\x1b[1m\": 1\n", `3:1 OB006 unknown key "\x1b[1m" in the document | known keys: color, count, flag, hash, items, name, schema`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := Parse("a.yaml", []byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range doc.Validate(schema) {
				got = append(got, fmt.Sprintf("%d:%d %s %s | %s", p.Position.Line, p.Position.Col, p.Code, p.Message, p.Hint))
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCompileSchema(t *testing.T) {
	for name, in := range map[string]string{
		"not JSON":  "{",
		"no schema": `{"type": 7}`,
		"elsewhere": `{"$ref": "https://example.com/other.json"}`,
		"file":      `{"$ref": "file:///etc/passwd"}`,
	} {
		if _, err := CompileSchema("test", []byte(in)); err == nil || !strings.HasPrefix(err.Error(), "read schema test: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestClosest(t *testing.T) {
	known := []string{"access", "agents", "delegations", "FAQ Agent", "tools"}
	for word, want := range map[string]string{
		"agent": "agents", "Tools": "tools", "toosl": "tools", "delegation": "delegations",
		"faq_agent": "FAQ Agent", "acces": "access", "": "", "zebra": "", strings.Repeat("x", 100): "",
	} {
		got, ok := Closest(word, known)
		if got != want || ok != (want != "") {
			t.Errorf("Closest(%q) = %q, %v; want %q", word, got, ok, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"a b":                         `"a b"`,
		"\x1b]0;x\a":                  `"\x1b]0;x\a"`,
		strings.Repeat("é", 60):       `"` + strings.Repeat("é", 40) + `"…`,
		"x" + strings.Repeat("é", 60): `"x` + strings.Repeat("é", 39) + `"…`,
	} {
		if got := Quote(in); got != want {
			t.Errorf("Quote(%q) = %s, want %s", in, got, want)
		}
	}
}
