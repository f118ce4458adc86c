package lint

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// shop is a workflow whose prompts are tried out: A hands over to Billing
// Agent, B does not hand over.
func shop(agent, prompt string, dynamic ...string) *manifest.Manifest {
	m := &manifest.Manifest{
		Schema: manifest.Schema, Workflow: "w", Entries: []string{"Triage Agent"}, SDK: &manifest.Component{Name: pythonSDK},
		Agents: []manifest.Agent{{ID: "Triage Agent"}, {ID: "Billing Agent"}, {ID: "Refund Agent"}},
		Tools: []manifest.Tool{
			{ID: "lookup_order", Parameters: map[string]any{"properties": map[string]any{"order_id": nil, "customer_name": nil}}},
			{ID: "issue_refund"},
			{ID: "search"},
		},
		Access: []manifest.Access{{Agent: "Triage Agent", Tool: "lookup_order"}, {Agent: "Refund Agent", Tool: "issue_refund"}, {Agent: "Billing Agent", Tool: "search"}},
		Delegations: []manifest.Delegation{
			{From: "Triage Agent", To: "Billing Agent"}, {From: "Billing Agent", To: "Refund Agent"}, {From: "Refund Agent", To: "Triage Agent"},
		},
	}
	for i := range m.Agents {
		if m.Agents[i].ID == agent {
			m.Agents[i].Instructions, m.Agents[i].Dynamic = prompt, dynamic
		}
	}
	return m
}

func TestPrompts(t *testing.T) {
	tests := []struct {
		name, prompt string
		want         string // code and message behind "the instructions of Triage Agent name "
	}{
		{"its own handoff", "Use transfer_to_billing_agent for invoices.", ""},
		{"a missing handoff", "Use transfer_to_biling_agent for invoices.", "OB260 the handoff transfer_to_biling_agent, which does not exist; did you mean transfer_to_billing_agent?"},
		{"a handoff of others", "Call transfer_to_refund_agent.", "OB261 the handoff transfer_to_refund_agent, which it does not have (Billing Agent has it)"},
		{"the SDK's own words", "Handoffs are achieved by calling a handoff function, generally named `transfer_to_<agent_name>`.", ""},
		{"a placeholder", "Call transfer_to_agent_name or transfer_to_{name} or transfer_to_billing_{x}.", ""},
		{"its own tool", "Call `lookup_order` with order_id.", ""},
		{"a tool of others", "Then call issue_refund.", "OB261 the tool issue_refund, which it does not have (Refund Agent has it)"},
		{"a forbidden tool", "Never call issue_refund. Do not use the `issue_refund` tool. You can't use issue_refund.", ""},
		{"a tool of the agent that it speaks of", "Refund Agent will call issue_refund.", ""},
		{"a missing tool in call words", "First call check_stock, please.", "OB260 the tool check_stock, which does not exist"},
		{"a missing tool with the word", "Use the `check_stock` tool first", "OB260 the tool check_stock, which does not exist"},
		{"a missing tool as a call", "Use check_stock(item) first", "OB260 the tool check_stock, which does not exist"},
		{"a misspelt tool", "Call lookup_ordr to see it", "OB260 the tool lookup_ordr, which does not exist; did you mean lookup_order?"},
		{"a parameter", "Use the order_id to find it. Call customer_name by the customer_name.", ""},
		{"a field of an answer", "Return JSON with risk_level and next_step. Use risk_level to decide.", ""},
		{"a word that is no tool", "Use the search function. Call the customer.", ""},
		{"a template", "Call {check_stock} or <check_stock>. Run a/check_stock.", ""},
		{"its own target", "Transfer the user to the Billing Agent. Hand off to \"Billing\".", ""},
		{"a missing agent", "If asked, transfer to the Shipping Agent.", "OB260 the agent Shipping Agent, which does not exist"},
		{"an agent that it cannot reach", "Escalate to Refund Agent at once.", "OB261 the agent Refund Agent, to which it cannot delegate"},
		{"a person", "Escalate to a human agent, or transfer to Live Agent.", ""},
		{"an agent without a transfer", "Listen to the Shipping Agent.", ""},
		{"another way to name it", "Transfer to the Billing Department Agent.", ""},
		{"itself", "Requests come to Triage Agent; route to Triage Agent.", ""},
		{"not to", "Do not transfer to the Shipping Agent.", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range Check(shop("Triage Agent", tt.prompt)) {
				got = append(got, f.Code+" "+strings.TrimPrefix(f.Message, "the instructions of Triage Agent name "))
			}
			if d := cmp.Diff(tt.want, strings.Join(got, "\n")); d != "" {
				t.Error(d)
			}
		})
	}
}

// Where the agent's tools or handoffs are not all known, nothing is missing.
func TestPromptsOfOpenAgents(t *testing.T) {
	for _, f := range Check(shop("Triage Agent", "Call check_stock. Call transfer_to_x_agent. Transfer to the Shipping Agent.", "tools", "handoffs")) {
		if f.Code == CodePromptMissing || f.Code == CodePromptLacks {
			t.Errorf("%+v", f)
		}
	}
}

func FuzzPrompts(f *testing.F) {
	for _, s := range []string{
		"Use transfer_to_biling_agent. Call check_stock(x).", "transfer_to_", "to the Agent agent", "`a_b` tool; don’t call a_b", "\xff to \"X Agent\"",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, prompt string) {
		for _, x := range Check(shop("Triage Agent", prompt)) {
			if x.Message == "" {
				t.Errorf("%+v", x)
			}
		}
	})
}
