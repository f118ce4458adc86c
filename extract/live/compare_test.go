package live_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/live"
	"github.com/obligato-dev/obligato/extract/manifest"
)

var empty = &manifest.Manifest{Workflow: "w"}

func at(line int) manifest.Position { return manifest.Position{Path: "a.py", Line: line, Col: 1} }

func place(line int) live.Place {
	return live.Place{Position: manifest.Position{Path: "a.py", Line: line}}
}

// module is a.py, imported whole, with a function on the lines 50 to 59, a
// main guard on 60 to 69.
func module() live.Module {
	return live.Module{Path: "a.py", Name: "a", Scopes: []live.Scope{
		{Kind: live.ScopeFunction, First: 50, Last: 59},
		{Kind: live.ScopeMain, First: 60, Last: 69},
		{Kind: live.ScopeBranch, First: 70, Last: 79},
	}}
}

// both sides of a small workflow that agree.
func sides() (*manifest.Manifest, *live.Seen) {
	static := &manifest.Manifest{
		Workflow: "w", Entries: []string{"A"},
		Agents: []manifest.Agent{
			{ID: "A", Instructions: "x", Source: at(10)},
			{ID: "B", Source: at(20)},
			{ID: "code", Kind: manifest.KindOrchestrator, Source: at(50)},
		},
		Tools: []manifest.Tool{{ID: "t", Kind: manifest.ToolFunction, Description: "d", Parameters: map[string]any{"a": 1.0, "b": []any{}}, Source: at(5)}},
		Access: []manifest.Access{
			{Agent: "A", Tool: "t", Source: at(11)},
		},
		Delegations: []manifest.Delegation{
			{From: "A", To: "B", Source: at(12)}, {From: "code", To: "A", Kind: manifest.Orchestrated, Source: at(51)},
		},
	}
	seen := &live.Seen{
		Python: "3", SDK: manifest.Component{Name: "openai-agents", Version: "1"}, Modules: []live.Module{module()},
		Agents: []live.Agent{
			{Key: "a", Name: "A", Instructions: "x", Place: place(10), Tools: []string{"t"}, Handoffs: []live.Handoff{{To: "b", Enabled: live.On}}},
			{Key: "b", Name: "B", Place: place(20)},
		},
		Tools: []live.Tool{{
			Key: "t", Name: "t", Names: []string{"FunctionTool"}, Function: "a.t", Description: "d",
			Parameters: map[string]any{"b": []any{}, "a": 1.0}, Enabled: live.On, Approval: live.Off, Place: place(5),
		}},
	}
	return static, seen
}

