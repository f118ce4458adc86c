package manifest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func at9(line int) Position { return Position{Path: "app.py", Line: line, Col: 5} }

var inConfig = Position{Path: "obligato.yaml", Line: 2, Col: 3}

// desk is a workflow in which every way to have or lack a tool occurs.
func desk() *Manifest {
	return &Manifest{
		Workflow: "desk", Entries: []string{"Triage"},
		Agents: []Agent{
			{ID: "Triage", Source: at9(1)},
			{ID: "Orders", Source: at9(2)},
			{ID: "Refunds", Source: at9(3)},
			{ID: "Plugins", Dynamic: []string{"tools"}, Source: at9(4)},
			{ID: "main.run", Kind: KindOrchestrator, Source: at9(5)},
		},
		Tools: []Tool{{ID: "refund"}, {ID: "delete"}, {ID: "lookup"}},
		Access: []Access{
			{Agent: "Orders", Tool: "refund", Source: at9(20)},
			{Agent: "Refunds", Tool: "refund", Source: at9(30)},
			{Agent: "Orders", Tool: "delete", Source: at9(21)},
			{Agent: "Refunds", Tool: "delete", Source: at9(31)},
		},
		Restrictions: []Restriction{{Agent: "Refunds", Tool: "delete", EnforcedBy: ByApproval, Reason: "needs_approval: True", Source: at9(31)}},
	}
}

func TestRestrict(t *testing.T) {
	type want struct {
		Restrictions []Restriction
		Findings     []Finding
		Unresolved   []Unresolved
	}
	guarded := desk().Restrictions[0]
	declared := func(r Restriction) Restriction { r.Origin = Declared; return r }
	pair := func(agent, tool string, by Mechanism, reason string) Restriction {
		return Restriction{Agent: agent, Tool: tool, Origin: Declared, EnforcedBy: by, Reason: reason, Source: inConfig}
	}
	unsure := Unresolved{
		What: "whether Plugins has refund", Agent: "Plugins", Source: at9(4),
		Why: "the agent's tools are not all known, and only: [Refunds] forbids this one",
	}
	tests := []struct {
		name    string
		rule    Rule
		matched bool
		want    want
	}{
		{
			name: "only", matched: true,
			rule: Rule{Tool: "refund", Only: []string{"Refunds"}, Text: "only: [Refunds]"},
			want: want{
				Restrictions: []Restriction{
					guarded,
					pair("Triage", "refund", ByAbsence, "only: [Refunds]"),
					pair("Orders", "refund", ByPrompt, "only: [Refunds]"),
					pair("Plugins", "refund", ByPrompt, "only: [Refunds]"),
				},
				Findings: []Finding{
					{Code: CodeForbidden, Level: LevelError, Message: "Orders has refund attached; only: [Refunds] forbids it", Source: at9(20)},
					{Code: CodeUndecided, Level: LevelWarning, Message: "Plugins may have refund attached, which only: [Refunds] forbids: its tools are not all known", Source: at9(4)},
				},
				Unresolved: []Unresolved{unsure},
			},
		},
		{
			name: "a guard stays what enforces, and the attachment stays a finding", matched: true,
			rule: Rule{Tool: "delete", Agent: "Refunds", Reason: "never"},
			want: want{
				Restrictions: []Restriction{declared(guarded)},
				Findings: []Finding{
					{Code: CodeForbidden, Level: LevelError, Message: "Refunds has delete attached; restrict Refunds -> delete forbids it", Source: at9(31)},
				},
			},
		},
		{
			name: "patterns", matched: true,
			rule: Rule{Tool: "loo*", Agent: "*r*s", Reason: "why"},
			want: want{Restrictions: []Restriction{
				guarded, pair("Orders", "lookup", ByAbsence, "why"),
			}},
		},
		{
			name: "an orchestrator is meant by name alone", matched: true,
			rule: Rule{Tool: "lookup", Agent: "main.run"},
			want: want{Restrictions: []Restriction{guarded, pair("main.run", "lookup", ByAbsence, "restrict main.run -> lookup")}},
		},
		{
			name: "approval that is there, and one that is not", matched: true,
			rule: Rule{Tool: "delete", Require: ByApproval},
			want: want{
				Restrictions: []Restriction{guarded, pair("Orders", "delete", ByPrompt, "require: approval")},
				Findings: []Finding{
					{Code: CodeUnguarded, Level: LevelError, Message: "Orders has delete attached without an approval; require: approval asks for it", Source: at9(21)},
					{Code: CodeUndecided, Level: LevelWarning, Message: "Plugins may have delete attached, for which require: approval asks: its tools are not all known", Source: at9(4)},
				},
				Unresolved: []Unresolved{{
					What: "whether Plugins has delete", Agent: "Plugins", Source: at9(4),
					Why: "the agent's tools are not all known, and require: approval asks for it on this one",
				}},
			},
		},
		{
			name: "an unknown agent is an error",
			rule: Rule{Tool: "lookup", Agent: "Triag"},
			want: want{Restrictions: []Restriction{guarded}, Findings: []Finding{
				{Code: CodeNoSuchName, Level: LevelError, Message: `restrict Triag -> lookup: no agent is called "Triag"; did you mean "Triage"?`, Source: inConfig},
			}},
		},
		{
			name: "an unknown tool may be among those that are not known",
			rule: Rule{Tool: "refnd", Agent: "Triage"},
			want: want{Restrictions: []Restriction{guarded}, Findings: []Finding{
				{Code: CodeNoSuchName, Level: LevelWarning, Message: `restrict Triage -> refnd: no tool is called "refnd"; did you mean "refund"?; the tools of 1 of 5 agents are not all known`, Source: inConfig},
			}},
		},
		{
			name: "a shared rule may be about other workflows",
			rule: Rule{Tool: "other", Only: []string{"Nobody"}, Shared: true},
			want: want{
				Restrictions: []Restriction{guarded},
				Findings: []Finding{
					{Code: CodeUndecided, Level: LevelWarning, Message: "Plugins may have other attached, which only: [Nobody] forbids: its tools are not all known", Source: at9(4)},
				},
				Unresolved: []Unresolved{{
					What: "whether Plugins has other", Agent: "Plugins", Source: at9(4),
					Why: "the agent's tools are not all known, and only: [Nobody] forbids this one",
				}},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := desk()
			tt.rule.Source = inConfig
			matched := Restrict(m, []Rule{tt.rule})
			if matched[0] != tt.matched {
				t.Errorf("matched %v, want %v", matched[0], tt.matched)
			}
			got := want{m.Restrictions, m.Findings, m.Unresolved}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			for _, p := range Validate(m) {
				t.Errorf("invalid: %v", p)
			}
			once, err := Encode(m, FormatYAML)
			if err != nil {
				t.Fatal(err)
			}
			Restrict(m, []Rule{tt.rule})
			twice, err := Encode(m, FormatYAML)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(once), string(twice)); diff != "" {
				t.Errorf("folding twice differs:\n%s", diff)
			}
		})
	}
}

