package coverage

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// drawEvents draws a run of the agents and tools that are given, with much
// that makes no sense.
func drawEvents(t *rapid.T, agents, tools []string) []trace.Event {
	agent, tool := rapid.SampledFrom(append(slices.Clone(agents), "")), rapid.SampledFrom(tools)
	call := rapid.SampledFrom([]string{"", "1", "2", "3"})
	event := rapid.Custom(func(t *rapid.T) trace.Event {
		kinds := []trace.Kind{
			trace.AgentStart, trace.AgentEnd, trace.ModelCall, trace.ToolRequest, trace.Approval, trace.ToolStart, trace.ToolEnd,
			trace.Denied, trace.HandoffKind, trace.NestedStart, trace.NestedEnd, trace.Guardrail, trace.Message, "novelty",
		}
		e := trace.Event{Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Agent: agent.Draw(t, "agent")}
		e.Attribution = rapid.SampledFrom([]trace.Attribution{trace.Explicit, trace.Explicit, trace.Ancestor, trace.Inferred, trace.None}).Draw(t, "attribution")
		switch e.Kind {
		case trace.ToolRequest, trace.ToolStart, trace.ToolEnd, trace.Approval, trace.Denied, trace.Guardrail:
			e.Call, e.Tool = call.Draw(t, "call"), tool.Draw(t, "tool")
		case trace.HandoffKind, trace.NestedStart, trace.NestedEnd:
			e.Call, e.To = call.Draw(t, "call"), agent.Draw(t, "to")
		}
		switch e.Kind {
		case trace.Approval:
			e.Status = rapid.SampledFrom([]string{trace.StatusRequested, trace.StatusGranted, trace.StatusRejected}).Draw(t, "status")
		case trace.ToolEnd, trace.ModelCall:
			e.Status = rapid.SampledFrom([]string{trace.StatusOK, trace.StatusError}).Draw(t, "status")
			e.Evidence = rapid.SampledFrom([]string{"", "", "verified", "verified-custom", "unverified"}).Draw(t, "evidence")
		case trace.HandoffKind:
			e.Status = rapid.SampledFrom([]string{trace.StatusCompleted, trace.StatusFailed, trace.StatusIgnored}).Draw(t, "status")
		case trace.NestedStart, trace.NestedEnd:
			e.Delegation = rapid.SampledFrom([]string{"", "agent_tool", "orchestrated", "nested"}).Draw(t, "delegation")
		case trace.Denied:
			e.Mechanism = rapid.SampledFrom([]string{trace.MechanismUnknownTool, trace.MechanismApproval, trace.MechanismPolicy, trace.MechanismToolGuardrail}).Draw(t, "mechanism")
		case trace.Guardrail:
			e.Tripped = rapid.Bool().Draw(t, "tripped")
		}
		return e
	})
	return rapid.SliceOfN(event, 0, 30).Draw(t, "events")
}

func drawHeader(t *rapid.T) trace.Header {
	h := header()
	h.Mode = rapid.SampledFrom(modes).Draw(t, "mode")
	h.Origin = rapid.SampledFrom(origins).Draw(t, "origin")
	h.Runtime = rapid.SampledFrom([]string{"interp", "sdk", "command", "http", "import:openai"}).Draw(t, "runtime")
	h.Exposure = rapid.Bool().Draw(t, "exposure")
	return h
}

func drawTrace(t *rapid.T, agents, tools []string) *trace.Trace {
	tr := record(drawHeader(t), drawEvents(t, agents, tools)...)
	if rapid.Bool().Draw(t, "ends") {
		tr = record(tr.Header, append(tr.Events, completed())...)
	}
	if rapid.IntRange(0, 3).Draw(t, "damage") == 0 {
		tr.Dropped = 1
	}
	return tr
}

var (
	ourAgents = []string{triage, faq, seat, refund, helper, clerk}
	ourTools  = []string{lookup, update, pay, erase, search, ask, "nothing"}
)

// TestNoPredicateIsVacuous is the negative control: a predicate that is true
// of an empty or a strange trace would verify nothing.
func TestNoPredicateIsVacuous(t *testing.T) {
	x := NewIndex(airlineSet(t))
	all := ids(x.set)
	rapid.Check(t, func(t *rapid.T) {
		strange := drawTrace(t, []string{"Ghost", "Other"}, []string{"phantom", "shade"})
		if rapid.Bool().Draw(t, "empty") {
			strange.Events = nil
		}
		for _, r := range x.Judge(strange, JudgeOptions{Targets: all}).Records {
			if r.Verdict == Pass || r.Outcome == Breached || r.Outcome == Contradicted {
				t.Fatalf("%s from a trace of another workflow", brief(r))
			}
		}
	})
}

