//go:build cgo

package python

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// compact writes a notebook on one line, each cell as one string.
func compact(t *testing.T, cells ...string) []byte {
	t.Helper()
	type cell struct {
		Source string `json:"source"`
		Type   string `json:"cell_type"`
	}
	doc := map[string]any{"nbformat": 4}
	var list []cell
	for _, c := range cells {
		list = append(list, cell{c, "code"})
	}
	doc["cells"] = list
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestNotebookPlaces holds that a place leads to the very byte of the file.
func TestNotebookPlaces(t *testing.T) {
	raw := compact(t, "%matplotlib\nx = 'é\"' + faq", "\n\n  \n", "%%capture out\ny = faq")
	file, nb, err := parseNotebook(raw)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, s := range file.Body {
		a, ok := s.(*syntax.Assign)
		if !ok {
			t.Fatalf("%T is no assignment", s)
		}
		e := a.Value
		if b, ok := e.(*syntax.Binary); ok {
			e = b.R
		}
		p := e.Pos()
		if got := string(raw[p.Col-1 : p.Col+2]); p.Line != 1 || got != "faq" {
			t.Errorf("line %d column %d holds %q", p.Line, p.Col, got)
		}
		found = append(found, fmt.Sprintf("%s in cell %d", file.Text(e), nb.cell(manifest.Position{Line: p.Line, Col: p.Col})))
	}
	if d := cmp.Diff([]string{"faq in cell 1", "faq in cell 3"}, found); d != "" {
		t.Error(d)
	}
}

func TestNotebookCode(t *testing.T) {
	tests := []struct {
		name, cell, want string
	}{
		{"magic", "%load_ext x\na = 1", "           \na = 1\n"},
		{"indented magic", "if x:\n    %time f()\n    a = 1", "if x:\n             \n    a = 1\n"},
		{"shell", "!pip install x\na = 1", "              \na = 1\n"},
		{"shell over lines", "!pip \\\n  install\na = 1", "      \n         \na = 1\n"},
		{"assigned shell", "a, b = !ls\nc = 1", "          \nc = 1\n"},
		{"help", "?a\na?\na.b??\nc = 1", "  \n  \n     \nc = 1\n"},
		{"modulo in brackets", "a = (1\n% 2)", "a = (1\n% 2)\n"},
		{"modulo on the next line", "a = 1 \\\n% 2", "a = 1 \\\n% 2\n"},
		{"string", "a = '''\n%x\n!y\n'''\n%z", "a = '''\n%x\n!y\n'''\n  \n"},
		{"bracket in a string", "a = '('\n%z", "a = '('\n  \n"},
		{"bracket in a comment", "a = 1 # (\n%z", "a = 1 # (\n  \n"},
		{"not equal", "a != b\na %= 2", "a != b\na %= 2\n"},
		{"timed", "%%time\na = 1", "      \na = 1\n"},
		{"bash", "%%bash\na=1", ""},
		{"unknown cell magic", "%%frobnicate\na = 1", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			nb, err := readNotebook(compact(t, tt.cell))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, string(nb.code)); d != "" {
				t.Error(d)
			}
			if len(nb.code) != len(nb.where) {
				t.Errorf("%d places for %d bytes", len(nb.where), len(nb.code))
			}
		})
	}
}

