package document

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestEncodeYAML(t *testing.T) {
	in := `{"schema":"x/v1","workflow":"customer service","off":true,"yes":"no","n":1.50,"nothing":null,
	"entries":["Triage Agent"],"empty":[],"none":{},
	"agents":[{"id":"FAQ Agent","source":"src/main.py:10:2"},{"id":"B","instructions":"One.\nTwo: {x}\n\n  - three\n"},{"id":"C","text":"tail\n\n"},{"id":"D","text":"no end\nof line"}],
	"tools":[{"id":"t","parameters":{"type":"object","properties":{"number":{"type":"string","description":"The confirmation number that is printed on the ticket, six letters and digits."},"seat":{"type":"string","description":"The seat, such as 14C."}}}}],
	"odd":[" x","x ","a: b","a #b","# a","- a","","true","0x1","1e3","a,b","é\u0085\ufeff\u001b","tab\tx","line \n end","'q'","https://x.y/z?a=b",":a","a:","it's"],
	"deep":[[{"a":["l\nm"]}]]}`
	got, err := EncodeYAML([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	const want = `schema: x/v1
workflow: customer service
"off": true
"yes": "no"
"n": 1.50
nothing: null
entries: [Triage Agent]
empty: []
none: {}
agents:
  - {id: FAQ Agent, source: src/main.py:10:2}
  - id: B
    instructions: |
      One.
      Two: {x}

        - three
  - id: C
    text: |+
      tail

  - id: D
    text: |-
      no end
      of line
tools:
  - id: t
    parameters:
      type: object
      properties:
        number: {type: string, description: "The confirmation number that is printed on the ticket, six letters and digits."}
        seat: {type: string, description: "The seat, such as 14C."}
odd:
  - " x"
  - "x "
  - "a: b"
  - "a #b"
  - "# a"
  - "- a"
  - ""
  - "true"
  - "0x1"
  - "1e3"
  - "a,b"
  - "é\x85\ufeff\x1b"
  - "tab\tx"
  - |-
    line 
     end
  - "'q'"
  - "https://x.y/z?a=b"
  - ":a"
  - "a:"
  - "it's"
deep:
  -
    - a:
        - |-
          l
          m
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
	same(t, []byte(in), got)
}

// same fails unless the YAML stands for the JSON.
func same(t interface {
	Helper()
	Fatalf(string, ...any)
}, in, out []byte,
) {
	t.Helper()
	want, err := Parse("in.json", in)
	if err != nil {
		t.Fatalf("read %s: %v", in, err)
	}
	got, err := Parse("out.yaml", out)
	if err != nil {
		t.Fatalf("read back %s: %v", out, err)
	}
	if diff := cmp.Diff(want.Value(), got.Value()); diff != "" {
		t.Fatalf("differs: %s\n%s", diff, out)
	}
}

// anyText draws texts that YAML is known to trip over, and any others.
func anyText() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.StringMatching(`[a-z0-9:#,\[\]{}&*!|>'"%@~?\\-]{0,6}[ \t]?[\n\r]{0,2}[ ]{0,3}[a-z:#-]{0,4}\n{0,3}`),
		rapid.SampledFrom([]string{"yes", "null", "~", "010", "1e5", ".inf", "<<", "=", "2024-01-01", "---", "...", "\u2028", "\ufeff", "- ", "? ", "a: b", "\n", " \n", "x\n \ny"}),
	)
}

// anyValue draws JSON values of at most depth levels.
func anyValue(depth int) *rapid.Generator[any] {
	scalars := rapid.OneOf(
		rapid.Just[any](nil),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(rapid.Float64(), func(f float64) any { return f }),
		rapid.Map(rapid.Int64(), func(i int64) any { return i }),
		rapid.Map(anyText(), func(s string) any { return s }),
	)
	if depth == 0 {
		return scalars
	}
	return rapid.OneOf(
		scalars,
		rapid.Map(rapid.SliceOfN(anyValue(depth-1), 0, 4), func(l []any) any { return l }),
		rapid.Map(rapid.MapOfN(anyText(), anyValue(depth-1), 0, 4), func(m map[string]any) any { return m }),
	)
}

func TestEncodeYAMLReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.MapOfN(anyText(), anyValue(3), 1, 5).Draw(t, "value")
		in, err := json.Marshal(value)
		if err != nil {
			t.Skip(err)
		}
		out, err := EncodeYAML(in)
		if err != nil {
			t.Fatal(err)
		}
		same(t, in, out)
		again, err := EncodeYAML(in)
		if err != nil || string(again) != string(out) {
			t.Fatal("equal input gives other bytes")
		}
	})
}

func TestEncodeYAMLError(t *testing.T) {
	for _, in := range []string{"", "[1]", "{", `{"a":1,"a":2}`} {
		if out, err := EncodeYAML([]byte(in)); err == nil {
			t.Errorf("EncodeYAML(%q) = %q", in, out)
		}
	}
}

// FuzzParse holds the promises of Parse on any input: no panic, every position
// inside the file, and what it accepts survives EncodeYAML.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"a: 1\nb: [x]\n", `{"a": [1, "x", null]}`, "a: &x {b: 1}\nc: *x\n", "? a\n: b", "#\n-\n-\n0", "{{},<<}",
		"a: |\n x\n", "a: \"\\x41\"", "--- !!map\na: b\n...", "\"\\0\\\r\n", " \ufeff\n", "a:\n.\n-", "40y::\r\r<<:\r\r- - #\r?\r#",
	} {
		f.Add("a.yaml", []byte(seed))
		f.Add("-", []byte(seed))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		doc, err := Parse(name, data)
		if err != nil {
			e, ok := err.(*Error)
			if !ok {
				t.Fatalf("error of type %T", err)
			}
			for _, p := range e.Problems {
				inside(t, data, p.Position)
			}
			return
		}
		doc.root.walk(func(n *node) {
			inside(t, data, n.pos)
			for _, k := range n.keys {
				inside(t, data, k.pos)
			}
		})
		if doc.root.kind != object {
			return
		}
		in, err := doc.JSON()
		if err != nil {
			t.Fatalf("encode: %v", err)
		}
		out, err := EncodeYAML(in)
		if err != nil {
			t.Fatalf("encode: %v", err)
		}
		same(t, in, out)
	})
}

func (n *node) walk(visit func(*node)) {
	visit(n)
	for _, item := range n.items {
		item.walk(visit)
	}
}

// inside fails unless the position is that of a byte of the file, not counting
// a byte order mark.
func inside(t *testing.T, data []byte, p Position) {
	t.Helper()
	if p == (Position{1, 1}) {
		return
	}
	l := newLines(trimBOM(data))
	if p.Line < 1 || p.Line > len(l.starts) {
		t.Fatalf("%v is no line of %q", p, data)
	}
	end := l.size
	if p.Line < len(l.starts) {
		end = l.starts[p.Line]
	}
	if p.Col < 1 || l.starts[p.Line-1]+p.Col > end {
		t.Fatalf("%v is no column of %q", p, data)
	}
}
