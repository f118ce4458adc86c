//go:build cgo

package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestComments(t *testing.T) {
	tests := []struct {
		name string
		src  string
		want string // line:col first-last text, joined with |
	}{
		{"none", "x = 1 # other\n", ""},
		{"on the line", "x = 1  # obligato: a\n", "1:8 1-1 obligato: a"},
		{"in a string", "x = '# obligato: a'\n", ""},
		{"above a statement", "# obligato: a\nx = f(\n  1,\n)\ny = 2\n", "1:1 2-4 obligato: a"},
		{"above a function", "# obligato: a\ndef f(\n    x,\n):\n    return 1\n", "1:1 2-4 obligato: a"},
		{"above a function of one line", "# obligato: a\ndef f(): return 1\n", "1:1 2-2 obligato: a"},
		{"above a decorator", "# obligato: a\n@d\n@e(1)\ndef f(x):\n    return 1\n", "1:1 2-4 obligato: a"},
		{"below a decorator", "@d\n# obligato: a\nasync def f(x):\n    return 1\n", "2:1 3-3 obligato: a"},
		{"at a decorator", "@d  # obligato: a\ndef f(x):\n    return 1\n", "1:5 1-2 obligato: a"},
		{"at a definition", "@d\ndef f(x):  # obligato: a\n    return 1\n", "2:12 1-2 obligato: a"},
		{"at the end of a head", "def f(\n  x,\n):  # obligato: a\n    return 1\n", "3:5 1-3 obligato: a"},
		{"in a body", "def f():\n    x = 1  # obligato: a\n    return 1\n", "2:12 2-2 obligato: a"},
		{"above a method", "class C:\n    # obligato: a\n    @d\n    def f(self):\n        return 1\n", "2:5 3-4 obligato: a"},
		{"above a class", "# obligato: a\nclass C(D):\n    x = 1\n", "1:1 2-2 obligato: a"},
		{"stacked", "# obligato: a\n# obligato: b\nx = 1\n", "1:1 3-3 obligato: a|2:1 3-3 obligato: b"},
		{"above a blank line", "# obligato: a\n\nx = 1\n", "1:1 0-0 obligato: a"},
		{"at the end", "x = 1\n# obligato: a", "2:1 0-0 obligato: a"},
		{"between elements", "x = [\n  # obligato: a\n  f(\n    1),\n  g(),\n]\n", "2:3 3-4 obligato: a"},
		{"above a bracket", "x = [\n  f(),\n  # obligato: a\n]\n", "3:3 4-4 obligato: a"},
		{"above a condition", "# obligato: a\nif x:\n    y = 1\nelse:\n    y = 2\n", "1:1 2-2 obligato: a"},
		{"near an error", "x = = 3\n# obligato: a\ndef f():\n    return 1\n", "2:1 3-3 obligato: a"},
		{"carriage returns", "# obligato: a\r\nx = 1\r\n", "1:1 2-2 obligato: a"},
		{"another case", "x = 1 # Obligato: a\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := Parse([]byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range f.Comments {
				got = append(got, fmt.Sprintf("%d:%d %d-%d %s", c.Pos.Line, c.Pos.Col, c.First, c.Last, strings.TrimSpace(c.Text)))
			}
			if d := cmp.Diff(tt.want, strings.Join(got, "|")); d != "" {
				t.Error(d)
			}
		})
	}
}