// TestWordsWitnessNothing: whatever is said, nothing is shown.
func TestWordsWitnessNothing(t *testing.T) {
	x := NewIndex(airlineSet(t))
	words := []trace.Kind{trace.Message, trace.AgentStart, trace.Exposed, trace.Fault, "novelty"}
	rapid.Check(t, func(t *rapid.T) {
		tr := drawTrace(t, ourAgents, ourTools)
		for i := range tr.Events {
			if e := &tr.Events[i]; e.Kind != trace.RunEnd {
				e.Kind = rapid.SampledFrom(words).Draw(t, "word")
			}
		}
		for _, r := range x.Judge(tr, JudgeOptions{}).Records {
			t.Fatalf("%s from words", brief(r))
		}
	})
}

// TestWitnessNeedsItsEvent drops the event that a record points at: the same
// record must not come back, and with all other events of its kind gone too,
// neither must the verdict.
func TestWitnessNeedsItsEvent(t *testing.T) {
	x := NewIndex(airlineSet(t))
	rapid.Check(t, func(t *rapid.T) {
		tr := drawTrace(t, ourAgents, ourTools)
		for _, r := range x.Judge(tr, JudgeOptions{}).Records {
			if r.Seq == 0 {
				t.Fatalf("%s points at no event", brief(r))
			}
			kind := tr.Events[r.Seq-1].Kind
			one, all := *tr, *tr
			one.Events, all.Events = nil, nil
			for _, e := range tr.Events {
				if e.Seq != r.Seq {
					one.Events = append(one.Events, e)
				}
				if e.Kind != kind {
					all.Events = append(all.Events, e)
				}
			}
			for _, q := range x.Judge(&one, JudgeOptions{}).Records {
				if q.Seq == r.Seq {
					t.Fatalf("%s without its event", brief(q))
				}
			}
			if r.Obligation[:2] == "C1" || r.Outcome == Held || r.Verdict == Indeterminate {
				continue // several kinds of event show that an agent acted, or that a call was refused
			}
			for _, q := range x.Judge(&all, JudgeOptions{}).Records {
				if q.Obligation == r.Obligation && q.Outcome == r.Outcome {
					t.Fatalf("%s without any %s", brief(q), kind)
				}
			}
		}
	})
}

// TestEssentialEvents drops one event after the other of a trace that holds
// nothing but what the predicate asks for. Each makes a difference.
func TestEssentialEvents(t *testing.T) {
	ok := trace.StatusOK
	for _, c := range []struct {
		id     string
		events []trace.Event
	}{
		{"C1:Triage Agent", []trace.Event{answered(triage)}},
		{"C2:FAQ Agent->faq_lookup", []trace.Event{ran(faq, lookup, "1"), finished(faq, lookup, "1", ok)}},
		{"C3:Triage Agent-x>update_seat", []trace.Event{denied(triage, update, "1", trace.MechanismUnknownTool)}},
		{"C3:Refund Agent-x>issue_refund", []trace.Event{approval(refund, pay, "1", trace.StatusRejected)}},
		{"C3:Seat Agent-x>delete_account", []trace.Event{ran(seat, erase, "1")}},
		{"C4:Triage Agent=>FAQ Agent", []trace.Event{handed(triage, faq, trace.StatusCompleted)}},
		{"C4:Triage Agent=>Helper Agent (agent_tool ask_helper)", []trace.Event{
			ran(triage, ask, "1"), nested(trace.NestedStart, triage, helper, "agent_tool", "1"), answered(helper),
		}},
		{"C4:Refund Agent=>Clerk Agent (nested)", []trace.Event{
			nested(trace.NestedStart, refund, clerk, "nested", ""), nested(trace.NestedEnd, refund, clerk, "nested", ""),
		}},
	} {
		shown := func(events []trace.Event) bool {
			j := Judge(airlineSet(t), record(header(), events...), JudgeOptions{})
			return slices.ContainsFunc(j.Records, func(r Record) bool { return r.Obligation == c.id && isWitness(r) })
		}
		if !shown(c.events) {
			t.Errorf("%s: not shown by its own events", c.id)
		}
		for i := range c.events {
			if shown(slices.Delete(slices.Clone(c.events), i, i+1)) {
				t.Errorf("%s: still shown without event %d", c.id, i+1)
			}
		}
	}
}

