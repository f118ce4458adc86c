package generate

import (
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// request writes the turns that ask the acting agent for the act itself.
func (w *writer) request() []string {
	switch w.o.Obligation.Criterion {
	case obligations.C1:
		return []string{w.visit()}
	case obligations.C4:
		return w.delegate()
	}
	if t, ok := w.in.Workflow.Tool(w.o.Obligation.Tool); ok {
		return w.toolTurn(t)
	}
	return []string{w.opener(strings.Join(topic(w.o.Obligation.Tool), " "))}
}

// want is the request in a few words.
func (w *writer) want() string {
	ob := w.o.Obligation
	switch ob.Criterion {
	case obligations.C1:
		return w.hopWords(ob.Agent)
	case obligations.C4:
		if t := w.in.Workflow.agentTool(ob.From, ob.To, ob.ToolName); t.Description != "" {
			return toolPhrase(t, w.o)
		}
		return w.hopWords(ob.To)
	}
	if t, ok := w.in.Workflow.Tool(ob.Tool); ok {
		return toolPhrase(t, w.o)
	}
	return strings.Join(topic(ob.Tool), " ")
}

// visit asks for what an agent is for.
func (w *writer) visit() string {
	id := w.o.Obligation.Agent
	phrase := w.purposeOf(id)
	if w.rung > 1 {
		phrase = w.hopWords(id)
	}
	return w.address(id) + w.opener(phrase)
}

// delegate asks the acting agent for what another one is for.
func (w *writer) delegate() []string {
	ob := w.o.Obligation
	if w.back() {
		return []string{w.changeOfMind()}
	}
	if manifest.DelegationKind(ob.Kind) == manifest.AgentTool {
		return []string{w.passOn(ob.From, ob.To, w.purposeOf(ob.To))}
	}
	phrase := w.purposeOf(ob.To)
	if w.rung > 1 {
		phrase = w.hopWords(ob.To)
	}
	return []string{w.address(ob.To) + w.opener(phrase)}
}

// back reports whether the target of a delegation was passed on the way, as
// when a specialist returns the conversation to the triage.
func (w *writer) back() bool {
	kind := manifest.DelegationKind(w.o.Obligation.Kind)
	return (kind == manifest.Handoff || kind == "") && slices.Contains(w.route, w.o.Obligation.To)
}

// changeOfMind asks a specialist for something outside its domain, in the
// words of agents that only the target can reach, and of the target itself.
func (w *writer) changeOfMind() string {
	ob := w.o.Obligation
	s := "Thank you, that is settled. Now something else. "
	if other := w.outside(); other != "" {
		s += w.opener(other) + " "
	}
	return s + w.address(ob.To) + "Please pass me on for that: " + w.hopWords(ob.To) + "."
}

// outside returns the purpose of an agent that the target of a delegation can
// reach and the acting agent cannot, or else of any agent beside those two. It
// takes the one whose words have least in common with the acting agent's.
func (w *writer) outside() string {
	ob := w.o.Obligation
	own := w.in.Workflow.targets(ob.From)
	candidates := w.in.Workflow.targets(ob.To)
	if len(candidates) < 2 {
		candidates = nil
		for _, a := range w.in.Workflow.Agents {
			candidates = append(candidates, a.ID)
		}
	}
	domain := w.domain(ob.From)
	best, least := "", -1
	for _, id := range candidates {
		if id == ob.From || id == ob.To || slices.Contains(own, id) {
			continue
		}
		phrase := w.domain(id)
		common := len(words(phrase)) - len(distinct(phrase, domain))
		if phrase != "" && (least < 0 || common < least) {
			best, least = phrase, common
		}
	}
	return best
}

// domain is what an agent's tools do, or else what the agent is for.
func (w *writer) domain(id string) string {
	for _, t := range w.in.Workflow.toolsOf(id) {
		if p := toolPhrase(t, w.o); p != "" {
			return p
		}
	}
	return w.purposeOf(id)
}