func TestCompare(t *testing.T) {
	tests := []struct {
		name   string
		change func(*manifest.Manifest, *live.Seen)
		want   []string
	}{
		{"equal", func(*manifest.Manifest, *live.Seen) {}, nil},
		{"agent on a condition", func(m *manifest.Manifest, _ *live.Seen) {
			m.Agents = append(m.Agents, manifest.Agent{ID: "C", Certainty: manifest.OnCondition, Source: at(71)})
			m.Delegations = append(m.Delegations, manifest.Delegation{From: "A", To: "C", Source: at(72)})
		}, []string{"a.py:71:1: agent C: source only (conditional)"}},
		{"agent in a function", func(m *manifest.Manifest, _ *live.Seen) {
			m.Agents = append(m.Agents, manifest.Agent{ID: "C", Certainty: manifest.Assumed, Source: at(55)})
		}, []string{"a.py:55:1: agent C: source only (built in a function)"}},
		{"agent in a function that ran", func(m *manifest.Manifest, s *live.Seen) {
			m.Agents = append(m.Agents, manifest.Agent{ID: "C", Source: at(55)})
			s.Agents = append(s.Agents, live.Agent{Key: "d", Name: "D", Place: place(55)})
		}, []string{
			"a.py:55: agent D: running program only (static limit)",
			"a.py:55:1: agent C: source only (static limit)",
		}},
		{"agent under the main guard", func(m *manifest.Manifest, _ *live.Seen) {
			m.Agents = append(m.Agents, manifest.Agent{ID: "C", Source: at(61)})
		}, []string{"a.py:61:1: agent C: source only (built in a function)"}},
		{"agent by assumption", func(m *manifest.Manifest, _ *live.Seen) {
			m.Agents = append(m.Agents, manifest.Agent{ID: "C", Certainty: manifest.Assumed, Source: at(30)})
		}, []string{"a.py:30:1: agent C: source only (assumed)"}},
		{"agent that is not there", func(m *manifest.Manifest, _ *live.Seen) {
			m.Agents = append(m.Agents, manifest.Agent{ID: "C", Source: at(30)})
		}, []string{"a.py:30:1: agent C: source only (static limit)"}},
		{"agent of the overlay", func(m *manifest.Manifest, _ *live.Seen) {
			m.Agents = append(m.Agents, manifest.Agent{ID: "C", Derived: manifest.FromOverlay})
			m.Access = append(m.Access, manifest.Access{Agent: "B", Tool: "t", Derived: manifest.FromOverlay})
			m.Delegations = append(m.Delegations, manifest.Delegation{From: "B", To: "A", Derived: manifest.FromOverlay})
		}, nil},
		{"agent after a failed import", func(m *manifest.Manifest, s *live.Seen) {
			m.Agents = append(m.Agents, manifest.Agent{ID: "C", Source: at(30)}, manifest.Agent{ID: "D", Source: at(24)})
			fail(s, 25, false)
		}, []string{
			"a.py:24:1: agent D: source only (static limit)",
			"a.py:30:1: agent C: source only (import failed)",
		}},
		{"agent of a file that does not parse", func(m *manifest.Manifest, s *live.Seen) {
			m.Agents = append(m.Agents, manifest.Agent{ID: "D", Source: at(24)})
			fail(s, 25, true)
		}, []string{"a.py:24:1: agent D: source only (import failed)"}},
		{"agent of a file that is not imported", func(m *manifest.Manifest, _ *live.Seen) {
			m.Agents = append(m.Agents, manifest.Agent{ID: "C", Source: manifest.Position{Path: "b.ipynb", Line: 1}})
		}, []string{"b.ipynb:1: agent C: source only (import failed)"}},
		{"agent that the source leaves open", func(m *manifest.Manifest, s *live.Seen) {
			m.Unresolved = []manifest.Unresolved{{What: "name of an agent", Source: at(30)}}
			s.Agents = append(s.Agents, live.Agent{Key: "c", Name: "C", Place: place(30), Handoffs: []live.Handoff{{To: "a"}}})
		}, []string{"a.py:30: agent C: running program only (dynamic)"}},
		{"agent of an installed package", func(_ *manifest.Manifest, s *live.Seen) {
			s.Agents = append(s.Agents, live.Agent{Key: "c", Name: "C"})
		}, []string{": agent C: running program only (outside the sources)"}},
		{"tool in an open list", func(m *manifest.Manifest, s *live.Seen) {
			m.Agents[0].Dynamic = []string{"tools"}
			s.Tools = append(s.Tools, live.Tool{Key: "u", Name: "u", Names: []string{"FunctionTool"}, Place: place(6)})
			s.Agents[0].Tools = append(s.Agents[0].Tools, "u")
		}, []string{
			"a.py:6: tool u: running program only (dynamic)",
			"a.py:10:1: access A -> u: running program only (dynamic)",
		}},
		{"tool that was missed", func(_ *manifest.Manifest, s *live.Seen) {
			s.Agents[1].Tools = []string{"t"}
		}, []string{"a.py:20:1: access B -> t: running program only (static limit)"}},
		{"tool on a condition, switched off", func(m *manifest.Manifest, s *live.Seen) {
			m.Access[0].How, m.Access[0].Certainty = manifest.Conditional, manifest.OnCondition
			s.Tools[0].Enabled = live.Off
		}, []string{
			"a.py:10:1: restriction A -x> t by disabled: running program only (conditional)",
			"a.py:11:1: access A -> t: source only (conditional)",
		}},
		{"approval that was missed", func(_ *manifest.Manifest, s *live.Seen) {
			s.Tools[0].Approval = live.ByProgram
		}, []string{"a.py:10:1: restriction A -x> t by approval: running program only (static limit)"}},
		{"approval that is not there", func(m *manifest.Manifest, _ *live.Seen) {
			m.Restrictions = []manifest.Restriction{
				{Agent: "A", Tool: "t", EnforcedBy: manifest.ByApproval, Reason: "needs_approval: True", Source: at(11)},
				{Agent: "B", Tool: "t", EnforcedBy: manifest.ByPolicy, Reason: "declared by hand"},
			}
		}, []string{"a.py:11:1: restriction A -x> t by approval: source only (static limit)"}},
		{"texts", func(m *manifest.Manifest, _ *live.Seen) {
			m.Agents[0].Instructions = "y"
			m.Agents[1].Instructions, m.Agents[1].Dynamic = "z", []string{"instructions"}
			m.Tools[0].Description = ""
		}, []string{
			`a.py:5:1: description of tool t: otherwise (static limit): source nothing, running program "d"`,
			`a.py:10:1: instructions of agent A: otherwise (static limit): source "y", running program "x"`,
			`a.py:20:1: instructions of agent B: otherwise (dynamic): source "z", running program nothing`,
		}},
		{"a text of the SDK", func(m *manifest.Manifest, s *live.Seen) {
			m.Agents[0].Instructions, s.Agents[0].Instructions = "[SDK handoff prompt: words.] Go.", "# System\nmany words Go."
			m.Agents[1].Instructions, s.Agents[1].Instructions = "[SDK handoff prompt: words.] Go.", "# System\nmany words Stop."
		}, []string{
			`a.py:10:1: instructions of agent A: otherwise (text of the SDK): source "[SDK handoff prompt: words.] Go.", running program "# System\nmany words Go."`,
			`a.py:20:1: instructions of agent B: otherwise (static limit): source "[SDK handoff prompt: words.] Go.", running program "# System\nmany words Stop."`,
		}},
		{"a schema", func(m *manifest.Manifest, _ *live.Seen) {
			m.Tools[0].Parameters = map[string]any{"a": 2.0, "b": []any{}}
		}, []string{`a.py:5:1: parameters of tool t: otherwise (static limit): source "{\"a\":2,\"b\":[]}", running program "{\"a\":1,\"b\":[]}"`}},
		{"a handoff under another name", func(_ *manifest.Manifest, s *live.Seen) {
			s.Agents[0].Handoffs[0].ToolName = "to_b"
		}, []string{`a.py:12:1: tool name of handoff A => B: otherwise (static limit): source "transfer_to_b", running program "to_b"`}},
		{"a handoff under its default name", func(_ *manifest.Manifest, s *live.Seen) {
			s.Agents[0].Handoffs[0].ToolName = "transfer_to_b"
		}, nil},
		{"a handoff that was missed, and one that is not there", func(m *manifest.Manifest, s *live.Seen) {
			s.Agents[1].Handoffs = []live.Handoff{{To: "a", Enabled: live.On}}
			m.Delegations = append(m.Delegations, manifest.Delegation{From: "B", To: "B", Source: at(21), Certainty: manifest.OnCondition})
		}, []string{
			"a.py:20:1: handoff B => A: running program only (static limit)",
			"a.py:21:1: handoff B => B: source only (conditional)",
		}},
		{"agents of one name are told apart by symbol and line", func(m *manifest.Manifest, s *live.Seen) {
			m.Agents = append(m.Agents,
				manifest.Agent{ID: "S@a.one", Name: "S", Instructions: "1", Source: at(30)},
				manifest.Agent{ID: "S@a.two", Name: "S", Instructions: "2", Source: at(30)},
				manifest.Agent{ID: "S@a.three", Name: "S", Instructions: "3", Source: at(31)})
			s.Agents = append(s.Agents,
				live.Agent{Key: "3", Name: "S", Instructions: "3", Place: place(31)},
				live.Agent{Key: "2", Name: "S", Instructions: "2", Symbol: "a.two", Place: place(30)},
				live.Agent{Key: "1", Name: "S", Instructions: "1", Symbol: "a.one", Place: place(30)})
		}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			static, seen := sides()
			test.change(static, seen)
			var got []string
			for _, d := range live.Compare(static, live.Align(seen, static), seen.Circumstances()) {
				got = append(got, d.Source.String()+": "+d.String())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func fail(s *live.Seen, line int, nothing bool) {
	s.Modules[0].Error = &live.ImportError{Message: "E", Place: place(line), Nothing: nothing}
}

func TestMerge(t *testing.T) {
	static, seen := sides()
	static.Extractor = &manifest.Component{Name: "python", Version: "1"}
	static.Agents[0].Dynamic = []string{"instructions", "tools"}
	static.Agents[1].Dynamic = []string{"handoffs", "tools"}
	static.Access[0].Condition = "is it?"
	static.Unresolved = []manifest.Unresolved{
		{What: "tools of A", Why: "a list from elsewhere", Agent: "A", Source: at(11)},
		{What: "handoffs of B", Why: "in a function", Agent: "B", Source: at(55)},
		{What: "tools of B", Why: "a server", Agent: "B", Source: at(21)},
	}
	seen.Agents[0].Instructions = "live"
	seen.Agents[1].Servers = []live.Server{{Class: "MCPServerStdio", Name: "s"}}
	seen.Agents[0].Tools = append(seen.Agents[0].Tools, "u")
	seen.Tools = append(seen.Tools, live.Tool{Key: "u", Name: "u", Names: []string{"FunctionTool"}, Place: place(6), Description: "new"})
	seen.Notes = []live.Note{{Kind: "run", Message: "ran", Place: place(40)}, {Kind: "network", Message: "net"}, {Kind: "network", Message: "net"}}
	before, err := manifest.Encode(static, manifest.FormatJSON)
	if err != nil {
		t.Fatal(err)
	}
	m := live.Merge(static, seen)
	if after, err := manifest.Encode(static, manifest.FormatJSON); err != nil || string(before) != string(after) {
		t.Errorf("the static manifest was changed: %v", err)
	}
	for _, p := range manifest.Validate(m) {
		t.Errorf("not valid: %s", p.Message)
	}
	a, _ := m.Agent("A")
	b, _ := m.Agent("B")
	u, found := m.Tool("u")
	if a.Instructions != "live" || a.Source != at(10) || !found || u.Derived != manifest.FromLive {
		t.Errorf("merged wrongly: %+v, %+v", a, u)
	}
	if diff := cmp.Diff([]string{"instructions"}, a.Dynamic); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"handoffs", "tools"}, b.Dynamic); diff != "" {
		t.Error(diff)
	}
	if m.Access[0].Condition != "is it?" || len(m.Access) != 2 || len(m.Delegations) != 2 {
		t.Errorf("edges: %+v %+v", m.Access, m.Delegations)
	}
	var open, codes []string
	for _, u := range m.Unresolved {
		open = append(open, u.What)
	}
	for _, f := range m.Findings {
		codes = append(codes, f.Code)
	}
	if diff := cmp.Diff([]string{"tools of B", "handoffs of B"}, open); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff("OB249 OB242 OB242 OB242 OB242 OB248", strings.Join(codes, " ")); diff != "" {
		t.Error(diff, m.Findings)
	}
	if m.SDK.Version != "1" || m.Extractor.Name != "python+live" {
		t.Errorf("made by %+v with %+v", m.Extractor, m.SDK)
	}
}