// TestJudgeIsLawful holds for every trace: records are valid, stand once, and
// judging again gives the same; guesses and the interpreter never get more
// than they may.
func TestJudgeIsLawful(t *testing.T) {
	x := NewIndex(airlineSet(t))
	all := ids(x.set)
	rapid.Check(t, func(t *rapid.T) {
		tr := drawTrace(t, ourAgents, ourTools)
		o := JudgeOptions{Targets: rapid.SliceOf(rapid.SampledFrom(all)).Draw(t, "targets")}
		j := x.Judge(tr, o)
		if d := cmp.Diff(j, x.Judge(tr, o)); d != "" {
			t.Fatalf("judging twice differs:\n%s", d)
		}
		if err := NewProfile("sha256:x").Add(j.Records...); err != nil {
			t.Fatal(err)
		}
		seen := map[slot]bool{}
		for _, r := range j.Records {
			s := slot{r.Obligation, r.Verdict, r.Outcome}
			if seen[s] {
				t.Fatalf("%s stands twice", brief(r))
			}
			seen[s] = true
			checkLevels(t, x, tr, r)
		}
		for _, id := range o.Targets {
			if tr.Header.Exposure && id[:2] != "C3" {
				continue
			}
			if o, _ := x.lookup(id); id[:2] == "C3" && tr.Header.Runtime == interpreter && o.Class != obligations.ClassPrompt &&
				(o.Class == obligations.ClassCode || !tr.Header.Exposure) {
				if slices.ContainsFunc(j.Records, func(r Record) bool { return r.Obligation == id && r.Outcome != Attempted }) {
					t.Fatalf("the interpreter says something of %s", id)
				}
				continue
			}
			if !slices.ContainsFunc(j.Records, func(r Record) bool { return r.Obligation == id }) {
				t.Fatalf("nothing is said of the target %s", id)
			}
		}
	})
}

func checkLevels(t *rapid.T, x *Index, tr *trace.Trace, r Record) {
	o, ok := x.lookup(r.Obligation)
	switch {
	case !ok:
		t.Fatalf("%s is no obligation", r.Obligation)
	case tr.Header.Exposure && o.Criterion != obligations.C3:
		t.Fatalf("%s from an exposure run", brief(r))
	case r.Runtime == interpreter && o.Class == obligations.ClassCode && r.Outcome != Attempted && isWitness(r):
		t.Fatalf("%s from the interpreter", brief(r))
	case r.Runtime == interpreter && r.Outcome == Held:
		t.Fatalf("%s from the interpreter", brief(r))
	case r.Runtime == interpreter && o.Criterion == obligations.C2 && r.Verdict == Pass && r.Evidence != Acknowledged:
		t.Fatalf("%s from the interpreter", brief(r))
	case o.Class == obligations.ClassAbsence && r.Outcome == Breached:
		t.Fatalf("%s, but the tool is not attached", brief(r))
	case r.Seq > 0 && tr.Events[r.Seq-1].Attribution == trace.None && r.Verdict == Pass:
		t.Fatalf("%s, but nobody knows by whom", brief(r))
	}
}

func ids(s *obligations.Set) []string {
	var out []string
	for _, o := range s.Obligations {
		out = append(out, o.ID)
	}
	return out
}

// drawRecord draws a valid record of an obligation that is given. Its run is
// of a few, but what a run says of a thing is fixed by the number, so that
// records of one run never contradict each other.
func drawRecord(t *rapid.T, obligations []string) Record {
	verdict := rapid.SampledFrom([]Verdict{Pass, Fail, Indeterminate, Blocked}).Draw(t, "verdict")
	r := Record{
		Obligation: rapid.SampledFrom(obligations).Draw(t, "obligation"),
		Verdict:    verdict, Outcome: rapid.SampledFrom(outcomes[verdict]).Draw(t, "outcome"),
		Origin: rapid.SampledFrom(origins).Draw(t, "origin"), Mode: rapid.SampledFrom(modes).Draw(t, "mode"),
		Runtime:        rapid.SampledFrom([]string{"interp", "sdk"}).Draw(t, "runtime"),
		Context:        rapid.SampledFrom([]string{"", "anonymous"}).Draw(t, "context"),
		ScenarioDigest: rapid.SampledFrom([]string{"", "sha256:1", "sha256:2"}).Draw(t, "scenario"),
	}
	if len(obligations) == 1 { // few keys, so that many records share one
		r.Origin, r.Mode, r.Runtime, r.Context = trace.Generated, trace.Live, "sdk", ""
	}
	n := rapid.IntRange(0, 40).Draw(t, "run")
	r.Run, r.Seq, r.Model = fmt.Sprintf("run-%d", n/2), n, "model"
	r.Trace = fmt.Sprintf("sha256:%d", n)
	r.Leading = n%5 == 0
	r.Body = []string{"", trace.BodyReal, trace.BodyStubbed, trace.BodyReplaced}[n%4]
	r.Time = []string{"", "2026-01-02T03:04:05Z", "2026-01-02T04:04:05+01:00", "2026-01-02T03:04:06.5Z"}[n/3%4]
	switch {
	case r.Outcome == Contradicted:
		r.Evidence, r.Reason, r.Want, r.Got = Unverified, ReasonContradicted, "a", "b"
	case verdict == Pass:
		r.Evidence = []Evidence{Verified, VerifiedCustom, Acknowledged}[n%3]
	case r.Outcome == Breached:
		r.Evidence, r.Reason = Acknowledged, ReasonBreached
	default:
		r.Reason = []string{ReasonNotShown, ReasonTruncated, reasonTimeout}[n%3]
	}
	return r
}

