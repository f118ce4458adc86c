package coverage

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

func TestNext(t *testing.T) {
	s := airlineSet(t)
	p := profileOf(t, s.Digest,
		said(Pass, Witnessed, of("C1:Triage Agent")), said(Pass, Witnessed, of("C1:FAQ Agent")),
		said(Fail, Breached, of("C3:Seat Agent-x>delete_account")), said(Fail, Missed, of("C2:FAQ Agent->faq_lookup"), because(ReasonRerouted)),
	)
	sum := Score(s, p, ScoreOptions{Path: "app.py", Waived: map[string]bool{"C2:FAQ Agent->web_search": true}})
	all := Next(s, s.Graph(), sum, -1)
	var got []string
	for i, step := range all {
		if step.Rank != i+1 || step.Next == "" || step.Why == "" || step.Source.IsZero() {
			t.Errorf("step %d is not complete: %+v", i+1, step)
		}
		got = append(got, step.ID)
	}
	want := []string{
		// one agent on the way
		"C3:Triage Agent-x>delete_account", "C3:Triage Agent-x>web_search",
		"C4:Triage Agent=>FAQ Agent", "C4:Triage Agent=>Helper Agent (agent_tool ask_helper)",
		"C4:Triage Agent=>Refund Agent", "C4:Triage Agent=>Seat Agent",
		// two
		"C1:Helper Agent", "C1:Refund Agent", "C1:Seat Agent",
		"C2:FAQ Agent->faq_lookup", "C2:Refund Agent->delete_account", "C2:Refund Agent->issue_refund",
		"C2:Seat Agent->delete_account", "C2:Seat Agent->update_seat",
		"C3:FAQ Agent-x>delete_account", "C3:Helper Agent-x>delete_account", "C3:Helper Agent-x>web_search",
		"C3:Refund Agent-x>delete_account", "C3:Refund Agent-x>faq_lookup", "C3:Refund Agent-x>issue_refund",
		"C3:Refund Agent-x>web_search", "C3:Seat Agent-x>faq_lookup", "C3:Seat Agent-x>web_search",
		"C4:FAQ Agent=>Triage Agent", "C4:Refund Agent=>Clerk Agent (nested)",
		// three
		"C1:Clerk Agent", "C3:Clerk Agent-x>delete_account", "C3:Clerk Agent-x>web_search",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("order (-want +got):\n%s", d)
	}
	step := all[slices.Index(got, "C2:FAQ Agent->faq_lookup")]
	if d := cmp.Diff(Step{
		Rank: 10, ID: "C2:FAQ Agent->faq_lookup", Why: step.Why, Source: manifest.Position{Path: "app.py", Line: 20, Col: 1},
		Route: []string{triage, faq}, Closes: []string{"C4:Triage Agent=>FAQ Agent"},
		Next: "obligato explain 'C2:FAQ Agent->faq_lookup' app.py",
	}, step); d != "" {
		t.Errorf("step (-want +got):\n%s", d)
	}
	if !strings.Contains(step.Why, "Another agent took the work") {
		t.Errorf("why: %s", step.Why)
	}
	if d := cmp.Diff(all[:3], Next(s, s.Graph(), sum, 3)); d != "" {
		t.Errorf("the first three (-want +got):\n%s", d)
	}
	if n := Next(s, s.Graph(), sum, 0); len(n) != 0 {
		t.Errorf("asked for none, got %d", len(n))
	}
}

// TestNextTakesOneEdge: a run goes one way between two agents.
func TestNextTakesOneEdge(t *testing.T) {
	m := airline()
	m.Delegations = append(m.Delegations, manifest.Delegation{From: triage, To: seat, Kind: manifest.Nested})
	m.Normalize()
	s, err := obligations.Derive(m, obligations.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range Next(s, s.Graph(), Score(s, nil, ScoreOptions{}), -1) {
		if step.ID == "C2:Seat Agent->update_seat" {
			want := []string{"C1:Seat Agent", "C1:Triage Agent", "C4:Triage Agent=>Seat Agent"}
			if d := cmp.Diff(want, step.Closes); d != "" {
				t.Errorf("also closes (-want +got):\n%s", d)
			}
			return
		}
	}
	t.Error("no step for the edge")
}
