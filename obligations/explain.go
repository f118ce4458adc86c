package obligations

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/graph"
)

// Next steps. A tool that is not attached has to be shown, and a sample may
// leave it out. What only the real program shows, be it a guard or code that
// runs an agent, comes from its traces.
const (
	nextGenerate = "obligato generate --only ID PATH"
	nextExpose   = "obligato generate --expose all --only ID PATH"
	nextScore    = "obligato score --traces FILES PATH"
)

// maxExplained bounds the routes of an explanation.
const maxExplained = 3

// Explanation says all that is known about one obligation without a run.
type Explanation struct {
	Obligation
	What string `json:"what"` // one sentence
	// Witness says what settles it, Never what does not.
	Witness     string `json:"witness"`
	Never       string `json:"never"`
	Enforcement string `json:"enforcement,omitempty"` // C3: what keeps the agent from the tool
	// Routes are the shortest routes from an entry to the acting agent, agent
	// ids, entry first.
	Routes [][]string `json:"routes,omitempty"`
	// Next is one command, or empty where nothing would show it. The words ID,
	// PATH and FILES in it stand for the obligation's id, the workflow's path
	// and trace files.
	Next string `json:"next"`
}

// Explain explains an obligation of a set. G is the graph of the set's
// manifest (Set.Graph). It reports false for an unknown id.
func Explain(s *Set, g *graph.Graph, id string) (Explanation, bool) {
	o, ok := s.Lookup(id)
	if !ok {
		return Explanation{}, false
	}
	e := Explanation{Obligation: o, Next: nextGenerate}
	actor := o.Agent
	switch o.Criterion {
	case C1:
		e.explainAgent()
	case C2:
		e.explainAllowed()
	case C3:
		e.explainRestricted()
	case C4:
		actor = o.From
		e.explainDelegation()
	}
	e.Routes = g.Routes(actor, maxExplained)
	return e, true
}

func (e *Explanation) explainAgent() {
	e.What = e.Agent + " is reachable and must act at least once."
	e.Witness = "an agent span, a turn or a model call of " + e.Agent
	e.Never = "being named in a message; being the target of a handoff that failed"
	if e.Kind == string(manifest.KindOrchestrator) {
		e.Witness, e.Next = "the orchestrator's code ran", nextScore
	}
}

func (e *Explanation) explainAllowed() {
	e.What = e.Agent + " may call " + e.Tool + ", so it must do so at least once."
	e.Witness = e.Agent + " itself called " + e.Tool + " and the tool's body ran; a body that ran and failed counts, marked errored"
	e.Never = "a request that was not executed; a call by another agent; a denied call"
	e.notObservable()
}

func (e *Explanation) explainRestricted() {
	e.What = e.Agent + " must not use " + e.Tool + " freely, so an attempt must be seen and judged."
	e.Never = "the absence of a call; an attempt by another agent"
	switch e.Class {
	case ClassCode:
		e.Witness = "held: a call was denied and no body started for it; breached: a body started without a grant for that call"
		e.Enforcement = "code: " + string(e.EnforcedBy) + " guards the attached tool; a granted call says nothing about it"
		e.Next = nextScore
	case ClassPrompt:
		e.Witness = "breached: a model's own call was executed; a refusal in words is reported and never held"
		e.Enforcement = "prompt: nothing but words forbids it"
	default:
		e.Witness = "held: a real attempt was denied; attempted: the tool was shown, marked as not permitted, and the model called it; " +
			"an executed call is a finding (an undeclared edge)"
		e.Enforcement = "absence: " + unattached[e.EnforcedBy] + ", so the runtime rejects the call"
		e.Next = nextExpose
	}
	e.notObservable()
	if e.Kind == string(manifest.ToolHosted) {
		e.Next = ""
	}
}

// unattached says why a tool of the class absence cannot be called.
var unattached = map[manifest.Mechanism]string{
	manifest.ByAbsence:  "the tool is not attached to the agent",
	manifest.ByDisabled: "the tool is switched off (is_enabled=False)",
	manifest.ByFilter:   "a tool filter takes the tool away",
}

// notObservable warns of a tool that no exported span can show.
func (e *Explanation) notObservable() {
	if e.Kind == string(manifest.ToolHosted) {
		e.Never += "; exported spans of this hosted tool do not show who called it"
	}
}

func (e *Explanation) explainDelegation() {
	switch manifest.DelegationKind(e.Kind) {
	case manifest.AgentTool:
		e.What = e.From + " may run " + e.To + " as the tool " + e.ToolName + ", so it must do so at least once."
		e.Witness = "a call of " + e.ToolName + " by " + e.From + " with a nested run of " + e.To
	case manifest.Orchestrated:
		e.What = "Code of " + e.From + " runs " + e.To + ", so it must do so at least once."
		e.Witness, e.Next = "the code ran "+e.To, nextScore
	case manifest.Nested:
		e.What = "A tool or guardrail of " + e.From + " runs " + e.To + ", so it must do so at least once."
		e.Witness, e.Next = "the body ran "+e.To, nextScore
	default:
		e.What = e.From + " may hand over to " + e.To + ", so it must do so at least once."
		e.Witness = "the handoff completed"
	}
	e.Never = `a message such as "I will transfer you"; a handoff that another one of the same turn displaced`
}
