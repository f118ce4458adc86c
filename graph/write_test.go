package graph

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"
	"pgregory.net/rapid"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/golden"
)

func TestWriteGolden(t *testing.T) {
	files := map[string]string{"dot": "mixed.dot", "mermaid": "mixed.mmd", "json": "mixed.json"}
	for format, file := range files {
		t.Run(format, func(t *testing.T) {
			golden.Equal(t, filepath.Join("testdata", file), written(t, format, Build(mixed()), WriteOptions{}))
			golden.Equal(t, filepath.Join("testdata", "restricted", file), written(t, format, Build(mixed()), WriteOptions{Restricted: true}))
		})
	}
}

func TestWriteRefusesEmptyGraph(t *testing.T) {
	empty := map[string]*Graph{
		"no manifest": Build(nil), "zero graph": {}, "no agents": Build(&manifest.Manifest{Tools: []manifest.Tool{{ID: "t"}}}),
	}
	for name, g := range empty {
		for format, write := range writers {
			t.Run(name+" "+format, func(t *testing.T) {
				var b bytes.Buffer
				if err := write(g, &b, WriteOptions{Restricted: true}); !errors.Is(err, ErrEmpty) {
					t.Errorf("error %v, want ErrEmpty", err)
				}
				if b.Len() > 0 {
					t.Errorf("wrote %q all the same", b.String())
				}
			})
		}
	}
}

func TestWriteRefusesTooManyRestrictedEdges(t *testing.T) {
	m := &manifest.Manifest{Entries: []string{"0"}}
	for i := range 800 {
		id := strconv.Itoa(i)
		m.Agents, m.Tools = append(m.Agents, manifest.Agent{ID: id}), append(m.Tools, manifest.Tool{ID: id})
		m.Delegations = append(m.Delegations, manifest.Delegation{From: "0", To: id})
	}
	for format, write := range writers {
		var b bytes.Buffer
		if err := write(Build(m), &b, WriteOptions{Restricted: true}); err == nil || b.Len() > 0 {
			t.Errorf("%s drew 640000 edges, error %v", format, err)
		}
		if err := write(Build(m), &b, WriteOptions{}); err != nil {
			t.Errorf("%s without restricted edges: %v", format, err)
		}
	}
}

func TestIdentIsInjective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.StringMatching(`[_5Fa ]{0,6}`), rapid.SampledFrom(nasty))
		a, b := name.Draw(t, "a"), name.Draw(t, "b")
		kinds := []NodeType{AgentNode, ToolNode}
		s, u := rapid.SampledFrom(kinds).Draw(t, "s"), rapid.SampledFrom(kinds).Draw(t, "u")
		if same := a == b && s == u; (ident(s, a) == ident(u, b)) != same {
			t.Errorf("%s %q is %q, %s %q is %q", s, a, ident(s, a), u, b, ident(u, b))
		}
	})
}

func TestWriteHostileLabels(t *testing.T) {
	checkWritten(t, Build(hostile()))
}

func FuzzWrite(f *testing.F) {
	for i, s := range nasty {
		f.Add(s, nasty[(i+3)%len(nasty)], nasty[(i+7)%len(nasty)])
	}
	f.Fuzz(func(t *testing.T, a, b, c string) {
		m := &manifest.Manifest{
			Workflow: c, Entries: []string{a},
			Agents:       []manifest.Agent{{ID: a}, {ID: b, Dynamic: []string{c}}},
			Tools:        []manifest.Tool{{ID: a}, {ID: c, Kind: manifest.ToolKind(b)}},
			Access:       []manifest.Access{{Agent: a, Tool: c, Condition: b}},
			Restrictions: []manifest.Restriction{{Agent: b, Tool: a, EnforcedBy: manifest.Mechanism(c)}},
			Delegations:  []manifest.Delegation{{From: a, To: b, ToolName: c, Kind: manifest.DelegationKind(c)}, {From: b, To: a, Condition: c}},
		}
		checkWritten(t, Build(m))
	})
}

// checkWritten holds what every drawing must keep, whatever the names are.
func checkWritten(t *testing.T, g *Graph) {
	t.Helper()
	o := WriteOptions{Restricted: true}
	for format := range writers {
		text := written(t, format, g, o)
		if !utf8.Valid(text) {
			t.Errorf("%s is not UTF-8", format)
		}
		if i := bytes.IndexFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }); i >= 0 {
			r, _ := utf8.DecodeRune(text[i:])
			t.Errorf("%s holds %U, which does not show", format, r)
		}
	}
	checkDOT(t, g, written(t, "dot", g, o), o)
	checkMermaidLines(t, g, string(written(t, "mermaid", g, o)), o)
	checkJSON(t, g, written(t, "json", g, o), o)
}

