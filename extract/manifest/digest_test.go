package manifest

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func digests(t interface{ Fatal(...any) }, m *Manifest) DigestPair {
	d, err := Digests(m)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDigestsIgnoreOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawManifest().Draw(t, "manifest")
		want := digests(t, m)
		if got := digests(t, shuffle(t, m)); got != want {
			t.Fatal("order shows in a digest")
		}
		if want.Structure == want.Behaviour || !strings.HasPrefix(want.Structure, "sha256:") || len(want.Structure) != 71 {
			t.Fatal(want)
		}
	})
}

// Each change belongs to structure, to behaviour, to both, or to neither.
func TestDigestsChange(t *testing.T) {
	const structure, behaviour = 1, 2
	tests := []struct {
		name   string
		want   int
		change func(*Manifest)
	}{
		{"workflow", 0, func(m *Manifest) { m.Workflow = "z" }},
		{"description", 0, func(m *Manifest) { m.Description = "z" }},
		{"schema", 0, func(m *Manifest) { m.Schema = "" }},
		{"sources", 0, func(m *Manifest) { m.Sources = nil }},
		{"findings", 0, func(m *Manifest) { m.Findings = nil }},
		{"extractor", 0, func(m *Manifest) { m.Extractor = &Component{Name: "x"} }},
		{"agent source", 0, func(m *Manifest) { m.Agents[0].Source.Line++ }},
		{"suppressed", 0, func(m *Manifest) {
			m.Findings = []Finding{{Code: "OB204", Level: LevelNote, Message: "m", Suppressed: "z"}}
			m.Suppressions = []Suppression{{Code: "OB204", Reason: "z"}}
		}},
		{"agent input guardrails", 0, func(m *Manifest) { m.Agents[1].InputGuardrails = m.Agents[1].Guardrails }},
		{"tool function", 0, func(m *Manifest) { m.Tools[0].Function, m.Tools[0].Calls = "a.b", []Call{{Function: "a.c"}} }},
		{"agent derived", 0, func(m *Manifest) { m.Agents[0].Derived = "z" }},
		{"tool source", 0, func(m *Manifest) { m.Tools[0].Source.Line++ }},
		{"tool derived", 0, func(m *Manifest) { m.Tools[0].Derived = "z" }},
		{"access source", 0, func(m *Manifest) { m.Access[0].Source.Line++ }},
		{"access derived", 0, func(m *Manifest) { m.Access[0].Derived = "z" }},
		{"restriction source", 0, func(m *Manifest) { m.Restrictions[0].Source.Line++ }},
		{"agent certainty", 0, func(m *Manifest) { m.Agents[0].Certainty = Assumed }},
		{"tool certainty", 0, func(m *Manifest) { m.Tools[0].Certainty = OnCondition }},
		{"access certainty", 0, func(m *Manifest) { m.Access[0].Certainty = Assumed }},
		{"delegation certainty", 0, func(m *Manifest) { m.Delegations[0].Certainty = OnCondition }},
		{"delegation source", 0, func(m *Manifest) { m.Delegations[0].Source.Line++ }},
		{"delegation derived", 0, func(m *Manifest) { m.Delegations[0].Derived = "z" }},
		{"unresolved source", 0, func(m *Manifest) { m.Unresolved[0].Source.Line++ }},
		{"unresolved why", 0, func(m *Manifest) { m.Unresolved[0].Why = "z" }},
		{"default agent kind", 0, func(m *Manifest) { m.Agents[0].Kind = KindAgent }},
		{"default agent name", 0, func(m *Manifest) { m.Agents[0].Name = m.Agents[0].ID }},
		{"no dynamic fields", 0, func(m *Manifest) { m.Agents[0].Dynamic = []string{} }},
		{"default tool kind", 0, func(m *Manifest) { m.Tools[0].Kind = ToolFunction }},
		{"default how", 0, func(m *Manifest) { m.Access[1].How = Always }},
		{"default origin", 0, func(m *Manifest) { m.Restrictions[0].Origin = Declared }},
		{"default mechanism", 0, func(m *Manifest) { m.Restrictions[1].EnforcedBy = ByAbsence }},
		{"default delegation kind", 0, func(m *Manifest) { m.Delegations[0].Kind = Handoff }},
		{"default tool name", 0, func(m *Manifest) { m.Delegations[0].ToolName = "transfer_to_order_agent" }},

		{"entries", structure, func(m *Manifest) { m.Entries = append(m.Entries, "Translator") }},
		{"start", behaviour, func(m *Manifest) { m.Entries[0], m.Entries[1] = m.Entries[1], m.Entries[0] }},
		{"new agent", structure | behaviour, func(m *Manifest) { m.Agents = append(m.Agents, Agent{ID: "z"}) }},
		{"agent name", structure, func(m *Manifest) { m.Agents[0].Name = "z" }},
		{"agent kind", structure, func(m *Manifest) { m.Agents[0].Kind = KindOrchestrator }},
		{"agent dynamic tools", structure | behaviour, func(m *Manifest) { m.Agents[0].Dynamic = []string{"tools"} }},
		{"agent dynamic instructions", behaviour, func(m *Manifest) { m.Agents[0].Dynamic = []string{"instructions"} }},
		{"agent description", behaviour, func(m *Manifest) { m.Agents[0].Description = "z" }},
		{"agent instructions", behaviour, func(m *Manifest) { m.Agents[0].Instructions = "z" }},
		{"agent model", behaviour, func(m *Manifest) { m.Agents[0].Model = "z" }},
		{"agent guardrails", behaviour, func(m *Manifest) { m.Agents[1].Guardrails = nil }},
		{"new tool", structure | behaviour, func(m *Manifest) { m.Tools = append(m.Tools, Tool{ID: "z"}) }},
		{"tool name", structure, func(m *Manifest) { m.Tools[0].Name = "z" }},
		{"tool kind", structure, func(m *Manifest) { m.Tools[0].Kind = ToolHosted }},
		{"tool wraps", structure, func(m *Manifest) { m.Tools[1].Wraps = "Order Agent" }},
		{"tool description", behaviour, func(m *Manifest) { m.Tools[0].Description = "z" }},
		{"tool parameters", behaviour, func(m *Manifest) { m.Tools[0].Parameters = map[string]any{} }},
		{"tool effects", behaviour, func(m *Manifest) { m.Tools[0].Effects = EffectsRead }},
		{"tool sensitive", behaviour, func(m *Manifest) { m.Tools[0].Sensitive = false }},
		{"new access", structure, func(m *Manifest) { m.Access = append(m.Access, Access{Agent: "Translator", Tool: "cancel_order"}) }},
		{"access how", structure, func(m *Manifest) { m.Access[0].How = "" }},
		{"access condition", behaviour, func(m *Manifest) { m.Access[0].Condition = "z" }},
		{"restriction mechanism", structure | behaviour, func(m *Manifest) { m.Restrictions[0].EnforcedBy = ByPrompt }},
		{"restriction origin", structure, func(m *Manifest) { m.Restrictions[0].Origin = Derived }},
		{"restriction reason", behaviour, func(m *Manifest) { m.Restrictions[0].Reason = "z" }},
		{"restriction gone", structure, func(m *Manifest) { m.Restrictions = m.Restrictions[:1] }},
		{"delegation kind", structure, func(m *Manifest) { m.Delegations[0].Kind = Nested }},
		{"delegation tool name", structure, func(m *Manifest) { m.Delegations[0].ToolName = "z" }},
		{"delegation condition", behaviour, func(m *Manifest) { m.Delegations[0].Condition = "z" }},
		{"unresolved", structure, func(m *Manifest) { m.Unresolved[0].What = "z" }},
		{"SDK version", behaviour, func(m *Manifest) { m.SDK.Version = "1" }},
		{"no SDK", behaviour, func(m *Manifest) { m.SDK = nil }},
	}
	fresh := func() *Manifest {
		m := read(t, "shop.yaml", testdata(t, "shop.yaml"))
		m.Entries = append(m.Entries, "Order Agent")
		m.Restrictions = append(m.Restrictions, Restriction{Agent: "Translator", Tool: "cancel_order"})
		return m
	}
	base := digests(t, fresh())
	for _, tt := range tests {
		m := fresh()
		tt.change(m)
		d := digests(t, m)
		got := 0
		if d.Structure != base.Structure {
			got |= structure
		}
		if d.Behaviour != base.Behaviour {
			got |= behaviour
		}
		if got != tt.want {
			t.Errorf("%s changes %d, want %d (1 structure, 2 behaviour)", tt.name, got, tt.want)
		}
		// What no digest covers is no drift, but for the reason of a gap.
		if drifted := len(drift(t, fresh(), m)) > 0; drifted != (tt.want != 0 || tt.name == "unresolved why") {
			t.Errorf("%s: drift is %v", tt.name, drifted)
		}
	}
}

// The digests of a file can never change while the format is in use: they are
// what stored evidence refers to.
func TestDigestsAreStable(t *testing.T) {
	got := digests(t, read(t, "shop.yaml", testdata(t, "shop.yaml")))
	want := DigestPair{
		Structure: "sha256:ec75d7e11659efdfbfb3aec260a0d0eb45cd0f69ec29fdf3d0e4b77f6b8545c6",
		Behaviour: "sha256:a63a7199f94330ff3e125c238d13da4cb501f438d1fc07496be8177e5a30664e",
	}
	if got != want {
		t.Errorf("got %+v", got)
	}
}
