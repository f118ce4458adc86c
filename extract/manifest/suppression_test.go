package manifest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSuppressionCovers(t *testing.T) {
	at := func(path string, line int) Finding {
		return Finding{Code: "OB204", Source: Position{Path: path, Line: line}}
	}
	tests := []struct {
		name string
		s    Suppression
		f    Finding
		want bool
	}{
		{"the whole workflow", Suppression{Code: "OB204"}, at("a.py", 3), true},
		{"another code", Suppression{Code: "OB205"}, at("a.py", 3), false},
		{"the whole file", Suppression{Code: "OB204", Path: "a.py"}, at("a.py", 3), true},
		{"another file", Suppression{Code: "OB204", Path: "b.py"}, at("a.py", 3), false},
		{"the first line", Suppression{Code: "OB204", Path: "a.py", First: 3, Last: 5}, at("a.py", 3), true},
		{"the last line", Suppression{Code: "OB204", Path: "a.py", First: 3, Last: 5}, at("a.py", 5), true},
		{"before it", Suppression{Code: "OB204", Path: "a.py", First: 3, Last: 5}, at("a.py", 2), false},
		{"behind it", Suppression{Code: "OB204", Path: "a.py", First: 3, Last: 5}, at("a.py", 6), false},
		{"no line", Suppression{Code: "OB204", Path: "a.py", First: 3, Last: 5}, at("a.py", 0), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.s.Covers(tt.f); got != tt.want {
				t.Errorf("Covers is %v, want %v", got, tt.want)
			}
		})
	}
}

func TestActive(t *testing.T) {
	list := []Finding{{Code: "OB204", Message: "a"}, {Code: "OB204", Message: "b", Suppressed: "known"}}
	if diff := cmp.Diff(list[:1], Active(list)); diff != "" {
		t.Error(diff)
	}
}

// A suppression that is written in a manifest gets its place there, and stays
// about the whole workflow.
func TestReadSuppression(t *testing.T) {
	m := read(t, "m.yaml", "schema: obligato.manifest/v1\nworkflow: w\nentries: [a]\nagents: [{id: a}]\nsuppressions:\n  - {code: OB204, reason: known}\n")
	want := []Suppression{{Code: "OB204", Reason: "known", Source: Position{"m.yaml", 6, 5}}}
	if diff := cmp.Diff(want, m.Suppressions); diff != "" {
		t.Error(diff)
	}
}
