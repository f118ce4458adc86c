package obligations

import (
	"testing"

	"github.com/obligato-dev/obligato/extract/manifest"
)

func at(line int) manifest.Position { return manifest.Position{Path: "app.py", Line: line, Col: 1} }

// support is a workflow with every kind of node, edge and restriction.
func support() *manifest.Manifest {
	return &manifest.Manifest{
		Workflow: "support",
		Entries:  []string{"Triage Agent"},
		Agents: []manifest.Agent{
			{ID: "Triage Agent", Derived: "literal", Source: at(1)},
			{ID: "FAQ Agent", Source: at(2)},
			{ID: "Billing Agent", Dynamic: []string{"tools"}, Source: at(3)},
			{ID: "Writer", Source: at(4)},
			{ID: "Manager", Kind: manifest.KindOrchestrator, Source: at(5)},
			{ID: "Worker", Source: at(6)},
			{ID: "Checker", Kind: manifest.KindGuardrail, Source: at(7)},
			{ID: "Orphan", Source: at(8)},
		},
		Tools: []manifest.Tool{
			{ID: "faq_lookup", Source: at(10)},
			{ID: "refund", Sensitive: true, Source: at(11)},
			{ID: "web_search", Kind: manifest.ToolHosted, Source: at(12)},
			{ID: "ask_writer", Kind: manifest.ToolAgent, Wraps: "Writer", Source: at(13)},
			{ID: "old_tool", Source: at(14)},
		},
		Access: []manifest.Access{
			{Agent: "FAQ Agent", Tool: "faq_lookup", Derived: "literal", Source: at(20)},
			{Agent: "FAQ Agent", Tool: "refund", Source: at(21)},
			{Agent: "FAQ Agent", Tool: "old_tool", Source: at(22)},
			{Agent: "Billing Agent", Tool: "refund", How: manifest.Conditional, Condition: "verified", Source: at(23)},
			{Agent: "Triage Agent", Tool: "ask_writer", Source: at(24)},
			{Agent: "Writer", Tool: "web_search"},
			{Agent: "Orphan", Tool: "refund", Source: at(25)},
		},
		Restrictions: []manifest.Restriction{
			{Agent: "Billing Agent", Tool: "refund", EnforcedBy: manifest.ByApproval, Source: at(30)},
			{Agent: "FAQ Agent", Tool: "refund", EnforcedBy: manifest.ByPrompt, Reason: "only Billing Agent refunds", Source: at(31)},
			{Agent: "FAQ Agent", Tool: "old_tool", EnforcedBy: manifest.ByDisabled, Source: at(32)},
			{Agent: "Triage Agent", Tool: "refund", EnforcedBy: manifest.ByApproval, Source: at(33)},
			{Agent: "Orphan", Tool: "refund", Source: at(34)},
			{Agent: "Triage Agent", Tool: "ask_writer", EnforcedBy: manifest.ByApproval, Source: at(35)},
		},
		Delegations: []manifest.Delegation{
			{From: "Triage Agent", To: "FAQ Agent", Source: at(40)},
			{From: "Triage Agent", To: "Billing Agent", Source: at(41)},
			{From: "Triage Agent", To: "Billing Agent", ToolName: "escalate", Condition: "angry", Source: at(42)},
			{From: "Triage Agent", To: "Writer", Kind: manifest.AgentTool, ToolName: "ask_writer", Source: at(43)},
			{From: "Triage Agent", To: "Manager", Kind: manifest.Nested, Source: at(44)},
			{From: "Manager", To: "Worker", Kind: manifest.Orchestrated, Source: at(45)},
			{From: "FAQ Agent", To: "Checker", Kind: manifest.Nested, Source: at(46)},
			{From: "FAQ Agent", To: "Worker", Kind: manifest.Nested, Source: at(47)},
			{From: "Orphan", To: "FAQ Agent", Source: at(48)},
		},
	}
}

func derive(t testing.TB, m *manifest.Manifest, o Options) *Set {
	t.Helper()
	s, err := Derive(m, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ids returns the ids of a criterion.
func ids(s *Set, c Criterion) []string {
	var list []string
	for _, o := range s.Obligations {
		if o.Criterion == c {
			list = append(list, o.ID)
		}
	}
	return list
}
