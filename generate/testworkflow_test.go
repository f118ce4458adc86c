package generate

import (
	"testing"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/graph"
	"github.com/obligato-dev/obligato/obligations"
)

// textParameter is the schema of a string parameter.
func textParameter(description string) map[string]any {
	return map[string]any{"type": "string", "description": description}
}

func parameters(required []any, properties map[string]any) map[string]any {
	return map[string]any{"type": "object", "required": required, "properties": properties}
}

// airline is a workflow of a triage and two specialists that return to it.
func airline() *manifest.Manifest {
	return &manifest.Manifest{
		Schema: manifest.Schema, Workflow: "airline", Entries: []string{"Triage Agent"},
		Agents: []manifest.Agent{
			{ID: "Triage Agent", Description: "A triage agent that can delegate a customer's request to the appropriate agent.", Instructions: "Send each customer to the specialist for the request."},
			{ID: "FAQ Agent", Description: "A helpful agent that can answer questions about the airline.", Instructions: "Answer from the lookup only. Hand back what is not a question about the airline."},
			{ID: "Seat Booking Agent", Description: "A helpful agent that can update a seat on a flight.", Instructions: "Ask for the confirmation number and the wanted seat, then change it."},
		},
		Tools: []manifest.Tool{
			{ID: "faq_lookup_tool", Description: "Lookup frequently asked questions.", Parameters: parameters([]any{"question"}, map[string]any{"question": textParameter("")})},
			{
				ID: "update_seat", Effects: manifest.EffectsWrite,
				Description: "Update the seat for a given confirmation number.\n\nArgs:\n    confirmation_number: The confirmation number for the flight.\n    new_seat: The new seat to update to.",
				Parameters: parameters([]any{"confirmation_number", "new_seat"}, map[string]any{
					"confirmation_number": textParameter("The confirmation number for the flight."), "new_seat": textParameter("The new seat to update to."),
				}),
			},
		},
		Access: []manifest.Access{{Agent: "FAQ Agent", Tool: "faq_lookup_tool"}, {Agent: "Seat Booking Agent", Tool: "update_seat"}},
		Delegations: []manifest.Delegation{
			{From: "Triage Agent", To: "FAQ Agent"},
			{From: "Triage Agent", To: "Seat Booking Agent"},
			{From: "FAQ Agent", To: "Triage Agent"},
			{From: "Seat Booking Agent", To: "Triage Agent"},
		},
	}
}

// derive returns the obligations and the graph of a manifest.
func derive(t testing.TB, m *manifest.Manifest, o obligations.Options) (*obligations.Set, *graph.Graph) {
	t.Helper()
	m.Normalize()
	s, err := obligations.Derive(m, o)
	if err != nil {
		t.Fatalf("derive obligations: %v", err)
	}
	return s, graph.Build(s.Manifest)
}
