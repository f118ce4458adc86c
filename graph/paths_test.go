package graph

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
)

func TestCallers(t *testing.T) {
	g := Build(mixed())
	got, ok := g.Callers("issue_refund", 5)
	if !ok || len(got) != 1 {
		t.Fatalf("Callers = %v, %v; want Billing Agent alone", got, ok)
	}
	c := got[0]
	if c.Agent != "Billing Agent" || c.Access.Condition != "verified" {
		t.Errorf("caller %s under %q", c.Agent, c.Access.Condition)
	}
	if len(c.Guards) != 1 || c.Guards[0].EnforcedBy != manifest.ByApproval {
		t.Errorf("guards = %v, want the approval of this pair only", c.Guards)
	}
	var names []string
	for _, e := range c.Routes[0][0].Edges {
		names = append(names, e.ToolName)
	}
	if diff := gocmp.Diff([]string{"escalate", "transfer_to_billing_agent"}, names); diff != "" {
		t.Errorf("edges of the hop (-want +got):\n%s", diff)
	}
	if got, ok := g.Callers("web_search", 5); !ok || len(got) != 0 {
		t.Errorf("a tool that no agent has: %v, %v", got, ok)
	}
	if _, ok := g.Callers("ask_writer", 5); ok {
		t.Error("an agent tool is a delegation, not a tool to call")
	}
	if _, ok := (&Graph{}).Callers("x", 1); ok {
		t.Error("the empty graph has no tool")
	}
}

// An entry calls without a hop; an agent that nothing reaches has no route.
func TestCallersRoutes(t *testing.T) {
	m := workflow("A", "A>B")
	m.Tools = []manifest.Tool{{ID: "t"}}
	for _, agent := range []string{"A", "B", "C"} {
		m.Access = append(m.Access, manifest.Access{Agent: agent, Tool: "t"})
	}
	got, _ := Build(m).Callers("t", 3)
	hops := map[string][]int{}
	for _, c := range got {
		hops[c.Agent] = []int{}
		for _, r := range c.Routes {
			hops[c.Agent] = append(hops[c.Agent], len(r))
		}
	}
	if diff := gocmp.Diff(map[string][]int{"A": {0}, "B": {1}, "C": {}}, hops); diff != "" {
		t.Errorf("hops of each caller (-want +got):\n%s", diff)
	}
}

func TestUndecidableAgents(t *testing.T) {
	m := mixed()
	m.Access = append(m.Access, manifest.Access{Agent: "FAQ Agent", Tool: "web_search"}, manifest.Access{Agent: "Orphan", Tool: "web_search"})
	g := Build(m)
	if diff := gocmp.Diff([]string{"Billing Agent"}, g.DynamicAgents()); diff != "" {
		t.Errorf("dynamic agents (-want +got):\n%s", diff)
	}
	var got []string
	for _, e := range g.HostedAccess() {
		got = append(got, e.From+" "+e.To)
	}
	if diff := gocmp.Diff([]string{"FAQ Agent web_search"}, got); diff != "" {
		t.Errorf("hosted tools of reachable agents (-want +got):\n%s", diff)
	}
}
