package coverage

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/golden"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// checkTotals holds a summary to the law of its totals.
func checkTotals(t interface{ Fatalf(string, ...any) }, s *obligations.Set, sum *Summary) {
	want := map[obligations.Criterion]int{}
	for _, o := range s.Obligations {
		want[o.Criterion]++
	}
	for _, c := range obligations.Criteria {
		y := sum.Criteria[c]
		if y.Total != want[c] {
			t.Fatalf("%s: total %d, want %d", c, y.Total, want[c])
		}
		parts := y.Witnessed + y.Indeterminate + y.Blocked + y.NotEvaluated
		if c != obligations.C3 {
			parts += y.Failed
		}
		if parts != y.Total || c == obligations.C3 && y.Failed > y.Witnessed {
			t.Fatalf("%s: parts do not make the total: %+v", c, *y)
		}
		most := max(y.By.Tests, y.By.Production, y.By.Generated)
		if most > y.Witnessed || y.Witnessed > y.By.Tests+y.By.Production+y.By.Generated+y.By.Wired || y.By.Wired > y.Total {
			t.Fatalf("%s: origins are no union: %+v", c, *y)
		}
		var total, shown, breached int
		for _, class := range y.Classes {
			total, breached = total+class.Total, breached+class.Breached
			shown += class.Held + class.Breached + class.Attempted
		}
		if c == obligations.C3 && (len(y.Classes) != 3 || total != y.Total || shown != y.Witnessed || breached != y.Failed) {
			t.Fatalf("C3: classes do not make the whole: %+v", *y)
		}
	}
	if len(sum.Obligations) != len(s.Obligations) {
		t.Fatalf("%d obligations, want %d", len(sum.Obligations), len(s.Obligations))
	}
	for _, st := range sum.Obligations {
		if (st.Verdict == Pass) != (st.Reason == "") || (st.Verdict == Pass) != (st.Next == "") {
			t.Fatalf("%s is %s with reason %q and next %q", st.ID, st.Verdict, st.Reason, st.Next)
		}
	}
}

// lawful gives a record an outcome that its criterion can have.
func lawful(r Record) Record {
	restricted := strings.HasPrefix(r.Obligation, "C3:")
	switch {
	case restricted && (r.Outcome == Witnessed || r.Outcome == Errored):
		r.Outcome = Held
	case !restricted && (r.Outcome == Held || r.Outcome == Attempted):
		r.Outcome = Witnessed
	case restricted == (r.Outcome == Contradicted) && (r.Outcome == Contradicted || r.Outcome == Breached):
		r.Outcome, r.Reason, r.Evidence, r.Want, r.Got = Missed, ReasonNotShown, NoEvidence, "", ""
	}
	r.Run += "-" + string(r.Outcome) // what became of several outcomes must not conflict
	r.Trace += fmt.Sprint(r.Reason, r.Evidence, r.Want)
	return r
}

func drawLawful(t *rapid.T, s *obligations.Set, label string) []Record {
	list := drawRecords(t, ids(s), label)
	for i := range list {
		list[i] = lawful(list[i])
	}
	return list
}

func TestTotals(t *testing.T) {
	s := airlineSet(t)
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SampledFrom([][]trace.Mode{nil, {}, {trace.Live}, {trace.Forced}, modes}).Draw(t, "counts")
		waived := map[string]bool{rapid.SampledFrom(ids(s)).Draw(t, "waived"): true}
		first := drawLawful(t, s, "first")
		p := profileOf(t, s.Digest, first...)
		sum := Score(s, p, ScoreOptions{Counts: counts, Waived: waived})
		checkTotals(t, s, sum)
		if p.Add(drawLawful(t, s, "second")...) != nil {
			return
		}
		more := Score(s, p, ScoreOptions{Counts: counts, Waived: waived})
		checkTotals(t, s, more)
		for _, c := range obligations.Criteria {
			if more.Criteria[c].Witnessed < sum.Criteria[c].Witnessed || more.Criteria[c].Total != sum.Criteria[c].Total {
				t.Fatalf("%s: more records show less: %+v, then %+v", c, *sum.Criteria[c], *more.Criteria[c])
			}
		}
	})
}

