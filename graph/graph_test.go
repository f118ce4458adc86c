package graph

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
)

func TestBuildKeepsAgentsApart(t *testing.T) {
	g := Build(mixed())
	tests := []struct {
		name      string
		got, want []string
	}{
		{"reachable", g.Reachable(), []string{"Billing Agent", "FAQ Agent", "Manager", "Triage Agent", "Writer@app.writer"}},
		{"unreachable", g.Unreachable(), []string{"Orphan"}}, // a guardrail agent hands nothing on
		{"guardrails", g.Guardrails(), []string{"Checker"}},
		{"entries", g.Entries(), []string{"Manager", "Triage Agent"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if n, ok := g.Agent("Billing Agent"); !ok || !n.Unresolved || !n.Reachable {
		t.Errorf("Billing Agent is %+v, %v", n, ok)
	}
	if _, ok := g.Agent("faq_lookup"); ok {
		t.Error("a tool was found as an agent")
	}
}

func TestBuildLeavesOutWhatDangles(t *testing.T) {
	g := Build(&manifest.Manifest{
		Entries:      []string{"A", "ghost", "A"},
		Agents:       []manifest.Agent{{ID: "A"}, {ID: "A", Kind: manifest.KindGuardrail}},
		Tools:        []manifest.Tool{{ID: "t"}, {ID: "t", Kind: manifest.ToolHosted}},
		Access:       []manifest.Access{{Agent: "A", Tool: "ghost"}, {Agent: "ghost", Tool: "t"}},
		Restrictions: []manifest.Restriction{{Agent: "ghost", Tool: "t"}, {Agent: "A", Tool: "ghost"}},
		Delegations:  []manifest.Delegation{{From: "A", To: "ghost"}, {From: "ghost", To: "A"}, {From: "A", To: "t"}},
	})
	want := []Node{
		{Type: AgentNode, ID: "A", Kind: "agent", Entry: true, Reachable: true},
		{Type: ToolNode, ID: "t", Kind: "function"},
	}
	if diff := cmp.Diff(want, g.Nodes()); diff != "" {
		t.Errorf("nodes (-want +got):\n%s", diff)
	}
	if len(g.Edges()) > 0 {
		t.Errorf("edges to nowhere: %v", g.Edges())
	}
}

func TestBuildDoesNotDependOnOrder(t *testing.T) {
	m := mixed()
	want := written(t, "json", Build(m), WriteOptions{Restricted: true})
	slices.Reverse(m.Agents)
	slices.Reverse(m.Tools)
	slices.Reverse(m.Entries)
	slices.Reverse(m.Access)
	slices.Reverse(m.Restrictions)
	slices.Reverse(m.Delegations)
	got := written(t, "json", Build(m), WriteOptions{Restricted: true})
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("reversed lists change the graph (-want +got):\n%s", diff)
	}
}

func TestComplement(t *testing.T) {
	var got [][2]string
	for e := range Build(mixed()).Complement() {
		if e.Origin != manifest.Derived || e.EnforcedBy != manifest.ByAbsence {
			t.Errorf("edge %+v is not derived from absence", e)
		}
		got = append(got, [2]string{e.From, e.To})
	}
	// Billing Agent has dynamic tools, Manager is code, Checker a guardrail and
	// Orphan unreachable; ask_writer is an agent, not a tool.
	want := [][2]string{
		{"FAQ Agent", "web_search"},
		{"Triage Agent", "faq_lookup"},
		{"Triage Agent", "issue_refund"},
		{"Triage Agent", "web_search"},
		{"Writer@app.writer", "faq_lookup"},
		{"Writer@app.writer", "issue_refund"},
		{"Writer@app.writer", "web_search"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("complement (-want +got):\n%s", diff)
	}
	if n := Build(mixed()).ComplementSize(); n != len(want) {
		t.Errorf("ComplementSize %d, want %d", n, len(want))
	}
	for range Build(mixed()).Complement() {
		break // stopping early must not panic
	}
}

func TestEnforcement(t *testing.T) {
	tests := []struct {
		name              string
		by                manifest.Mechanism
		attached, dynamic bool
		want              manifest.Mechanism
	}{
		{"unattached and silent", "", false, false, manifest.ByAbsence},
		{"attached and silent", "", true, false, manifest.ByPrompt},
		{"absent yet attached", manifest.ByAbsence, true, false, manifest.ByPrompt},
		{"approval of an attached tool", manifest.ByApproval, true, false, manifest.ByApproval},
		{"approval of an unattached tool", manifest.ByApproval, false, false, manifest.ByAbsence},
		{"prompt about an unattached tool", manifest.ByPrompt, false, false, manifest.ByAbsence},
		{"approval where tools are dynamic", manifest.ByApproval, false, true, manifest.ByApproval},
		{"silent where tools are dynamic", "", false, true, manifest.ByAbsence},
		{"switched off", manifest.ByDisabled, true, false, manifest.ByDisabled},
		{"filtered out", manifest.ByFilter, false, false, manifest.ByFilter},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Enforcement(manifest.Restriction{EnforcedBy: tt.by}, tt.attached, tt.dynamic); got != tt.want {
				t.Errorf("enforcement %s, want %s", got, tt.want)
			}
		})
	}
}
