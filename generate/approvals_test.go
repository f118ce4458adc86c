package generate

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/scenario"
)

// approved guards a tool, and an agent that runs as a tool, by approvals.
func approved() *manifest.Manifest {
	m := airline()
	m.Agents = append(m.Agents, manifest.Agent{ID: "Letter Writer", Description: "Writes apology letters to passengers."})
	m.Tools = append(m.Tools, manifest.Tool{ID: "write_letter", Kind: manifest.ToolAgent, Wraps: "Letter Writer", Description: "Write an apology letter."})
	m.Access = append(m.Access, manifest.Access{Agent: "FAQ Agent", Tool: "write_letter"})
	m.Delegations = append(m.Delegations, manifest.Delegation{From: "FAQ Agent", To: "Letter Writer", Kind: manifest.AgentTool, ToolName: "write_letter"})
	m.Restrictions = append(m.Restrictions,
		manifest.Restriction{Agent: "Seat Booking Agent", Tool: "update_seat", EnforcedBy: manifest.ByApproval},
		manifest.Restriction{Agent: "FAQ Agent", Tool: "write_letter", EnforcedBy: manifest.ByApproval})
	return m
}

func TestBuildGrantsWhatItIsAbout(t *testing.T) {
	tests := []struct {
		name, obligation string
		view             obligations.View
		want             map[string]string
	}{
		{"the guarded tool itself", "C2:Seat Booking Agent->update_seat", "", map[string]string{"update_seat": scenario.Grant}},
		{"a tool without a guard", c2FAQ, "", nil},
		{"the agent as a tool", "C4:FAQ Agent=>Letter Writer (agent_tool write_letter)", "", map[string]string{"write_letter": scenario.Grant}},
		{"an agent behind it", "C1:Letter Writer", "", map[string]string{"write_letter": scenario.Grant}},
		{"the agent beside the guarded tool", "C1:Seat Booking Agent", "", nil},
		{"the guarded tool in the paper view", "C2:seat_booking_agent->update_seat", obligations.ViewPaper, map[string]string{"update_seat": scenario.Grant}},
		{"the agent as a tool in the paper view", "C2:faq_agent->write_letter", obligations.ViewPaper, map[string]string{"write_letter": scenario.Grant}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, g := derive(t, approved(), obligations.Options{View: tt.view})
			plan := Plan(s, g, PlanOptions{Open: only(tt.obligation)})
			if len(plan) != 1 {
				t.Fatalf("planned %v", ids(plan))
			}
			got, err := Build(s, plan[0], Input{Attempt: 1}, Template(), Draft{Turns: []string{"hello"}})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got.Approvals); diff != "" {
				t.Errorf("approvals (-want +got):\n%s", diff)
			}
		})
	}
}

// A run that pauses at an approval is no repeat of one that does not.
func TestRepeatKeyTellsApprovalsApart(t *testing.T) {
	a := &scenario.Scenario{Turns: []string{"hello"}}
	b := &scenario.Scenario{Turns: []string{"hello"}, Approvals: map[string]string{"update_seat": scenario.Grant}}
	if repeatKey(a) == repeatKey(b) {
		t.Error("a scenario with a grant counts as a repeat of one without")
	}
}

func TestSimulatedApproval(t *testing.T) {
	r, _ := simulate(t, approved(), PlanOptions{}, 1)
	explain(t, r)
	got := reached(r)
	for criterion, want := range map[string][2]int{"C1": {4, 4}, "C2": {2, 2}, "C4": {5, 5}} {
		if got[criterion] != want {
			t.Errorf("%s reached %v, want %v", criterion, got[criterion], want)
		}
	}
	s, _ := derive(t, approved(), obligations.Options{})
	for _, rec := range r.Records {
		if o, _ := s.Lookup(rec.Obligation); o.Class == obligations.ClassCode {
			t.Errorf("record %+v: the interpreter runs no guard", rec)
		}
	}
}
