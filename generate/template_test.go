package generate

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/internal/golden"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/scenario"
)

// missedAt is a history of n equal misses at a hop.
func missedAt(n, hop int, strayed string, route []string) []Counterexample {
	var out []Counterexample
	for i := range n {
		out = append(out, Counterexample{
			Attempt: i + 1, Hop: hop, Strayed: strayed, Fingerprint: fmt.Sprint("f", i),
			Scenario: &scenario.Scenario{Route: route, Turns: []string{"x"}},
		})
	}
	return out
}

// TestTemplateGolden writes every rung of the ladder for every obligation,
// once with misses on the way and once with misses at the agent.
func TestTemplateGolden(t *testing.T) {
	s, g := derive(t, airline(), obligations.Options{})
	w := NewWorkflow(s)
	var b bytes.Buffer
	for _, o := range Plan(s, g, PlanOptions{}) {
		fmt.Fprintf(&b, "## %s\n", o.Obligation.ID)
		for _, hop := range []int{min(1, len(o.Hops())-1), len(o.Route)} {
			fmt.Fprintf(&b, "# left at hop %d\n", hop)
			for attempt := 1; attempt <= MaxAttempts; attempt++ {
				in := Input{Objective: o, Attempt: attempt, Seed: 1, Workflow: w, History: missedAt(attempt-1, hop, "", o.Route)}
				d := realiseTemplate(in)
				fmt.Fprintf(&b, "%d", attempt)
				if d.Leading {
					b.WriteString(" leading")
				}
				b.WriteString("\n")
				for _, turn := range d.Turns {
					fmt.Fprintf(&b, "  > %s\n", turn)
				}
			}
		}
	}
	golden.Equal(t, "testdata/template.golden", b.Bytes())
}

func TestTemplateLeadsOnlyAtTheEnd(t *testing.T) {
	s, g := derive(t, airline(), obligations.Options{})
	w := NewWorkflow(s)
	for _, o := range Plan(s, g, PlanOptions{Expose: ExposeAll}) {
		for attempt := 1; attempt <= MaxAttempts; attempt++ {
			for hop := 0; hop <= len(o.Hops()); hop++ {
				d := realiseTemplate(Input{Objective: o, Attempt: attempt, Workflow: w, History: missedAt(attempt-1, hop, "", o.Route)})
				if attempt <= 3 && d.Leading {
					t.Errorf("%s, attempt %d leads: %q", o.Obligation.ID, attempt, d.Turns)
				}
				if attempt == MaxAttempts && !d.Leading {
					t.Errorf("%s, the last attempt does not name anything: %q", o.Obligation.ID, d.Turns)
				}
				if _, err := check(d.Turns); err != nil {
					t.Errorf("%s, attempt %d: %v", o.Obligation.ID, attempt, err)
				}
			}
		}
	}
}

func TestTemplateClimbs(t *testing.T) {
	o := Objective{Route: []string{"a", "b"}, Obligation: obligations.Obligation{Criterion: obligations.C2, Agent: "b", Tool: "t"}}
	equal := missedAt(3, 1, "", o.Route)
	for i := range equal {
		equal[i].Fingerprint = "same"
	}
	tests := []struct {
		name string
		in   Input
		want int
	}{
		{"first", Input{Attempt: 1}, 1},
		{"by attempt", Input{Attempt: 3, History: missedAt(2, 1, "", o.Route)}, 3},
		{"the last", Input{Attempt: 5, History: missedAt(4, 1, "", o.Route)}, 5},
		{"agents are not named where the agent was reached", Input{Attempt: 4, History: missedAt(3, 2, "", o.Route)}, 5},
		{"three equal misses", Input{Attempt: 4, History: equal}, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.in.Objective = o
			if got := newWriter(tt.in).rung; got != tt.want {
				t.Errorf("rung is %d, want %d", got, tt.want)
			}
		})
	}
}

func TestTemplateTakesAnotherRoute(t *testing.T) {
	o := Objective{Route: []string{"a", "b"}, Alternatives: [][]string{{"a", "c", "b"}}, Obligation: obligations.Obligation{Criterion: obligations.C1, Agent: "b"}}
	d := realiseTemplate(Input{Objective: o, Attempt: 3, History: missedAt(2, 1, "", o.Route)})
	if diff := cmp.Diff(o.Alternatives[0], d.Route); diff != "" {
		t.Errorf("route after two misses at one hop (-want +got):\n%s", diff)
	}
	d = realiseTemplate(Input{Objective: o, Attempt: 3, History: missedAt(2, 2, "", o.Route)})
	if d.Route != nil {
		t.Errorf("route is %v although the agent was reached", d.Route)
	}
}

func TestTemplateContrasts(t *testing.T) {
	s, g := derive(t, airline(), obligations.Options{})
	o := Plan(s, g, PlanOptions{Open: only(c2Seat)})[0]
	in := Input{Objective: o, Attempt: 2, Workflow: NewWorkflow(s), History: missedAt(1, 1, faq, o.Route)}
	with := strings.Join(realiseTemplate(in).Turns, " ")
	in.History[0].Strayed = ""
	without := strings.Join(realiseTemplate(in).Turns, " ")
	if with == without || !strings.Contains(with, "What matters is update, seat, flight") {
		t.Errorf("strayed to %s: %q; strayed nowhere: %q", faq, with, without)
	}
}

// TestTemplateRepeatsDiffer asks for more drafts than there are rungs.
func TestTemplateRepeatsDiffer(t *testing.T) {
	s, g := derive(t, airline(), obligations.Options{})
	in := Input{Objective: Plan(s, g, PlanOptions{Open: only(c2Seat)})[0], Attempt: 1, Workflow: NewWorkflow(s)}
	var drafts []string
	for range 5 {
		d, err := Template().Realise(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		text := normal("", nil, d.Turns)
		if slices.Contains(drafts, text) {
			t.Errorf("draft %d repeats an earlier one: %q", len(drafts)+1, d.Turns)
		}
		drafts = append(drafts, text)
		in.Refused = append(in.Refused, Refusal{Turns: d.Turns})
	}
}

func TestTemplateHostileWords(t *testing.T) {
	m := airline()
	m.Tools[1].Description = strings.Repeat("very long ", 5000) + "\x1b[31m\x00\u202e"
	m.Agents[2].Description = "\xff\xfe"
	m.Agents[1].Description = ""
	m.Agents[1].Instructions = ""
	s, g := derive(t, m, obligations.Options{})
	w := NewWorkflow(s)
	for _, o := range Plan(s, g, PlanOptions{}) {
		for attempt := 1; attempt <= MaxAttempts; attempt++ {
			d := realiseTemplate(Input{Objective: o, Attempt: attempt, Workflow: w, History: missedAt(attempt-1, 1, "", o.Route)})
			sc, err := Build(s, o, Input{Attempt: attempt}, Template(), d)
			if err != nil {
				t.Errorf("%s, attempt %d: %v", o.Obligation.ID, attempt, err)
				continue
			}
			if text := strings.Join(sc.Turns, ""); strings.ContainsAny(text, "\x00\x1b\u202e") {
				t.Errorf("%s: control characters in %q", o.Obligation.ID, text)
			}
		}
	}
}
