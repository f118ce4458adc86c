package coverage

import (
	"slices"

	"github.com/obligato-dev/obligato/obligations"
)

// Derived is what all records of one obligation say together. It is computed
// and never stored.
type Derived struct {
	Verdict Verdict
	// Outcome is that of the record that speaks for the verdict: the best
	// witness, or else the latest of those that say most; empty where nothing
	// was recorded. For C3 it says whether the pair held, was breached or
	// attempted.
	Outcome Outcome
	// Reason is that record's: why the verdict is not pass.
	Reason string
	// Evidence is the strongest level among the witnesses.
	Evidence Evidence
	// Flaky is set where one scenario, at one behaviour digest, both passed
	// and failed.
	Flaky bool
	// Leading is set where every witness comes from a scenario that named
	// what it was after.
	Leading bool
}

// Derive derives the verdict of one obligation from all of its records. The
// order of the records does not matter, and what Profile.Records keeps gives
// what all records give.
//
// For C1, C2 and C4 the order is pass, fail, blocked, indeterminate,
// not_evaluated. For C3 a breach fails; else held or attempted passes; else
// blocked, indeterminate and not_evaluated come in that order: that a model
// refused or went elsewhere decides nothing about a restriction.
func Derive(records []Record, c obligations.Criterion) Derived {
	best := map[Verdict]*Record{}
	leading := true
	for i := range records {
		r := &records[i]
		if c == obligations.C3 && r.Verdict == Fail && r.Outcome != Breached {
			continue
		}
		if r.Verdict == Pass || r.Outcome == Breached {
			leading = leading && r.Leading
		}
		if old := best[r.Verdict]; old == nil || better(*r, *old) {
			best[r.Verdict] = r
		}
	}
	d := derived(best, c)
	d.Flaky = flaky(records)
	d.Leading = leading && (d.Verdict == Pass || d.Outcome == Breached)
	return d
}

// derived picks the verdict that outweighs the others.
func derived(best map[Verdict]*Record, c obligations.Criterion) Derived {
	order := []Verdict{Pass, Fail, Blocked, Indeterminate}
	if c == obligations.C3 {
		order = []Verdict{Fail, Pass, Blocked, Indeterminate}
	}
	for _, v := range order {
		if r := best[v]; r != nil {
			d := Derived{Verdict: v, Outcome: r.Outcome, Reason: r.Reason}
			if v == Pass || r.Outcome == Breached {
				d.Evidence = r.Evidence
			}
			return d
		}
	}
	if c == obligations.C3 {
		return Derived{Verdict: NotEvaluated, Reason: ReasonNotExercised}
	}
	return Derived{Verdict: NotEvaluated, Reason: ReasonNotAttempted}
}

// better reports whether a speaks rather than b for the verdict of both: by
// its outcome, so that held outweighs attempted; then by its evidence, or,
// where there is no witness, by what happened last.
func better(a, b Record) bool {
	if x, y := weight(a.Outcome), weight(b.Outcome); x != y {
		return x < y
	}
	if isWitness(a) && isWitness(b) {
		return compareStrength(a, b) < 0
	}
	return compareAge(a, b) > 0
}

// weight orders the outcomes of one verdict: what says most first, and
// witnesses before all else.
func weight(o Outcome) int {
	order := []Outcome{Witnessed, Held, Breached, Errored, Attempted, Contradicted, Refused, Rerouted, Missed, Undecided}
	return slices.Index(order, o)
}

// flaky reports whether runs of one scenario disagree. Runs without a scenario
// digest have no scenario to agree on.
func flaky(records []Record) bool {
	type trial struct{ scenario, behaviour string }
	seen := map[trial]Verdict{}
	for _, r := range records {
		if r.ScenarioDigest == "" || r.Verdict != Pass && r.Verdict != Fail {
			continue
		}
		t := trial{r.ScenarioDigest, r.BehaviourDigest}
		if old, ok := seen[t]; ok && old != r.Verdict {
			return true
		}
		seen[t] = r.Verdict
	}
	return false
}
