package generate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/obligato-dev/obligato/internal/canonical"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// Bounds of what the loop remembers for realisers.
const (
	maxExamples  = 3  // handed to a realiser
	keptExamples = 64 // remembered
)

// runner is one run of a loop.
type runner struct {
	Loop
	objectives []Objective
	result     *Result
	workflow   Workflow
	index      *coverage.Index
	names      naming
	// closed maps obligations to what first witnessed them.
	closed map[string]*closure
	// ran maps the repeat key of each scenario that ran to what it showed.
	ran map[string]shown
	// missing maps agents that the runtime cannot run to the reason.
	missing map[string]string
	// codeOnly holds the hops that only the workflow's code takes.
	codeOnly map[[2]string]bool
	examples []Example
	header   *trace.Header // of the last run
	done     int
	idle     int // undecided objectives since the last decided run
}

// closure is the first witness of an obligation.
type closure struct {
	scenario *scenario.Scenario
	leading  bool
}

// shown is what is remembered of a scenario that ran.
type shown struct {
	run, digest string
	observed    []string
	decided     bool // its run was judged, and not left undecided
}

func newRunner(l Loop, objectives []Objective) *runner {
	r := &runner{
		Loop: l, objectives: objectives, result: &Result{}, workflow: NewWorkflow(l.Set),
		index: coverage.NewIndex(l.Set), names: naming{l.Set},
		closed: map[string]*closure{}, ran: map[string]shown{}, missing: map[string]string{},
		codeOnly: codeOnly(l.Set.Manifest),
	}
	if r.Attempts <= 0 || r.Attempts > MaxAttempts {
		r.Attempts = MaxAttempts
	}
	r.result.Counts.Objectives = len(objectives)
	return r
}

func (r *runner) log(e Entry) error {
	if r.Journal == nil {
		return nil
	}
	return r.Journal.Append(e)
}

func (r *runner) stopped() bool { return r.result.Stop != nil }

// stop ends the loop for a reason; the first one stands.
func (r *runner) stop(reason, message string) error {
	if r.stopped() {
		return nil
	}
	doc, _ := coverage.LookupReason(reason)
	if message == "" {
		message = doc.Doc
	}
	r.result.Stop = &Stop{
		Reason: reason, Message: message, Next: coverage.NextStep(reason),
		Blocked: reason != trace.StatusBudget && reason != trace.ReasonCancelled, Budget: reason == trace.StatusBudget,
	}
	return r.log(Entry{Kind: EntryStop, Reason: reason, Note: message})
}

// held reports whether every route of an objective passes what the runtime
// cannot run: an agent that is code, or code that runs an agent. Where only
// some do, the objective takes another.
func (r *runner) held(o *Objective) (reason string, held bool) {
	barred := func(route []string) string { return cmp.Or(r.barred(route), r.needsCode(*o, route)) }
	why := barred(o.Route)
	if why == "" {
		return "", false
	}
	for _, route := range o.Alternatives {
		if barred(route) == "" {
			o.Route = route
			return "", false
		}
	}
	return why, true
}

func (r *runner) barred(route []string) (reason string) {
	for _, hop := range route {
		if why, ok := r.missing[hop]; ok {
			return why
		}
	}
	return ""
}

// addUnmapped adds up counts of names that bind to nothing.
func addUnmapped(sum, more []coverage.Unmapped) []coverage.Unmapped {
	for _, u := range more {
		i := slices.IndexFunc(sum, func(x coverage.Unmapped) bool { x.Count = u.Count; return x == u })
		if i < 0 {
			sum = append(sum, u)
			continue
		}
		sum[i].Count += u.Count
	}
	return sum
}

// ended books an objective's end and writes it down.
func (r *runner) ended(e Ended) error {
	r.book(e)
	if e.Ending == EndUndecided {
		r.idle++
	}
	if r.idle >= MaxIdle {
		message := fmt.Sprintf("%d objectives in a row stayed undecided, and nothing was decided between them", r.idle)
		if err := r.stop(e.Reason, message); err != nil {
			return err
		}
	}
	return r.log(Entry{Kind: EntryEnd, Obligation: e.Obligation, Attempt: e.Attempts, Ending: e.Ending, Scenario: e.Scenario, Leading: e.Leading, Reason: e.Reason})
}

func (r *runner) book(e Ended) {
	r.result.Objectives = append(r.result.Objectives, e)
	r.done++
	if r.Loop.Progress != nil {
		r.Loop.Progress(Progress{
			Done: r.done, Total: len(r.objectives), Obligation: e.Obligation, Attempt: e.Attempts,
			Runs: r.result.Counts.Runs, Verdict: verdictOf(e.Ending), Ending: e.Ending,
		})
	}
}

// verdictOf is the verdict that an ending stands for in a progress line.
func verdictOf(e Ending) coverage.Verdict {
	switch e {
	case EndWitnessed, EndElsewhere:
		return coverage.Pass
	case EndExhausted, EndStuck:
		return coverage.Fail
	case EndBlocked:
		return coverage.Blocked
	case EndUndecided, EndBudget, EndCancelled:
		return coverage.Indeterminate
	}
	return coverage.NotEvaluated
}

