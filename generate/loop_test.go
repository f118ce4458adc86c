package generate

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

const (
	c1FAQ    = "C1:FAQ Agent"
	c1Seat   = "C1:Seat Booking Agent"
	c2FAQ    = "C2:FAQ Agent->faq_lookup_tool"
	c2Seat   = "C2:Seat Booking Agent->update_seat"
	c3Triage = "C3:Triage Agent-x>update_seat"
	c4FAQ    = "C4:Triage Agent=>FAQ Agent"
	c4Seat   = "C4:Triage Agent=>Seat Booking Agent"
)

const (
	triage = "Triage Agent"
	faq    = "FAQ Agent"
	seat   = "Seat Booking Agent"
)

// Paths that runs take.
var (
	atTriage = acts(triage)
	toFAQ    = events(acts(triage), hands(triage, faq))
	toSeat   = events(acts(triage), hands(triage, seat))
	faqCall  = events(toFAQ, calls(faq, "faq_lookup_tool"))
	seatCall = events(toSeat, calls(seat, "update_seat"))
)

func TestLoop(t *testing.T) {
	refusal := func(int, Input) (Draft, error) {
		return Draft{}, &Error{Kind: ErrRefused, Usage: model.Usage{Calls: 1}}
	}
	tests := []struct {
		name       string
		objectives []string
		play       func(int, *scenario.Scenario) ([]trace.Event, error)
		realise    func(int, Input) (Draft, error)
		want       Counts
		endings    []Ending
		reasons    []string
		stop       string
		records    []string // of the first objective
	}{
		{
			name: "pass at once", objectives: []string{c2FAQ}, play: plays(events(faqCall, ok)),
			want:    Counts{Objectives: 1, Witnessed: 1, Attempts: 1, Runs: 1, Decided: 1, RealiserCalls: 1},
			endings: []Ending{EndWitnessed}, reasons: []string{""}, records: []string{"pass witnessed"},
		},
		{
			name: "miss, then pass", objectives: []string{c2FAQ}, play: plays(events(atTriage, ok), events(faqCall, ok)),
			want:    Counts{Objectives: 1, Witnessed: 1, Attempts: 2, Runs: 2, Decided: 2, RealiserCalls: 2},
			endings: []Ending{EndWitnessed}, reasons: []string{""}, records: []string{"fail missed", "pass witnessed"},
		},
		{
			name: "five misses", objectives: []string{c2FAQ},
			play:    plays(events(atTriage, ok), events(toSeat, ok), events(atTriage, ok), events(toSeat, ok), events(atTriage, ok)),
			want:    Counts{Objectives: 1, Missed: 1, Attempts: 5, Runs: 5, Decided: 5, RealiserCalls: 5},
			endings: []Ending{EndExhausted}, reasons: []string{coverage.ReasonNotShown},
		},
		{
			name: "equal misses end early", objectives: []string{c2FAQ}, play: plays(events(atTriage, ok)),
			want:    Counts{Objectives: 1, Missed: 1, Attempts: StuckAfter, Runs: StuckAfter, Decided: StuckAfter, RealiserCalls: StuckAfter},
			endings: []Ending{EndStuck}, reasons: []string{coverage.ReasonNotShown},
		},
		{
			name: "undecided four times", objectives: []string{c2FAQ, c2Seat},
			play:    plays(limited, limited, limited, limited, events(seatCall, ok)),
			want:    Counts{Objectives: 2, Undecided: 1, Witnessed: 1, Attempts: 2, Runs: 5, Reruns: 3, Decided: 1, RealiserCalls: 2},
			endings: []Ending{EndUndecided, EndWitnessed}, reasons: []string{coverage.ReasonStillUndecided, ""},
			records: []string{"indeterminate undecided", "indeterminate undecided", "indeterminate undecided", "indeterminate undecided", "blocked undecided"},
		},
		{
			name: "undecided, then pass: the realiser is not asked again", objectives: []string{c2FAQ},
			play:    plays(limited, events(faqCall, ok)),
			want:    Counts{Objectives: 1, Witnessed: 1, Attempts: 1, Runs: 2, Reruns: 1, Decided: 1, RealiserCalls: 1},
			endings: []Ending{EndWitnessed}, reasons: []string{""}, records: []string{"indeterminate undecided", "pass witnessed"},
		},
		{
			name: "undecided, then miss, then pass", objectives: []string{c2FAQ},
			play:    plays(limited, events(atTriage, ok), events(faqCall, ok)),
			want:    Counts{Objectives: 1, Witnessed: 1, Attempts: 2, Runs: 3, Reruns: 1, Decided: 2, RealiserCalls: 2},
			endings: []Ending{EndWitnessed}, reasons: []string{""}, records: []string{"indeterminate undecided", "fail missed", "pass witnessed"},
		},
		{
			name: "evidence before the end counts", objectives: []string{c2FAQ}, play: plays(events(faqCall, limited)),
			want:    Counts{Objectives: 1, Witnessed: 1, Attempts: 1, Runs: 1, RealiserCalls: 1},
			endings: []Ending{EndWitnessed}, reasons: []string{""}, records: []string{"pass witnessed"},
		},
		{
			name: "blocked stops at once", objectives: []string{c2FAQ, c2Seat}, play: plays(noKey),
			want:    Counts{Objectives: 2, Undecided: 1, NotStarted: 1, Attempts: 1, Runs: 1, RealiserCalls: 1},
			endings: []Ending{EndBlocked, EndNotStarted}, reasons: []string{"no_credentials", "no_credentials"}, stop: "no_credentials",
			records: []string{"blocked undecided"},
		},
		{
			name: "evidence, then blocked: it counts, and the loop stops", objectives: []string{c2FAQ, c2Seat}, play: plays(events(faqCall, noKey)),
			want:    Counts{Objectives: 2, Witnessed: 1, NotStarted: 1, Attempts: 1, Runs: 1, RealiserCalls: 1},
			endings: []Ending{EndWitnessed, EndNotStarted}, reasons: []string{"", "no_credentials"}, stop: "no_credentials",
			records: []string{"pass witnessed"},
		},
		{
			name: "budget is not run again", objectives: []string{c2FAQ, c2Seat}, play: plays(events(atTriage, spent)),
			want:    Counts{Objectives: 2, Undecided: 1, NotStarted: 1, Attempts: 1, Runs: 1, RealiserCalls: 1},
			endings: []Ending{EndBudget, EndNotStarted}, reasons: []string{"budget", "budget"}, stop: "budget",
			records: []string{"indeterminate undecided"},
		},
		{
			name: "an agent that cannot run holds up its routes only", objectives: []string{c2FAQ, c2Seat},
			play: plays(
				events(toFAQ, []trace.Event{{Kind: trace.RunEnd, Agent: faq, Status: trace.StatusError, Reason: trace.ReasonMissingRuntime}}),
				events(seatCall, ok)),
			want:    Counts{Objectives: 2, Undecided: 1, Witnessed: 1, Attempts: 2, Runs: 2, Decided: 1, RealiserCalls: 2},
			endings: []Ending{EndBlocked, EndWitnessed}, reasons: []string{trace.ReasonMissingRuntime, ""},
			records: []string{"blocked undecided"},
		},
		{
			name: "no trace at all", objectives: []string{c2FAQ, c2Seat},
			play:    func(int, *scenario.Scenario) ([]trace.Event, error) { return nil, errors.New("python3: not found") },
			want:    Counts{Objectives: 2, Undecided: 1, NotStarted: 1, Attempts: 1, RealiserCalls: 1},
			endings: []Ending{EndBlocked, EndNotStarted}, reasons: []string{trace.ReasonMissingRuntime, trace.ReasonMissingRuntime}, stop: trace.ReasonMissingRuntime,
		},
		{
			name: "realiser fails for good: no attempt spent, the next objective goes on", objectives: []string{c2FAQ, c2Seat},
			play: plays(events(seatCall, ok)),
			realise: func(n int, in Input) (Draft, error) {
				if in.Objective.Obligation.ID == c2FAQ {
					return refusal(n, in)
				}
				return fresh(n, in)
			},
			want:    Counts{Objectives: 2, Undecided: 1, Witnessed: 1, Attempts: 1, Runs: 1, Decided: 1, RealiserCalls: 5, RealiserErrors: 4},
			endings: []Ending{EndUndecided, EndWitnessed}, reasons: []string{coverage.ReasonRealiserRefused, ""},
			records: []string{"blocked undecided"},
		},
		{
			name: "realiser fails, then writes", objectives: []string{c2FAQ}, play: plays(events(faqCall, ok)),
			realise: func(n int, in Input) (Draft, error) {
				if n < 3 {
					return refusal(n, in)
				}
				return fresh(n, in)
			},
			want:    Counts{Objectives: 1, Witnessed: 1, Attempts: 1, Runs: 1, Decided: 1, RealiserCalls: 4, RealiserErrors: 3},
			endings: []Ending{EndWitnessed}, reasons: []string{""}, records: []string{"pass witnessed"},
		},
		{
			name: "a draft out of bounds is bad output", objectives: []string{c2FAQ}, play: plays(events(faqCall, ok)),
			realise: func(int, Input) (Draft, error) { return Draft{Turns: []string{"\x00\x1b"}}, nil },
			want:    Counts{Objectives: 1, Undecided: 1, RealiserCalls: 4, RealiserErrors: 4},
			endings: []Ending{EndUndecided}, reasons: []string{coverage.ReasonRealiserBadOutput}, records: []string{"blocked undecided"},
		},
		{
			name: "realiser blocked stops", objectives: []string{c2FAQ, c2Seat}, play: plays(ok),
			realise: func(int, Input) (Draft, error) {
				return Draft{}, &model.Error{Kind: model.ErrUnauthorized, Status: 401}
			},
			want:    Counts{Objectives: 2, Undecided: 1, NotStarted: 1, RealiserCalls: 1, RealiserErrors: 1},
			endings: []Ending{EndBlocked, EndNotStarted}, reasons: []string{"unauthorized", "unauthorized"}, stop: "unauthorized",
			records: []string{"blocked undecided"},
		},
		{
			name: "realiser's budget stops", objectives: []string{c2FAQ, c2Seat}, play: plays(ok),
			realise: func(int, Input) (Draft, error) { return Draft{}, &Error{Kind: ErrorKind(model.ErrBudget)} },
			want:    Counts{Objectives: 2, Undecided: 1, NotStarted: 1, RealiserCalls: 1, RealiserErrors: 1},
			endings: []Ending{EndBudget, EndNotStarted}, reasons: []string{"budget", "budget"}, stop: "budget",
			records: []string{"indeterminate undecided"},
		},
		{
			name: "repeats are refused, and not run", objectives: []string{c2FAQ}, play: plays(events(atTriage, ok)),
			realise: func(n int, _ Input) (Draft, error) {
				return Draft{Turns: []string{[]string{"hello  there", "Hello there!", "hello, there"}[n%3]}}, nil
			},
			want:    Counts{Objectives: 1, Missed: 1, Attempts: 1, Runs: 1, Decided: 1, RealiserCalls: 5, RefusedRepeats: 4},
			endings: []Ending{EndStuck}, reasons: []string{coverage.ReasonDuplicateScenarios}, records: []string{"fail missed"},
		},
		{
			name: "repeats across objectives", objectives: []string{c2FAQ, c2Seat}, play: plays(events(faqCall, ok)),
			realise: func(int, Input) (Draft, error) { return Draft{Turns: []string{"hello"}}, nil },
			want:    Counts{Objectives: 2, Witnessed: 1, Missed: 1, Attempts: 1, Runs: 1, Decided: 1, RealiserCalls: 5, RefusedRepeats: 4},
			endings: []Ending{EndWitnessed, EndStuck}, reasons: []string{"", coverage.ReasonDuplicateScenarios}, records: []string{"pass witnessed"},
		},
		{
			name: "a repeat of what was cut off decides nothing", objectives: []string{c2FAQ, c2Seat}, play: plays(events(faqCall, limited)),
			realise: func(int, Input) (Draft, error) { return Draft{Turns: []string{"hello"}}, nil },
			want:    Counts{Objectives: 2, Witnessed: 1, Undecided: 1, Attempts: 1, Runs: 1, RealiserCalls: 5, RefusedRepeats: 4},
			endings: []Ending{EndWitnessed, EndUndecided}, reasons: []string{"", coverage.ReasonDuplicateScenarios},
		},
		{
			name: "one run closes many", objectives: []string{c1FAQ, c2FAQ, c4FAQ}, play: plays(events(faqCall, ok)),
			want:    Counts{Objectives: 3, Witnessed: 1, Elsewhere: 2, Attempts: 1, Runs: 1, Decided: 1, RealiserCalls: 1},
			endings: []Ending{EndWitnessed, EndElsewhere, EndElsewhere}, reasons: []string{"", "", ""},
		},
		{
			name: "three undecided objectives in a row", objectives: []string{c2FAQ, c2Seat, c4FAQ, c4Seat}, play: plays(limited),
			want:    Counts{Objectives: 4, Undecided: 3, NotStarted: 1, Attempts: 3, Runs: 12, Reruns: 9, RealiserCalls: 3},
			endings: []Ending{EndUndecided, EndUndecided, EndUndecided, EndNotStarted},
			reasons: []string{coverage.ReasonStillUndecided, coverage.ReasonStillUndecided, coverage.ReasonStillUndecided, coverage.ReasonStillUndecided},
			stop:    coverage.ReasonStillUndecided,
		},
		{
			name: "undecided objectives with a decided run between them", objectives: []string{c2FAQ, c2Seat, c4FAQ, c4Seat},
			play:    plays(limited, limited, limited, limited, limited, limited, limited, limited, events(acts(triage), acts(faq), calls(faq, "faq_lookup_tool"), ok), limited),
			want:    Counts{Objectives: 4, Undecided: 3, Witnessed: 1, Attempts: 4, Runs: 13, Reruns: 9, Decided: 1, RealiserCalls: 4},
			endings: []Ending{EndUndecided, EndUndecided, EndWitnessed, EndUndecided},
			reasons: []string{coverage.ReasonStillUndecided, coverage.ReasonStillUndecided, "", coverage.ReasonStillUndecided},
		},
		{
			name: "undecided first, shown by another's run later", objectives: []string{c2FAQ, c4FAQ},
			play:    plays(limited, limited, limited, limited, events(faqCall, ok)),
			want:    Counts{Objectives: 2, Elsewhere: 1, Witnessed: 1, Attempts: 2, Runs: 5, Reruns: 3, Decided: 1, RealiserCalls: 2},
			endings: []Ending{EndElsewhere, EndWitnessed}, reasons: []string{"", ""},
		},
		{
			name: "exposure attempted", objectives: []string{c3Triage}, play: plays(events(atTriage, denied(triage, "update_seat"), ok)),
			want:    Counts{Objectives: 1, Witnessed: 1, Attempts: 1, Runs: 1, Decided: 1, RealiserCalls: 1},
			endings: []Ending{EndWitnessed}, reasons: []string{""}, records: []string{"pass attempted"},
		},
		{
			name: "exposure not attempted", objectives: []string{c3Triage}, play: plays(events(atTriage, ok)),
			want:    Counts{Objectives: 1, Missed: 1, Attempts: StuckAfter, Runs: StuckAfter, Decided: StuckAfter, RealiserCalls: StuckAfter},
			endings: []Ending{EndStuck}, reasons: []string{coverage.ReasonNotShown},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, objectives := planned(t, tt.objectives...)
			if tt.realise == nil {
				tt.realise = fresh
			}
			session := &fakeSession{play: tt.play}
			l := Loop{
				Set: s, Session: session, Realiser: fakeRealiser(tt.realise), Journal: &memory{},
				Model: model.Info{Name: "fake", Mode: model.ModeSimulated}, Runtime: "interp",
			}
			got, err := l.Run(context.Background(), objectives)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got.Counts); diff != "" {
				t.Errorf("counts (-want +got):\n%s", diff)
			}
			checkEnds(t, got, tt.endings, tt.reasons, tt.stop)
			if tt.records != nil {
				if diff := cmp.Diff(tt.records, recordsOf(got, objectives[0].Obligation.ID)); diff != "" {
					t.Errorf("records (-want +got):\n%s", diff)
				}
			}
			checkResult(t, got, session)
		})
	}
}

