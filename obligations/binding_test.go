package obligations

import (
	"testing"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// twins is a workflow in which names are shared.
func twins() *manifest.Manifest {
	return &manifest.Manifest{
		Workflow: "twins",
		Entries:  []string{"Front Desk"},
		Agents: []manifest.Agent{
			{ID: "Front Desk"},
			{ID: "Bot@app.a", Name: "Bot"},
			{ID: "Bot@app.b", Name: "Bot"},
			{ID: "Quiet"},
			{ID: "Run", Kind: manifest.KindOrchestrator},
			{ID: "Step"},
		},
		Tools: []manifest.Tool{
			{ID: "search@app.a", Name: "search"},
			{ID: "search@app.b", Name: "search"},
			{ID: "Pay Now", Name: "Pay Now"},
			{ID: "ask_quiet", Kind: manifest.ToolAgent, Wraps: "Quiet"},
		},
		Access: []manifest.Access{
			{Agent: "Bot@app.a", Tool: "search@app.a"},
			{Agent: "Bot@app.b", Tool: "search@app.b"},
			{Agent: "Quiet", Tool: "search@app.a"},
			{Agent: "Quiet", Tool: "search@app.b"},
			{Agent: "Quiet", Tool: "Pay Now"},
			{Agent: "Front Desk", Tool: "ask_quiet"},
		},
		Delegations: []manifest.Delegation{
			{From: "Front Desk", To: "Bot@app.a"},
			{From: "Front Desk", To: "Bot@app.b"},
			{From: "Front Desk", To: "Quiet", Kind: manifest.AgentTool, ToolName: "ask_quiet"},
			{From: "Bot@app.a", To: "Quiet", Kind: manifest.AgentTool, ToolName: "Ask-Loud"},
			{From: "Bot@app.a", To: "Quiet", Kind: manifest.AgentTool, ToolName: "ask_soft"},
			{From: "Bot@app.b", To: "Quiet", ToolName: "hand_over"},
			{From: "Bot@app.b", To: "Quiet", ToolName: "escalate"},
			{From: "Quiet", To: "Run", Kind: manifest.Nested},
			{From: "Run", To: "Step", Kind: manifest.Orchestrated},
		},
	}
}

func TestBinding(t *testing.T) {
	s := derive(t, twins(), Options{})
	agent := func(name string) (string, bool) { return s.Agent(name) }
	tool := func(agent, name string) (string, bool) { return s.ToolOf(agent, name) }
	tests := []struct {
		name string
		got  func() (string, bool)
		want string // empty: not bound
	}{
		{"agent", func() (string, bool) { return agent("Front Desk") }, "Front Desk"},
		{"ambiguous agent", func() (string, bool) { return agent("Bot") }, ""},
		{"agent by id", func() (string, bool) { return agent("Bot@app.b") }, "Bot@app.b"},
		{"unknown agent", func() (string, bool) { return agent("Ghost") }, ""},
		{"no agent", func() (string, bool) { return agent("") }, ""},
		{"own of two tools", func() (string, bool) { return tool("Bot@app.b", "search") }, "search@app.b"},
		{"both of two tools", func() (string, bool) { return tool("Quiet", "search") }, ""},
		{"none of two tools", func() (string, bool) { return tool("Front Desk", "search") }, ""},
		{"restricted tool", func() (string, bool) { return tool("Front Desk", "Pay Now") }, "Pay Now"},
		{"unknown tool", func() (string, bool) { return tool("Quiet", "rm") }, ""},
		{"tool of an agent", func() (string, bool) { return tool("Front Desk", "ask_quiet") }, "ask_quiet"},
		{"handoff", func() (string, bool) { return s.Delegation("Front Desk", "Bot@app.a", "") }, "C4:Front Desk=>Bot@app.a"},
		{"agent tool", func() (string, bool) { return s.Delegation("Front Desk", "Quiet", manifest.AgentTool) }, "C4:Front Desk=>Quiet (agent_tool ask_quiet)"},
		{"wrong kind", func() (string, bool) { return s.Delegation("Front Desk", "Quiet", manifest.Handoff) }, ""},
		{"two agent tools", func() (string, bool) { return s.Delegation("Bot@app.a", "Quiet", manifest.AgentTool) }, ""},
		{"two agent tools by name", func() (string, bool) { return s.DelegationOf("Bot@app.a", "Ask-Loud") }, "C4:Bot@app.a=>Quiet (agent_tool Ask-Loud)"},
		{"merged handoff", func() (string, bool) { return s.DelegationOf("Bot@app.b", "hand_over") }, "C4:Bot@app.b=>Quiet"},
		{"merged handoff, other name", func() (string, bool) { return s.DelegationOf("Bot@app.b", "escalate") }, "C4:Bot@app.b=>Quiet"},
		{"two targets under one name", func() (string, bool) { return s.DelegationOf("Front Desk", "transfer_to_bot") }, ""},
		{"no name", func() (string, bool) { return s.DelegationOf("Front Desk", "") }, ""},
		{"no stand-in without a view", func() (string, bool) { return s.StandIn("Run", "Step", manifest.Orchestrated) }, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := tt.got()
			if got != tt.want || ok != (tt.want != "") {
				t.Errorf("got %q, %v; want %q", got, ok, tt.want)
			}
		})
	}
}

func TestBindingThroughThePaperView(t *testing.T) {
	s := derive(t, twins(), Options{View: ViewPaper})
	desk, ok := s.Agent("Front Desk")
	if !ok || desk != "front_desk" {
		t.Fatalf("Front Desk is %q, %v", desk, ok)
	}
	quiet, _ := s.Agent("Quiet")
	bot, ok := s.Agent("Bot@app.a")
	if !ok {
		t.Fatal("Bot@app.a is not bound")
	}
	asked, ok := s.ToolOf(desk, "ask_quiet")
	if o, found := s.Lookup("C2:front_desk->" + asked); !ok || !found {
		t.Errorf("the call of an agent tool is not its C2: %q, %+v", asked, o)
	}
	if id, ok := s.Delegation(desk, quiet, manifest.AgentTool); !ok || id != "C4:front_desk=>quiet (agent_tool ask_quiet)" {
		t.Errorf("the nested run is %q, %v", id, ok)
	}
	loud, ok := s.ToolOf(bot, "Ask-Loud") // no declared tool: the view made one
	if _, found := s.Lookup("C2:" + bot + "->" + loud); !ok || !found {
		t.Errorf("the call of an undeclared agent tool is not its C2: %q, %v", loud, ok)
	}
	if id, ok := s.DelegationOf(bot, "Ask-Loud"); !ok || id != "C4:"+bot+"=>quiet (agent_tool ask_loud)" {
		t.Errorf("the agent tool by name is %q, %v", id, ok)
	}
	step, ok := s.StandIn("run", "step", manifest.Orchestrated)
	if _, found := s.Lookup("C2:run->" + step); !ok || !found {
		t.Errorf("the orchestrated edge has no tool: %q, %v", step, ok)
	}
	if id, ok := s.OriginalAgent(desk); !ok || id != "Front Desk" {
		t.Errorf("OriginalAgent = %q, %v", id, ok)
	}
	if id, ok := s.OriginalTool("pay_now"); !ok || id != "Pay Now" {
		t.Errorf("OriginalTool = %q, %v", id, ok)
	}
	if id, ok := s.OriginalTool(step); ok {
		t.Errorf("OriginalTool of a tool of the view = %q", id)
	}
	checkIDs(t, s)
}
