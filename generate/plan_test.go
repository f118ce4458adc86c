package generate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/graph"
	"github.com/obligato-dev/obligato/obligations"
)

func ids(objectives []Objective) []string {
	var out []string
	for _, o := range objectives {
		out = append(out, o.Obligation.ID)
	}
	return out
}

func skipped(skips []Skip) []string {
	var out []string
	for _, s := range skips {
		out = append(out, s.Obligation+" "+s.Reason)
	}
	return out
}

func TestPlanOrder(t *testing.T) {
	s, g := derive(t, airline(), obligations.Options{})
	want := []string{
		// One hop, edges before nodes.
		"C4:Triage Agent=>FAQ Agent", "C4:Triage Agent=>Seat Booking Agent", "C1:Triage Agent",
		"C2:FAQ Agent->faq_lookup_tool", "C2:Seat Booking Agent->update_seat",
		"C4:FAQ Agent=>Triage Agent", "C4:Seat Booking Agent=>Triage Agent", "C1:FAQ Agent", "C1:Seat Booking Agent",
		// Exposures last, one per agent and kind of tool.
		"C3:Triage Agent-x>faq_lookup_tool", "C3:FAQ Agent-x>update_seat", "C3:Seat Booking Agent-x>faq_lookup_tool",
	}
	o := PlanOptions{}
	if diff := cmp.Diff(want, ids(Plan(s, g, o))); diff != "" {
		t.Errorf("plan (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"C3:Triage Agent-x>update_seat " + SkipSample}, skipped(Skipped(s, g, o))); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
}

func TestPlanExpose(t *testing.T) {
	s, g := derive(t, airline(), obligations.Options{})
	for expose, want := range map[Expose]int{"": 3, ExposeSample: 3, ExposeAll: 4, ExposeNone: 0} {
		got := 0
		for _, o := range Plan(s, g, PlanOptions{Expose: expose}) {
			if o.Obligation.Criterion == obligations.C3 {
				got++
				if !o.Exposure {
					t.Errorf("%s is no exposure", o.Obligation.ID)
				}
			}
		}
		if got != want {
			t.Errorf("expose %q plans %d pairs, want %d", expose, got, want)
		}
	}
}

func TestPlanObjective(t *testing.T) {
	s, g := derive(t, airline(), obligations.Options{})
	all := Plan(s, g, PlanOptions{Open: only("C4:FAQ Agent=>Triage Agent")})
	if len(all) != 1 {
		t.Fatalf("planned %d objectives, want 1", len(all))
	}
	o := all[0]
	if diff := cmp.Diff([]string{"Triage Agent", "FAQ Agent", "Triage Agent"}, o.Hops()); diff != "" {
		t.Errorf("hops (-want +got):\n%s", diff)
	}
	want := Names{Tools: []string{"transfer_to_triage_agent"}, Agents: []string{"FAQ Agent", "Triage Agent"}}
	if diff := cmp.Diff(want, o.Names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if want := "a handoff from FAQ Agent to Triage Agent completes"; o.Evidence != want {
		t.Errorf("evidence is %q, want %q", o.Evidence, want)
	}
}

// guarded adds to the airline what exercises each way to plan a restriction.
func guarded() *manifest.Manifest {
	m := airline()
	m.Tools = append(m.Tools, manifest.Tool{ID: "web_search", Kind: manifest.ToolHosted, Description: "Search the web."})
	m.Access = append(m.Access, manifest.Access{Agent: "FAQ Agent", Tool: "web_search"})
	m.Access = append(m.Access, manifest.Access{Agent: "FAQ Agent", Tool: "update_seat"})
	m.Restrictions = append(m.Restrictions,
		manifest.Restriction{Agent: "Seat Booking Agent", Tool: "update_seat", Origin: manifest.Declared, EnforcedBy: manifest.ByApproval},
		manifest.Restriction{Agent: "FAQ Agent", Tool: "update_seat", Origin: manifest.Declared, EnforcedBy: manifest.ByPrompt})
	return m
}

func TestPlanClasses(t *testing.T) {
	s, g := derive(t, guarded(), obligations.Options{})
	o := PlanOptions{Expose: ExposeAll, Open: func(id string) bool { return strings.HasPrefix(id, "C3:") }}
	want := []string{
		"C3:FAQ Agent-x>update_seat", // by prompt: an ordinary run
		"C3:Triage Agent-x>faq_lookup_tool", "C3:Triage Agent-x>update_seat", "C3:Seat Booking Agent-x>faq_lookup_tool",
	}
	if diff := cmp.Diff(want, ids(Plan(s, g, o))); diff != "" {
		t.Errorf("plan (-want +got):\n%s", diff)
	}
	wantSkips := []string{
		"C3:Seat Booking Agent-x>update_seat " + SkipWire,
		"C3:Seat Booking Agent-x>web_search " + SkipNotObservable,
		"C3:Triage Agent-x>web_search " + SkipNotObservable,
	}
	if diff := cmp.Diff(wantSkips, skipped(Skipped(s, g, o))); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	if Plan(s, g, o)[0].Exposure {
		t.Error("a pair by prompt is planned as an exposure")
	}
}

func TestPlanPaperView(t *testing.T) {
	m := airline()
	m.Agents = append(m.Agents, manifest.Agent{ID: "Booking Manager", Kind: manifest.KindOrchestrator})
	m.Entries = append(m.Entries, "Booking Manager")
	m.Delegations = append(m.Delegations, manifest.Delegation{From: "Booking Manager", To: "FAQ Agent", Kind: manifest.Orchestrated})
	s, g := derive(t, m, obligations.Options{View: obligations.ViewPaper})
	all := Plan(s, g, PlanOptions{Expose: ExposeAll})
	if len(all) == 0 {
		t.Fatal("nothing planned")
	}
	for _, o := range all {
		d, err := Template().Realise(t.Context(), Input{Objective: o, Attempt: 1, Workflow: NewWorkflow(s)})
		if err != nil {
			t.Fatal(err)
		}
		sc, err := Build(s, o, Input{Attempt: 1}, Template(), d)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range sc.Route {
			if _, ok := m.Agent(id); !ok {
				t.Errorf("%s: route names %q, which no run knows", o.Obligation.ID, id)
			}
		}
		for _, p := range sc.Exposure {
			if _, ok := m.Tool(p.Tool); !ok {
				t.Errorf("%s: exposes %q, which no run knows", o.Obligation.ID, p.Tool)
			}
		}
		if (sc.Start == "") != (sc.Route[0] == m.Entries[0]) {
			t.Errorf("%s: starts at %q on route %q", o.Obligation.ID, sc.Start, sc.Route)
		}
	}
	found := false
	for _, skip := range Skipped(s, g, PlanOptions{Expose: ExposeAll}) {
		found = found || skip.Reason == SkipNoTool
	}
	if !found {
		t.Error("the tool that only the view has is not skipped")
	}
}

func TestPlanIsDeterministic(t *testing.T) {
	first := ""
	for i := range 5 {
		s, g := derive(t, guarded(), obligations.Options{})
		got := fmt.Sprintf("%+v", Plan(s, g, PlanOptions{Expose: ExposeAll}))
		if i == 0 {
			first = got
		}
		if got != first {
			t.Fatal("two plans of one workflow differ")
		}
	}
}

var _ Router = (*graph.Graph)(nil)
