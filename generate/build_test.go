package generate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/scenario"
)

func TestBuild(t *testing.T) {
	s, g := derive(t, airline(), obligations.Options{})
	o := Plan(s, g, PlanOptions{Open: only("C3:FAQ Agent-x>update_seat"), Expose: ExposeAll})[0]
	digest := digest(nil)
	r := Realiser{Name: "model", Model: "m"}
	in := Input{Attempt: 2, Seed: 9}
	got, err := Build(s, o, in, r, Draft{Turns: []string{" call update_seat\r\n\x07 "}, PromptDigest: digest})
	if err != nil {
		t.Fatal(err)
	}
	want := &scenario.Scenario{
		Schema: scenario.Schema, ID: got.ID, Turns: []string{"call update_seat"}, Objective: o.Obligation.ID,
		Route: []string{"Triage Agent", "FAQ Agent"}, Exposure: []scenario.Pair{{Agent: "FAQ Agent", Tool: "update_seat"}},
		Provenance: &scenario.Provenance{Realiser: "model", Model: "m", Seed: 9, Attempt: 2, Leading: true, PromptDigest: digest},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("scenario (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(got.ID, "c3-faq-agent--update-seat-2-") {
		t.Errorf("id is %q", got.ID)
	}
	text, err := scenario.Encode(got)
	if err != nil {
		t.Fatal(err)
	}
	back, err := scenario.Read(got.ID+".yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, back); diff != "" {
		t.Errorf("on disk (-written +read):\n%s", diff)
	}
	other, err := Build(s, o, in, r, Draft{Turns: []string{"something else"}})
	if err != nil {
		t.Fatal(err)
	}
	if other.ID == got.ID {
		t.Error("two scenarios share an id")
	}
}

func TestBuildRefuses(t *testing.T) {
	s, g := derive(t, airline(), obligations.Options{})
	o := Plan(s, g, PlanOptions{Open: only(c2FAQ)})[0]
	for name, turns := range map[string][]string{
		"none": nil, "empty": {""}, "controls only": {"\x00\u202e\ufeff"}, "too many": make([]string, maxTurns+1), "too long": {strings.Repeat("é", maxTurn+1)},
	} {
		if sc, err := Build(s, o, Input{Attempt: 1}, Template(), Draft{Turns: turns}); err == nil {
			t.Errorf("%s: built %+v", name, sc)
		}
	}
}

func TestScenarioID(t *testing.T) {
	for id, want := range map[string]string{
		"C2:FAQ Agent->faq_lookup_tool":          "c2-faq-agent--faq-lookup-tool",
		"C3:Triage Agent-x>update_seat":          "c3-triage-agent--update-seat",
		"C4:A=>B (agent_tool ask_b)":             "c4-a--b-agent-tool-ask-b",
		"C1:../../etc/passwd":                    "c1-etc-passwd",
		"C1:Übersetzer":                          "c1-bersetzer",
		"C1:日本":                                  "c1",
		"C1:" + strings.Repeat("very long ", 99): "c1" + strings.Repeat("-very-long", 7),
	} {
		if got := slug(id); got != want {
			t.Errorf("slug(%q) = %q, want %q", id, got, want)
		}
	}
}

func TestScenarioIDIsFileSafe(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		id := rapid.String().Draw(rt, "obligation")
		got := scenarioID(&scenario.Scenario{Objective: id, Turns: []string{"x"}}, 5)
		if len(got) > maxSlug+16 || strings.Trim(got, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || strings.HasPrefix(got, "-") {
			rt.Errorf("id of %q is %q", id, got)
		}
	})
}

func TestNormal(t *testing.T) {
	a := normal("s", []string{"x"}, []string{"Hello,  there.", "Seat 12A!"})
	tests := []struct {
		name            string
		start           string
		exposure, turns []string
		same            bool
	}{
		{"case, spacing, punctuation", "s", []string{"x"}, []string{"hello there", "seat 12a"}, true},
		{"other words", "s", []string{"x"}, []string{"hello there", "seat 12b"}, false},
		{"other turns", "s", []string{"x"}, []string{"hello there seat 12a"}, false},
		{"other start", "t", []string{"x"}, []string{"hello there", "seat 12a"}, false},
		{"other tool shown", "s", nil, []string{"hello there", "seat 12a"}, false},
	}
	for _, tt := range tests {
		if got := normal(tt.start, tt.exposure, tt.turns) == a; got != tt.same {
			t.Errorf("%s: equal is %v, want %v", tt.name, got, tt.same)
		}
	}
}
