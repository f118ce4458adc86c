package manifest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func read(t *testing.T, path, data string) *Manifest {
	t.Helper()
	m, err := Read(path, []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func testdata(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestReadOwn(t *testing.T) {
	got := read(t, "shop.yaml", testdata(t, "shop.yaml"))
	want := &Manifest{
		Schema: Schema, Workflow: "shop", Entries: []string{"Triage Agent"},
		Agents: []Agent{
			{ID: "Triage Agent", Instructions: "Send people on.\nBe brief.\n", Source: Position{"shop.yaml", 5, 5}},
			{ID: "Order Agent", Description: "orders", Guardrails: []string{"polite"}, Dynamic: []string{"instructions"}, Source: Position{"src/orders.py", 31, 12}},
			{ID: "Translator", Source: Position{"shop.yaml", 10, 5}},
		},
		Tools: []Tool{
			{
				ID: "cancel_order", Effects: EffectsWrite, Sensitive: true,
				Parameters: map[string]any{"type": "object", "properties": map[string]any{"order": map[string]any{"type": "string", "maxLength": 12.0}}},
				Source:     Position{"shop.yaml", 12, 5},
			},
			{ID: "translate", Kind: ToolAgent, Wraps: "Translator", Source: Position{"shop.yaml", 16, 5}},
		},
		Access: []Access{
			{Agent: "Order Agent", Tool: "cancel_order", How: Conditional, Condition: "verified", Source: Position{"shop.yaml", 18, 5}},
			{Agent: "Triage Agent", Tool: "translate", Source: Position{"shop.yaml", 19, 5}},
		},
		Restrictions: []Restriction{{Agent: "Order Agent", Tool: "cancel_order", EnforcedBy: ByApproval, Reason: "money", Source: Position{"shop.yaml", 21, 5}}},
		Delegations: []Delegation{
			{From: "Triage Agent", To: "Order Agent", Source: Position{"shop.yaml", 23, 5}},
			{From: "Triage Agent", To: "Translator", Kind: AgentTool, ToolName: "translate", Source: Position{"shop.yaml", 24, 5}},
		},
		Unresolved: []Unresolved{{What: "tools of Order Agent", Why: "computed", Agent: "Order Agent", Source: Position{"shop.yaml", 26, 5}}},
		Findings:   []Finding{{Code: "OB101", Level: LevelNote, Message: "x", Source: Position{"src/orders.py", 3, 0}}},
		Sources:    []SourceFile{{Path: "src/orders.py", SHA256: strings.Repeat("0a", 32)}},
		SDK:        &Component{Name: "openai-agents", Version: "0.22.0"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if p := Validate(got); p != nil {
		t.Errorf("Validate: %v", p)
	}
}

func TestReadBenchmark(t *testing.T) {
	got := read(t, "bench.yaml", testdata(t, "benchmark.yaml"))
	want := &Manifest{
		Schema: Schema, Workflow: "helpdesk", Description: "two agents", Entries: []string{"router"},
		Agents: []Agent{
			{ID: "router", Description: "entry: sends people on", Instructions: "Route.", Source: Position{"bench.yaml", 4, 5}},
			{ID: "fixer", Description: "repairs", Source: Position{"bench.yaml", 5, 5}},
		},
		Tools: []Tool{
			{ID: "lookup", Description: "finds", Effects: EffectsRead, Source: Position{"bench.yaml", 7, 5}},
			{ID: "repair", Effects: EffectsUnknown, Source: Position{"bench.yaml", 8, 5}},
		},
		Access: []Access{
			{Agent: "fixer", Tool: "repair", Source: Position{"bench.yaml", 11, 7}},
			{Agent: "fixer", Tool: "lookup", Source: Position{"bench.yaml", 12, 7}},
		},
		Restrictions: []Restriction{
			{Agent: "router", Tool: "repair", Origin: Declared, EnforcedBy: ByAbsence, Source: Position{"bench.yaml", 13, 14}},
			{Agent: "router", Tool: "lookup", Origin: Declared, EnforcedBy: ByAbsence, Source: Position{"bench.yaml", 13, 45}},
		},
		Delegations: []Delegation{
			{From: "router", To: "fixer", Kind: Handoff, Source: Position{"bench.yaml", 15, 5}},
			{From: "fixer", To: "router", Kind: AgentTool, Source: Position{"bench.yaml", 16, 5}},
		},
		Extractor: &Component{Name: "benchmark-3.0"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !IsBenchmark(got) || IsBenchmark(&Manifest{}) || IsBenchmark(nil) {
		t.Error("IsBenchmark is wrong")
	}
	if p := Validate(got); p != nil {
		t.Errorf("Validate: %v", p)
	}
}

// A JSON manifest has positions too.
func TestReadJSON(t *testing.T) {
	m := read(t, "m.json", "{\"schema\": \"obligato.manifest/v1\", \"workflow\": \"w\",\n \"entries\": [\"A\"],\n \"agents\": [\n  {\"id\": \"A\"}]}\n")
	if got := m.Agents[0].Source.String(); got != "m.json:4:3" {
		t.Error(got)
	}
}

// One case for every error of every format, with its exact place. Several in
// one file come out together, sorted by place.
func TestReadInvalid(t *testing.T) {
	const own = "schema: obligato.manifest/v1\nworkflow: w\n"
	const ok = own + "entries: [A]\nagents: [{id: A}, {id: B}]\n"
	const tool = ok + "tools: [{id: t}]\n"
	const bench = "schema_version: \"3.0\"\nsystem: {name: w, entry_agent: a}\nagents: [{name: a}, {name: b}]\ntools: [{name: t}]\n"
	tests := []struct{ name, in, want string }{
		// Files.
		{"empty file", "", "m.yaml:1:1 OB001 the file is empty"},
		{"syntax", "schema: obligato.manifest/v1\nworkflow: a: b\n", "m.yaml:2:1 OB001 not YAML: mapping values are not allowed in this context | put the text in quotes, and indent with spaces"},
		{"binary", "\x7fELF\x00", "m.yaml:1:5 OB002 byte 0x00 is not text in UTF-8 | save the file as UTF-8"},
		{"duplicate key", own + "workflow: v\n", `m.yaml:3:1 OB003 key "workflow" is given twice | the first is at 2:1`},
		{"too deep", own + "tools: [{id: t, parameters: " + strings.Repeat("{a: ", 201) + strings.Repeat("}", 201) + "}]\n", "m.yaml:3:821 OB004 nested deeper than 200 levels"},
		{"merge key", own + "sdk: {<<: {name: x}}\n", "m.yaml:3:7 OB005 merge keys (<<) are not supported | write the keys out"},
		{"list", "[]", "m.yaml:1:1 OB010 this is no manifest: it has neither schema nor schema_version | start the file with: schema: obligato.manifest/v1"},
		{"other file", "workflow: x\n", "m.yaml:1:1 OB010 this is no manifest: it has neither schema nor schema_version | start the file with: schema: obligato.manifest/v1"},
		{"other schema", "schema: obligato.scenario/v1\nid: x\n", `m.yaml:1:9 OB010 schema must be "obligato.manifest/v1", not "obligato.scenario/v1" | the format of this file: obligato.manifest/v1`},
		{"other version", "schema_version: \"4.0\"\n", `m.yaml:1:17 OB010 schema_version must be "3.0", not "4.0" | the format of this file: "3.0", in quotes`},
		{"unquoted version", "schema_version: 3.0\n", `m.yaml:1:17 OB010 schema_version must be "3.0", not 3.0 | the format of this file: "3.0", in quotes`},

		// Our format: the schema.
		{"unknown key", ok + "delegation: []\n", `m.yaml:5:1 OB006 unknown key "delegation" in the document | did you mean "delegations"?`},
		{"unknown agent key", own + "entries: [A]\nagents:\n  - {id: A,\n     instruction: x}\n", `m.yaml:6:6 OB006 unknown key "instruction" in agents[0] | did you mean "instructions"?`},
		{"unknown tool key", ok + "tools: [{id: t, param: {}}]\n", `m.yaml:5:17 OB006 unknown key "param" in tools[0] | known keys: calls, certainty, derived, description, effects, function, id, kind, name, parameters, sensitive, source, wraps`},
		{"missing workflow", "schema: obligato.manifest/v1\nentries: [A]\nagents: [{id: A}]\n", `m.yaml:1:1 OB007 key "workflow" is missing in the document | workflow: the name of the workflow`},
		{"missing id", own + "entries: [A]\nagents: [{id: A}, {name: B}]\n", `m.yaml:4:19 OB007 key "id" is missing in agents[1] | id: the agent's runtime name, or Name@module.symbol where several share it`},
		{"missing end", tool + "access: [{agent: A}]\n", `m.yaml:6:10 OB007 key "tool" is missing in access[0] | tool: a tool's id`},
		{"number for text", own + "entries: [7]\nagents: [{id: 7}]\n", "m.yaml:3:11 OB008 entries[0] must be a string, not a number | put it in quotes: \"7\"\nm.yaml:4:15 OB008 agents[0].id must be a string, not a number | put it in quotes: \"7\""},
		{"yes for true", ok + "tools: [{id: t, sensitive: yes}]\n", "m.yaml:5:28 OB008 tools[0].sensitive must be true or false, not a string | write true or false"},
		{"parameters as list", ok + "tools: [{id: t, parameters: []}]\n", "m.yaml:5:29 OB008 tools[0].parameters must be an object, not a list | a JSON Schema of the arguments"},
		{"null section", ok + "tools:\n", "m.yaml:5:7 OB008 tools must be a list, not empty | leave the key out, or give it a value"},
		{"agent kind", own + "entries: [A]\nagents: [{id: A, kind: Agnt}]\n", `m.yaml:4:24 OB009 agents[0].kind is "Agnt"; allowed: agent, orchestrator, guardrail | did you mean "agent"?`},
		{"tool kind", ok + "tools: [{id: t, kind: remote}]\n", `m.yaml:5:23 OB009 tools[0].kind is "remote"; allowed: function, hosted, mcp, agent`},
		{"effects", ok + "tools: [{id: t, effects: writes}]\n", `m.yaml:5:26 OB009 tools[0].effects is "writes"; allowed: none, read, write, unknown | did you mean "write"?`},
		{"how", tool + "access: [{agent: A, tool: t, how: often}]\n", `m.yaml:6:35 OB009 access[0].how is "often"; allowed: always, conditional`},
		{"mechanism", tool + "restrictions: [{agent: A, tool: t, enforced_by: hope}]\n", `m.yaml:6:49 OB009 restrictions[0].enforced_by is "hope"; allowed: absence, disabled, filter, approval, guardrail, policy, prompt`},
		{"origin", tool + "restrictions: [{agent: A, tool: t, origin: guessed}]\n", `m.yaml:6:44 OB009 restrictions[0].origin is "guessed"; allowed: declared, derived`},
		{"delegation kind", ok + "delegations: [{from: A, to: B, kind: hand_off}]\n", `m.yaml:5:38 OB009 delegations[0].kind is "hand_off"; allowed: handoff, agent_tool, orchestrated, nested | did you mean "handoff"?`},
		{"empty name", "schema: obligato.manifest/v1\nworkflow: ''\nentries: [A]\nagents: [{id: A}]\n", `m.yaml:2:11 OB009 workflow must not be empty`},
		{"finding code", ok + "findings: [{code: X1, level: note, message: m}]\n", `m.yaml:5:19 OB009 findings[0].code has the wrong form: "X1" | OB and three digits`},
		{"finding level", ok + "findings: [{code: OB101, level: fatal, message: m}]\n", `m.yaml:5:33 OB009 findings[0].level is "fatal"; allowed: error, warning, note`},
		{"source hash", ok + "sources: [{path: x, sha256: ABC}]\n", `m.yaml:5:29 OB009 sources[0].sha256 has the wrong form: "ABC" | 64 lower-case hex digits`},

		// Our format: what the schema cannot say.
		{"no agents", own + "entries: [A]\n", "m.yaml:1:1 OB020 the workflow has no agents | a workflow needs at least one agent\n" + `m.yaml:3:11 OB023 no agent is called "A" | declare it under agents`},
		{"empty agents", own + "agents: []\n", "m.yaml:3:9 OB020 the workflow has no agents | a workflow needs at least one agent"},
		{"no entries", own + "agents: [{id: A}]\n", "m.yaml:1:1 OB021 no agent is an entry | list the agent at which a run starts under entries"},
		{"empty entries", own + "entries: []\nagents: [{id: A}]\n", "m.yaml:3:10 OB021 no agent is an entry | list the agent at which a run starts under entries"},
		{"agent twice", own + "entries: [A]\nagents:\n  - {id: A}\n  - {id: A}\n", `m.yaml:6:10 OB022 two agents are called "A" | the first is at m.yaml:5:10`},
		{"tool twice", ok + "tools: [{id: t}, {id: t}]\n", `m.yaml:5:23 OB022 two tools are called "t" | the first is at m.yaml:5:14`},
		{"dangling entry", own + "entries: [a]\nagents: [{id: A}]\n", `m.yaml:3:11 OB023 no agent is called "a" | did you mean "A"?`},
		{"dangling access agent", tool + "access: [{agent: Zed, tool: t}]\n", `m.yaml:6:18 OB023 no agent is called "Zed" | declare it under agents`},
		{"dangling access tool", tool + "access: [{agent: A, tool: toolbox}]\n", `m.yaml:6:27 OB023 no tool is called "toolbox" | declare it under tools`},
		{"dangling restriction agent", tool + "restrictions: [{agent: Zed, tool: t}]\n", `m.yaml:6:24 OB023 no agent is called "Zed" | declare it under agents`},
		{"dangling restriction tool", tool + "restrictions: [{agent: A, tool: tt}]\n", `m.yaml:6:33 OB023 no tool is called "tt" | did you mean "t"?`},
		{"dangling delegation", ok + "delegations: [{from: Ax, to: Zed}]\n", "m.yaml:5:22 OB023 no agent is called \"Ax\" | did you mean \"A\"?\nm.yaml:5:30 OB023 no agent is called \"Zed\" | declare it under agents"},
		{"dangling wraps", ok + "tools: [{id: t, kind: agent, wraps: Zed}]\n", `m.yaml:5:37 OB023 no agent is called "Zed" | declare it under agents`},
		{"dangling unresolved", ok + "unresolved: [{what: tools, why: x, agent: Zed}]\n", `m.yaml:5:43 OB023 no agent is called "Zed" | declare it under agents`},
		{"entry twice", own + "entries: [A, A]\nagents: [{id: A}]\n", `m.yaml:3:14 OB024 entry "A" is given twice | the first is at m.yaml:3:11`},
		{"access twice", tool + "access: [{agent: A, tool: t}, {tool: t, agent: A, how: conditional}]\n", `m.yaml:6:31 OB024 access "A" -> "t" is given twice | the first is at m.yaml:6:10`},
		{"restriction twice", tool + "restrictions: [{agent: A, tool: t}, {agent: A, tool: t}]\n", `m.yaml:6:37 OB024 restriction "A" -> "t" is given twice | the first is at m.yaml:6:16`},
		{"delegation twice", ok + "delegations: [{from: A, to: B}, {from: A, to: B, kind: handoff, tool_name: transfer_to_b}]\n", `m.yaml:5:33 OB024 handoff "A" -> "B" is given twice | the first is at m.yaml:5:15`},
		{"agent tool without wraps", ok + "tools: [{id: t, kind: agent}]\n", `m.yaml:5:9 OB025 tool "t" is of kind agent and does not say which agent it wraps | add wraps: AGENT`},
		{"wraps without agent tool", ok + "tools: [{id: t, wraps: B}]\n", `m.yaml:5:24 OB025 tool "t" wraps an agent and is not of kind agent | add kind: agent`},
		{
			"agent tool without delegation", ok + "tools: [{id: t, kind: agent, wraps: B}]\naccess:\n- {agent: A, tool: t}\ndelegations: [{from: A, to: B, kind: agent_tool}, {from: A, to: B, tool_name: t}]\n",
			`m.yaml:7:3 OB025 agent "A" has the agent tool "t" and no agent_tool delegation of that name | add to delegations: {from: "A", to: "B", kind: agent_tool, tool_name: "t"}`,
		},
		{
			"several", own + "entries: [B]\nagents: [{id: A, knd: agent}]\ntools: [{id: t}, {id: t}]\n",
			"m.yaml:3:11 OB023 no agent is called \"B\" | did you mean \"A\"?\nm.yaml:4:18 OB006 unknown key \"knd\" in agents[0] | did you mean \"kind\"?\nm.yaml:5:23 OB022 two tools are called \"t\" | the first is at m.yaml:5:14",
		},

		// The benchmark format.
		{"benchmark unknown key", bench + "permission: {}\n", `m.yaml:5:1 OB006 unknown key "permission" in the document | did you mean "permissions"?`},
		{"benchmark unknown agent key", "schema_version: \"3.0\"\nsystem: {name: w, entry_agent: a}\nagents: [{name: a, tools: []}]\n", `m.yaml:3:20 OB006 unknown key "tools" in agents[0] | known keys: description, name, reachable, role, system_prompt_hint`},
		{"benchmark missing system", "schema_version: \"3.0\"\nagents: [{name: a}]\n", `m.yaml:1:1 OB007 key "system" is missing in the document`},
		{"benchmark missing entry", "schema_version: \"3.0\"\nsystem: {name: w}\nagents: [{name: a}]\n", `m.yaml:2:9 OB007 key "entry_agent" is missing in system | entry_agent: the name of the agent at which a run starts`},
		{"benchmark type", bench + "delegations: {}\n", "m.yaml:5:14 OB008 delegations must be a list, not an object"},
		{"benchmark pair", bench + "permissions: {allow: [a]}\n", "m.yaml:5:23 OB008 permissions.allow[0] fits none of the allowed forms | an agent and a tool: {agent: NAME, tool: NAME} or [AGENT, TOOL]"},
		{"benchmark long pair", bench + "permissions: {allow: [[a, t, t]]}\n", "m.yaml:5:23 OB009 permissions.allow[0]: maxItems: got 3, want 2"},
		{"benchmark trigger", bench + "delegations: [{from: a, to: b, trigger: handoff}]\n", `m.yaml:5:41 OB009 delegations[0].trigger is "handoff"; allowed: delegate, as_tool`},
		{"benchmark no agents", "schema_version: \"3.0\"\nsystem: {name: w, entry_agent: a}\nagents: []\n", "m.yaml:3:9 OB020 the workflow has no agents | a workflow needs at least one agent"},
		{"benchmark agent twice", "schema_version: \"3.0\"\nsystem: {name: w, entry_agent: a}\nagents: [{name: a}, {name: a}]\n", `m.yaml:3:28 OB022 two agents are called "a" | the first is at m.yaml:3:17`},
		{"benchmark tool twice", strings.Replace(bench, "{name: t}", "{name: t}, {name: t}", 1), `m.yaml:4:27 OB022 two tools are called "t" | the first is at m.yaml:4:16`},
		{"benchmark dangling entry", "schema_version: \"3.0\"\nsystem: {name: w, entry_agent: x}\nagents: [{name: a}]\n", `m.yaml:2:32 OB023 no agent is called "x" | did you mean "a"?`},
		{"benchmark dangling allow", bench + "permissions: {allow: [[a, tt], {agent: zed, tool: t}]}\n", "m.yaml:5:27 OB023 no tool is called \"tt\" | did you mean \"t\"?\nm.yaml:5:40 OB023 no agent is called \"zed\" | declare it under agents"},
		{"benchmark dangling restrict", bench + "permissions: {restrict: [[zed, t]]}\n", `m.yaml:5:27 OB023 no agent is called "zed" | declare it under agents`},
		{"benchmark dangling delegation", bench + "delegations: [{from: a, to: zed, trigger: delegate}]\n", `m.yaml:5:29 OB023 no agent is called "zed" | declare it under agents`},
		{"benchmark allow twice", bench + "permissions: {allow: [[a, t], {agent: a, tool: t}]}\n", `m.yaml:5:31 OB024 allow "a" -> "t" is given twice | the first is at m.yaml:5:23`},
		{"benchmark restrict twice", bench + "permissions: {restrict: [[a, t], [a, t]]}\n", `m.yaml:5:34 OB024 restrict "a" -> "t" is given twice | the first is at m.yaml:5:26`},
		{"benchmark delegation twice", bench + "delegations:\n  - {from: a, to: b, trigger: delegate}\n  - {from: a, to: b, trigger: delegate}\n", `m.yaml:7:5 OB024 delegation "a" -> "b" is given twice | the first is at m.yaml:6:5`},
		{"benchmark overlap", bench + "permissions:\n  allow: [[a, t]]\n  restrict: [[b, t], [a, t]]\n", `m.yaml:7:22 OB026 agent "a" is both allowed and forbidden to use tool "t" | it is allowed at m.yaml:6:11`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := Read("m.yaml", []byte(tt.in))
			e, ok := errors.AsType[*InvalidError](err)
			if !ok {
				t.Fatalf("manifest %v, error %v", m, err)
			}
			var got []string
			for _, p := range e.Problems {
				line := p.Position.String() + " " + p.Code + " " + p.Message
				if p.Hint != "" {
					line += " | " + p.Hint
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// In our own format a restriction on an attached tool says what a guard must
// hold, and several mechanisms may hold one pair.
func TestReadRestrictedAccess(t *testing.T) {
	read(t, "m.yaml", "schema: obligato.manifest/v1\nworkflow: w\nentries: [A]\nagents: [{id: A}]\ntools: [{id: t}]\naccess: [{agent: A, tool: t}]\n"+
		"restrictions: [{agent: A, tool: t, enforced_by: approval}, {agent: A, tool: t, enforced_by: guardrail}]\n")
}

func TestInvalidErrorIsBounded(t *testing.T) {
	in := "schema: obligato.manifest/v1\nworkflow: w\nentries: [A]\nagents: [{id: A}]\naccess:\n" + strings.Repeat("  - {agent: B, tool: t}\n", 200)
	_, err := Read("m.yaml", []byte(in))
	e, ok := errors.AsType[*InvalidError](err)
	if !ok || len(e.Problems) != 100 || e.More != 499 {
		t.Fatalf("%d problems, %d more", len(e.Problems), e.More)
	}
	want := `m.yaml:6:5: no tool is called "t" (declare it under tools)`
	lines := strings.Split(e.Error(), "\n")
	if len(lines) != 101 || lines[100] != "and 499 more" {
		t.Errorf("%d lines, last %q", len(lines), lines[len(lines)-1])
	}
	if !strings.Contains(e.Error(), strings.Replace(want, "6:5", "6:22", 1)) {
		t.Error(lines[:3])
	}
}

// A file that is wrong in every entry is refused with the first problems, and
// says how much more is wrong.
func TestReadManyProblems(t *testing.T) {
	const head = "schema: obligato.manifest/v1\nworkflow: w\nentries: [A0]\nagents:\n"
	var unknown, dangling strings.Builder
	unknown.WriteString(head + "  - {id: A0}\n")
	dangling.WriteString(head)
	for i := range 20_000 {
		fmt.Fprintf(&unknown, "k%d: 1\n", i)
		fmt.Fprintf(&dangling, "  - {id: A%d}\n", i)
	}
	dangling.WriteString("delegations:\n")
	for i := range 20_000 {
		fmt.Fprintf(&dangling, "  - {from: B%d, to: C%d}\n", i, i)
	}
	for name, in := range map[string]string{"unknown keys": unknown.String(), "dangling names": dangling.String()} {
		_, err := Read("m.yaml", []byte(in))
		e, ok := errors.AsType[*InvalidError](err)
		if !ok || len(e.Problems) != 100 || e.More < 19_900 {
			t.Errorf("%s: %.200v", name, err)
		}
	}
}
