package generate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// Loop pursues objectives one after the other. What each run shows closes
// every obligation that it witnesses, so an objective may be done before its
// turn. For the same reason the loop runs one scenario at a time: run side by
// side, two scenarios could not save each other's work, and which one came
// first would decide the records.
//
// Set, Session and Realiser are needed; the zero value of the rest is usable.
// Equal inputs, seeds and sessions give equal scenarios, run ids and records.
type Loop struct {
	Set      *obligations.Set
	Session  runtime.Session
	Realiser Realiser
	Journal  Journal // nil: none
	Seed     uint64

	// Attempts bounds the scenarios of one objective; 0, or more than
	// MaxAttempts, means MaxAttempts.
	Attempts int
	// Model is the model under test, and Runtime the adapter's name. They
	// stamp records of objectives for which nothing ran.
	Model   model.Info
	Runtime string
	// RunTimeout bounds one run; 0 means no bound but that of ctx. A run that
	// exceeds it is undecided.
	RunTimeout time.Duration
	// OnTrace is called after each run, before anything depends on it. An
	// error ends the loop.
	OnTrace func(*scenario.Scenario, *trace.Trace, []coverage.Record) error
	// Progress is called after each run and at each objective's end.
	Progress func(Progress)
}

// Run pursues the objectives in their order. It returns a result however the
// loop ends, also beside an error. An error means that the loop itself could
// not go on: its context was cancelled, the journal or OnTrace failed, or a
// needed field is missing. What blocks runs is no error: see Result.Stop.
func (l Loop) Run(ctx context.Context, objectives []Objective) (*Result, error) {
	if l.Set == nil || l.Session == nil || l.Realiser.Realise == nil {
		return &Result{}, errors.New("run loop: Set, Session and Realiser are needed")
	}
	r := newRunner(l, unique(objectives))
	if err := r.log(Entry{Kind: EntryLoop, Seed: l.Seed, SetDigest: l.Set.Digest, Objectives: len(r.objectives)}); err != nil {
		return r.result, err
	}
	r.warnSameModel()
	for _, o := range r.objectives {
		if err := r.objective(ctx, o); err != nil {
			r.finish()
			return r.result, err
		}
	}
	r.finish()
	return r.result, nil
}

// unique drops objectives whose obligation came before: attempts of one
// obligation are counted once.
func unique(objectives []Objective) []Objective {
	seen := map[string]bool{}
	var out []Objective
	for _, o := range objectives {
		if !seen[o.Obligation.ID] {
			seen[o.Obligation.ID] = true
			out = append(out, o)
		}
	}
	return out
}

// CodeSameModel marks the finding that a realiser and the agents that it tests
// are one model.
const CodeSameModel = "OB911"

func (r *runner) warnSameModel() {
	if m := r.Realiser.Model; m != "" && m == r.Model.Name {
		r.result.Findings = append(r.result.Findings, manifest.Finding{
			Code: CodeSameModel, Level: manifest.LevelWarning,
			Message: fmt.Sprintf("the model that writes the scenarios is the model under test (%s): it may write what it would answer well; choose another with --realiser-model", m),
		})
	}
}

// objective pursues one objective, or says why not.
func (r *runner) objective(ctx context.Context, o Objective) error {
	end := Ended{Obligation: o.Obligation.ID}
	switch why, held := r.held(&o); {
	case r.stopped():
		end.Ending, end.Reason, end.Next = EndNotStarted, r.result.Stop.Reason, r.result.Stop.Next
	case r.closed[o.Obligation.ID] != nil:
		end.Ending = EndElsewhere
		end.credit(r.closed[o.Obligation.ID])
	case held:
		end.Ending, end.Reason, end.Next = EndNotStarted, why, coverage.NextStep(why)
		r.result.Affected = append(r.result.Affected, o.Obligation.ID)
		r.unrun(o, coverage.Blocked, coverage.Undecided, why, runID(r.Seed, "held up\x00"+o.Obligation.ID, 0), "")
	default:
		p := &pursuit{runner: r, o: o, end: end}
		err := p.pursue(ctx)
		end = p.end
		if err != nil {
			if end.Ending == "" {
				end.Ending = EndCancelled
			}
			r.book(end)
			return err
		}
	}
	return r.ended(end)
}

func (e *Ended) credit(c *closure) { e.Scenario, e.Leading = c.scenario.ID, c.leading }
