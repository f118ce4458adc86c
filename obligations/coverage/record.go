package coverage

import (
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/obligato-dev/obligato/runtime/trace"
)

// ErrNoReason is the error of a record that is not a pass and does not say
// why.
var ErrNoReason = errors.New("a verdict other than pass needs a reason")

// outcomes lists which outcomes a recorded verdict may have.
var outcomes = map[Verdict][]Outcome{
	Pass:          {Witnessed, Errored, Held, Attempted},
	Fail:          {Breached, Contradicted, Refused, Rerouted, Missed},
	Indeterminate: {Undecided},
	Blocked:       {Undecided},
}

// levels holds the evidence levels, strongest first.
var levels = []Evidence{Verified, VerifiedCustom, Acknowledged, AttestedOnly, Unverified, NoEvidence}

var (
	modes   = []trace.Mode{trace.Forced, trace.Scripted, trace.Simulated, trace.Live, trace.Observed, trace.Replayed}
	origins = []trace.Origin{trace.Tests, trace.Production, trace.Generated, trace.Wired}
)

// derivedOnly are the reasons that no record may carry.
var derivedOnly = []string{ReasonNotAttempted, ReasonNotExercised, ReasonNotCounted, ReasonNotObservable}

// NewRecord returns the record, or the error that Validate finds in it.
func NewRecord(r Record) (Record, error) {
	if err := r.Validate(); err != nil {
		return Record{}, err
	}
	return r, nil
}

// Validate reports the first reason why r is no record: a value outside the
// closed lists, an outcome or evidence that does not fit the verdict, a
// verdict other than pass without a reason (ErrNoReason).
func (r Record) Validate() error {
	if err := r.validate(); err != nil {
		return fmt.Errorf("check record of %q: %w", r.Obligation, err)
	}
	return nil
}

func (r Record) validate() error {
	switch {
	case r.Obligation == "":
		return errors.New("obligation is missing")
	case r.Run == "":
		return errors.New("run is missing")
	case r.Runtime == "":
		return errors.New("runtime is missing")
	case !slices.Contains(modes, r.Mode):
		return fmt.Errorf("mode %q is not one", r.Mode)
	case !slices.Contains(origins, r.Origin):
		return fmt.Errorf("origin %q is not one", r.Origin)
	case outcomes[r.Verdict] == nil:
		return fmt.Errorf("verdict %q cannot be recorded", r.Verdict)
	case !slices.Contains(outcomes[r.Verdict], r.Outcome):
		return fmt.Errorf("outcome %q does not fit verdict %q", r.Outcome, r.Verdict)
	case r.Seq < 0:
		return fmt.Errorf("seq is %d, want 0 or more", r.Seq)
	case !validBody(r.Body):
		return fmt.Errorf("body %q is not one", r.Body)
	case !validTime(r.Time):
		return fmt.Errorf("time %q is not RFC 3339", r.Time)
	}
	if err := r.validateText(); err != nil {
		return err
	}
	if err := r.validateReason(); err != nil {
		return err
	}
	return r.validateEvidence()
}

func (r Record) validateReason() error {
	switch _, known := LookupReason(r.Reason); {
	case r.Verdict == Pass && r.Reason != "":
		return fmt.Errorf("a pass has no reason, this one has %q", r.Reason)
	case r.Verdict == Pass:
		return nil
	case r.Reason == "":
		return ErrNoReason
	case !known:
		return fmt.Errorf("reason %q is not one", r.Reason)
	case slices.Contains(derivedOnly, r.Reason):
		return fmt.Errorf("reason %q is only ever derived", r.Reason)
	}
	return nil
}

// validateEvidence holds the levels to what they mean: nothing below
// acknowledged is a witness, and only a contradiction is unverified.
func (r Record) validateEvidence() error {
	rank := slices.Index(levels, r.Evidence)
	switch {
	case rank < 0:
		return fmt.Errorf("evidence %q is not a level", r.Evidence)
	case r.Verdict == Pass && rank > slices.Index(levels, Acknowledged):
		return fmt.Errorf("evidence %q is no witness", r.Evidence)
	case (r.Evidence == Unverified) != (r.Outcome == Contradicted):
		return fmt.Errorf("evidence %q does not fit outcome %q", r.Evidence, r.Outcome)
	}
	return nil
}

func validBody(body string) bool {
	return body == "" || body == trace.BodyReal || body == trace.BodyStubbed || body == trace.BodyReplaced
}

// validTime accepts RFC 3339, and a run that keeps no time.
func validTime(s string) bool {
	_, err := time.Parse(time.RFC3339Nano, s)
	return s == "" || err == nil
}

// validateText refuses bytes that JSON would not give back as they were.
func (r Record) validateText() error {
	for _, s := range []string{
		r.Obligation, r.Run, r.Trace, r.ScenarioDigest, r.BehaviourDigest, r.Runtime, r.Context, r.Model, r.SDK, r.Want, r.Got,
	} {
		if !utf8.ValidString(s) {
			return fmt.Errorf("%q is not UTF-8", s)
		}
	}
	return nil
}

// rank orders evidence: the less, the stronger.
func (e Evidence) rank() int { return slices.Index(levels, e) }

// AtLeast reports whether e is as strong as the level or stronger. Unknown
// levels are never strong enough.
func (e Evidence) AtLeast(level Evidence) bool {
	i, j := e.rank(), level.rank()
	return i >= 0 && j >= 0 && i <= j
}

// lower returns the level below, which is all that a guess leaves of it.
func (e Evidence) lower() Evidence {
	switch e {
	case Verified, VerifiedCustom:
		return Acknowledged
	case Acknowledged:
		return AttestedOnly
	}
	return e
}
