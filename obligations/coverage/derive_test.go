package coverage

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// said is a record of few words.
func said(v Verdict, out Outcome, edit ...func(*Record)) Record {
	r := Record{
		Obligation: "X", Run: "r", Runtime: "sdk", Mode: "live", Origin: "generated", Verdict: v, Outcome: out,
		ScenarioDigest: "sha256:1", BehaviourDigest: "sha256:2",
	}
	switch {
	case out == Contradicted:
		r.Reason, r.Evidence = ReasonContradicted, Unverified
	case out == Breached:
		r.Reason, r.Evidence = ReasonBreached, Acknowledged
	case v == Pass:
		r.Evidence = Acknowledged
	default:
		r.Reason = ReasonNotShown
	}
	for _, f := range edit {
		f(&r)
	}
	return r
}

func because(reason string) func(*Record) { return func(r *Record) { r.Reason = reason } }
func inScenario(digest string) func(*Record) {
	return func(r *Record) { r.ScenarioDigest = digest }
}

func atBehaviour(digest string) func(*Record) {
	return func(r *Record) { r.BehaviourDigest = digest }
}
func atTime(s string) func(*Record)           { return func(r *Record) { r.Time = s } }
func leading(r *Record)                       { r.Leading = true }
func withLevel(e Evidence) func(*Record)      { return func(r *Record) { r.Evidence = e } }
func inRun(id string) func(*Record)           { return func(r *Record) { r.Run = id } }
func of(obligation string) func(*Record)      { return func(r *Record) { r.Obligation = obligation } }
func inMode(m trace.Mode) func(*Record)       { return func(r *Record) { r.Mode = m } }
func fromOrigin(o trace.Origin) func(*Record) { return func(r *Record) { r.Origin = o } }

func TestDerive(t *testing.T) {
	undecided := said(Indeterminate, Undecided, because(reasonTimeout))
	blocked := said(Blocked, Undecided, because(reasonNoCredentials))
	for _, c := range []struct {
		name    string
		records []Record
		c2, c3  Derived
	}{
		{"nothing", nil, Derived{Verdict: NotEvaluated, Reason: ReasonNotAttempted}, Derived{Verdict: NotEvaluated, Reason: ReasonNotExercised}},
		{
			"undecided",
			[]Record{undecided},
			Derived{Verdict: Indeterminate, Outcome: Undecided, Reason: reasonTimeout},
			Derived{Verdict: Indeterminate, Outcome: Undecided, Reason: reasonTimeout},
		},
		{
			"blocked over undecided",
			[]Record{undecided, blocked},
			Derived{Verdict: Blocked, Outcome: Undecided, Reason: reasonNoCredentials},
			Derived{Verdict: Blocked, Outcome: Undecided, Reason: reasonNoCredentials},
		},
		{
			"a refusal decides nothing about a restriction",
			[]Record{said(Fail, Refused, because(ReasonRefused))},
			Derived{Verdict: Fail, Outcome: Refused, Reason: ReasonRefused},
			Derived{Verdict: NotEvaluated, Reason: ReasonNotExercised},
		},
		{
			"a miss over blocked, but not for a restriction",
			[]Record{blocked, said(Fail, Missed)},
			Derived{Verdict: Fail, Outcome: Missed, Reason: ReasonNotShown},
			Derived{Verdict: Blocked, Outcome: Undecided, Reason: reasonNoCredentials},
		},
		{
			"the latest reason",
			[]Record{
				said(Indeterminate, Undecided, because(reasonTimeout), atTime("2026-01-01T00:00:00Z")),
				said(Indeterminate, Undecided, because(reasonRateLimited), atTime("2026-01-02T00:00:00+02:00")),
				said(Indeterminate, Undecided, because(reasonServerError), atTime("2026-01-01T23:00:00+02:00")),
			},
			Derived{Verdict: Indeterminate, Outcome: Undecided, Reason: reasonRateLimited},
			Derived{Verdict: Indeterminate, Outcome: Undecided, Reason: reasonRateLimited},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.c2, Derive(c.records, obligations.C2)); d != "" {
				t.Errorf("C2 (-want +got):\n%s", d)
			}
			if d := cmp.Diff(c.c3, Derive(c.records, obligations.C3)); d != "" {
				t.Errorf("C3 (-want +got):\n%s", d)
			}
		})
	}
}

