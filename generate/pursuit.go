package generate

import (
	"context"
	"errors"
	"fmt"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// pursuit is the pursuit of one objective.
type pursuit struct {
	*runner
	o       Objective
	end     Ended
	history []Counterexample
	refused []Refusal
	settled bool // the last run ended as the workflow's own behaviour
}

// errEnded ends a pursuit whose ending is set.
var errEnded = errors.New("pursuit ended")

// pursue makes attempts until one ends it.
func (p *pursuit) pursue(ctx context.Context) error {
	for attempt := 1; attempt <= p.Attempts; attempt++ {
		err := p.attempt(ctx, attempt)
		if errors.Is(err, errEnded) {
			return nil
		}
		if err != nil {
			return err
		}
		if equalEnd(p.history) >= StuckAfter && attempt < p.Attempts {
			return p.miss(EndStuck)
		}
	}
	return p.miss(EndExhausted)
}

// miss ends an objective whose attempts showed something else.
func (p *pursuit) miss(e Ending) error {
	last := p.history[len(p.history)-1]
	p.end.Ending, p.end.Reason, p.end.Next, p.end.Last = e, last.Reason, coverage.NextStep(last.Reason), &last
	return nil
}

// give ends an objective for a reason and ends the pursuit.
func (p *pursuit) give(e Ending, reason string) error {
	p.end.Ending, p.end.Reason, p.end.Next = e, reason, coverage.NextStep(reason)
	return errEnded
}

// attempt writes one scenario and runs it until it is decided. A nil error
// means that the attempt missed.
func (p *pursuit) attempt(ctx context.Context, n int) error {
	if err := p.log(Entry{Kind: EntryAttempt, Obligation: p.o.Obligation.ID, Attempt: n}); err != nil {
		return err
	}
	sc, err := p.write(ctx, n)
	if err != nil {
		return err
	}
	kept := Kept{Scenario: sc, Digest: scenario.Digest(sc)}
	p.end.Attempts++
	p.result.Counts.Attempts++
	if err := p.log(Entry{
		Kind: EntryScenario, Obligation: p.o.Obligation.ID, Attempt: n,
		Scenario: sc.ID, ScenarioDigest: kept.Digest, Leading: sc.Provenance.Leading,
	}); err != nil {
		return err
	}
	err = p.settle(ctx, n, &kept)
	p.result.Kept = append(p.result.Kept, kept)
	p.remember(kept, err)
	return err
}

// remember keeps what an attempt showed, so that its like does not run again.
func (p *pursuit) remember(k Kept, err error) {
	s := shown{digest: k.Digest, decided: p.settled}
	if len(k.Runs) > 0 {
		s.run = k.Runs[len(k.Runs)-1]
	}
	if n := len(p.history); err == nil && n > 0 {
		s.observed = p.history[n-1].Observed
	}
	p.ran[repeatKey(k.Scenario)] = s
}

// settle runs a scenario until it is decided, at most MaxReruns times more.
func (p *pursuit) settle(ctx context.Context, n int, k *Kept) error {
	for rerun := 0; rerun <= MaxReruns; rerun++ {
		t, rec, err := p.run(ctx, n, rerun, k)
		if err != nil {
			return err
		}
		if done, err := p.decide(ctx, k, t, rec); done || err != nil {
			return err
		}
	}
	p.unrun(p.o, coverage.Blocked, coverage.Undecided, coverage.ReasonStillUndecided, k.Runs[len(k.Runs)-1], k.Digest)
	return p.give(EndUndecided, coverage.ReasonStillUndecided)
}

// decide acts on a run's verdict. It reports false where the same scenario has
// to run again.
func (p *pursuit) decide(ctx context.Context, k *Kept, t *trace.Trace, rec coverage.Record) (bool, error) {
	if err := p.stopFor(t, rec); err != nil {
		return true, err
	}
	switch {
	case witness(rec):
		p.end.Ending = EndWitnessed
		p.end.credit(p.closed[p.o.Obligation.ID])
		return true, errEnded
	case ctx.Err() != nil:
		p.end.Ending, p.end.Reason = EndCancelled, trace.ReasonCancelled
		return true, p.cancel(ctx)
	case rec.Verdict == coverage.Blocked:
		return true, p.give(EndBlocked, rec.Reason)
	case rec.Reason == trace.StatusBudget:
		return true, p.give(EndBudget, rec.Reason)
	case rec.Verdict == coverage.Indeterminate:
		return false, nil
	}
	p.history = append(p.history, counterexample(p.Set, p.o, p.hops(k.Scenario), k.Scenario, t, rec))
	return true, nil
}

// stopFor stops what a run's end says is blocked or used up, whatever the run
// showed before: the next one would meet the same.
func (p *pursuit) stopFor(t *trace.Trace, rec coverage.Record) error {
	end, _ := t.End()
	if end.Status == trace.StatusBudget || rec.Reason == trace.StatusBudget {
		return p.stop(trace.StatusBudget, "")
	}
	reason := end.Reason
	if doc, _ := coverage.LookupReason(reason); doc.Verdict != coverage.Blocked {
		if rec.Verdict != coverage.Blocked {
			return nil
		}
		reason = rec.Reason
	}
	if agent := p.culprit(t); reason == trace.ReasonMissingRuntime && agent != "" {
		p.missing[agent] = reason
		return nil
	}
	return p.stop(reason, "")
}

// culprit returns the agent that a runtime could not run, as far as the trace
// tells: the one that the run's end names, or else an orchestrator that the
// run had come to. It is empty where the whole runtime is missing.
func (p *pursuit) culprit(t *trace.Trace) string {
	if end, _ := t.End(); end.Agent != "" {
		return idOf(p.Set, end.Agent)
	}
	at := p.o.Route[0]
	for _, e := range t.Events {
		if (e.Kind == trace.HandoffKind && e.Status == trace.StatusCompleted) || e.Kind == trace.NestedStart {
			at = idOf(p.Set, e.To)
		}
	}
	if a, ok := p.Set.Original.Agent(p.names.agent(at)); ok && a.Kind == manifest.KindOrchestrator {
		return at
	}
	return ""
}

// cancel books a stop from outside and returns it as the loop's error.
func (p *pursuit) cancel(ctx context.Context) error {
	err := p.stop(trace.ReasonCancelled, "")
	return errors.Join(fmt.Errorf("run loop: %w", ctx.Err()), err)
}

// hops are the agents that a scenario was to pass, in the obligations' ids.
func (p *pursuit) hops(sc *scenario.Scenario) []string {
	for _, alternative := range p.o.Alternatives {
		if equalRoutes(p.names.route(alternative), sc.Route) {
			o := p.o
			o.Route = alternative
			return o.Hops()
		}
	}
	return p.o.Hops()
}

// run runs a scenario once and judges the trace. The record is the one that
// speaks of the objective.
func (p *pursuit) run(ctx context.Context, n, rerun int, k *Kept) (*trace.Trace, coverage.Record, error) {
	id := runID(p.Seed, k.Digest, rerun)
	t, err := p.execute(ctx, k.Scenario, id)
	if err != nil {
		return nil, coverage.Record{}, p.noTrace(ctx, err)
	}
	k.Runs = append(k.Runs, id)
	p.header = &t.Header
	p.end.Runs++
	p.result.Counts.Runs++
	if rerun > 0 {
		p.result.Counts.Reruns++
	}
	j := p.index.Judge(t, coverage.JudgeOptions{Targets: []string{p.o.Obligation.ID}, Leading: k.Scenario.Provenance.Leading})
	p.markLeading(j.Records, k.Scenario.Turns)
	rec := p.about(j.Records, t)
	if p.settled = decided(t); p.settled {
		p.result.Counts.Decided++
		p.idle = 0
	}
	p.take(k, p.o, t, j)
	return t, rec, p.publish(n, rerun, id, k, t, j, rec)
}

// markLeading marks the witnesses of obligations that the scenario was not
// written for and names all the same.
func (r *runner) markLeading(records []coverage.Record, turns []string) {
	for i, rec := range records {
		ob, ok := r.Set.Lookup(rec.Obligation)
		if ok && !rec.Leading && witness(rec) {
			records[i].Leading = Leading(turns, Objective{Obligation: ob, Names: namesOf(ob, nil, r.names.name, r.names)})
		}
	}
}

// execute runs a scenario under the loop's bound on time.
func (p *pursuit) execute(ctx context.Context, sc *scenario.Scenario, id string) (*trace.Trace, error) {
	if p.RunTimeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, p.RunTimeout)
		defer cancel()
	}
	t, err := p.Session.Run(ctx, sc, runtime.Identity{Run: id, Origin: trace.Generated})
	if err == nil && t == nil {
		err = errors.New("session gave no trace")
	}
	return t, err
}