// checkDOT reads the text with gonum's parser and compares labels and ends.
func checkDOT(t *testing.T, g *Graph, text []byte, o WriteOptions) {
	t.Helper()
	file, err := dot.ParseBytes(text)
	if err != nil {
		t.Fatalf("gonum cannot parse the DOT text: %v\n%s", err, text)
	}
	var nodes []ast.NodeStmt
	var edges []ast.EdgeStmt
	for _, s := range file.Graphs[0].Stmts {
		switch s := s.(type) {
		case *ast.NodeStmt:
			nodes = append(nodes, *s)
		case *ast.EdgeStmt:
			edges = append(edges, *s)
		}
	}
	drawn := g.drawn(o)
	if len(file.Graphs) != 1 || len(nodes) != len(g.nodes) || len(edges) != len(drawn) {
		t.Fatalf("%d nodes and %d edges in the DOT text, want %d and %d", len(nodes), len(edges), len(g.nodes), len(drawn))
	}
	ids := map[string]bool{}
	for i, n := range nodes {
		ids[n.Node.ID] = true
		if got, want := dotAttribute(n.Attrs, "label"), nodeLabel(g.nodes[i]); got != want {
			t.Errorf("DOT label %q, want %q", got, want)
		}
	}
	if len(ids) != len(nodes) {
		t.Errorf("%d different DOT ids for %d nodes", len(ids), len(nodes))
	}
	for i, e := range edges {
		if got, want := dotAttribute(e.Attrs, "label"), edgeLabel(drawn[i]); got != want {
			t.Errorf("DOT edge label %q, want %q", got, want)
		}
		to, _ := e.To.Vertex.(*ast.Node)
		from, _ := e.From.(*ast.Node)
		if from == nil || to == nil || !ids[from.ID] || !ids[to.ID] {
			t.Errorf("DOT edge %v has no declared ends", e)
		}
	}
}

// dotAttribute reads a quoted attribute as Graphviz does.
func dotAttribute(list []*ast.Attr, key string) string {
	for _, a := range list {
		if a.Key == key {
			s := strings.TrimSuffix(strings.TrimPrefix(a.Val, `"`), `"`)
			return strings.NewReplacer(`\\`, `\`, `\"`, `"`, "&amp;", "&").Replace(s)
		}
	}
	return ""
}

// checkMermaidLines holds what the real parser is too slow to hold under
// fuzzing: one line a node and edge, and nothing but the quotes that we wrote.
func checkMermaidLines(t *testing.T, g *Graph, text string, o WriteOptions) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	drawn := g.drawn(o)
	if len(lines) < 1+len(g.nodes)+len(drawn) {
		t.Fatalf("%d Mermaid lines for %d nodes and %d edges", len(lines), len(g.nodes), len(drawn))
	}
	for i, line := range lines[1 : 1+len(g.nodes)+len(drawn)] {
		want := 2
		if i >= len(g.nodes) && edgeLabel(drawn[i-len(g.nodes)]) == "" {
			want = 0
		}
		if got := strings.Count(line, `"`); got != want {
			t.Errorf("Mermaid line %q has %d quotes, want %d", line, got, want)
		}
		if strings.ContainsAny(line, "<`%:\\") {
			t.Errorf("Mermaid line %q holds a character that some part of Mermaid reads", line)
		}
	}
}

// checkJSON reads the text back and compares everything.
func checkJSON(t *testing.T, g *Graph, text []byte, o WriteOptions) {
	t.Helper()
	var got Document
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("read graph JSON: %v", err)
	}
	if got.Schema != Schema || len(got.Nodes) != len(g.nodes) || len(got.Edges) != len(g.drawn(o)) {
		t.Fatalf("JSON has schema %q, %d nodes, %d edges", got.Schema, len(got.Nodes), len(got.Edges))
	}
	valid := func(s string) string { return strings.ToValidUTF8(s, "\ufffd") }
	for i, n := range got.Nodes {
		if utf8.ValidString(g.nodes[i].ID) && n.ID != g.nodes[i].ID {
			t.Errorf("JSON node id %q, want %q", n.ID, g.nodes[i].ID)
		}
	}
	if diff := cmp.Diff(valid(g.workflow), got.Workflow); diff != "" && utf8.ValidString(g.workflow) {
		t.Errorf("JSON workflow (-want +got):\n%s", diff)
	}
}
