package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/obligato-dev/obligato/extract/manifest"
)

const head = "schema: obligato.manifest/v1\nworkflow: w\nsdk: {name: openai-agents}\n"

func read(t *testing.T, text string) *manifest.Manifest {
	t.Helper()
	m, err := manifest.Read("m.yaml", []byte(head+text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// lines writes findings one a line: line, code, level, message.
func lines(list []manifest.Finding) string {
	var b strings.Builder
	for _, f := range list {
		mark := ""
		if f.Suppressed != "" {
			mark = " (" + f.Suppressed + ")"
		}
		fmt.Fprintf(&b, "%s %s %s %s%s\n", strings.TrimPrefix(f.Source.String(), "m.yaml:"), f.Code, f.Level, f.Message, mark)
	}
	return b.String()
}

func TestCheck(t *testing.T) {
	tests := []struct {
		name string
		in   string
		want string
	}{
		{
			"nothing", `
entries: [A]
agents: [{id: A}, {id: B}]
tools: [{id: t}]
access: [{agent: A, tool: t}]
delegations: [{from: A, to: B}, {from: B, to: A}]`,
			"",
		},
		{
			"one name", `
entries: [A@x.a, A@x.b]
agents:
  - {id: A@x.a, name: A, source: "x.py:1:1"}
  - {id: A@x.b, name: A, source: "x.py:9:1"}`,
			"x.py:1:1 OB101 warning 2 agents are named \"A\": traces cannot tell them apart (x.py:1:1, x.py:9:1)\n",
		},
		{
			"unreachable", `
entries: [A]
agents: [{id: A}, {id: B, source: "b.py:1:1"}, {id: G, kind: guardrail}]`,
			"b.py:1:1 OB110 warning no entry leads to agent B\n",
		},
		{
			"unreachable perhaps", `
entries: [A]
agents: [{id: A, dynamic: [handoffs]}, {id: B, source: "b.py:1:1"}]`,
			"b.py:1:1 OB110 note no entry leads to agent B, as far as the edges are known\n",
		},
		{
			"instructions", `
entries: [A]
agents: [{id: A, dynamic: [instructions], source: "a.py:1:1", instructions: hello}]`,
			"a.py:1:1 OB111 note the instructions of A are computed while the program runs; a part of the text is known\n",
		},
		{
			"guardrails after a handoff", `
entries: [A]
agents:
  - {id: A, guardrails: [g], input_guardrails: [g]}
  - {id: B, guardrails: [g, h], input_guardrails: [g], source: "b.py:1:1"}
  - {id: C, guardrails: [h]}
  - {id: D, guardrails: [g], input_guardrails: [g]}
delegations: [{from: A, to: B}, {from: B, to: A}, {from: A, to: C}, {from: C, to: A}, {from: A, to: D, kind: agent_tool}]`,
			"b.py:1:1 OB112 warning the input guardrails of B (g) never run: it is reached by handoff only (from A), and only the first agent of a run has them run\n",
		},
		{
			"no way back", `
entries: [A]
agents: [{id: A}, {id: B, source: "b.py:1:1"}, {id: C, source: "c.py:1:1"}, {id: D}, {id: E}, {id: F, dynamic: [handoffs]}]
delegations: [{from: A, to: B}, {from: B, to: C}, {from: A, to: D, kind: agent_tool}, {from: A, to: E}, {from: E, to: F}]`,
			"b.py:1:1 OB403 note no handoff leads from B back to A: a conversation that it takes over stays there\n" +
				"c.py:1:1 OB403 note no handoff leads from C back to A: a conversation that it takes over stays there\n",
		},
		{
			"no way back to what code runs", `
entries: [main]
agents: [{id: main, kind: orchestrator}, {id: A}, {id: B, source: "b.py:1:1"}]
delegations: [{from: main, to: A, kind: orchestrated}, {from: A, to: B}]`,
			"b.py:1:1 OB403 note no handoff leads from B back to A: a conversation that it takes over stays there\n",
		},
		{
			"to itself", `
entries: [A]
agents: [{id: A}]
delegations: [{from: A, to: A, source: "a.py:3:1"}]`,
			"a.py:3:1 OB404 warning A hands over to itself (transfer_to_a): a turn passes and nothing changes\n",
		},
		{
			"conditions", `
entries: [A]
agents: [{id: A}, {id: B}]
tools: [{id: t}]
access: [{agent: A, tool: t, how: conditional, condition: "if x", source: "a.py:1:1"}]
delegations:
  - {from: A, to: B, condition: "if y", source: "a.py:2:1"}
  - {from: B, to: A}
  - {from: A, to: B, kind: orchestrated, condition: "while z"}`,
			"a.py:1:1 OB405 note A->t exists under a condition only: if x\na.py:2:1 OB405 note A=>B exists under a condition only: if y\n",
		},
		{
			"orphan", `
entries: [A]
agents: [{id: A}]
tools: [{id: t, source: "a.py:1:1"}, {id: r}]
restrictions: [{agent: A, tool: r}]`,
			"a.py:1:1 OB204 note tool t is declared and no agent has it\n",
		},
		{
			"unknown tools", `
entries: [A]
agents: [{id: A, dynamic: [tools], source: "a.py:1:1"}]`,
			"a.py:1:1 OB255 note the tools of A are not all known, so that nothing is derived from the absence of one\n",
		},
		{
			"switched off", `
entries: [A]
agents: [{id: A}]
tools: [{id: t}]
restrictions: [{agent: A, tool: t, enforced_by: disabled, source: "a.py:4:1"}]`,
			"a.py:4:1 OB256 note tool t is listed for A and switched off\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, lines(Check(read(t, tt.in)))); d != "" {
				t.Error(d)
			}
		})
	}
}

// The SDK keeps the last handoff of a name, else the last tool.
func TestCollisions(t *testing.T) {
	const two = `
entries: [A]
agents: [{id: A, derived: literal}, {id: B C}, {id: b.c}]
`
	tests := []struct {
		name, in, want string
	}{
		{"two handoffs", two + `
delegations:
  - {from: A, to: B C, source: "a.py:3:1"}
  - {from: A, to: b.c, source: "a.py:4:1"}
  - {from: B C, to: A}
  - {from: b.c, to: A}`, `a.py:3:1 OB406 error A=>B C is never offered: A=>b.c has the same name, "transfer_to_b_c", and the last one wins; the edge cannot be covered` + "\n"},
		{"under a condition", two + `
delegations:
  - {from: A, to: B C, condition: x, source: "a.py:3:1"}
  - {from: A, to: b.c, source: "a.py:4:1"}
  - {from: B C, to: A}
  - {from: b.c, to: A}`, "a.py:3:1 OB405 note A=>B C exists under a condition only: x\n" +
			`a.py:3:1 OB406 warning A=>B C is never offered: A=>b.c has the same name, "transfer_to_b_c", and the last one wins; the edge cannot be covered` + "\n"},
		{"in different files", two + `
delegations:
  - {from: A, to: B C, source: "a.py:3:1"}
  - {from: A, to: b.c, source: "b.py:4:1"}
  - {from: B C, to: A}
  - {from: b.c, to: A}`, `a.py:3:1 OB406 error A offers A=>B C, A=>b.c under one name, "transfer_to_b_c": the model sees only one of them, and the others cannot be covered` + "\n"},
		{"names of their own", two + `
delegations:
  - {from: A, to: B C, tool_name: x}
  - {from: A, to: b.c}
  - {from: B C, to: A}
  - {from: b.c, to: A}`, ""},
		{"a handoff and a tool", `
entries: [A]
agents: [{id: A, derived: literal}, {id: B}]
tools: [{id: transfer_to_b}]
access: [{agent: A, tool: transfer_to_b, source: "a.py:9:1"}]
delegations: [{from: A, to: B, source: "a.py:2:1"}, {from: B, to: A}]`, `a.py:9:1 OB254 error A->transfer_to_b is never offered: A=>B has the same name, "transfer_to_b", and a handoff wins over a tool; the edge cannot be covered` + "\n"},
		{"agent tools", `
entries: [A]
agents: [{id: A, derived: literal}, {id: B C}, {id: b-c}]
tools: [{id: b_c@x, name: b_c, kind: agent, wraps: B C, source: "a.py:1:1"}, {id: b_c@y, name: b_c, kind: agent, wraps: b-c, source: "a.py:1:9"}]
access: [{agent: A, tool: b_c@x, source: "a.py:1:1"}, {agent: A, tool: b_c@y, source: "a.py:1:9"}]
delegations: [{from: A, to: B C, kind: agent_tool, tool_name: b_c}, {from: A, to: b-c, kind: agent_tool, tool_name: b_c}]`, `a.py:1:1 OB205 note 2 different tools are named "b_c" (a.py:1:1, a.py:1:9)` + "\n" +
			`a.py:1:1 OB253 error A=>B C is never offered: A=>b-c has the same name, "b_c", and the last one wins; the edge cannot be covered` + "\n"},
		{"an agent that a factory made", `
entries: [A]
agents: [{id: A, derived: factory}]
tools: [{id: t@x, name: t, source: "a.py:1:1"}, {id: t@y, name: t, source: "a.py:2:1"}]
access: [{agent: A, tool: t@x, source: "a.py:7:1"}, {agent: A, tool: t@y, source: "a.py:7:9"}]`, `a.py:1:1 OB205 note 2 different tools are named "t" (a.py:1:1, a.py:2:1)` + "\n" +
			`a.py:7:1 OB253 warning A->t@x is never offered: A->t@y has the same name, "t", and the last one wins; the edge cannot be covered` + "\n"},
		{"hosted tools", `
entries: [A]
agents: [{id: A, derived: literal}]
tools: [{id: hosted_mcp@x, name: hosted_mcp, kind: hosted, source: "a.py:1:1"}, {id: hosted_mcp@y, name: hosted_mcp, kind: hosted, source: "a.py:2:1"}]
access: [{agent: A, tool: hosted_mcp@x}, {agent: A, tool: hosted_mcp@y}]`, `a.py:1:1 OB205 note 2 different tools are named "hosted_mcp" (a.py:1:1, a.py:2:1)` + "\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, lines(Check(read(t, tt.in)))); d != "" {
				t.Error(d)
			}
		})
	}
	m := read(t, tests[0].in)
	m.SDK = nil // whose rule is not known
	want := `a.py:3:1 OB406 warning A offers A=>B C, A=>b.c under one name, "transfer_to_b_c": the model sees only one of them, and the others cannot be covered` + "\n"
	if d := cmp.Diff(want, lines(Check(m))); d != "" {
		t.Error(d)
	}
}