// noTrace acts on a session that could not start a run: nothing can be run.
func (p *pursuit) noTrace(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		p.end.Ending, p.end.Reason = EndCancelled, trace.ReasonCancelled
		return p.cancel(ctx)
	}
	reason := trace.ReasonMissingRuntime
	var m *model.Error
	if errors.As(err, &m) && m.Kind.Blocked() {
		reason = string(m.Kind)
	}
	if err := p.stop(reason, oneLine(err.Error())); err != nil {
		return err
	}
	return p.give(EndBlocked, reason)
}

// about returns the record that speaks of the objective, a witness first. A
// run without one decided nothing.
func (p *pursuit) about(records []coverage.Record, t *trace.Trace) coverage.Record {
	found := coverage.Record{Obligation: p.o.Obligation.ID, Run: t.Header.Run, Verdict: coverage.Indeterminate, Outcome: coverage.Undecided, Reason: coverage.ReasonNoStructure}
	for _, rec := range records {
		if rec.Obligation != p.o.Obligation.ID {
			continue
		}
		if witness(rec) {
			return rec
		}
		found = rec
	}
	return found
}

// decided reports whether a run ended as the workflow's own behaviour, so that
// something was measured.
func decided(t *trace.Trace) bool {
	end, ok := t.End()
	if !ok {
		return false
	}
	if end.Status == trace.StatusCompleted || end.Status == trace.StatusInterrupted {
		return true
	}
	doc, _ := coverage.LookupReason(end.Reason)
	return doc.Verdict == coverage.Fail
}