// TestScoreOfJudgedTraces ties judging, adding and scoring together.
func TestScoreOfJudgedTraces(t *testing.T) {
	s := airlineSet(t)
	x := NewIndex(s)
	rapid.Check(t, func(t *rapid.T) {
		p, extras := NewProfile(s.Digest), Extras{}
		runs := rapid.IntRange(0, 4).Draw(t, "runs")
		for i := range runs {
			tr := drawTrace(t, append(slices.Clone(ourAgents), "Ghost"), ourTools)
			tr.Header.Run = fmt.Sprint("run-", i)
			j := x.Judge(tr, JudgeOptions{Targets: rapid.SliceOf(rapid.SampledFrom(ids(s))).Draw(t, "targets")})
			if err := p.Add(j.Records...); err != nil {
				t.Fatal(err)
			}
			extras.Add(j)
		}
		sum := Score(s, p, ScoreOptions{Extras: extras})
		checkTotals(t, s, sum)
		if c := sum.Completeness; c.Runs != runs || c.Complete > runs || c.Witnessing > runs || sum.Measured() != (runs > 0) {
			t.Fatalf("of %d runs: %+v", runs, c)
		}
		text, err := sum.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := compiledSummary.Validate(decoded(text)); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	})
}

func TestCounts(t *testing.T) {
	s := airlineSet(t)
	id := "C2:FAQ Agent->faq_lookup"
	for _, c := range []struct {
		name   string
		record Record
		counts []trace.Mode
		want   Verdict
		reason string
		by     By
	}{
		{"live", said(Pass, Witnessed), nil, Pass, "", By{Generated: 1}},
		{"by a test", said(Pass, Witnessed, fromOrigin(trace.Tests), inMode(trace.Scripted)), nil, Pass, "", By{Tests: 1}},
		{"in production", said(Pass, Witnessed, fromOrigin(trace.Production), inMode(trace.Observed)), nil, Pass, "", By{Production: 1}},
		{"forced", said(Pass, Witnessed, fromOrigin(trace.Wired), inMode(trace.Forced)), nil, NotEvaluated, ReasonNotCounted, By{Wired: 1}},
		{"wired never closes", said(Pass, Witnessed, fromOrigin(trace.Wired), inMode(trace.Forced)), []trace.Mode{trace.Forced}, NotEvaluated, ReasonNotCounted, By{Wired: 1}},
		{"forced by a test", said(Pass, Witnessed, fromOrigin(trace.Tests), inMode(trace.Forced)), nil, NotEvaluated, ReasonNotCounted, By{}},
		{"forced by a test, asked for", said(Pass, Witnessed, fromOrigin(trace.Tests), inMode(trace.Forced)), []trace.Mode{trace.Forced}, Pass, "", By{Tests: 1}},
		{"simulated does not count here", said(Pass, Witnessed, inMode(trace.Simulated)), []trace.Mode{trace.Live}, NotEvaluated, ReasonNotCounted, By{}},
		{"nothing counts", said(Pass, Witnessed), []trace.Mode{}, NotEvaluated, ReasonNotCounted, By{}},
		{"a fail counts in every mode", said(Fail, Missed, inMode(trace.Forced), fromOrigin(trace.Wired)), nil, Fail, ReasonNotShown, By{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.record.Obligation = id
			sum := Score(s, profileOf(t, s.Digest, c.record), ScoreOptions{Counts: c.counts})
			st := find(t, sum, id)
			if st.Verdict != c.want || st.Reason != c.reason || st.By != c.by {
				t.Errorf("%s %q %+v, want %s %q %+v", st.Verdict, st.Reason, st.By, c.want, c.reason, c.by)
			}
			if sum.Criteria[obligations.C2].By != c.by || sum.Criteria[obligations.C2].Witnessed != count(c.want == Pass) {
				t.Errorf("tally %+v", *sum.Criteria[obligations.C2])
			}
			text, err := sum.Encode()
			if err != nil {
				t.Fatal(err)
			}
			validates(t, SummarySchemaJSON(), text)
		})
	}
}

func find(t *testing.T, sum *Summary, id string) Status {
	t.Helper()
	for _, st := range sum.Obligations {
		if st.ID == id {
			return st
		}
	}
	t.Fatalf("no obligation %s", id)
	return Status{}
}

