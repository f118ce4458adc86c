package interp_test

import (
	"fmt"
	"io"
	"testing"

	"pgregory.net/rapid"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/interp"
	"github.com/obligato-dev/obligato/runtime/runtimetest"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// Whatever the workflow and the model: a run ends, its trace can be written,
// and its events nest.
func TestAnyRunIsATrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawManifest(t)
		sc := drawScenario(t)
		session, err := interp.Adapter(interp.Options{}).Open(t.Context(), runtime.Target{Manifest: m, Model: runtimetest.Answers(), MaxTurns: 4})
		if err != nil {
			t.Fatal(err)
		}
		got, err := session.Run(t.Context(), sc, runtime.Identity{Run: "r"})
		if err != nil {
			t.Fatal(err)
		}
		if err := trace.Write(io.Discard, got); err != nil {
			t.Fatal(err)
		}
		if err := wellFormed(got); err != nil {
			t.Fatalf("%v\n%v", err, got.Events)
		}
	})
}

func names(n int, prefix string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(prefix, i)
	}
	return out
}

var (
	agentNames = names(4, "a")
	toolNames  = names(3, "t")
)

func drawManifest(t *rapid.T) *manifest.Manifest {
	m := &manifest.Manifest{Schema: manifest.Schema, Workflow: "w", Entries: []string{"a0"}}
	for _, a := range agentNames {
		kind := rapid.SampledFrom([]manifest.AgentKind{"", "", "", manifest.KindOrchestrator}).Draw(t, "kind")
		m.Agents = append(m.Agents, manifest.Agent{ID: a, Kind: kind})
	}
	for _, name := range toolNames {
		m.Tools = append(m.Tools, manifest.Tool{ID: name})
	}
	agent, tool := rapid.SampledFrom(append(agentNames, "nobody")), rapid.SampledFrom(append(toolNames, "nothing"))
	for range rapid.IntRange(0, 8).Draw(t, "access") {
		m.Access = append(m.Access, manifest.Access{Agent: agent.Draw(t, "agent"), Tool: tool.Draw(t, "tool")})
	}
	for range rapid.IntRange(0, 4).Draw(t, "restrictions") {
		m.Restrictions = append(m.Restrictions, manifest.Restriction{
			Agent: agent.Draw(t, "agent"), Tool: tool.Draw(t, "tool"),
			EnforcedBy: rapid.SampledFrom([]manifest.Mechanism{manifest.ByApproval, manifest.ByDisabled, manifest.ByPrompt}).Draw(t, "by"),
		})
	}
	for range rapid.IntRange(0, 10).Draw(t, "delegations") {
		m.Delegations = append(m.Delegations, manifest.Delegation{
			From: agent.Draw(t, "from"), To: agent.Draw(t, "to"),
			Kind: rapid.SampledFrom([]manifest.DelegationKind{"", manifest.AgentTool, manifest.Nested}).Draw(t, "kind"),
		})
	}
	return m
}

func drawScenario(t *rapid.T) *scenario.Scenario {
	sc := &scenario.Scenario{Schema: scenario.Schema, ID: "s"}
	all := append([]string{"unknown"}, toolNames...)
	for _, a := range agentNames {
		all = append(all, manifest.HandoffToolName(a), manifest.AgentToolName(a))
	}
	for range rapid.IntRange(1, 20).Draw(t, "steps") {
		var step scenario.Step
		for range rapid.IntRange(0, 3).Draw(t, "calls") {
			step.Calls = append(step.Calls, scenario.Call{
				Name:      rapid.SampledFrom(all).Draw(t, "name"),
				Arguments: rapid.SampledFrom([]map[string]any{nil, {"input": "x"}, {"input": 1.0}}).Draw(t, "arguments"),
			})
		}
		if len(step.Calls) == 0 {
			step.Text = "text"
		}
		sc.Script = append(sc.Script, step)
	}
	if rapid.Bool().Draw(t, "expose") {
		sc.Exposure = []scenario.Pair{{Agent: "a0", Tool: "t2"}, {Agent: "a1", Tool: "t0"}}
	}
	sc.Approvals = map[string]string{"t0": scenario.Grant, "t1": scenario.Reject}
	return sc
}

// wellFormed checks what holds for every trace of the interpreter.
func wellFormed(got *trace.Trace) error {
	var active []string // agents, innermost last
	requested, denied := map[string]bool{}, map[string]bool{}
	for i, e := range got.Events {
		if err := e.Check(); err != nil {
			return err
		}
		switch e.Kind {
		case trace.AgentStart:
			active = append(active, e.Agent)
		case trace.AgentEnd:
			if len(active) == 0 || active[len(active)-1] != e.Agent {
				return fmt.Errorf("event %d ends %s; active are %v", i+1, e.Agent, active)
			}
			active = active[:len(active)-1]
		case trace.ToolRequest:
			requested[e.Call] = true
		case trace.Denied:
			denied[e.Call] = true
		}
		acts := e.Agent != "" && e.Kind != trace.AgentEnd
		if acts && (len(active) == 0 || active[len(active)-1] != e.Agent) {
			return fmt.Errorf("event %d, %s, is by %s; active are %v", i+1, e.Kind, e.Agent, active)
		}
		if e.Kind == trace.ToolStart && (!requested[e.Call] || denied[e.Call]) {
			return fmt.Errorf("event %d starts call %s: requested %v, denied %v", i+1, e.Call, requested[e.Call], denied[e.Call])
		}
		if (e.Kind == trace.RunEnd) != (i == len(got.Events)-1) {
			return fmt.Errorf("event %d is %s", i+1, e.Kind)
		}
	}
	if len(active) > 0 {
		return fmt.Errorf("still active: %v", active)
	}
	return nil
}