func checkEnds(t *testing.T, r *Result, endings []Ending, reasons []string, stop string) {
	t.Helper()
	var gotEndings []Ending
	var gotReasons []string
	for _, e := range r.Objectives {
		gotEndings, gotReasons = append(gotEndings, e.Ending), append(gotReasons, e.Reason)
		if (e.Reason == "") != (e.Next == "") {
			t.Errorf("%s: reason %q and next %q do not go together", e.Obligation, e.Reason, e.Next)
		}
	}
	if diff := cmp.Diff(endings, gotEndings); diff != "" {
		t.Errorf("endings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(reasons, gotReasons); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
	gotStop := ""
	if r.Stop != nil {
		gotStop = r.Stop.Reason
	}
	if gotStop != stop {
		t.Errorf("stop is %q, want %q", gotStop, stop)
	}
}

func recordsOf(r *Result, obligation string) []string {
	var out []string
	for _, rec := range r.Records {
		if rec.Obligation == obligation {
			out = append(out, string(rec.Verdict)+" "+string(rec.Outcome))
		}
	}
	return out
}

// checkResult holds a result to what must be true of every one.
func checkResult(t failer, r *Result, session *fakeSession) {
	t.Helper()
	c := r.Counts
	if sum := c.Witnessed + c.Elsewhere + c.Missed + c.Undecided + c.NotStarted; sum != c.Objectives || len(r.Objectives) != c.Objectives {
		t.Errorf("endings sum to %d of %d objectives", sum, c.Objectives)
	}
	if c.Runs > c.Attempts+c.Reruns || c.Reruns > MaxReruns*c.Attempts {
		t.Errorf("%d runs of %d attempts with %d reruns", c.Runs, c.Attempts, c.Reruns)
	}
	if r.Completeness.Runs != c.Runs {
		t.Errorf("%d runs counted, %d judged", c.Runs, r.Completeness.Runs)
	}
	ids, digests := map[string]bool{}, map[string]bool{}
	for _, id := range session.ids {
		if ids[id] {
			t.Errorf("run id %s came twice", id)
		}
		ids[id] = true
	}
	for _, k := range r.Kept {
		if digests[k.Digest] {
			t.Errorf("scenario %s was attempted twice", k.Scenario.ID)
		}
		digests[k.Digest] = true
		if len(k.Runs) > 1+MaxReruns {
			t.Errorf("scenario %s ran %d times", k.Scenario.ID, len(k.Runs))
		}
	}
	profile := coverage.NewProfile("test")
	if err := profile.Add(r.Records...); err != nil {
		t.Errorf("records do not make a profile: %v", err)
	}
	for _, e := range r.Objectives {
		if e.Attempts > MaxAttempts {
			t.Errorf("%s had %d attempts", e.Obligation, e.Attempts)
		}
		if e.Ending == EndWitnessed && e.Scenario == "" {
			t.Errorf("%s is witnessed by no scenario", e.Obligation)
		}
	}
}

// failer is what checkResult needs of a test.
type failer interface {
	Helper()
	Errorf(format string, args ...any)
}
