package obligations

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
)

func TestDerive(t *testing.T) {
	declared := []string{
		"C3:Billing Agent-x>refund", "C3:FAQ Agent-x>old_tool", "C3:FAQ Agent-x>refund", "C3:Triage Agent-x>refund",
	}
	plain := map[Criterion][]string{
		C1: {"C1:Billing Agent", "C1:FAQ Agent", "C1:Triage Agent", "C1:Worker", "C1:Writer"},
		C2: {"C2:Billing Agent->refund", "C2:FAQ Agent->faq_lookup", "C2:FAQ Agent->refund", "C2:Writer->web_search"},
		C3: {
			"C3:Billing Agent-x>refund", "C3:FAQ Agent-x>old_tool", "C3:FAQ Agent-x>refund", "C3:FAQ Agent-x>web_search",
			"C3:Triage Agent-x>faq_lookup", "C3:Triage Agent-x>old_tool", "C3:Triage Agent-x>refund", "C3:Triage Agent-x>web_search",
			"C3:Worker-x>faq_lookup", "C3:Worker-x>old_tool", "C3:Worker-x>refund", "C3:Worker-x>web_search",
			"C3:Writer-x>faq_lookup", "C3:Writer-x>old_tool", "C3:Writer-x>refund",
		},
		C4: {
			"C4:FAQ Agent=>Worker (nested)", "C4:Triage Agent=>Billing Agent", "C4:Triage Agent=>FAQ Agent",
			"C4:Triage Agent=>Writer (agent_tool ask_writer)",
		},
	}
	orchestrated := map[Criterion][]string{
		C1: {"C1:Billing Agent", "C1:FAQ Agent", "C1:Manager", "C1:Triage Agent", "C1:Worker", "C1:Writer"},
		C2: plain[C2], C3: plain[C3],
		C4: {
			"C4:FAQ Agent=>Worker (nested)", "C4:Manager=>Worker (orchestrated)", "C4:Triage Agent=>Billing Agent", "C4:Triage Agent=>FAQ Agent",
			"C4:Triage Agent=>Manager (nested)", "C4:Triage Agent=>Writer (agent_tool ask_writer)",
		},
	}
	tests := []struct {
		name    string
		options Options
		want    map[Criterion][]string
	}{
		{"complement", Options{}, plain},
		{"declared", Options{Restrict: DeclaredOnly}, map[Criterion][]string{C1: plain[C1], C2: plain[C2], C3: declared, C4: plain[C4]}},
		{"orchestrators", Options{Orchestrators: true}, orchestrated},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := derive(t, support(), tt.options)
			got := map[Criterion][]string{}
			for _, c := range Criteria {
				got[c] = ids(s, c)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("obligations (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{"Orphan"}, s.Unreachable); diff != "" {
				t.Errorf("unreachable (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{"Checker"}, s.Guardrails); diff != "" {
				t.Errorf("guardrails (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDeriveSaysWhy(t *testing.T) {
	s := derive(t, support(), Options{Orchestrators: true})
	approval, prompt, absence := manifest.ByApproval, manifest.ByPrompt, manifest.ByAbsence
	want := []Obligation{
		{ID: "C1:Triage Agent", Criterion: C1, Agent: "Triage Agent", Kind: "agent", Because: "entry of the workflow (literal)", Source: at(1)},
		{ID: "C1:Worker", Criterion: C1, Agent: "Worker", Kind: "agent", Because: "reached from FAQ Agent", Source: at(6)},
		{ID: "C1:Manager", Criterion: C1, Agent: "Manager", Kind: "orchestrator", Because: "reached from Triage Agent", Source: at(5)},
		{
			ID: "C2:Billing Agent->refund", Criterion: C2, Agent: "Billing Agent", Tool: "refund", Kind: "function", Sensitive: true,
			Because: "tool attached to Billing Agent if verified", Source: at(23),
		},
		{
			ID: "C2:Writer->web_search", Criterion: C2, Agent: "Writer", Tool: "web_search", Kind: "hosted",
			Because: "tool attached to Writer; hosted tool: not observable in exported spans", Source: at(4),
		},
		{
			ID: "C3:Billing Agent-x>refund", Criterion: C3, Agent: "Billing Agent", Tool: "refund", Kind: "function", Sensitive: true,
			Class: ClassCode, EnforcedBy: approval, Origin: manifest.Declared, Because: "restricted by an approval", Source: at(30),
		},
		{
			ID: "C3:FAQ Agent-x>refund", Criterion: C3, Agent: "FAQ Agent", Tool: "refund", Kind: "function", Sensitive: true,
			Class: ClassPrompt, EnforcedBy: prompt, Origin: manifest.Declared,
			Because: "restricted by words alone: only Billing Agent refunds; the tool is attached all the same", Source: at(31),
		},
		{
			ID: "C3:FAQ Agent-x>old_tool", Criterion: C3, Agent: "FAQ Agent", Tool: "old_tool", Kind: "function",
			Class: ClassAbsence, EnforcedBy: manifest.ByDisabled, Origin: manifest.Declared, Because: "restricted by is_enabled=False", Source: at(32),
		},
		{
			ID: "C3:Triage Agent-x>refund", Criterion: C3, Agent: "Triage Agent", Tool: "refund", Kind: "function", Sensitive: true,
			Class: ClassAbsence, EnforcedBy: absence, Origin: manifest.Declared, Because: "restricted and not attached", Source: at(33),
		},
		{
			ID: "C3:Writer-x>refund", Criterion: C3, Agent: "Writer", Tool: "refund", Kind: "function", Sensitive: true,
			Class: ClassAbsence, EnforcedBy: absence, Origin: manifest.Derived, Because: "not among the tools of Writer", Source: at(4),
		},
		{
			ID: "C4:Triage Agent=>Billing Agent", Criterion: C4, From: "Triage Agent", To: "Billing Agent", Kind: "handoff", ToolName: "transfer_to_billing_agent",
			Because: "handoff as transfer_to_billing_agent; also as escalate if angry at app.py:42:1", Source: at(41),
		},
		{
			ID: "C4:Triage Agent=>Writer (agent_tool ask_writer)", Criterion: C4, From: "Triage Agent", To: "Writer", Kind: "agent_tool", ToolName: "ask_writer",
			Because: "agent offered as the tool ask_writer", Source: at(43),
		},
		{
			ID: "C4:Manager=>Worker (orchestrated)", Criterion: C4, From: "Manager", To: "Worker", Kind: "orchestrated",
			Because: "code of Manager runs the agent", Source: at(45),
		},
	}
	for _, w := range want {
		got, ok := s.Lookup(w.ID)
		if diff := cmp.Diff(w, got); !ok || diff != "" {
			t.Errorf("%s (-want +got):\n%s", w.ID, diff)
		}
	}
	for _, o := range s.Obligations {
		if o.Because == "" || o.Source.IsZero() {
			t.Errorf("%s says not why or where: %+v", o.ID, o)
		}
	}
}

func TestDeriveWithNothingToMeasure(t *testing.T) {
	tests := []struct {
		name   string
		m      *manifest.Manifest
		reason string
	}{
		{"no manifest", nil, "no manifest"},
		{"empty", &manifest.Manifest{}, "no agents"},
		{"no entry", &manifest.Manifest{Agents: []manifest.Agent{{ID: "A"}}}, "no entry"},
		{"unknown entry", &manifest.Manifest{Entries: []string{"B"}, Agents: []manifest.Agent{{ID: "A"}}}, "reach no agent"},
		{"guardrail entry", &manifest.Manifest{Entries: []string{"A"}, Agents: []manifest.Agent{{ID: "A", Kind: manifest.KindGuardrail}}}, "reach no agent"},
		{"orchestrator alone", &manifest.Manifest{Entries: []string{"A"}, Agents: []manifest.Agent{{ID: "A", Kind: manifest.KindOrchestrator}}}, "orchestrators"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Derive(tt.m, Options{})
			if s != nil || !errors.Is(err, ErrNone) || !strings.Contains(err.Error(), tt.reason) {
				t.Fatalf("Derive = %v, %v; want ErrNone with %q", s, err, tt.reason)
			}
			if n, ok := errors.AsType[*NoneError](err); !ok || n.Hint == "" {
				t.Errorf("%v has no hint", err)
			}
		})
	}
}

func TestDeriveRefusesUnknownOptions(t *testing.T) {
	for _, o := range []Options{{Restrict: "all"}, {View: "essay"}} {
		if s, err := Derive(support(), o); err == nil || errors.Is(err, ErrNone) {
			t.Errorf("Derive(%+v) = %v, %v; want an error about the option", o, s, err)
		}
	}
}

func TestDeriveDoesNotDependOnOrder(t *testing.T) {
	want := derive(t, support(), Options{Orchestrators: true})
	m := support()
	slices.Reverse(m.Agents)
	slices.Reverse(m.Tools)
	slices.Reverse(m.Access)
	slices.Reverse(m.Restrictions)
	slices.Reverse(m.Delegations)
	got := derive(t, m, Options{Orchestrators: true})
	if diff := cmp.Diff(want.Obligations, got.Obligations); diff != "" || got.Digest != want.Digest {
		t.Errorf("reversed lists change the set, digest %s and %s (-want +got):\n%s", want.Digest, got.Digest, diff)
	}
}

func TestDigestTellsSetsApart(t *testing.T) {
	changed := support()
	changed.Delegations = changed.Delegations[1:]
	worded := support()
	worded.Agents[0].Instructions = "Be kind."
	same := derive(t, support(), Options{}).Digest
	tests := []struct {
		name  string
		m     *manifest.Manifest
		o     Options
		equal bool
	}{
		{"defaults spelt out", support(), Options{Restrict: Complement}, true},
		{"instructions", worded, Options{}, true},
		{"structure", changed, Options{}, false},
		{"restrict", support(), Options{Restrict: DeclaredOnly}, false},
		{"orchestrators", support(), Options{Orchestrators: true}, false},
		{"view", support(), Options{View: ViewPaper}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := derive(t, tt.m, tt.o).Digest; (got == same) != tt.equal {
				t.Errorf("digest %s against %s, want equal: %v", got, same, tt.equal)
			}
		})
	}
	implied := derive(t, support(), Options{View: ViewPaper}).Digest
	if said := derive(t, support(), Options{View: ViewPaper, Orchestrators: true}).Digest; said != implied {
		t.Errorf("the paper view implies orchestrators, yet the digests are %s and %s", implied, said)
	}
}

func TestRestrictionsOfOnePairAreOneObligation(t *testing.T) {
	m := &manifest.Manifest{
		Entries: []string{"A"}, Agents: []manifest.Agent{{ID: "A", Source: at(1)}}, Tools: []manifest.Tool{{ID: "t"}},
		Access: []manifest.Access{{Agent: "A", Tool: "t"}, {Agent: "A", Tool: "t", How: manifest.Conditional, Condition: "x"}},
		Restrictions: []manifest.Restriction{
			{Agent: "A", Tool: "t", EnforcedBy: manifest.ByPrompt, Source: at(3)},
			{Agent: "A", Tool: "t", EnforcedBy: manifest.ByAbsence, Source: at(2)},
			{Agent: "A", Tool: "t", EnforcedBy: manifest.ByGuardrail, Source: at(4)},
		},
	}
	s := derive(t, m, Options{})
	want := Obligation{
		ID: "C3:A-x>t", Criterion: C3, Agent: "A", Tool: "t", Kind: "function", Class: ClassCode, EnforcedBy: manifest.ByGuardrail,
		Origin: manifest.Declared, Because: "restricted by a guardrail; also by prompt", Source: at(4),
	}
	if got, _ := s.Lookup("C3:A-x>t"); cmp.Diff(want, got) != "" {
		t.Errorf("(-want +got):\n%s", cmp.Diff(want, got))
	}
	if got, _ := s.Lookup("C2:A->t"); got.Because != "tool attached to A, at 2 places" {
		t.Errorf("C2 because %q", got.Because)
	}
}

func TestRepresentatives(t *testing.T) {
	var got []string
	for _, o := range Representatives(derive(t, support(), Options{})) {
		got = append(got, o.ID)
	}
	want := []string{
		"C3:FAQ Agent-x>old_tool", "C3:FAQ Agent-x>web_search", "C3:Triage Agent-x>faq_lookup", "C3:Triage Agent-x>web_search",
		"C3:Worker-x>faq_lookup", "C3:Worker-x>web_search", "C3:Writer-x>faq_lookup",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