func TestNotebookFormats(t *testing.T) {
	tests := []struct {
		name, raw, want, err string
	}{
		{"nbformat 3", `{"worksheets":[{"cells":[{"cell_type":"code","language":"python","input":["a\n","b"]},{"cell_type":"markdown","source":"c"}]}]}`, "a\nb\n", ""},
		{"outputs", `{"cells":[{"outputs":[{"data":{"x":["\\\"",1e9,-0.5,null,true]}}],"source":["a"],"cell_type":"code"}]}`, "a\n", ""},
		{"raw cell", `{"cells":[{"cell_type":"raw","source":"a"}]}`, "", ""},
		{"surrogates", `{"cells":[{"cell_type":"code","source":"'\ud83d\ude00'"}]}`, "'\U0001F600'\n", ""},
		{"lone surrogate", `{"cells":[{"cell_type":"code","source":"'\ud83d'"}]}`, "'\uFFFD'\n", ""},
		{"other language", `{"cells":[],"metadata":{"kernelspec":{"language":"R"}}}`, "", `its language is "R"`},
		{"no cells", `{"a":1}`, "", "it has no cells"},
		{"no object", `[1]`, "", `expected '{'`},
		{"empty", ``, "", `expected '{'`},
		{"cut", `{"cells":[{"cell_type":"code","source":"a`, "", "does not end"},
		{"trailing", `{"cells":[]} x`, "", "something follows"},
		{"twice", `{"cells":[],"cells":[]}`, "", `"cells" stands twice`},
		{"deep", `{"x":` + strings.Repeat("[", 100_000), "", "nests deeper"},
		{"source is a number", `{"cells":[{"source":1}]}`, "", "no text"},
		{"cell is a number", `{"cells":[1]}`, "", "a cell is no object"},
		{"bad escape", `{"cells":[{"source":"\x"}]}`, "", "an escape"},
		{"bad word", `{"cells":nope}`, "", `cannot read "nope"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			nb, err := readNotebook([]byte(tt.raw))
			if tt.err != "" {
				if !errors.Is(err, errNotNotebook) || !strings.Contains(err.Error(), tt.err) {
					t.Fatalf("error %v; want one that holds %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, string(nb.code)); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestNotebooksOfADirectory holds that notebooks beside sources are read where
// they import the SDK, and that one which cannot be read is a finding.
func TestNotebooksOfADirectory(t *testing.T) {
	agent := func(name string) []byte {
		return []byte("from agents import Agent\na = Agent(name=\"" + name + "\")\n")
	}
	fsys := fstest.MapFS{
		"app.py":      {Data: agent("App")},
		"uses.ipynb":  {Data: compact(t, string(agent("Uses")))},
		"talks.ipynb": {Data: compact(t, "Agent = dict\n# about agents\na = Agent(name='Talks')")},
		"cut.ipynb":   {Data: compact(t, string(agent("Cut")))[:90]},
	}
	m, err := extractFrom(fsys, ".", "dir")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range m.Agents {
		got = append(got, a.ID)
	}
	for _, f := range m.Findings {
		if f.Code == codeNotNotebook {
			got = append(got, f.Code+" "+f.Source.Path)
		}
	}
	if d := cmp.Diff([]string{"App", "Uses", "OB230 cut.ipynb"}, got); d != "" {
		t.Error(d)
	}
}

// FuzzNotebook holds that no notebook is a panic, and that every place that is
// reported is one of the file.
func FuzzNotebook(f *testing.F) {
	seed, err := cases.ReadFile("testdata/cases/notebook.ipynb")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Add([]byte(`{"worksheets":[{"cells":[{"cell_type":"code","language":"python","input":["from agents import Agent\n","b = Agent(name='B', tools=[x])"]}]}]}`))
	f.Add([]byte(`{"cells":[{"cell_type":"code","source":"from agents import *\n%%time\nAgent(\"\u00e9\\\n\", handoffs=[q"}],"metadata":{"language_info":{"name":"python"}}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		lines := strings.Split(string(raw), "\n")
		check := func(p manifest.Position) {
			if p.Line == 0 && p.Col == 0 {
				return
			}
			if p.Line < 1 || p.Line > len(lines) || p.Col < 0 || p.Col > len(lines[p.Line-1])+1 {
				t.Errorf("%s is not in the file", p)
			}
		}
		pass := &extract.Pass{
			FS: fstest.MapFS{"n.ipynb": {Data: raw}}, Files: []string{"n.ipynb"}, Workflow: "n",
			Report: func(d extract.Diagnostic) { check(d.Position) },
		}
		m, err := Frontend().Extract(pass)
		if err != nil {
			return
		}
		for _, a := range m.Agents {
			check(a.Source)
		}
		for _, u := range m.Unresolved {
			check(u.Source)
		}
		for _, x := range m.Delegations {
			check(x.Source)
		}
		for _, x := range m.Findings {
			check(x.Source)
		}
	})
}