func TestRestrictMarksTools(t *testing.T) {
	m := desk()
	Restrict(m, []Rule{{Tool: "re*", Effects: EffectsWrite, Sensitive: true}})
	want := []Tool{{ID: "refund", Effects: EffectsWrite, Sensitive: true}, {ID: "delete"}, {ID: "lookup"}}
	if diff := cmp.Diff(want, m.Tools); diff != "" {
		t.Error(diff)
	}
}

// TestRestrictSwitchedOff: a tool that the source keeps from the agent is not
// attached, so that a rule against it is kept.
func TestRestrictSwitchedOff(t *testing.T) {
	for _, by := range []Mechanism{ByDisabled, ByFilter} {
		m := desk()
		m.Restrictions = append(m.Restrictions, Restriction{Agent: "Orders", Tool: "refund", EnforcedBy: by})
		Restrict(m, []Rule{{Tool: "refund", Agent: "Orders"}, {Tool: "refund", Require: ByApproval, Shared: true}})
		for _, f := range m.Findings {
			if f.Source == at9(20) {
				t.Errorf("%s: %v", by, f)
			}
		}
	}
}

func TestRestrictBoundsPairs(t *testing.T) {
	m := &Manifest{Workflow: "w"}
	for i := range 600 {
		name := string(rune('a'+i%26)) + string(rune('a'+i/26))
		m.Agents = append(m.Agents, Agent{ID: name})
		m.Tools = append(m.Tools, Tool{ID: name})
	}
	Restrict(m, []Rule{{Tool: "*", OnlyNamed: true}})
	if len(m.Restrictions) != MaxDeclaredPairs {
		t.Errorf("%d restrictions, want %d", len(m.Restrictions), MaxDeclaredPairs)
	}
	if len(m.Findings) != 1 || m.Findings[0].Code != CodeTooWide {
		t.Errorf("findings %v, want %s", m.Findings, CodeTooWide)
	}
}

// TestRestrictFits holds that what rules make at most can still be written:
// many agents whose tools are not known, and rules with long lists of names.
func TestRestrictFits(t *testing.T) {
	m := &Manifest{Workflow: "w", Entries: []string{"a0"}}
	for i := range 600 {
		m.Agents = append(m.Agents, Agent{ID: fmt.Sprintf("a%d", i), Dynamic: []string{"tools"}, Source: at9(i + 1)})
		m.Tools = append(m.Tools, Tool{ID: fmt.Sprintf("t%d", i)})
	}
	only := []string{"a0"}
	for range 50 {
		only = append(only, strings.Repeat("é", 500)+"*")
	}
	Restrict(m, []Rule{{Tool: "*", Only: only, Source: inConfig}})
	m.Normalize()
	data, err := Encode(m, FormatYAML)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Read("m.yaml", data); err != nil {
		t.Error(err)
	}
	if most := 32 << 20; len(data) > most {
		t.Errorf("%d bytes, want at most %d", len(data), most)
	}
}