func drawRecords(t *rapid.T, obligations []string, label string) []Record {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Record { return drawRecord(t, obligations) }), 0, 25).Draw(t, label)
}

func profileOf(t interface{ Fatal(...any) }, set string, records ...Record) *Profile {
	p := NewProfile(set)
	if err := p.Add(records...); err != nil {
		t.Fatal(err)
	}
	return p
}

func encoded(t interface{ Fatal(...any) }, p *Profile) string {
	b, err := EncodeProfile(p)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func merged(t interface{ Fatal(...any) }, a, b *Profile) *Profile {
	m, err := Merge(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMergeLaws(t *testing.T) {
	names := []string{"C2:A->t", "C3:A-x>u"}
	rapid.Check(t, func(t *rapid.T) {
		var p [3]*Profile
		var records []Record
		for i := range p {
			list := drawRecords(t, names, fmt.Sprint("records ", i))
			records = append(records, list...)
			p[i] = profileOf(t, "sha256:x", list...)
		}
		before := encoded(t, p[0])
		ab := merged(t, p[0], p[1])
		if x, y := encoded(t, ab), encoded(t, merged(t, p[1], p[0])); x != y {
			t.Fatalf("not commutative:\n%s", cmp.Diff(x, y))
		}
		abc := encoded(t, merged(t, ab, p[2]))
		if y := encoded(t, merged(t, p[0], merged(t, p[1], p[2]))); abc != y {
			t.Fatalf("not associative:\n%s", cmp.Diff(abc, y))
		}
		if y := encoded(t, merged(t, ab, ab)); y != encoded(t, ab) {
			t.Fatalf("not idempotent:\n%s", cmp.Diff(encoded(t, ab), y))
		}
		if y := encoded(t, merged(t, p[0], NewProfile("sha256:x"))); y != before {
			t.Fatalf("the empty profile is not neutral:\n%s", cmp.Diff(before, y))
		}
		if encoded(t, p[0]) != before {
			t.Fatal("Merge changed its argument")
		}
		if y := encoded(t, profileOf(t, "sha256:x", rapid.Permutation(records).Draw(t, "order")...)); y != abc {
			t.Fatalf("the order of Add shows, or Merge is not Add:\n%s", cmp.Diff(abc, y))
		}
	})
}

// TestConflictsInEveryOrder: that one run said two different things is found
// whatever comes first.
func TestConflictsInEveryOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := drawRecords(t, []string{"C2:A->t"}, "records")
		odd := drawRecord(t, []string{"C2:A->t"})
		twin := odd
		twin.Seq += 1000
		list := rapid.Permutation(append(records, odd, twin)).Draw(t, "order")
		cut := rapid.IntRange(0, len(list)).Draw(t, "cut")
		a, b := NewProfile("sha256:x"), NewProfile("sha256:x")
		if a.Add(list[:cut]...) != nil || b.Add(list[cut:]...) != nil {
			return
		}
		if _, err := Merge(a, b); err == nil {
			t.Fatalf("%v and %v were both taken", odd, twin)
		}
	})
}

// TestNothingIsLost: what a profile keeps gives the verdicts that all records
// give.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := drawRecords(t, []string{"C2:A->t"}, "records")
		kept := profileOf(t, "sha256:x", records...).Records()
		for _, c := range obligations.Criteria {
			want := Derive(records, c)
			if d := cmp.Diff(want, Derive(rapid.Permutation(kept).Draw(t, "order"), c)); d != "" {
				t.Fatalf("%s (-all +kept):\n%s", c, d)
			}
		}
	})
}
