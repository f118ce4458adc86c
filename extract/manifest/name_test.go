package manifest

import "testing"

// The Python cases were observed on openai-agents 0.22, the JavaScript cases
// on @openai/agents 0.20, each by the tool list in the request to the model.
func TestDelegationToolName(t *testing.T) {
	tests := []struct {
		agent, python, tool, script string
	}{
		{"FAQ Agent", "transfer_to_faq_agent", "faq_agent", "transfer_to_FAQ_Agent"},
		{"Billing Agent", "transfer_to_billing_agent", "billing_agent", "transfer_to_Billing_Agent"},
		{"a.b/c", "transfer_to_a_b_c", "a_b_c", "transfer_to_a_b_c"},
		{"Agente español", "transfer_to_agente_espa_ol", "agente_espa_ol", "transfer_to_Agente_espa_ol"},
		{"Über", "transfer_to__ber", "_ber", "transfer_to__ber"},
		{"助手", "transfer_to___", "__", "transfer_to___"},
		{"two  spaces\t", "transfer_to_two__spaces_", "two__spaces_", "transfer_to_two__spaces_"},
		{"x😀", "transfer_to_x_", "x_", "transfer_to_x__"},
		{"", "transfer_to_", "", "transfer_to_"},
	}
	for _, tt := range tests {
		if got := HandoffToolName(tt.agent); got != tt.python {
			t.Errorf("HandoffToolName(%q) = %q, want %q", tt.agent, got, tt.python)
		}
		if got := AgentToolName(tt.agent); got != tt.tool {
			t.Errorf("AgentToolName(%q) = %q, want %q", tt.agent, got, tt.tool)
		}
		m := &Manifest{SDK: &Component{Name: "@openai/agents"}, Agents: []Agent{{ID: "id", Name: tt.agent}}}
		if got := m.DelegationToolName(Delegation{To: tt.agent}); got != tt.script {
			t.Errorf("JavaScript: %q gives %q, want %q", tt.agent, got, tt.script)
		}
	}
	m := &Manifest{Agents: []Agent{{ID: "FAQ Agent@app.faq", Name: "FAQ Agent"}}}
	for d, want := range map[Delegation]string{
		{To: "FAQ Agent@app.faq"}:                              "transfer_to_faq_agent",
		{To: "FAQ Agent@app.faq", Kind: Handoff}:               "transfer_to_faq_agent",
		{To: "FAQ Agent@app.faq", Kind: AgentTool}:             "faq_agent",
		{To: "FAQ Agent@app.faq", Kind: Orchestrated}:          "",
		{To: "FAQ Agent@app.faq", Kind: Nested}:                "",
		{To: "FAQ Agent@app.faq", ToolName: "Ask"}:             "Ask",
		{To: "Not declared", Kind: AgentTool}:                  "not_declared",
		{To: "FAQ Agent@app.faq", Kind: Nested, ToolName: "x"}: "x",
	} {
		if got := m.DelegationToolName(d); got != want {
			t.Errorf("%+v gives %q, want %q", d, got, want)
		}
		if got := m.delegationNames()(d); got != want {
			t.Errorf("indexed: %+v gives %q, want %q", d, got, want)
		}
	}
}

func TestPosition(t *testing.T) {
	for in, want := range map[string]Position{
		"":                {},
		"a.py":            {Path: "a.py"},
		"a.py:3":          {Path: "a.py", Line: 3},
		"a.py:3:4":        {Path: "a.py", Line: 3, Col: 4},
		"c:/x/a.py:3:4":   {Path: "c:/x/a.py", Line: 3, Col: 4},
		"a:b":             {Path: "a:b"},
		"a.py:0":          {Path: "a.py:0"},
		"a.py:-1:2":       {Path: "a.py:-1", Line: 2},
		"a.py:9999999999": {Path: "a.py", Line: 9999999999},
	} {
		got := ParsePosition(in)
		if got != want || got.String() != in {
			t.Errorf("ParsePosition(%q) = %+v, written %q", in, got, got)
		}
	}
}