func TestWaiversHideNothing(t *testing.T) {
	s := airlineSet(t)
	id := "C3:Seat Agent-x>delete_account"
	sum := Score(s, profileOf(t, s.Digest, said(Fail, Breached, of(id))), ScoreOptions{Waived: map[string]bool{id: true}})
	c3 := sum.Criteria[obligations.C3]
	if len(sum.Breaches()) != 1 || c3.Failed != 1 || c3.Witnessed != 1 || c3.Waived != 1 || c3.Classes[obligations.ClassPrompt].Breached != 1 {
		t.Errorf("breaches %v, tally %+v", sum.Breaches(), *c3)
	}
	if st := find(t, sum, id); !st.Waived || st.Open() || st.Next == "" {
		t.Errorf("%+v", st)
	}
}

func TestHostedPairsAreNotObservable(t *testing.T) {
	sum := Score(airlineSet(t), nil, ScoreOptions{})
	st := find(t, sum, "C3:Triage Agent-x>web_search")
	if st.Verdict != NotEvaluated || st.Reason != ReasonNotObservable {
		t.Errorf("%s %q", st.Verdict, st.Reason)
	}
	if n := sum.Criteria[obligations.C3].Classes[obligations.ClassAbsence].NotObservable; n != 5 {
		t.Errorf("%d pairs not observable, want 5: every agent but the one that has it", n)
	}
}

func TestNothingMeasured(t *testing.T) {
	s := airlineSet(t)
	sum := Score(s, nil, ScoreOptions{})
	if sum.Measured() {
		t.Error("nothing ran, and it counts as measured")
	}
	checkTotals(t, s, sum)
	empty := &obligations.Set{Digest: "sha256:none"}
	none := Score(empty, nil, ScoreOptions{Extras: Extras{Completeness: Completeness{Runs: 3}}})
	if none.Measured() {
		t.Error("there are no obligations, and it counts as measured")
	}
	checkTotals(t, empty, none)
	text, err := none.Encode()
	if err != nil {
		t.Fatal(err)
	}
	validates(t, SummarySchemaJSON(), text)
	if !Score(s, profileOf(t, s.Digest, said(Fail, Missed, of("C1:Triage Agent"))), ScoreOptions{}).Measured() {
		t.Error("a record is known, and nothing counts as measured")
	}
}

func TestScoreRefusesAnotherSet(t *testing.T) {
	s := airlineSet(t)
	sum := Score(s, profileOf(t, "sha256:other", said(Pass, Witnessed, of("C1:Triage Agent"))), ScoreOptions{})
	if sum.Criteria[obligations.C1].Witnessed != 0 || sum.Measured() {
		t.Error("a record of another set was counted")
	}
	f := sum.Findings[0]
	if f.Code != CodeOtherSet || f.Level != manifest.LevelError || !strings.Contains(f.Message, "sha256:other") || !strings.Contains(f.Message, s.Digest) {
		t.Errorf("finding %+v", f)
	}
}

func TestUndeclaredObligationsChangeNoTotal(t *testing.T) {
	s := airlineSet(t)
	sum := Score(s, profileOf(t, s.Digest, said(Pass, Witnessed, of("C2:Ghost->shade"))), ScoreOptions{})
	checkTotals(t, s, sum)
	if d := cmp.Diff([]Unmapped{{What: UnmappedTarget, Name: "C2:Ghost->shade", Count: 1}}, sum.Unmapped); d != "" {
		t.Errorf("unmapped (-want +got):\n%s", d)
	}
}

