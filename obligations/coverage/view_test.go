package coverage

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// passed returns what passes, criteria in order.
func passed(t *testing.T, m *manifest.Manifest, o obligations.Options, tr *trace.Trace) (*obligations.Set, []string, []Unmapped) {
	t.Helper()
	s, err := obligations.Derive(m, o)
	if err != nil {
		t.Fatal(err)
	}
	j := Judge(s, tr, JudgeOptions{})
	got := []string{}
	for _, r := range j.Records {
		if r.Verdict == Pass {
			got = append(got, r.Obligation)
		}
	}
	return s, got, j.Unmapped
}

// TestPaperView: in the paper's counting an agent tool is a tool too. Its call
// is its C2, the run inside it its C4; names are those of the view.
func TestPaperView(t *testing.T) {
	tr := record(header(), answered(triage), requested(triage, ask, "1"), ran(triage, ask, "1"),
		nested(trace.NestedStart, triage, helper, "agent_tool", "1"), answered(helper),
		nested(trace.NestedEnd, triage, helper, "agent_tool", "1"), finished(triage, ask, "1", trace.StatusOK),
		handed(triage, faq, trace.StatusCompleted), answered(faq), ran(faq, lookup, "2"), finished(faq, lookup, "2", trace.StatusOK), completed())
	s, got, unmapped := passed(t, airline(), obligations.Options{View: obligations.ViewPaper}, tr)
	kinds := map[string]int{}
	for _, id := range got {
		if _, ok := s.Lookup(id); !ok {
			t.Errorf("%s is no obligation of the view", id)
		}
		kinds[id[:2]]++
	}
	if d := cmp.Diff(map[string]int{"C1": 3, "C2": 2, "C4": 2}, kinds); d != "" {
		t.Errorf("passed %q (-want +got):\n%s", got, d)
	}
	if len(unmapped) > 0 {
		t.Errorf("unmapped: %v", unmapped)
	}
}

// TestSeveralAgentToolsOfOneAgent: the called name decides which edge it was.
func TestSeveralAgentToolsOfOneAgent(t *testing.T) {
	m := airline()
	m.Tools = append(m.Tools, manifest.Tool{ID: "brief_helper", Kind: manifest.ToolAgent, Wraps: helper})
	m.Access = append(m.Access, manifest.Access{Agent: triage, Tool: "brief_helper"})
	m.Delegations = append(m.Delegations, manifest.Delegation{From: triage, To: helper, Kind: manifest.AgentTool, ToolName: "brief_helper"})
	m.Normalize()
	for _, view := range []obligations.View{obligations.ViewNone, obligations.ViewPaper} {
		for _, tool := range []string{ask, "brief_helper"} {
			tr := record(header(), ran(triage, tool, "1"), nested(trace.NestedStart, triage, helper, "agent_tool", "1"),
				nested(trace.NestedEnd, triage, helper, "agent_tool", "1"), completed())
			_, got, _ := passed(t, m, obligations.Options{View: view}, tr)
			var c4 []string
			for _, id := range got {
				if strings.HasPrefix(id, "C4:") {
					c4 = append(c4, id)
				}
			}
			if len(c4) != 1 || !strings.Contains(c4[0], "(agent_tool "+tool+")") {
				t.Errorf("view %q, call of %s: %q", view, tool, c4)
			}
		}
	}
}

// TestOrchestrator: its code running is its act, and the agents that it runs
// are reached by orchestrated edges.
func TestOrchestrator(t *testing.T) {
	m := &manifest.Manifest{
		Schema: manifest.Schema, Workflow: "pipeline", Entries: []string{"main"},
		Agents:      []manifest.Agent{{ID: "main", Kind: manifest.KindOrchestrator}, {ID: "Writer"}},
		Delegations: []manifest.Delegation{{From: "main", To: "Writer", Kind: manifest.Orchestrated}},
	}
	m.Normalize()
	tr := record(header(), started("main"), nested(trace.NestedStart, "main", "Writer", "orchestrated", ""), started("Writer"), answered("Writer"),
		nested(trace.NestedEnd, "main", "Writer", "orchestrated", ""), completed())
	_, got, unmapped := passed(t, m, obligations.Options{Orchestrators: true}, tr)
	if d := cmp.Diff([]string{"C1:Writer", "C1:main", "C4:main=>Writer (orchestrated)"}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(unmapped) > 0 {
		t.Errorf("unmapped: %v", unmapped)
	}
	_, got, unmapped = passed(t, m, obligations.Options{}, tr)
	if d := cmp.Diff([]string{"C1:Writer"}, got); d != "" {
		t.Errorf("without orchestrators (-want +got):\n%s", d)
	}
	if len(unmapped) > 0 {
		t.Errorf("without orchestrators, unmapped: %v", unmapped)
	}
}

// TestPaperViewOrchestrated: the code of an orchestrator that runs an agent
// calls the tool that the view makes of it.
func TestPaperViewOrchestrated(t *testing.T) {
	m := &manifest.Manifest{
		Schema: manifest.Schema, Workflow: "w", Entries: []string{"Boss"},
		Agents:      []manifest.Agent{{ID: "Boss", Kind: manifest.KindOrchestrator}, {ID: "Step One"}},
		Delegations: []manifest.Delegation{{From: "Boss", To: "Step One", Kind: manifest.Orchestrated}},
	}
	start, end := nested(trace.NestedStart, "Boss", "Step One", "orchestrated", ""), nested(trace.NestedEnd, "Boss", "Step One", "orchestrated", "")
	for name, tt := range map[string]struct {
		events []trace.Event
		want   []string
	}{
		"ran":                     {[]trace.Event{start, answered("Step One"), end, completed()}, []string{"C1:boss", "C1:step_one", "C2:boss->step_one", "C4:boss=>step_one (orchestrated)"}},
		"neither acted nor ended": {[]trace.Event{start, completed()}, []string{"C1:boss"}},
	} {
		_, got, unmapped := passed(t, m, obligations.Options{View: obligations.ViewPaper}, record(header(), tt.events...))
		if d := cmp.Diff(tt.want, got); d != "" || len(unmapped) > 0 {
			t.Errorf("%s: unmapped %v, passed (-want +got):\n%s", name, unmapped, d)
		}
	}
}
