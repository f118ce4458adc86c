package manifest

import (
	"fmt"

	"pgregory.net/rapid"
)

// drawText draws texts, awkward ones included.
func drawText() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"", "x", "no", "~", "010", "a: b", "One.\nTwo.\n", "- a", "é😀", "\x1b[1m", " x ", "tab\t", "x\n\n"}),
		rapid.StringMatching(`[A-Za-z ,.:#'"{}\n-]{0,40}`),
		rapid.String(),
	)
}

func drawPosition() *rapid.Generator[Position] {
	return rapid.Custom(func(t *rapid.T) Position {
		return Position{
			Path: rapid.SampledFrom([]string{"a.py", "src/b.py", "c d.py"}).Draw(t, "path"),
			Line: rapid.IntRange(1, 500).Draw(t, "line"), Col: rapid.IntRange(1, 80).Draw(t, "col"),
		}
	})
}

// drawManifest draws valid manifests of ours.
func drawManifest() *rapid.Generator[*Manifest] {
	return rapid.Custom(func(t *rapid.T) *Manifest {
		text, place := drawText(), drawPosition()
		draw := func(label string) string { return text.Draw(t, label) }
		m := &Manifest{Schema: Schema, Workflow: "w" + draw("workflow"), Description: draw("description")}
		agents := rapid.SliceOfNDistinct(rapid.StringMatching(`[A-Z][a-zA-Zé @.(]{0,12}`), 1, 5, rapid.ID).Draw(t, "agents")
		for _, id := range agents {
			m.Agents = append(m.Agents, Agent{
				ID: id, Name: draw("name"), Description: draw("text"), Instructions: draw("text"), Model: draw("model"),
				Kind:    rapid.SampledFrom([]AgentKind{"", KindAgent, KindOrchestrator, KindGuardrail}).Draw(t, "kind"),
				Dynamic: rapid.SampledFrom([][]string{nil, {"tools"}, {"instructions", "tools"}}).Draw(t, "dynamic"),
				Derived: draw("derived"), Certainty: drawCertainty().Draw(t, "certainty"), Source: place.Draw(t, "source"),
			})
		}
		m.Entries = rapid.SliceOfNDistinct(rapid.SampledFrom(agents), 1, len(agents), rapid.ID).Draw(t, "entries")
		tools := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z][a-z_0-9é]{0,12}`), 0, 5, rapid.ID).Draw(t, "tools")
		for _, id := range tools {
			m.Tools = append(m.Tools, Tool{
				ID: id, Description: draw("text"), Sensitive: rapid.Bool().Draw(t, "sensitive"),
				Kind:       rapid.SampledFrom([]ToolKind{"", ToolFunction, ToolHosted, ToolMCP}).Draw(t, "kind"),
				Effects:    rapid.SampledFrom([]Effects{"", EffectsRead, EffectsWrite}).Draw(t, "effects"),
				Parameters: drawParameters().Draw(t, "parameters"), Certainty: drawCertainty().Draw(t, "certainty"), Source: place.Draw(t, "source"),
				Function: draw("function"), Calls: drawCalls().Draw(t, "calls"),
			})
		}
		drawEdges(t, m, agents, tools)
		for i := range rapid.IntRange(0, 2).Draw(t, "unresolved") {
			m.Unresolved = append(m.Unresolved, Unresolved{What: fmt.Sprint("u", i), Why: draw("why"), Source: place.Draw(t, "source")})
		}
		if rapid.Bool().Draw(t, "has SDK") {
			m.SDK = &Component{Name: "openai-agents", Version: draw("version")}
		}
		return m
	})
}

func drawCalls() *rapid.Generator[[]Call] {
	return rapid.Custom(func(t *rapid.T) []Call {
		var out []Call
		for range rapid.IntRange(0, 2).Draw(t, "count") {
			out = append(out, Call{
				Function: rapid.SampledFrom([]string{"a.f", "a.g", "b.f"}).Draw(t, "function"),
				Source:   Position{Path: "c.py", Line: rapid.IntRange(1, 9).Draw(t, "line"), Col: 1},
			})
		}
		return out
	})
}

func drawCertainty() *rapid.Generator[Certainty] {
	return rapid.SampledFrom([]Certainty{Certain, OnCondition, Assumed})
}

func drawParameters() *rapid.Generator[map[string]any] {
	return rapid.Custom(func(t *rapid.T) map[string]any {
		switch rapid.IntRange(0, 2).Draw(t, "form") {
		case 0:
			return nil
		case 1:
			return map[string]any{}
		}
		return map[string]any{
			"type": "object", "description": drawText().Draw(t, "text"), "minimum": rapid.Float64Range(-1e6, 1e6).Draw(t, "number"),
			"required": []any{drawText().Draw(t, "text")}, "nothing": nil, "additionalProperties": false,
		}
	})
}

func drawEdges(t *rapid.T, m *Manifest, agents, tools []string) {
	text, place := drawText(), drawPosition()
	for _, a := range agents {
		for _, tool := range tools {
			switch rapid.IntRange(0, 3).Draw(t, "pair") {
			case 0:
				m.Access = append(m.Access, Access{
					Agent: a, Tool: tool, Condition: text.Draw(t, "condition"), Source: place.Draw(t, "source"),
					How:       rapid.SampledFrom([]How{"", Always, Conditional}).Draw(t, "how"),
					Certainty: drawCertainty().Draw(t, "certainty"),
				})
			case 1:
				m.Restrictions = append(m.Restrictions, Restriction{
					Agent: a, Tool: tool, Reason: text.Draw(t, "reason"), Source: place.Draw(t, "source"),
					EnforcedBy: rapid.SampledFrom([]Mechanism{"", ByApproval, ByPrompt}).Draw(t, "by"),
				})
			}
		}
		for _, b := range agents {
			if rapid.IntRange(0, 2).Draw(t, "delegates") == 0 {
				m.Delegations = append(m.Delegations, Delegation{
					From: a, To: b, ToolName: text.Draw(t, "name"), Condition: text.Draw(t, "condition"), Source: place.Draw(t, "source"),
					Kind:      rapid.SampledFrom([]DelegationKind{"", Handoff, AgentTool, Orchestrated, Nested}).Draw(t, "kind"),
					Certainty: drawCertainty().Draw(t, "certainty"),
				})
			}
		}
	}
}

// shuffle returns a copy with the lists in another order, entries excepted
// from the second on.
func shuffle(t *rapid.T, m *Manifest) *Manifest {
	c := *m
	c.Agents = rapid.Permutation(m.Agents).Draw(t, "agents")
	c.Tools = rapid.Permutation(m.Tools).Draw(t, "tools")
	c.Access = rapid.Permutation(m.Access).Draw(t, "access")
	c.Restrictions = rapid.Permutation(m.Restrictions).Draw(t, "restrictions")
	c.Delegations = rapid.Permutation(m.Delegations).Draw(t, "delegations")
	c.Unresolved = rapid.Permutation(m.Unresolved).Draw(t, "unresolved")
	c.Entries = append([]string{m.Entries[0]}, rapid.Permutation(m.Entries[1:]).Draw(t, "entries")...)
	return &c
}
