package manifest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPaper(t *testing.T) {
	m := read(t, "m.yaml", `schema: obligato.manifest/v1
workflow: research
entries: [ResearchManager]
agents:
  - {id: ResearchManager, kind: orchestrator, source: "a.py:1:1"}
  - {id: Planner Agent, source: "a.py:2:1"}
  - {id: "Writer@app.writer", name: Writer, source: "a.py:3:1"}
  - {id: Risk Agent, source: "a.py:4:1"}
tools:
  - {id: risk, kind: agent, wraps: Risk Agent, source: "a.py:5:1"}
  - {id: web_search, kind: hosted, source: "a.py:6:1"}
access:
  - {agent: "Writer@app.writer", tool: risk, source: "a.py:7:1"}
  - {agent: Planner Agent, tool: web_search, source: "a.py:8:1"}
restrictions:
  - {agent: Risk Agent, tool: web_search, source: "a.py:9:1"}
delegations:
  - {from: ResearchManager, to: Planner Agent, kind: orchestrated, source: "a.py:10:1"}
  - {from: ResearchManager, to: "Writer@app.writer", kind: orchestrated, tool_name: write_report, source: "a.py:11:1"}
  - {from: "Writer@app.writer", to: Risk Agent, kind: agent_tool, tool_name: risk, source: "a.py:12:1"}
  - {from: Planner Agent, to: Risk Agent, kind: agent_tool, source: "a.py:13:1"}
  - {from: Risk Agent, to: Planner Agent, source: "a.py:14:1"}
unresolved:
  - {what: tools, why: computed, agent: Risk Agent, source: "a.py:15:1"}
`)
	at := func(line int) Position { return Position{"a.py", line, 1} }
	got := Paper(m)
	want := &Manifest{
		Schema: Schema, Workflow: "research", Entries: []string{"researchmanager"},
		Agents: []Agent{
			{ID: "planner_agent", Source: at(2)},
			{ID: "researchmanager", Kind: KindAgent, Source: at(1)},
			{ID: "risk_agent", Source: at(4)},
			{ID: "writer_app_writer", Source: at(3)},
		},
		Tools: []Tool{
			{ID: "planner_agent", Kind: ToolFunction, Wraps: "planner_agent", Derived: "orchestrated", Source: at(10)},
			{ID: "risk", Kind: ToolFunction, Wraps: "risk_agent", Source: at(5)},
			{ID: "risk_agent", Kind: ToolFunction, Wraps: "risk_agent", Derived: "agent_tool", Source: at(13)},
			{ID: "web_search", Kind: ToolHosted, Source: at(6)},
			{ID: "write_report", Kind: ToolFunction, Wraps: "writer_app_writer", Derived: "orchestrated", Source: at(11)},
		},
		Access: []Access{
			{Agent: "planner_agent", Tool: "risk_agent", How: Always, Derived: "agent_tool", Source: at(13)},
			{Agent: "planner_agent", Tool: "web_search", Source: at(8)},
			{Agent: "researchmanager", Tool: "planner_agent", How: Always, Derived: "orchestrated", Source: at(10)},
			{Agent: "researchmanager", Tool: "write_report", How: Always, Derived: "orchestrated", Source: at(11)},
			{Agent: "writer_app_writer", Tool: "risk", Source: at(7)},
		},
		Restrictions: []Restriction{{Agent: "risk_agent", Tool: "web_search", Source: at(9)}},
		Delegations: []Delegation{
			{From: "planner_agent", To: "risk_agent", Kind: AgentTool, ToolName: "risk_agent", Source: at(13)},
			{From: "researchmanager", To: "planner_agent", Kind: Orchestrated, Source: at(10)},
			{From: "researchmanager", To: "writer_app_writer", Kind: Orchestrated, ToolName: "write_report", Source: at(11)},
			{From: "risk_agent", To: "planner_agent", ToolName: "transfer_to_planner_agent", Source: at(14)},
			{From: "writer_app_writer", To: "risk_agent", Kind: AgentTool, ToolName: "risk", Source: at(12)},
		},
		Unresolved: []Unresolved{{What: "tools", Why: "computed", Agent: "risk_agent", Source: at(15)}},
	}
	if diff := cmp.Diff(want, got.Manifest, alike); diff != "" {
		t.Error(diff)
	}
	wantAgents := map[string]string{
		"ResearchManager": "researchmanager", "Planner Agent": "planner_agent", "Writer@app.writer": "writer_app_writer", "Risk Agent": "risk_agent",
	}
	if diff := cmp.Diff(wantAgents, got.Agents) + cmp.Diff(map[string]string{"risk": "risk", "web_search": "web_search"}, got.Tools); diff != "" {
		t.Error(diff)
	}
	wantMade := map[string][]Delegation{"planner_agent": {m.Delegations[0]}, "write_report": {m.Delegations[1]}, "risk_agent": {m.Delegations[3]}}
	if diff := cmp.Diff(wantMade, got.Made); diff != "" {
		t.Error(diff)
	}
}

// A tool that already has the name and is no agent keeps it.
func TestPaperNameTaken(t *testing.T) {
	m := &Manifest{
		Agents: []Agent{{ID: "Boss", Kind: KindOrchestrator}, {ID: "search"}}, Entries: []string{"Boss"},
		Tools:       []Tool{{ID: "search"}},
		Access:      []Access{{Agent: "Boss", Tool: "search"}},
		Delegations: []Delegation{{From: "Boss", To: "search", Kind: Orchestrated}},
	}
	v := Paper(m)
	if len(v.Manifest.Tools) != 2 || len(v.Manifest.Access) != 2 || v.Tools["search"] != "search" || v.Made["search_agent"] == nil {
		t.Errorf("%+v %+v", v.Manifest.Tools, v)
	}
}

func TestPaperOfBenchmark(t *testing.T) {
	m := read(t, "bench.yaml", testdata(t, "benchmark.yaml"))
	v := Paper(m)
	if v.Manifest != m {
		t.Error("a benchmark manifest changes")
	}
	want := View{Manifest: m, Agents: map[string]string{"router": "router", "fixer": "fixer"}, Tools: map[string]string{"lookup": "lookup", "repair": "repair"}}
	if diff := cmp.Diff(want, v); diff != "" {
		t.Error(diff)
	}
}

func TestSlugs(t *testing.T) {
	ids := []string{"FAQ Agent", "a  b", "a-b", "Über-Agent", "--x--", "!!!", "???", "Busy Sales Agent", "FinancialResearchManager"}
	want := map[string]string{
		"FAQ Agent": "faq_agent", "a  b": "a_b_6e12db", "a-b": "a_b_d44362", "Über-Agent": "über_agent", "--x--": "x",
		"!!!": "e84c53", "???": "a03b22", "Busy Sales Agent": "busy_sales_agent", "FinancialResearchManager": "financialresearchmanager",
	}
	if diff := cmp.Diff(want, slugs(ids)); diff != "" {
		t.Error(diff)
	}
}

// Slugs are unique, and none depends on the order of the ids.
func TestSlugsAreDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfDistinct(rapid.StringMatching(`[aAb_ -]{0,4}`), rapid.ID).Draw(t, "ids")
		got := slugs(ids)
		seen := map[string]bool{}
		for _, s := range got {
			if seen[s] || s == "" {
				t.Fatalf("%q is not unique: %v", s, got)
			}
			seen[s] = true
		}
		if len(got) != len(ids) {
			t.Fatal("ids are missing")
		}
		if diff := cmp.Diff(got, slugs(rapid.Permutation(ids).Draw(t, "order"))); diff != "" {
			t.Fatal(diff)
		}
	})
}
