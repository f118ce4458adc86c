// Package coverage judges traces against obligations. A run yields records;
// verdicts are derived from records and never stored; a Profile is the
// mergeable set of records of one obligation set.
//
// Three rules hold everywhere: could not check is not did not happen; message
// text is never a witness; the absence of a call never covers a restriction.
package coverage

import (
	"github.com/obligato-dev/obligato/runtime/trace"
)

// Verdict is what one record, or all records of an obligation together, say.
type Verdict string

// Verdicts. NotEvaluated is only ever derived, never recorded.
const (
	Pass          Verdict = "pass"
	Fail          Verdict = "fail"
	Indeterminate Verdict = "indeterminate"
	Blocked       Verdict = "blocked"
	NotEvaluated  Verdict = "not_evaluated"
)

// Outcome says what happened, finer than the verdict.
type Outcome string

// Outcomes. For C3: held, breached, attempted. For a targeted miss: refused,
// rerouted or missed. Errored is a pass whose tool body failed. Contradicted
// is a fail whose effect was read back and found different.
const (
	Witnessed Outcome = "witnessed"
	Errored   Outcome = "errored"
	Held      Outcome = "held"
	Breached  Outcome = "breached"
	Attempted Outcome = "attempted"
	Refused   Outcome = "refused"
	Rerouted  Outcome = "rerouted"
	Missed    Outcome = "missed"
	Undecided Outcome = "undecided" // indeterminate and blocked records

	Contradicted Outcome = "contradicted"
)

// Evidence is the level of a witness, strongest first.
type Evidence string

// Evidence levels.
const (
	Verified       Evidence = "verified"        // read back and matched; a handoff after which the target acted
	VerifiedCustom Evidence = "verified-custom" // the user's own check passed
	Acknowledged   Evidence = "acknowledged"    // the structural event with both its ends
	AttestedOnly   Evidence = "attested-only"   // only a message says so; never a witness
	Unverified     Evidence = "unverified"      // a read-back contradicted it; a fail
	NoEvidence     Evidence = ""                // no witness: a miss, or undecided
)

// Record is what one run says about one obligation. A run yields at most one
// record an obligation, verdict and outcome. Build records with NewRecord, or
// Validate them: a fail without a reason is no record.
type Record struct {
	Obligation string `json:"obligation"`
	Run        string `json:"run"`
	// Trace is the digest of the run's trace: of the bytes that trace.Write
	// makes of it, hence of the file where nothing in it was unreadable.
	Trace           string       `json:"trace,omitempty"`
	ScenarioDigest  string       `json:"scenario_digest,omitempty"`
	BehaviourDigest string       `json:"behaviour_digest,omitempty"`
	Verdict         Verdict      `json:"verdict"`
	Outcome         Outcome      `json:"outcome"`
	Reason          string       `json:"reason,omitempty"` // one of Reasons; required unless the verdict is pass, and empty then
	Evidence        Evidence     `json:"evidence,omitempty"`
	Origin          trace.Origin `json:"origin"`
	Mode            trace.Mode   `json:"mode"`
	Runtime         string       `json:"runtime"`
	Context         string       `json:"context,omitempty"`
	Body            string       `json:"body,omitempty"`
	Seq             int          `json:"seq,omitempty"` // of the witnessing event
	Time            string       `json:"time,omitempty"`
	Model           string       `json:"model,omitempty"`
	SDK             string       `json:"sdk,omitempty"`
	Want            string       `json:"want,omitempty"` // of a contradicted read-back
	Got             string       `json:"got,omitempty"`
	Leading         bool         `json:"leading,omitempty"` // the scenario named what it was after
}