func TestBodies(t *testing.T) {
	const start = `
entries: [A]
agents: [{id: A}, {id: B}]
delegations: [{from: A, to: B}, {from: B, to: A}]
access: [{agent: A, tool: cancel}, {agent: B, tool: refund}, {agent: B, tool: look}]
`
	tests := []struct {
		name, in, want string
	}{
		{
			"the function itself", start + `
tools:
  - {id: cancel, calls: [{function: m.refund, source: "m.py:5:9"}]}
  - {id: refund, function: m.refund}
  - {id: look}`,
			"m.py:5:9 OB262 warning cancel (A) calls the function of tool refund: the same effect without the tool, for A, which does not have refund\n",
		},
		{
			"a recursion", start + `
tools:
  - {id: cancel, function: m.cancel, calls: [{function: m.cancel}]}
  - {id: refund}
  - {id: look}`,
			"",
		},
		{
			"what a sensitive tool calls", start + `
tools:
  - {id: cancel, calls: [{function: m.pay, source: "m.py:5:9"}, {function: m.log, source: "m.py:4:9"}]}
  - {id: refund, sensitive: true, calls: [{function: m.pay}, {function: m.log}]}
  - {id: look, effects: read, calls: [{function: m.log}]}`,
			"m.py:5:9 OB263 warning cancel (A) calls m.pay(), which refund also calls: perhaps the same effect without the tool, for A, which does not have refund\n",
		},
		{
			"what an undeclared tool calls", start + `
tools:
  - {id: cancel, calls: [{function: m.pay}]}
  - {id: refund, calls: [{function: m.pay}]}
  - {id: look}`,
			"",
		},
		{
			"both are declared", start + `
tools:
  - {id: cancel, effects: write, calls: [{function: m.pay}]}
  - {id: refund, effects: write, calls: [{function: m.pay}]}
  - {id: look}`,
			"",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, lines(Check(read(t, tt.in)))); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestApply(t *testing.T) {
	m := read(t, `
entries: [A]
agents: [{id: A}, {id: B, source: "b.py:7:3"}]
tools: [{id: t, source: "b.py:2:1"}]
findings:
  - {code: OB201, level: warning, message: broken, source: "b.py:4:4"}
  - {code: OB110, level: warning, message: no entry leads to agent Z, source: "b.py:1:1"}
suppressions:
  - {code: OB110, reason: started by a cron job, path: b.py, first: 6, last: 8}
  - {code: OB201, reason: new syntax, path: b.py}
  - {code: OB204, reason: not here, path: c.py, source: "c.py:1:1"}
  - {code: OB406, reason: nowhere}
`)
	want := "b.py:2:1 OB204 note tool t is declared and no agent has it\n" +
		"b.py:4:4 OB201 warning broken (new syntax)\n" +
		"b.py:7:3 OB110 warning no entry leads to agent B (started by a cron job)\n" +
		"c.py:1:1 OB252 warning nothing to ignore: no finding OB204 in this file\n" +
		"15:5 OB252 warning nothing to ignore: no finding OB406 in the workflow\n"
	Apply(m)
	if d := cmp.Diff(want, lines(m.Findings)); d != "" {
		t.Error(d)
	}
	Apply(m)
	if d := cmp.Diff(want, lines(m.Findings)); d != "" {
		t.Errorf("applied again: %s", d)
	}
	m.Suppressions = append(m.Suppressions, manifest.Suppression{Code: CodeUnused, Reason: "shared file", Path: "c.py"})
	Apply(m)
	if got := lines(m.Findings); !strings.Contains(got, "no finding OB204 in this file (shared file)") {
		t.Error(got)
	}
	data, err := manifest.Encode(m, manifest.FormatYAML)
	if err != nil {
		t.Fatal(err)
	}
	again, err := manifest.Read("m.yaml", data)
	if err != nil {
		t.Fatal(err)
	}
	Apply(again)
	if d := cmp.Diff(m.Findings, again.Findings); d != "" {
		t.Errorf("read back: %s", d)
	}
}

// Hostile manifests give bounded answers.
func TestManyFindings(t *testing.T) {
	m := &manifest.Manifest{Schema: manifest.Schema, Workflow: "w", Entries: []string{"A"}, Agents: []manifest.Agent{{ID: "A"}}}
	for i := range 3 * maxEach {
		m.Agents = append(m.Agents, manifest.Agent{ID: fmt.Sprint("B", i), Instructions: fmt.Sprintf("Call lookup_%d_x now. Call find_%d_x now.", i, i)})
	}
	if got := len(Check(m)); got != 2*(maxEach+1) {
		t.Errorf("%d findings", got)
	}
}

// The index marks exactly what Suppression.Covers says, and a large manifest
// takes no square of time.
func TestSuppressIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		codes, paths := rapid.SampledFrom([]string{"OB204", "OB403"}), rapid.SampledFrom([]string{"", "a.py", "b.py"})
		m := &manifest.Manifest{}
		for range rapid.IntRange(0, 12).Draw(t, "findings") {
			m.Findings = append(m.Findings, manifest.Finding{
				Code: codes.Draw(t, "code"), Source: manifest.Position{Path: paths.Draw(t, "path"), Line: rapid.IntRange(0, 6).Draw(t, "line")},
			})
		}
		for i := range rapid.IntRange(0, 6).Draw(t, "suppressions") {
			first := rapid.IntRange(0, 6).Draw(t, "first")
			m.Suppressions = append(m.Suppressions, manifest.Suppression{
				Code: codes.Draw(t, "code"), Path: paths.Draw(t, "path"), Reason: fmt.Sprint(i), First: first, Last: rapid.IntRange(first, 7).Draw(t, "last"),
			})
		}
		var want []manifest.Finding
		used := map[string]bool{}
		for _, f := range m.Findings {
			for _, s := range m.Suppressions {
				if s.Covers(f) {
					used[s.Reason] = true
					if f.Suppressed == "" {
						f.Suppressed = s.Reason
					}
				}
			}
			want = append(want, f)
		}
		n := len(m.Findings)
		suppress(m)
		if d := cmp.Diff(want, append([]manifest.Finding(nil), m.Findings[:n]...)); d != "" {
			t.Fatal(d)
		}
		if unused := len(m.Findings) - n; unused != len(m.Suppressions)-len(used) {
			t.Fatalf("%d unused suppressions, want %d", unused, len(m.Suppressions)-len(used))
		}
	})
}

func BenchmarkApply(b *testing.B) {
	m := &manifest.Manifest{Schema: manifest.Schema, Workflow: "w", Entries: []string{"A0"}}
	for i := range 2000 {
		id := fmt.Sprint("A", i)
		at := manifest.Position{Path: "a.py", Line: i + 1, Col: 1}
		m.Agents = append(m.Agents, manifest.Agent{ID: id, Source: at, Instructions: "Use lookup_order. Transfer to the Billing Agent."})
		m.Suppressions = append(m.Suppressions, manifest.Suppression{Code: CodeNoWayBack, Reason: "r", Path: "a.py", First: i + 1, Last: i + 1})
		if i > 0 {
			m.Delegations = append(m.Delegations, manifest.Delegation{From: fmt.Sprint("A", i-1), To: id, Source: at})
		}
	}
	for b.Loop() {
		Apply(m)
	}
}
