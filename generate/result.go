package generate

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
)

// Ending says how an objective ended. It is no verdict: verdicts are derived
// from records.
type Ending string

// Endings of an objective.
const (
	EndWitnessed  Ending = "witnessed"   // its own scenario showed it
	EndElsewhere  Ending = "elsewhere"   // a run for another objective showed it first
	EndExhausted  Ending = "exhausted"   // every attempt missed
	EndStuck      Ending = "stuck"       // attempts kept showing the same, or the realiser repeated itself
	EndUndecided  Ending = "undecided"   // runs or realiser stayed undecided
	EndBlocked    Ending = "blocked"     // only a human can mend the cause
	EndBudget     Ending = "budget"      // a cap was reached while it was pursued
	EndCancelled  Ending = "cancelled"   // stopped from outside while it was pursued
	EndNotStarted Ending = "not_started" // the loop stopped before it, or what it needs is blocked
)

// Ended is how one objective ended.
type Ended struct {
	Obligation string `json:"obligation"`
	Ending     Ending `json:"ending"`
	Attempts   int    `json:"attempts"` // scenarios run for it
	Runs       int    `json:"runs"`     // reruns included
	// Scenario is the id of the scenario that showed it, also where that was
	// written for another objective.
	Scenario string `json:"scenario,omitempty"`
	Leading  bool   `json:"leading,omitempty"` // that scenario named it
	Reason   string `json:"reason,omitempty"`  // one of coverage.Reasons; empty when witnessed
	Next     string `json:"next,omitempty"`    // one next step; empty when witnessed
	// Last is the last counterexample of a miss.
	Last *Counterexample `json:"-"`
}

// Kept is a scenario that ran, and what for.
type Kept struct {
	Scenario *scenario.Scenario
	Digest   string
	Runs     []string // ids, in order
	// Witnesses are the obligations that its runs witnessed, sorted; Closes
	// those of them that nothing had witnessed before.
	Witnesses []string
	Closes    []string
}

// Counts say what the loop did. A run that ended and an obligation that was
// witnessed are counted apart.
type Counts struct {
	Objectives     int `json:"objectives"`
	Witnessed      int `json:"witnessed"`       // objectives, by their own scenario
	Elsewhere      int `json:"elsewhere"`       // objectives, by another's scenario
	Missed         int `json:"missed"`          // objectives, exhausted or stuck
	Undecided      int `json:"undecided"`       // objectives, undecided, blocked, budget or cancelled
	NotStarted     int `json:"not_started"`     // objectives
	Attempts       int `json:"attempts"`        // scenarios run for the first time
	Runs           int `json:"runs"`            // with reruns
	Reruns         int `json:"reruns"`          // of an undecided scenario
	Decided        int `json:"decided"`         // runs that ended as the workflow's own behaviour
	RealiserCalls  int `json:"realiser_calls"`  // drafts asked for
	RealiserErrors int `json:"realiser_errors"` // of which gave none
	RefusedRepeats int `json:"refused_repeats"` // of which had already run
}

// ended counts an objective by its ending.
func (c *Counts) ended(e Ending) {
	switch e {
	case EndWitnessed:
		c.Witnessed++
	case EndElsewhere:
		c.Elsewhere++
	case EndExhausted, EndStuck:
		c.Missed++
	case EndNotStarted:
		c.NotStarted++
	default:
		c.Undecided++
	}
}

// Stop says why the loop ended before its last objective.
type Stop struct {
	Reason  string `json:"reason"` // one of coverage.Reasons
	Message string `json:"message"`
	Next    string `json:"next"`    // one next step
	Blocked bool   `json:"blocked"` // only a human can mend it
	Budget  bool   `json:"budget"`
}

// Result is what the loop did and found.
type Result struct {
	Objectives []Ended // in the order in which they were pursued
	Records    []coverage.Record
	Kept       []Kept // in the order in which they first ran
	Unmapped   []coverage.Unmapped
	Findings   []manifest.Finding
	// Completeness adds up what the runs' traces say of themselves.
	Completeness coverage.Completeness
	Counts       Counts
	Usage        model.Usage // of the realiser's model alone
	Stop         *Stop       // nil when every objective had its turn
	// Affected lists the obligations that were not started because something
	// that they need is blocked, with the loop going on elsewhere.
	Affected []string
}

// Suite returns the scenarios that closed something, in the order in which
// they ran.
func (r *Result) Suite() []*scenario.Scenario {
	var out []*scenario.Scenario
	for _, k := range r.Kept {
		if len(k.Closes) > 0 {
			out = append(out, k.Scenario)
		}
	}
	return out
}

// Undecided returns the obligations that were pursued and ended undecided,
// blocked or out of budget, in the order of pursuit.
func (r *Result) Undecided() []string {
	var out []string
	for _, e := range r.Objectives {
		switch e.Ending {
		case EndUndecided, EndBlocked, EndBudget, EndCancelled:
			out = append(out, e.Obligation)
		}
	}
	return out
}

// Progress is told after each run and at each objective's end.
type Progress struct {
	Done, Total int    // objectives
	Obligation  string // the one pursued
	Attempt     int
	Runs        int // so far, all objectives
	// Verdict is that of the last run for the obligation; empty when it ended
	// without one.
	Verdict coverage.Verdict
	Ending  Ending // empty while the objective is pursued
}
