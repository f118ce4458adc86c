package generate

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

func TestLoopNeedsItsParts(t *testing.T) {
	if r, err := (Loop{}).Run(context.Background(), nil); err == nil || r == nil {
		t.Errorf("Run = %v, %v, want a result and an error", r, err)
	}
}

func TestLoopIsRepeatable(t *testing.T) {
	run := func(seed uint64) (*Result, []Entry) {
		s, g := derive(t, airline(), obligations.Options{})
		journal := &memory{}
		session := &fakeSession{play: plays(events(atTriage, ok), limited, events(faqCall, ok), events(toSeat, ok), events(seatCall, ok))}
		r, err := Loop{Set: s, Session: session, Realiser: Template(), Journal: journal, Seed: seed}.Run(context.Background(), Plan(s, g, PlanOptions{}))
		if err != nil {
			t.Fatal(err)
		}
		return r, journal.entries
	}
	r1, j1 := run(7)
	r2, j2 := run(7)
	if diff := cmp.Diff(r1, r2); diff != "" {
		t.Errorf("results of equal seeds differ:\n%s", diff)
	}
	if diff := cmp.Diff(j1, j2); diff != "" {
		t.Errorf("journals of equal seeds differ:\n%s", diff)
	}
	r3, _ := run(8)
	if r1.Records[0].Run == r3.Records[0].Run {
		t.Error("runs of different seeds share an id")
	}
}

func TestLoopCancelled(t *testing.T) {
	s, objectives := planned(t, c2FAQ, c2Seat)
	ctx, cancel := context.WithCancel(context.Background())
	session := &fakeSession{play: func(int, *scenario.Scenario) ([]trace.Event, error) {
		cancel()
		return events(atTriage, ends(trace.StatusInterrupted, trace.ReasonCancelled)), nil
	}}
	r, err := Loop{Set: s, Session: session, Realiser: fakeRealiser(fresh)}.Run(ctx, objectives)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want a cancelled context", err)
	}
	if diff := cmp.Diff([]Ending{EndCancelled, EndNotStarted}, endingsOf(r)); diff != "" {
		t.Errorf("endings (-want +got):\n%s", diff)
	}
	if len(r.Kept) != 1 || r.Counts.Runs != 1 {
		t.Errorf("kept %d scenarios of %d runs, want 1 of 1: what ran is not lost", len(r.Kept), r.Counts.Runs)
	}
}

func endingsOf(r *Result) []Ending {
	var out []Ending
	for _, e := range r.Objectives {
		out = append(out, e.Ending)
	}
	return out
}

func TestLoopRunTimeout(t *testing.T) {
	s, objectives := planned(t, c2FAQ)
	session := deadlineSession{&fakeSession{play: plays(ends(trace.StatusTimeout, "timeout"))}}
	r, err := Loop{Set: s, Session: session, Realiser: fakeRealiser(fresh), RunTimeout: time.Millisecond}.Run(context.Background(), objectives)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Objectives[0].Ending; got != EndUndecided {
		t.Errorf("ending is %s, want undecided", got)
	}
	if r.Counts.Reruns != MaxReruns {
		t.Errorf("%d reruns, want %d", r.Counts.Reruns, MaxReruns)
	}
}

// deadlineSession ends its runs at the context's deadline, as sessions must.
type deadlineSession struct{ *fakeSession }

func (d deadlineSession) Run(ctx context.Context, s *scenario.Scenario, id runtime.Identity) (*trace.Trace, error) {
	<-ctx.Done()
	return d.fakeSession.Run(ctx, s, id)
}

func TestLoopWriteErrors(t *testing.T) {
	for at := 1; at <= 6; at++ {
		s, objectives := planned(t, c2FAQ)
		l := Loop{Set: s, Session: &fakeSession{play: plays(events(faqCall, ok))}, Realiser: fakeRealiser(fresh), Journal: &memory{failAt: at}}
		if r, err := l.Run(context.Background(), objectives); !errors.Is(err, errDisk) || r == nil {
			t.Errorf("journal fails at entry %d: Run = %v, %v, want a result and the journal's error", at, r, err)
		}
	}
	s, objectives := planned(t, c2FAQ)
	l := Loop{Set: s, Session: &fakeSession{play: plays(events(faqCall, ok))}, Realiser: fakeRealiser(fresh)}
	l.OnTrace = func(*scenario.Scenario, *trace.Trace, []coverage.Record) error { return errDisk }
	if _, err := l.Run(context.Background(), objectives); !errors.Is(err, errDisk) {
		t.Errorf("error is %v, want that of OnTrace", err)
	}
}