// take books a run's judgement: records, and what they close.
func (r *runner) take(k *Kept, o Objective, t *trace.Trace, j coverage.Judgement) {
	r.result.Records = append(r.result.Records, j.Records...)
	r.result.Unmapped = addUnmapped(r.result.Unmapped, j.Unmapped)
	r.result.Completeness.Add(j.Run)
	for _, f := range j.Findings {
		if !slices.Contains(r.result.Findings, f) {
			r.result.Findings = append(r.result.Findings, f)
		}
	}
	for _, rec := range j.Records {
		if !witness(rec) {
			continue
		}
		if !slices.Contains(k.Witnesses, rec.Obligation) {
			k.Witnesses = append(k.Witnesses, rec.Obligation)
		}
		if r.closed[rec.Obligation] == nil {
			r.closed[rec.Obligation] = &closure{k.Scenario, rec.Leading}
			k.Closes = append(k.Closes, rec.Obligation)
		}
	}
	slices.Sort(k.Witnesses)
	slices.Sort(k.Closes)
	if slices.Contains(k.Witnesses, o.Obligation.ID) && len(r.examples) < keptExamples {
		r.examples = append(r.examples, Example{Objective: o, Turns: k.Scenario.Turns, Seen: seen(t, j.Records, o)})
	}
}

// witness reports whether a record ends the pursuit of its obligation: it
// passed, was held or attempted, or was breached.
func witness(r coverage.Record) bool {
	return r.Verdict == coverage.Pass || r.Outcome == coverage.Breached
}

// seen returns the events that witness an objective.
func seen(t *trace.Trace, records []coverage.Record, o Objective) []trace.Event {
	var out []trace.Event
	for _, rec := range records {
		if rec.Obligation != o.Obligation.ID || !witness(rec) {
			continue
		}
		for _, e := range t.Events {
			if e.Seq == rec.Seq {
				out = append(out, e)
			}
		}
	}
	return out
}

// examplesFor chooses earlier witnesses to show a realiser: those of the same
// criterion first, then those that do not lead, then the latest.
func (r *runner) examplesFor(o Objective) []Example {
	out := slices.Clone(r.examples)
	slices.Reverse(out)
	slices.SortStableFunc(out, func(a, b Example) int { return unlike(a, o) - unlike(b, o) })
	return out[:min(len(out), maxExamples)]
}

func unlike(e Example, o Objective) int {
	n := 0
	if e.Objective.Obligation.Criterion != o.Obligation.Criterion {
		n += 2
	}
	if Leading(e.Turns, e.Objective) {
		n++
	}
	return n
}

// unrun makes the record of an objective for which no run took place, or for
// which one more stands behind many. It needs to know what would have run.
func (r *runner) unrun(o Objective, verdict coverage.Verdict, outcome coverage.Outcome, reason, run, scenarioDigest string) {
	rec := coverage.Record{
		Obligation: o.Obligation.ID, Run: run, ScenarioDigest: scenarioDigest, BehaviourDigest: r.Set.BehaviourDigest,
		Verdict: verdict, Outcome: outcome, Reason: reason, Origin: trace.Generated,
		Mode: trace.Mode(r.Model.Mode), Runtime: r.Runtime, Model: r.Model.Name,
	}
	if h := r.header; h != nil {
		rec.Mode, rec.Runtime, rec.Model, rec.SDK, rec.Context = h.Mode, h.Runtime, h.Model, h.SDK, h.Context
		rec.BehaviourDigest = h.BehaviourDigest
	}
	if rec.Validate() == nil {
		r.result.Records = append(r.result.Records, rec)
	}
}

// finish closes the books. An objective that missed, or stayed undecided, and
// that a later run for another one showed after all, ends there.
func (r *runner) finish() {
	for i := len(r.result.Objectives); i < len(r.objectives); i++ {
		r.result.Objectives = append(r.result.Objectives, Ended{Obligation: r.objectives[i].Obligation.ID, Ending: EndNotStarted})
	}
	for i := range r.result.Objectives {
		e := &r.result.Objectives[i]
		if by := r.closed[e.Obligation]; by != nil && e.Ending != EndWitnessed {
			e.Ending, e.Reason, e.Next, e.Last = EndElsewhere, "", "", nil
			e.credit(by)
		}
		r.result.Counts.ended(e.Ending)
	}
	r.result.Affected = slices.DeleteFunc(r.result.Affected, func(id string) bool { return r.closed[id] != nil })
	slices.Sort(r.result.Affected)
	slices.SortFunc(r.result.Unmapped, func(a, b coverage.Unmapped) int {
		return cmp.Or(cmp.Compare(a.What, b.What), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Name, b.Name))
	})
}

// recordsDigest is the digest of a run's records in the journal.
func recordsDigest(records []coverage.Record) (string, error) {
	return canonical.Digest(records)
}

var _ binder = (*obligations.Set)(nil)