func TestMatchName(t *testing.T) {
	tests := []struct {
		pattern, name string
		want          bool
	}{
		{"", "", true},
		{"", "a", false},
		{"*", "", true},
		{"a*c", "abbc", true},
		{"a*c", "abbd", false},
		{"*Agent", "Order Agent", true},
		{"*a*b*", "xxaxxbxx", true},
		{"?", "é", true},
		{"a[b]", "a[b]", true},
		{"A", "a", false},
	}
	for _, tt := range tests {
		if got := MatchName(tt.pattern, tt.name); got != tt.want {
			t.Errorf("MatchName(%q, %q) = %v, want %v", tt.pattern, tt.name, got, tt.want)
		}
	}
}

// TestMatchNameTellsWhatItIsMadeOf builds a name from a pattern.
func TestMatchNameTellsWhatItIsMadeOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern, name := "", ""
		for range rapid.IntRange(0, 8).Draw(t, "parts") {
			piece := rapid.StringMatching(`[a-c ]{0,3}`).Draw(t, "piece")
			switch rapid.IntRange(0, 2).Draw(t, "kind") {
			case 0:
				pattern, name = pattern+piece, name+piece
			case 1:
				pattern, name = pattern+"*", name+piece
			case 2:
				pattern, name = pattern+"?", name+"x"
			}
		}
		if !MatchName(pattern, name) {
			t.Fatalf("%q does not match %q", pattern, name)
		}
	})
}

// A tool that a workflow does not name may still be among the tools of an agent
// that are not known, so that a rule for several workflows is undecided there.
func TestRestrictUnknownTools(t *testing.T) {
	m := &Manifest{
		Workflow: "b", Entries: []string{"Orders"},
		Agents: []Agent{{ID: "Orders", Dynamic: []string{"tools"}, Source: at9(1)}, {ID: "Refunds", Source: at9(2)}},
	}
	rules := []Rule{
		{Tool: "refund", Only: []string{"Refunds"}, Text: "only: [Refunds]", Source: inConfig, Shared: true},
		{Tool: "delete_*", Require: ByApproval, Source: inConfig, Shared: true},
	}
	for range 2 { // folding twice changes nothing
		Restrict(m, rules)
		var got []string
		for _, f := range m.Findings {
			got = append(got, f.Code+" "+f.Message)
		}
		want := []string{
			CodeUndecided + " Orders may have refund attached, which only: [Refunds] forbids: its tools are not all known",
			CodeUndecided + " Orders may have delete_* attached, for which require: approval asks: its tools are not all known",
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("findings (-want +got):\n%s", d)
		}
		if len(m.Unresolved) != 2 || len(m.Restrictions) != 0 {
			t.Errorf("unresolved %v, restrictions %v; want two places and no pair of a tool that is not there", m.Unresolved, m.Restrictions)
		}
	}
}

// What cannot be decided is bounded as what is restricted.
func TestRestrictBoundsUnknownTools(t *testing.T) {
	m := &Manifest{Workflow: "w"}
	for i := range 200 {
		m.Agents = append(m.Agents, Agent{ID: fmt.Sprintf("a%d", i), Dynamic: []string{"tools"}, Source: at9(i + 1)})
		m.Tools = append(m.Tools, Tool{ID: fmt.Sprintf("t%d", i)})
	}
	Restrict(m, []Rule{{Tool: "*", Require: ByApproval, Source: inConfig}})
	if len(m.Unresolved) != MaxDeclaredPairs || m.Findings[len(m.Findings)-1].Code != CodeTooWide {
		t.Errorf("%d places and %v last, want %d and %s", len(m.Unresolved), m.Findings[len(m.Findings)-1], MaxDeclaredPairs, CodeTooWide)
	}
}

// What one part of a rule permits is not the reason that another part gives.
func TestRestrictReasons(t *testing.T) {
	m := desk()
	Restrict(m, []Rule{{Tool: "refund", Only: []string{"Refunds", "Orders", "Plugins"}, Require: ByApproval, Text: "only: [Refunds, Orders, Plugins]", Source: inConfig}})
	for _, r := range m.Restrictions {
		if r.Tool == "refund" && r.Agent == "Refunds" && r.Reason != "require: approval" {
			t.Errorf("the reason of a permitted agent is %q, want the guard that is missing", r.Reason)
		}
	}
}