func TestLoopJournal(t *testing.T) {
	s, objectives := planned(t, c2FAQ)
	journal := &memory{}
	session := &fakeSession{play: plays(limited, events(atTriage, ok), events(faqCall, ok))}
	if _, err := (Loop{Set: s, Session: session, Realiser: fakeRealiser(fresh), Journal: journal}).Run(context.Background(), objectives); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range journal.entries {
		line := string(e.Kind)
		switch e.Kind {
		case EntryRun:
			line += " " + e.Status
		case EntryVerdict:
			line += " " + string(e.Verdict)
		case EntryEnd:
			line += " " + string(e.Ending)
		}
		got = append(got, line)
		if (e.Kind == EntryRun) != (e.RecordsDigest != "") {
			t.Errorf("%s has the records digest %q", e.Kind, e.RecordsDigest)
		}
	}
	want := []string{
		"loop", "attempt", "scenario", "run error", "verdict indeterminate", "run completed", "verdict fail",
		"attempt", "scenario", "run completed", "verdict pass", "end witnessed",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("journal (-want +got):\n%s", diff)
	}
}

func TestLoopFeedsBack(t *testing.T) {
	s, objectives := planned(t, c4FAQ, c2Seat)
	var inputs []Input
	realiser := fakeRealiser(func(n int, in Input) (Draft, error) {
		inputs = append(inputs, in)
		return fresh(n, in)
	})
	session := &fakeSession{play: plays(events(toSeat, ok), events(toFAQ, ok), events(seatCall, ok))}
	r, err := Loop{Set: s, Session: session, Realiser: realiser, Seed: 3}.Run(context.Background(), objectives)
	if err != nil {
		t.Fatal(err)
	}
	if len(inputs) != 3 {
		t.Fatalf("realiser was asked %d times, want 3", len(inputs))
	}
	if len(inputs[0].History) != 0 {
		t.Error("the first attempt has a counterexample")
	}
	miss := inputs[1].History[0]
	want := Counterexample{
		Attempt: 1, Scenario: miss.Scenario, Hop: 1, Strayed: seat, Nearest: "Triage Agent=>Seat Booking Agent",
		Observed: []string{"Triage Agent acted", "Triage Agent=>Seat Booking Agent (handoff completed)", "Seat Booking Agent acted", "run ended: completed"},
		Seqs:     []int{1, 3, 4, 6}, Outcome: miss.Outcome, Reason: miss.Reason, Fingerprint: miss.Fingerprint,
	}
	if diff := cmp.Diff(want, miss); diff != "" {
		t.Errorf("counterexample (-want +got):\n%s", diff)
	}
	if miss.Reason == "" || miss.Outcome == "" || miss.Fingerprint == "" || miss.Scenario == nil {
		t.Errorf("counterexample has no reason, outcome, fingerprint or scenario: %+v", miss)
	}
	if len(inputs[2].History) != 0 {
		t.Error("another objective's counterexamples are fed back")
	}
	if len(inputs[2].Examples) != 1 || inputs[2].Examples[0].Objective.Obligation.ID != c4FAQ || len(inputs[2].Examples[0].Seen) != 1 {
		t.Errorf("examples are %+v, want the witness of %s with its event", inputs[2].Examples, c4FAQ)
	}
	if diff := cmp.Diff([]string{c4Seat, c1Seat}, cutTriage(r.Kept[0].Closes), cmp.Transformer("sort", sorted)); diff != "" {
		t.Errorf("the missed run closes (-want +got):\n%s", diff)
	}
	if got := len(r.Suite()); got != 3 {
		t.Errorf("suite has %d scenarios, want 3", got)
	}
}

func cutTriage(ids []string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == "C1:Triage Agent" })
}

func sorted(in []string) []string {
	out := slices.Clone(in)
	slices.Sort(out)
	return out
}

