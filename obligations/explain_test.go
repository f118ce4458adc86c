package obligations

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExplain(t *testing.T) {
	s := derive(t, support(), Options{Orchestrators: true})
	g := s.Graph()
	tests := []struct {
		id, what, witness, never, enforcement string
		route                                 []string // the first
	}{
		{"C1:FAQ Agent", "FAQ Agent is reachable", "agent span", "named in a message", "", []string{"Triage Agent", "FAQ Agent"}},
		{"C1:Manager", "Manager is reachable", "orchestrator's code ran", "", "", []string{"Triage Agent", "Manager"}},
		{"C2:FAQ Agent->faq_lookup", "may call faq_lookup", "body ran", "denied call", "", []string{"Triage Agent", "FAQ Agent"}},
		{"C2:Writer->web_search", "may call web_search", "body ran", "do not show who called", "", []string{"Triage Agent", "Writer"}},
		{"C3:Billing Agent-x>refund", "must not use refund freely", "no body started", "absence of a call", "approval guards", []string{"Triage Agent", "Billing Agent"}},
		{"C3:FAQ Agent-x>refund", "must not use refund freely", "never held", "absence of a call", "nothing but words", []string{"Triage Agent", "FAQ Agent"}},
		{"C3:FAQ Agent-x>old_tool", "must not use old_tool", "attempted", "absence of a call", "switched off", []string{"Triage Agent", "FAQ Agent"}},
		{"C3:Triage Agent-x>faq_lookup", "must not use faq_lookup", "attempted", "absence of a call", "not attached", []string{"Triage Agent"}},
		{"C4:Triage Agent=>FAQ Agent", "may hand over to FAQ Agent", "handoff completed", "I will transfer you", "", []string{"Triage Agent"}},
		{"C4:Triage Agent=>Writer (agent_tool ask_writer)", "as the tool ask_writer", "nested run of Writer", "", "", []string{"Triage Agent"}},
		{"C4:Manager=>Worker (orchestrated)", "Code of Manager", "the code ran Worker", "", "", []string{"Triage Agent", "Manager"}},
		{"C4:FAQ Agent=>Worker (nested)", "A tool or guardrail of FAQ Agent", "the body ran Worker", "", "", []string{"Triage Agent", "FAQ Agent"}},
	}
	for _, tt := range tests {
		t.Run(tt.id, func(t *testing.T) {
			e, ok := Explain(s, g, tt.id)
			if !ok {
				t.Fatal("not explained")
			}
			for _, p := range []struct{ field, text, part string }{
				{"what", e.What, tt.what},
				{"witness", e.Witness, tt.witness},
				{"never", e.Never, tt.never},
				{"enforcement", e.Enforcement, tt.enforcement},
			} {
				if !strings.Contains(p.text, p.part) || p.text == "" != (p.part == "" && p.field == "enforcement") {
					t.Errorf("%s is %q, want it to say %q", p.field, p.text, p.part)
				}
			}
			if len(e.Routes) == 0 || cmp.Diff(tt.route, e.Routes[0]) != "" {
				t.Errorf("routes %v, want %v first", e.Routes, tt.route)
			}
			if e.Because == "" || e.Source.IsZero() || e.Next == "" {
				t.Errorf("incomplete: %+v", e)
			}
		})
	}
	for id, want := range map[string]string{
		"C1:FAQ Agent":                      "obligato generate --only ID PATH",
		"C1:Manager":                        "obligato score --traces FILES PATH",            // nothing but the program runs its code
		"C3:Billing Agent-x>refund":         "obligato score --traces FILES PATH",            // or its guards
		"C3:Triage Agent-x>faq_lookup":      "obligato generate --expose all --only ID PATH", // it may not be in the sample
		"C3:Triage Agent-x>web_search":      "",                                              // nothing shows a hosted call
		"C4:FAQ Agent=>Worker (nested)":     "obligato score --traces FILES PATH",
		"C4:Manager=>Worker (orchestrated)": "obligato score --traces FILES PATH",
	} {
		if e, _ := Explain(s, g, id); e.Next != want {
			t.Errorf("next of %s is %q, want %q", id, e.Next, want)
		}
	}
	if _, ok := Explain(s, g, "C1:Ghost"); ok {
		t.Error("an unknown id was explained")
	}
}