func TestDeriveWitnesses(t *testing.T) {
	for _, c := range []struct {
		name      string
		criterion obligations.Criterion
		records   []Record
		want      Derived
	}{
		{
			"pass over all", obligations.C2,
			[]Record{
				said(Blocked, Undecided, because(reasonNotFound)), said(Fail, Missed, inScenario("sha256:9")), said(Pass, Witnessed),
			},
			Derived{Verdict: Pass, Outcome: Witnessed, Evidence: Acknowledged},
		},
		{"errored", obligations.C2, []Record{said(Pass, Errored)}, Derived{Verdict: Pass, Outcome: Errored, Evidence: Acknowledged}},
		{
			"strongest evidence", obligations.C2,
			[]Record{said(Pass, Witnessed), said(Pass, Witnessed, withLevel(Verified))},
			Derived{Verdict: Pass, Outcome: Witnessed, Evidence: Verified},
		},
		{
			"contradicted", obligations.C2,
			[]Record{said(Fail, Missed), said(Fail, Contradicted)},
			Derived{Verdict: Fail, Outcome: Contradicted, Reason: ReasonContradicted},
		},
		{
			"flaky", obligations.C2,
			[]Record{said(Pass, Witnessed), said(Fail, Missed)},
			Derived{Verdict: Pass, Outcome: Witnessed, Evidence: Acknowledged, Flaky: true},
		},
		{
			"another behaviour is no flake", obligations.C2,
			[]Record{said(Pass, Witnessed), said(Fail, Missed, atBehaviour("sha256:9"))},
			Derived{Verdict: Pass, Outcome: Witnessed, Evidence: Acknowledged},
		},
		{
			"no scenario is no flake", obligations.C2,
			[]Record{said(Pass, Witnessed, inScenario("")), said(Fail, Missed, inScenario(""))},
			Derived{Verdict: Pass, Outcome: Witnessed, Evidence: Acknowledged},
		},
		{
			"undecided is no flake", obligations.C2,
			[]Record{said(Pass, Witnessed), said(Indeterminate, Undecided)},
			Derived{Verdict: Pass, Outcome: Witnessed, Evidence: Acknowledged},
		},
		{
			"breach over held", obligations.C3,
			[]Record{said(Pass, Held), said(Fail, Breached, inScenario("sha256:9"))},
			Derived{Verdict: Fail, Outcome: Breached, Reason: ReasonBreached, Evidence: Acknowledged},
		},
		{
			"held over attempted", obligations.C3,
			[]Record{said(Pass, Attempted), said(Pass, Held)},
			Derived{Verdict: Pass, Outcome: Held, Evidence: Acknowledged},
		},
		{
			"attempted over a refusal", obligations.C3,
			[]Record{said(Pass, Attempted), said(Fail, Refused, because(ReasonRefused), inScenario("sha256:9"))},
			Derived{Verdict: Pass, Outcome: Attempted, Evidence: Acknowledged},
		},
		{
			"leading only", obligations.C2,
			[]Record{said(Pass, Witnessed, leading), said(Fail, Missed, inScenario("sha256:9"))},
			Derived{Verdict: Pass, Outcome: Witnessed, Evidence: Acknowledged, Leading: true},
		},
		{
			"leading and not", obligations.C2,
			[]Record{said(Pass, Witnessed, leading), said(Pass, Errored)},
			Derived{Verdict: Pass, Outcome: Witnessed, Evidence: Acknowledged},
		},
		{
			"a leading miss", obligations.C2,
			[]Record{said(Fail, Missed, leading)},
			Derived{Verdict: Fail, Outcome: Missed, Reason: ReasonNotShown},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, Derive(c.records, c.criterion)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}
