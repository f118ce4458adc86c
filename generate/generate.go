// Package generate turns obligations into witness scenarios. An Objective says
// what must be shown and by which route; a Realiser writes a scenario for it;
// the Loop runs scenarios, feeds counterexamples back and stops on structural
// evidence alone, after five attempts at most.
//
// A realiser never decides what counts as covered, and never writes into an
// agent's instructions: it speaks as the user. What it wrote is marked leading
// when it names what it is after (see Leading), whatever the realiser says.
package generate

import (
	"context"

	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// Bounds of the loop.
const (
	// MaxAttempts bounds the scenarios that are run for one objective
	// (arXiv 2605.26521, N = 5).
	MaxAttempts = 5
	// MaxReruns bounds the further runs of one scenario whose run was
	// undecided, and the further calls of a realiser that gave no draft.
	MaxReruns = 3
	// MaxRepeats bounds how often a realiser is asked again, within one
	// attempt, because its draft equals one that already ran.
	MaxRepeats = 3
	// StuckAfter is the number of equal counterexamples in a row after which
	// an objective is given up before its last attempt.
	StuckAfter = 4
	// MaxIdle is the number of objectives in a row that may end undecided
	// without one decided run between them. Then what they all need is broken,
	// and the loop stops.
	MaxIdle = 3
)

// Objective is a typed witness objective.
type Objective struct {
	Obligation obligations.Obligation
	// Route are the agent ids from the entry to the acting agent.
	Route []string
	// Alternatives are further routes, longer or equal, best first.
	Alternatives [][]string
	// Evidence says in words which events settle the obligation.
	Evidence string
	// Exposure marks a C3 objective that is exercised by showing the tool.
	Exposure bool
	// Names are the runtime names whose mention makes a scenario leading: of
	// the tool, of the acting agent and the target, of the agents on the way.
	Names Names
}

// Hops returns the agents that a run has to pass, entry first: the route, and
// behind it the target of a delegation.
func (o Objective) Hops() []string { return hopsOn(o, o.Route) }

// hopsOn returns the agents that a run on one of the objective's routes has to
// pass.
func hopsOn(o Objective, route []string) []string {
	hops := append([]string(nil), route...)
	if o.Obligation.Criterion == obligations.C4 {
		hops = append(hops, o.Obligation.To)
	}
	return hops
}

// Names are the runtime names that an objective is about.
type Names struct {
	Tools  []string // the tool, or the name under which a model sees the delegation
	Agents []string // on the route after the entry, acting, and targeted
}

// Counterexample is what an attempt showed instead of its objective.
type Counterexample struct {
	Attempt  int
	Scenario *scenario.Scenario
	Observed []string // the observed path, one structural step an entry
	Nearest  string   // the nearest edge that was taken
	// Hop is the index into the objective's Hops of the first agent that was
	// not reached in order; len(Hops) when all were, and only the act itself
	// is missing.
	Hop int
	// Strayed is the id of the agent that took the conversation instead of
	// the hop that was left out, or empty.
	Strayed     string
	Outcome     coverage.Outcome
	Reason      string
	Seqs        []int  // of the trace events that show it
	Fingerprint string // of obligation, observed path and verdict
}

// Refusal is a draft that the loop did not run, because an equal one had
// already run.
type Refusal struct {
	Turns    []string
	Observed []string // what the equal one showed
}

// Draft is what a realiser wrote: the user's turns, not yet a scenario.
type Draft struct {
	Turns []string
	// Route is the alternative that the draft takes; empty means the
	// objective's own.
	Route        []string
	Leading      bool
	PromptDigest string
	Usage        model.Usage // of the realiser's model, repairs included
}

// Realiser writes scenarios. It is a plain value, listed once in internal/cli.
type Realiser struct {
	Name string // template or model
	Doc  string
	// Model names the model behind the realiser, or is empty.
	Model string
	// Realise writes the draft of one attempt. An error is an *Error where
	// its kind is known; the loop takes any other as undecided.
	Realise func(ctx context.Context, in Input) (Draft, error)
}

// Input is all that a realiser may see.
type Input struct {
	Objective Objective
	Attempt   int // 1-based
	Seed      uint64
	Workflow  Workflow
	History   []Counterexample // of earlier attempts, oldest first
	Refused   []Refusal        // drafts of this objective that were not run
	Examples  []Example        // earlier witnesses of the same campaign
}

// Example is a scenario that witnessed another objective.
type Example struct {
	Objective Objective
	Turns     []string
	Seen      []trace.Event
}
