package generate

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// The interpreter runs no tool body, so what only a tool body does cannot be
// shown by it. That is no fail of the workflow.
func TestLoopInterpreterRunsNoCode(t *testing.T) {
	m := airline()
	m.Agents = append(m.Agents, manifest.Agent{ID: "Fare Agent"}, manifest.Agent{ID: "Rule Agent"})
	m.Delegations = append(m.Delegations,
		manifest.Delegation{From: "FAQ Agent", To: "Fare Agent", Kind: manifest.Nested},
		manifest.Delegation{From: "FAQ Agent", To: "Rule Agent", Kind: manifest.Nested},
		manifest.Delegation{From: "Seat Booking Agent", To: "Rule Agent"})
	s, g := derive(t, m, obligations.Options{})
	nested := "C4:FAQ Agent=>Fare Agent (nested)"
	objectives := Plan(s, g, PlanOptions{Open: only(nested, "C1:Fare Agent", "C1:Rule Agent")})
	for name, want := range map[string]map[string]Ending{
		"interp": {nested: EndNotStarted, "C1:Fare Agent": EndNotStarted, "C1:Rule Agent": EndStuck},
		"sdk":    {nested: EndStuck, "C1:Fare Agent": EndStuck, "C1:Rule Agent": EndStuck},
	} {
		t.Run(name, func(t *testing.T) {
			var started []string
			session := &fakeSession{play: func(_ int, sc *scenario.Scenario) ([]trace.Event, error) {
				started = append(started, sc.Objective)
				return events(atTriage, ok), nil
			}}
			r, err := Loop{Set: s, Session: session, Realiser: fakeRealiser(fresh), Model: modelInfo, Runtime: name}.Run(context.Background(), objectives)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]Ending{}
			for _, e := range r.Objectives {
				got[e.Obligation] = e.Ending
				if e.Ending != EndNotStarted {
					continue
				}
				if e.Reason != trace.ReasonMissingRuntime || e.Next == "" || e.Attempts > 0 {
					t.Errorf("%s ended %+v", e.Obligation, e)
				}
				if diff := cmp.Diff([]string{"blocked undecided"}, recordsOf(r, e.Obligation)); diff != "" {
					t.Errorf("%s: records (-want +got):\n%s", e.Obligation, diff)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("endings (-want +got):\n%s\nran for %v", diff, started)
			}
		})
	}
}
