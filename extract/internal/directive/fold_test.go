package directive

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
)

func place(line int) manifest.Position { return manifest.Position{Path: "a.py", Line: line, Col: 3} }

func workflow() *manifest.Manifest {
	return &manifest.Manifest{
		Schema: manifest.Schema, Workflow: "w", Entries: []string{"A"},
		Agents: []manifest.Agent{{ID: "A", Source: place(30)}},
		Tools: []manifest.Tool{
			{ID: "look", Source: place(2)},
			{ID: "pay", Source: place(8)},
			{ID: "one", Source: place(20)},
			{ID: "two", Source: place(21)},
		},
		Access: []manifest.Access{{Agent: "A", Tool: "look", Source: place(30)}},
	}
}

func TestFold(t *testing.T) {
	tests := []struct {
		name        string
		text        string
		first, last int
		want        string // tools that differ, restrictions, suppressions, findings
	}{
		{"effects", "obligato: effects read", 1, 3, "look read"},
		{"sensitive", "obligato: sensitive", 8, 8, "pay sensitive"},
		{"at no tool", "obligato: effects read", 4, 6, "a.py:1:3 OB251 warning comment to obligato: effects stands at no tool; put it on the line above the function or object"},
		{"before a blank line", "obligato: effects read", 0, 0, "a.py:1:3 OB251 warning comment to obligato: effects stands at no tool; put it on the line above the function or object"},
		{"at two tools", "obligato: sensitive", 20, 21, "a.py:1:3 OB251 warning comment to obligato: sensitive stands at 2 tools or more; put it on the line of the one that you mean"},
		{"at a tool that no agent has", "obligato: effects write", 40, 41, ""},
		{"restrict", "obligato: restrict A -> pay because no", 2, 2, "A -x> pay absence no"},
		{"restrict what is attached", "obligato: restrict * -> lo* because no", 2, 2, "A -x> look prompt no|a.py:30:3 OB210 error A has look attached; restrict * -> lo* forbids it"},
		{"ignore", "obligato: ignore OB204, OB205 because x", 2, 4, "ignore OB204 a.py 2-4 x|ignore OB205 a.py 2-4 x"},
		{"ignore with nothing behind", "obligato: ignore OB204 because x", 0, 0, "ignore OB204 a.py 1-1 x"},
		{"ignore in a file", "obligato: ignore-file OB204 because x", 2, 4, "ignore OB204 a.py 0-0 x"},
		{"malformed", "obligato: efects read", 2, 2, `a.py:1:13 OB250 warning comment to obligato: the directive "efects" is not known (did you mean effects?)`},
		{"malformed restriction", "obligato: restrict A -> pay", 2, 2, `a.py:1:30 OB250 error comment to obligato: restrict needs a reason (add: because REASON)`},
		{"not addressed", "effects read", 2, 2, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := workflow()
			Fold(m, []Comment{{Text: tt.text, Source: place(1), First: tt.first, Last: tt.last}}, []manifest.Position{place(41)})
			if d := cmp.Diff(tt.want, describe(m)); d != "" {
				t.Error(d)
			}
		})
	}
}

func describe(m *manifest.Manifest) string {
	var out []string
	for _, x := range m.Tools {
		if x.Effects != "" {
			out = append(out, x.ID+" "+string(x.Effects))
		}
		if x.Sensitive {
			out = append(out, x.ID+" sensitive")
		}
	}
	for _, r := range m.Restrictions {
		out = append(out, fmt.Sprintf("%s -x> %s %s %s", r.Agent, r.Tool, r.EnforcedBy, r.Reason))
	}
	for _, s := range m.Suppressions {
		out = append(out, fmt.Sprintf("ignore %s %s %d-%d %s", s.Code, s.Path, s.First, s.Last, s.Reason))
	}
	for _, f := range m.Findings {
		out = append(out, fmt.Sprintf("%s %s %s %s", f.Source, f.Code, f.Level, f.Message))
	}
	return strings.Join(out, "|")
}

func TestFoldTwice(t *testing.T) {
	m := workflow()
	comment := func(text string, line int) Comment {
		return Comment{Text: text, Source: place(line), First: 2, Last: 2}
	}
	Fold(m, []Comment{comment("obligato: effects read", 1), comment("obligato: effects read", 1), comment("obligato: effects write", 2)}, nil)
	want := "look read|a.py:2:3 OB250 warning comment to obligato: the effects of look are declared as read at a.py:1:3 already"
	if d := cmp.Diff(want, describe(m)); d != "" {
		t.Error(d)
	}
}
