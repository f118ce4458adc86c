package generate

import (
	"context"
	"errors"
	"slices"

	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// write asks the realiser until it gives a scenario that has not run yet. Its
// failures and its repeats are bounded apart and spend no attempt.
func (p *pursuit) write(ctx context.Context, attempt int) (*scenario.Scenario, error) {
	failures, repeats := 0, 0
	for try := 0; ; try++ {
		sc, err := p.ask(ctx, attempt)
		switch {
		case ctx.Err() != nil:
			p.end.Ending, p.end.Reason = EndCancelled, trace.ReasonCancelled
			return nil, p.cancel(ctx)
		case err != nil:
			if err := p.failed(classify(ctx, err), attempt, try, failures); err != nil {
				return nil, err
			}
			failures++
			continue
		}
		old, ran := p.ran[repeatKey(sc)]
		if !ran {
			return sc, nil
		}
		if err := p.repeated(sc, old, attempt, try, repeats); err != nil {
			return nil, err
		}
		repeats++
	}
}

// ask calls the realiser once.
func (p *pursuit) ask(ctx context.Context, attempt int) (*scenario.Scenario, error) {
	in := Input{
		Objective: p.o, Attempt: attempt, Seed: p.Seed, Workflow: p.workflow,
		History: slices.Clone(p.history), Refused: slices.Clone(p.refused), Examples: p.examplesFor(p.o),
	}
	p.result.Counts.RealiserCalls++
	d, err := p.Realiser.Realise(ctx, in)
	p.result.Usage = p.result.Usage.Add(d.Usage)
	if err != nil {
		var known *Error
		if errors.As(err, &known) {
			p.result.Usage = p.result.Usage.Add(known.Usage)
		}
		return nil, err
	}
	sc, err := Build(p.Set, p.o, in, p.Realiser, d)
	if err != nil {
		return nil, &Error{Kind: ErrBadOutput, Err: err}
	}
	return sc, nil
}

// failed acts on a realiser that gave no draft: it stops what is blocked or
// used up, and lets the realiser be asked again as long as that may help.
func (p *pursuit) failed(e *Error, attempt, try, failures int) error {
	p.result.Counts.RealiserErrors++
	if err := p.log(Entry{
		Kind: EntryRealiser, Obligation: p.o.Obligation.ID, Attempt: attempt, Try: try, Reason: string(e.Kind), Note: oneLine(e.Error()),
	}); err != nil {
		return err
	}
	reason := string(e.Kind)
	switch {
	case reason == string(model.ErrBudget):
		p.undrafted(coverage.Indeterminate, reason, attempt)
		if err := p.stop(reason, ""); err != nil {
			return err
		}
		return p.give(EndBudget, reason)
	case e.Kind.Blocked():
		p.undrafted(coverage.Blocked, reason, attempt)
		if err := p.stop(reason, oneLine(e.Error())); err != nil {
			return err
		}
		return p.give(EndBlocked, reason)
	case failures >= MaxReruns:
		p.undrafted(coverage.Blocked, reason, attempt)
		return p.give(EndUndecided, reason)
	}
	return nil
}

// undrafted records that an attempt had no scenario. The run id stands for the
// run that did not take place.
func (p *pursuit) undrafted(v coverage.Verdict, reason string, attempt int) {
	p.unrun(p.o, v, coverage.Undecided, reason, runID(p.Seed, "no scenario\x00"+p.o.Obligation.ID, attempt), "")
}

// repeated refuses a draft that ran before, and ends the objective when the
// realiser has nothing else.
func (p *pursuit) repeated(sc *scenario.Scenario, old shown, attempt, try, repeats int) error {
	p.result.Counts.RefusedRepeats++
	p.refused = append(p.refused, Refusal{Turns: sc.Turns, Observed: old.observed})
	if err := p.log(Entry{
		Kind: EntryRefused, Obligation: p.o.Obligation.ID, Attempt: attempt, Try: try,
		Scenario: sc.ID, Run: old.run, Reason: coverage.ReasonDuplicateScenarios,
	}); err != nil {
		return err
	}
	if repeats < MaxRepeats {
		return nil
	}
	if n := len(p.history); n > 0 {
		p.end.Last = &p.history[n-1]
		return p.give(EndStuck, coverage.ReasonDuplicateScenarios)
	}
	// Nothing ran for it, but what it would have run did. Where that run was
	// decided it is the counterexample, because it did not show it.
	if old.decided {
		p.unrun(p.o, coverage.Fail, coverage.Missed, coverage.ReasonDuplicateScenarios, old.run, old.digest)
		return p.give(EndStuck, coverage.ReasonDuplicateScenarios)
	}
	p.unrun(p.o, coverage.Indeterminate, coverage.Undecided, coverage.ReasonDuplicateScenarios, old.run, old.digest)
	return p.give(EndUndecided, coverage.ReasonDuplicateScenarios)
}

func equalRoutes(a, b []string) bool { return slices.Equal(a, b) }
