package manifest

import (
	"strings"
	"testing"
)

func TestDerivations(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range Derivations() {
		if d.Name == "" || d.Doc == "" || seen[d.Name] || d.Name != strings.ToLower(d.Name) {
			t.Errorf("derivation %q: names are unique, lower case and explained", d.Name)
		}
		seen[d.Name] = true
	}
}

func TestWeaker(t *testing.T) {
	tests := []struct{ a, b, want Certainty }{
		{Certain, Certain, Certain},
		{Certain, OnCondition, OnCondition},
		{OnCondition, Certain, OnCondition},
		{OnCondition, Assumed, Assumed},
		{Assumed, OnCondition, Assumed},
		{Assumed, Certain, Assumed},
	}
	for _, tt := range tests {
		if got := Weaker(tt.a, tt.b); got != tt.want {
			t.Errorf("Weaker(%q, %q) = %q, want %q", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestCertaintyIsRead(t *testing.T) {
	m, err := Read("m.yaml", []byte("schema: obligato.manifest/v1\nworkflow: w\nentries: [A]\nagents: [{id: A, certainty: assumed, derived: loop}]\n"))
	if err != nil {
		t.Fatal(err)
	}
	if m.Agents[0].Certainty != Assumed || m.Agents[0].Derived != FromLoop {
		t.Errorf("%+v", m.Agents[0])
	}
	if _, err := Read("m.yaml", []byte("schema: obligato.manifest/v1\nworkflow: w\nentries: [A]\nagents: [{id: A, certainty: sure}]\n")); err == nil {
		t.Error("a certainty that is none was read")
	}
}