func TestWitnessesAreBounded(t *testing.T) {
	s := airlineSet(t)
	p := NewProfile(s.Digest)
	for i := range 3 * MaxWitnesses {
		r := said(Pass, Witnessed, of("C1:Triage Agent"), inRun(fmt.Sprint(i)), inScenario(fmt.Sprint("sha256:", i)))
		if i == 2*MaxWitnesses {
			r.Evidence = Verified
		}
		if err := p.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	st := find(t, Score(s, p, ScoreOptions{}), "C1:Triage Agent")
	if len(st.Witnesses) != MaxWitnesses || st.Runs != 3*MaxWitnesses || st.Witnesses[0].Evidence != Verified {
		t.Errorf("%d witnesses of %d runs, first %+v", len(st.Witnesses), st.Runs, st.Witnesses[0])
	}
}

func TestNextCommand(t *testing.T) {
	s := airlineSet(t)
	p := profileOf(t, s.Digest, said(Blocked, Undecided, of("C1:FAQ Agent"), because(reasonNoCredentials)))
	sum := Score(s, p, ScoreOptions{Path: "my flows/app's.py"})
	for id, want := range map[string]string{
		"C1:FAQ Agent":                   `obligato doctor 'my flows/app'\''s.py'`,
		"C2:FAQ Agent->faq_lookup":       `obligato generate --only 'C2:FAQ Agent->faq_lookup' 'my flows/app'\''s.py'`,
		"C3:Refund Agent-x>issue_refund": `obligato score --traces FILES 'my flows/app'\''s.py'`,
		"C3:Triage Agent-x>update_seat":  `obligato generate --expose all --only 'C3:Triage Agent-x>update_seat' 'my flows/app'\''s.py'`,
		"C3:Seat Agent-x>delete_account": `obligato generate --only 'C3:Seat Agent-x>delete_account' 'my flows/app'\''s.py'`,
	} {
		if got := find(t, sum, id).Next; got != want {
			t.Errorf("%s: next %s, want %s", id, got, want)
		}
	}
	own := Score(s, nil, ScoreOptions{Command: func(o obligations.Obligation, d Derived) string { return o.ID + " " + d.Reason }})
	if got := find(t, own, "C1:FAQ Agent").Next; got != "C1:FAQ Agent not_attempted" {
		t.Errorf("next %s", got)
	}
}

// TestSummaryFile pins coverage.json and its exact keys.
func TestSummaryFile(t *testing.T) {
	s := airlineSet(t)
	p, extras := NewProfile(s.Digest), Extras{}
	for i, tr := range []*trace.Trace{
		record(header(), answered(triage), handed(triage, faq, trace.StatusCompleted), answered(faq),
			requested(faq, lookup, "1"), ran(faq, lookup, "1"), finished(faq, lookup, "1", trace.StatusOK), completed()),
		record(header(), answered(triage), handed(triage, seat, trace.StatusCompleted), answered(seat),
			ran(seat, erase, "1"), finished(seat, erase, "1", trace.StatusOK), ran(seat, "crm_note", "2")),
		record(header(), started(triage), over(trace.StatusError, "rate_limited")),
	} {
		tr.Header.Run = fmt.Sprint("run-", i+1)
		j := Judge(s, tr, JudgeOptions{Targets: []string{"C1:Helper Agent", "C1:FAQ Agent"}[:i/2+1], Leading: i == 0})
		if err := p.Add(j.Records...); err != nil {
			t.Fatal(err)
		}
		extras.Add(j)
	}
	sum := Score(s, p, ScoreOptions{Extras: extras, Path: "app.py", Waived: map[string]bool{"C1:Clerk Agent": true}})
	checkTotals(t, s, sum)
	text, err := sum.Encode()
	if err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "testdata/coverage.json", text)
	validates(t, SummarySchemaJSON(), text)
	var back Summary
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if again, err := back.Encode(); err != nil || string(again) != string(text) {
		t.Errorf("reading and writing changed it: %v", err)
	}
}

func TestExtrasDoNotDependOnTheOrder(t *testing.T) {
	x := NewIndex(airlineSet(t))
	rapid.Check(t, func(t *rapid.T) {
		var list []Judgement
		for range rapid.IntRange(0, 4).Draw(t, "runs") {
			list = append(list, x.Judge(drawTrace(t, append(slices.Clone(ourAgents), "Ghost"), ourTools), JudgeOptions{}))
		}
		var a, b Extras
		for _, j := range list {
			a.Add(j)
		}
		for _, j := range rapid.Permutation(list).Draw(t, "order") {
			b.Add(j)
		}
		if d := cmp.Diff(a, b); d != "" {
			t.Fatalf("(-first +second):\n%s", d)
		}
	})
}

func TestCompleteness(t *testing.T) {
	s := airlineSet(t)
	tr := record(header(), answered(triage), trace.Event{Kind: "novelty"})
	tr.Problems, tr.Dropped, tr.Header.StructureDigest = make([]trace.Problem, 2), 3, "sha256:old"
	tr.UnknownFields = map[string]int{"colour": 1}
	got := Judge(s, tr, JudgeOptions{}).Run
	want := Completeness{
		Runs: 1, Truncated: 1, Damaged: 1, Witnessing: 1, OtherStructure: 1, Lines: 3, Problems: 5,
		UnknownKinds: map[string]int{"novelty": 1}, UnknownFields: map[string]int{"colour": 1}, Ends: map[string]int{"truncated": 1},
		Runtimes: []string{"sdk"}, Modes: []string{"live"}, Models: []string{"model-1"}, LowerBound: true,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