func TestLoopWarnsOfOneModel(t *testing.T) {
	s, objectives := planned(t, c2FAQ)
	r := fakeRealiser(fresh)
	for _, model1 := range []string{"", "m", "fake"} {
		r.Model = model1
		got, err := Loop{Set: s, Session: &fakeSession{play: plays(events(faqCall, ok))}, Realiser: r, Model: modelInfo}.Run(context.Background(), objectives)
		if err != nil {
			t.Fatal(err)
		}
		warned := slices.ContainsFunc(got.Findings, func(f manifest.Finding) bool { return f.Code == "OB911" }) // OB901 is a file that is too large
		if warned != (model1 == "fake") {
			t.Errorf("realiser model %q, under test %q: warned is %v", model1, modelInfo.Name, warned)
		}
	}
}

var modelInfo = model.Info{Name: "fake", Mode: model.ModeSimulated}

func TestLoopOrchestratorHoldsUpItsOwnRoutes(t *testing.T) {
	m := airline()
	m.Agents = append(m.Agents, manifest.Agent{ID: "Nightly Job", Kind: manifest.KindOrchestrator}, manifest.Agent{ID: "Report Agent"})
	m.Entries = append(m.Entries, "Nightly Job")
	m.Delegations = append(m.Delegations, manifest.Delegation{From: "Nightly Job", To: "Report Agent", Kind: manifest.Orchestrated})
	s, g := derive(t, m, obligations.Options{Orchestrators: true})
	objectives := Plan(s, g, PlanOptions{Open: only("C1:Nightly Job", "C4:Nightly Job=>Report Agent (orchestrated)", "C1:Report Agent", c2FAQ)})
	if len(objectives) != 4 {
		t.Fatalf("planned %v, want 4", ids(objectives))
	}
	session := &fakeSession{play: func(_ int, sc *scenario.Scenario) ([]trace.Event, error) {
		if sc.Start == "Nightly Job" {
			return ends(trace.StatusError, trace.ReasonMissingRuntime), nil
		}
		return events(faqCall, ok), nil
	}}
	r, err := Loop{Set: s, Session: session, Realiser: Template()}.Run(context.Background(), objectives)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Ending{}
	for _, e := range r.Objectives {
		got[e.Obligation] = e.Ending
	}
	blocked, held := 0, 0
	for id, e := range got {
		if id == c2FAQ {
			continue
		}
		switch e {
		case EndBlocked:
			blocked++
		case EndNotStarted:
			held++
		}
	}
	if blocked != 1 || held != 2 || got[c2FAQ] != EndWitnessed || r.Stop != nil {
		t.Errorf("endings are %v and stop is %v, want one blocked, two held up and %s witnessed", got, r.Stop, c2FAQ)
	}
	if len(r.Affected) != 2 {
		t.Errorf("affected %v", r.Affected)
	}
	for _, id := range r.Affected {
		if diff := cmp.Diff([]string{"blocked undecided"}, recordsOf(r, id)); diff != "" {
			t.Errorf("%s is held up; records (-want +got):\n%s", id, diff)
		}
	}
}

// TestLoopMarksWhatItNames lets a scenario for one obligation name the tool of
// another, which its run then shows.
func TestLoopMarksWhatItNames(t *testing.T) {
	s, objectives := planned(t, c4Seat)
	realiser := fakeRealiser(func(int, Input) (Draft, error) {
		return Draft{Turns: []string{"I need another place on the plane. Use faq_lookup_tool."}}, nil
	})
	session := &fakeSession{play: plays(events(toSeat, hands(seat, triage), hands(triage, faq), calls(faq, "faq_lookup_tool"), ok))}
	r, err := Loop{Set: s, Session: session, Realiser: realiser}.Run(context.Background(), objectives)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, rec := range r.Records {
		got[rec.Obligation] = rec.Leading
	}
	for id, want := range map[string]bool{c4Seat: false, c1Seat: false, c1FAQ: false, c2FAQ: true} {
		if leads, ok := got[id]; !ok || leads != want {
			t.Errorf("%s: recorded %v, leading %v, want %v", id, ok, leads, want)
		}
	}
}
