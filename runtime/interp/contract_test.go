package interp_test

import (
	"testing"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/interp"
	"github.com/obligato-dev/obligato/runtime/runtimetest"
)

func TestContract(t *testing.T) {
	m := airline()
	d, err := manifest.Digests(m)
	if err != nil {
		t.Fatal(err)
	}
	runtimetest.Run(t, runtimetest.Subject{
		Adapter:   interp.Adapter(interp.Options{}),
		Target:    runtime.Target{Manifest: m, StructureDigest: d.Structure, BehaviourDigest: d.Behaviour},
		Agent:     "Triage Agent",
		Tool:      "find_booking",
		Arguments: map[string]any{"name": "Ada"},
		Handoff:   "transfer_to_seat_agent",
		To:        "Seat Agent",
	})
}

// airline is the workflow of these tests: every kind of edge once, and the
// cycles that a runner must bound.
func airline() *manifest.Manifest {
	object := func(required []any, names ...string) map[string]any {
		properties := map[string]any{}
		for _, n := range names {
			properties[n] = map[string]any{"type": "string"}
		}
		return map[string]any{"type": "object", "properties": properties, "required": required}
	}
	return &manifest.Manifest{
		Schema: manifest.Schema, Workflow: "airline", Entries: []string{"Triage Agent"},
		Agents: []manifest.Agent{
			{ID: "Triage Agent", Instructions: "Route the customer.", Description: "First contact."},
			{ID: "Seat Agent", Instructions: "Change seats.", Description: "Seats and upgrades."},
			{ID: "Refund Agent", Instructions: "Refund tickets.", Description: "Money back."},
			{ID: "Fare Expert", Instructions: "Explain fares.", Description: "Knows all fares."},
			{ID: "Echo Agent", Instructions: "Ask the mirror.", Description: "Asks itself."},
			{ID: "Planner", Kind: manifest.KindOrchestrator},
		},
		Tools: []manifest.Tool{
			{ID: "find_booking", Description: "Finds a booking.", Parameters: object([]any{"name"}, "name", "date")},
			{ID: "update_seat", Description: "Changes a seat.", Parameters: object([]any{"seat"}, "seat")},
			{ID: "web_search", Kind: manifest.ToolHosted, Description: "Searches the web."},
			{ID: "refund", Description: "Pays money back.", Parameters: object([]any{"booking"}, "booking")},
			{ID: "old_tool", Description: "Switched off."},
			{ID: "ask_fares", Kind: manifest.ToolAgent, Wraps: "Fare Expert", Description: "Asks about fares."},
			{ID: "ask_self", Kind: manifest.ToolAgent, Wraps: "Echo Agent"},
		},
		Access: []manifest.Access{
			{Agent: "Triage Agent", Tool: "find_booking"},
			{Agent: "Triage Agent", Tool: "web_search", How: manifest.Conditional, Condition: "online"},
			{Agent: "Triage Agent", Tool: "ask_fares"},
			{Agent: "Seat Agent", Tool: "update_seat"},
			{Agent: "Refund Agent", Tool: "refund"},
			{Agent: "Refund Agent", Tool: "find_booking"},
			{Agent: "Refund Agent", Tool: "old_tool"},
			{Agent: "Fare Expert", Tool: "web_search"},
			{Agent: "Echo Agent", Tool: "ask_self"},
		},
		Restrictions: []manifest.Restriction{
			{Agent: "Refund Agent", Tool: "refund", EnforcedBy: manifest.ByApproval},
			{Agent: "Refund Agent", Tool: "old_tool", EnforcedBy: manifest.ByDisabled},
		},
		Delegations: []manifest.Delegation{
			{From: "Triage Agent", To: "Seat Agent"},
			{From: "Triage Agent", To: "Refund Agent", ToolName: "to_refunds"},
			{From: "Triage Agent", To: "Echo Agent"},
			{From: "Triage Agent", To: "Planner"},
			{From: "Triage Agent", To: "Fare Expert", Kind: manifest.AgentTool, ToolName: "ask_fares"},
			{From: "Seat Agent", To: "Triage Agent"},
			{From: "Echo Agent", To: "Echo Agent", Kind: manifest.AgentTool, ToolName: "ask_self"},
			{From: "Planner", To: "Seat Agent", Kind: manifest.Orchestrated},
		},
	}
}
