// Package generate turns obligations into witness scenarios. An Objective says
// what must be shown and by which route; a Realiser writes a scenario for it;
// the Loop runs scenarios, feeds counterexamples back and stops on structural
// evidence alone, after five attempts at most. A realiser never decides what
// counts as covered.
package generate

import (
	"context"

	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// MaxAttempts bounds the scenarios that are written for one objective
// (arXiv 2605.26521, N = 5).
const MaxAttempts = 5

// MaxReruns bounds the further runs of one scenario whose run was undecided.
const MaxReruns = 3

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
}

// Counterexample is what an attempt showed instead of its objective.
type Counterexample struct {
	Attempt     int
	Scenario    *scenario.Scenario
	Observed    []string // the observed path, one structural step an entry
	Nearest     string   // the nearest edge that was taken
	Outcome     coverage.Outcome
	Reason      string
	Seqs        []int  // of the trace events that show it
	Fingerprint string // of obligation, observed path and verdict
}

// Draft is what a realiser wrote: the user's turns, not yet a scenario.
type Draft struct {
	Turns        []string
	Leading      bool
	PromptDigest string
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
	Examples  []Example        // earlier witnesses of the same campaign
}

// Example is a scenario that witnessed another objective.
type Example struct {
	Objective Objective
	Turns     []string
	Seen      []trace.Event
}
