package python

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract"
)

func TestTOML(t *testing.T) {
	tests := []struct {
		name, in string
		want     any // nil: it is not read
	}{
		{"pairs", "a = 1\nb.c = \"x\\ty\" # note\n'd e' = true\n", jsonObject{"a": 1.0, "b": jsonObject{"c": "x\ty"}, "d e": true}},
		{"tables", "[a]\nx = 1.5\n[a.b]\ny = 'z\\'\n", jsonObject{"a": jsonObject{"x": 1.5, "b": jsonObject{"y": `z\`}}}},
		{
			"arrays of tables", "[[a]]\nn = 1\n[a.b]\nm = 2\n[[a]]\nn = 3\n",
			jsonObject{"a": []any{jsonObject{"n": 1.0, "b": jsonObject{"m": 2.0}}, jsonObject{"n": 3.0}}},
		},
		{"arrays", "a = [\n 1, # one\n [2,],\n {b = 3},\n]\n", jsonObject{"a": []any{1.0, []any{2.0}, jsonObject{"b": 3.0}}}},
		{"long text", "a = \"\"\"\nx\ny\"\"\"\n", jsonObject{"a": "x\ny"}},
		{"empty", "", jsonObject{}},
		{"a date", "a = 2020-01-01\n", nil},
		{"no value", "a =\n", nil},
		{"no end", "a = [1, 2", nil},
		{"no end of a text", "a = \"x", nil},
		{"an end too many", "a = 1 ]\n", nil},
		{"no key", "= 1\n", nil},
		{"a lone quote", `"`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine(&extract.Pass{})
			v, ok := m.parseTOML(tt.in, &args{})
			if !ok {
				v = nil
			}
			got, _ := m.json(v, 0)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func FuzzTOML(f *testing.F) {
	for _, s := range []string{"a = 1\n[b]\nc = [1, {d = 'e'}]\n", "[[a]]\nb = \"\"\"x\"\"\"\n", "a.b = ''", `"`, "'", "[", "a=["} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m := newMachine(&extract.Pass{})
		if v, ok := m.parseTOML(s, &args{}); ok && v == nil {
			t.Fatal("read, and no value")
		}
	})
}
