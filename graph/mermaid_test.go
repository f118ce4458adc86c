package graph

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// seen is what the mermaid package understood; see testdata/mermaid/parse.mjs.
type seen struct {
	Vertices []struct {
		ID, Type, Text string
		Classes        []string
		Elements       int
	}
	Edges []struct {
		Start, End, Stroke, Type, Text string
		Elements                       int
	}
}

// parseMermaid runs the real mermaid package. It is an oracle: without it the
// test is skipped, or fails where REQUIRE_ORACLES is 1.
func parseMermaid(t *testing.T, text []byte) seen {
	t.Helper()
	dir := filepath.Join("testdata", "mermaid")
	node, err := exec.LookPath("node")
	if err == nil {
		_, err = os.Stat(filepath.Join(dir, "node_modules", "mermaid"))
	}
	if err != nil {
		if os.Getenv("REQUIRE_ORACLES") == "1" {
			t.Fatalf("the mermaid oracle is missing: run npm ci in graph/%s: %v", filepath.ToSlash(dir), err)
		}
		t.Skipf("the mermaid oracle is missing: run npm ci in graph/%s", filepath.ToSlash(dir))
	}
	var out, problems bytes.Buffer
	c := exec.CommandContext(t.Context(), node, "parse.mjs")
	c.Dir, c.Stdin, c.Stdout, c.Stderr = dir, bytes.NewReader(text), &out, &problems
	if err := c.Run(); err != nil {
		t.Fatalf("mermaid cannot parse: %v\n%s\n%s", err, problems.Bytes(), text)
	}
	var s seen
	if err := json.Unmarshal(out.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMermaidReadsWhatWeWrite(t *testing.T) {
	tests := []struct {
		name string
		m    *manifest.Manifest
	}{
		{"mixed", mixed()},
		{"hostile", hostile()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, o := Build(tt.m), WriteOptions{Restricted: true}
			got := parseMermaid(t, written(t, "mermaid", g, o))
			compareVertices(t, g, got)
			compareMermaidEdges(t, g.drawn(o), got)
		})
	}
}

func compareVertices(t *testing.T, g *Graph, got seen) {
	t.Helper()
	type vertex struct {
		Label             string
		Entry, Unresolved bool
		Elements          int
	}
	want, have := map[string]vertex{}, map[string]vertex{}
	for _, n := range g.Nodes() {
		want[ident(n.Type, n.ID)] = vertex{strings.TrimSpace(nodeLabel(n)), n.Entry, n.Unresolved, 0}
	}
	for _, v := range got.Vertices {
		classes := strings.Join(v.Classes, " ")
		have[v.ID] = vertex{
			strings.TrimSpace(v.Text), strings.Contains(classes, "entry"), strings.Contains(classes, "unresolved"), v.Elements,
		}
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("vertices (-want +mermaid):\n%s", diff)
	}
}

func compareMermaidEdges(t *testing.T, drawn []Edge, got seen) {
	t.Helper()
	type edge struct{ Start, End, Stroke, Label string }
	stroke := map[EdgeType]string{Allowed: "normal", Restricted: "dotted", Delegation: "thick"}
	var want, have []edge
	for _, e := range drawn {
		want = append(want, edge{
			ident(AgentNode, e.From), ident(targetType(e), e.To), stroke[e.Type], strings.TrimSpace(edgeLabel(e)),
		})
	}
	for _, e := range got.Edges {
		have = append(have, edge{e.Start, e.End, e.Stroke, strings.TrimSpace(e.Text)})
		if e.Elements > 0 {
			t.Errorf("edge label %q holds HTML", e.Text)
		}
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("edges (-want +mermaid):\n%s", diff)
	}
}