// publish hands a run on: to OnTrace, the journal and the progress.
func (p *pursuit) publish(n, rerun int, id string, k *Kept, t *trace.Trace, j coverage.Judgement, rec coverage.Record) error {
	if p.OnTrace != nil {
		if err := p.OnTrace(k.Scenario, t, j.Records); err != nil {
			return fmt.Errorf("take trace of run %s: %w", id, err)
		}
	}
	sum, err := recordsDigest(j.Records)
	if err != nil {
		return fmt.Errorf("digest records of run %s: %w", id, err)
	}
	end, _ := t.End()
	e := Entry{
		Kind: EntryRun, Obligation: p.o.Obligation.ID, Attempt: n, Rerun: rerun, Scenario: k.Scenario.ID, ScenarioDigest: k.Digest,
		Run: id, Status: end.Status, Reason: end.Reason, Records: len(j.Records), RecordsDigest: sum,
	}
	if err := p.log(e); err != nil {
		return err
	}
	v := Entry{
		Kind: EntryVerdict, Obligation: p.o.Obligation.ID, Attempt: n, Rerun: rerun, Run: id,
		Verdict: rec.Verdict, Outcome: rec.Outcome, Reason: rec.Reason,
	}
	if p.Loop.Progress != nil {
		p.Loop.Progress(Progress{
			Done: p.done, Total: len(p.objectives), Obligation: p.o.Obligation.ID, Attempt: n,
			Runs: p.result.Counts.Runs, Verdict: rec.Verdict,
		})
	}
	return p.log(v)
}
