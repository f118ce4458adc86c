package coverage

import (
	"testing"

	"github.com/obligato-dev/obligato/runtime/trace"
)

// TestMeasured tells runs that took place from records of runs that did not:
// an objective whose scenario nobody could write has a record too.
func TestMeasured(t *testing.T) {
	s := airlineSet(t)
	unrun := func(v Verdict, reason string) Record {
		return Record{
			Obligation: "C1:" + triage, Run: "none", BehaviourDigest: "sha256:bb", Verdict: v, Outcome: Undecided, Reason: reason,
			Origin: trace.Generated, Mode: trace.Live, Runtime: "interp", Model: "m",
		}
	}
	run := func(events ...trace.Event) *trace.Trace {
		return record(header(), append([]trace.Event{started(triage)}, events...)...)
	}
	refused := func(reason string) trace.Event {
		return trace.Event{Kind: trace.ModelCall, Agent: triage, Status: trace.StatusError, Reason: reason}
	}
	unauthorized := over(trace.StatusError, reasonUnauthorized)
	tests := []struct {
		name   string
		unrun  []Record
		traces []*trace.Trace
		want   bool
	}{
		{"no scenario for want of an answer", []Record{unrun(Blocked, reasonRateLimited)}, nil, false},
		{"no scenario for want of budget", []Record{unrun(Indeterminate, reasonBudget)}, nil, false},
		{"every run blocked", nil, []*trace.Trace{run(refused(reasonUnauthorized), unauthorized)}, false},
		{"blocked behind a witness", nil, []*trace.Trace{run(answered(triage), unauthorized)}, true},
		{"one of two blocked", nil, []*trace.Trace{run(unauthorized), run(answered(triage), completed())}, true},
		{"undecided", nil, []*trace.Trace{run(refused(reasonServerError), over(trace.StatusError, reasonServerError))}, true},
		{"cut off", nil, []*trace.Trace{run()}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := profileOf(t, s.Digest, tt.unrun...)
			var extras Extras
			for i, tr := range tt.traces {
				tr.Header.Run += string(rune('a' + i))
				j := Judge(s, tr, JudgeOptions{Targets: []string{"C1:" + triage}})
				extras.Add(j)
				if err := p.Add(j.Records...); err != nil {
					t.Fatal(err)
				}
			}
			if got := Score(s, p, ScoreOptions{Extras: extras}).Measured(); got != tt.want {
				t.Errorf("measured = %v, want %v", got, tt.want)
			}
		})
	}
}
