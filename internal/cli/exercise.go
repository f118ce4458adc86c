package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/generate"
	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/internal/shell"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/interp"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// Realisers by name; auto is the model realiser with a live model, and the
// template with the simulated one, which cannot write scenarios.
const (
	realiserAuto     = "auto"
	realiserTemplate = "template"
	realiserModel    = "model"
)

// exerciseFlags choose how open obligations are exercised.
type exerciseFlags struct {
	set           setFlags
	model         modelFlags
	runtime       string
	realiser      string
	realiserModel string
	expose        string
	attempts      int
	runTimeout    time.Duration
	dryRun        bool
}

func (f *exerciseFlags) register(c *cobra.Command) {
	f.set.register(c)
	f.model.register(c)
	f.registerRuntime(c)
	c.Flags().StringVar(&f.realiser, "realiser", realiserAuto, "who writes scenarios: auto (the model if it is live, else the template), template or model")
	c.Flags().StringVar(&f.realiserModel, "realiser-model", "", "model that writes scenarios; default the model under test")
	c.Flags().StringVar(&f.expose, "expose", string(generate.ExposeSample), "restricted tools to show to the model, marked as not permitted: sample (one per agent and kind of tool), all or none")
	c.Flags().IntVar(&f.attempts, "attempts", generate.MaxAttempts, fmt.Sprintf("scenarios per objective, 1 to %d", generate.MaxAttempts))
	c.Flags().BoolVar(&f.dryRun, "dry-run", false, "say what would be run and sent, and stop")
	for name, legal := range map[string][]string{
		"realiser": {realiserAuto, realiserTemplate, realiserModel},
		"expose":   {string(generate.ExposeSample), string(generate.ExposeAll), string(generate.ExposeNone)},
	} {
		_ = c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(legal, cobra.ShellCompDirectiveNoFileComp))
	}
}

func (f *exerciseFlags) registerRuntime(c *cobra.Command) {
	c.Flags().StringVar(&f.runtime, "runtime", "auto", "what runs the scenarios: auto or interp; this version has the interpreter only")
	c.Flags().DurationVar(&f.runTimeout, "run-timeout", 10*time.Minute, "time for one run of a scenario")
	_ = c.RegisterFlagCompletionFunc("runtime", cobra.FixedCompletions([]string{"auto", interp.Name}, cobra.ShellCompDirectiveNoFileComp))
}

func (f *exerciseFlags) check() error {
	if err := f.model.check(); err != nil {
		return err
	}
	if err := f.checkRuntime(); err != nil {
		return err
	}
	switch f.realiser {
	case realiserAuto, realiserTemplate, realiserModel:
	default:
		return usage(fmt.Errorf("unknown --realiser %q", f.realiser), "use auto, template or model")
	}
	if f.writer() == scriptedModel {
		return usage(errors.New("a scripted model cannot write scenarios"), "give --realiser-model NAME, or --realiser template")
	}
	if f.realiser == realiserModel && f.writer() == simulatedModel {
		return usage(errors.New("the simulated model cannot write scenarios"), "give --realiser-model NAME, or --realiser template")
	}
	switch generate.Expose(f.expose) {
	case generate.ExposeSample, generate.ExposeAll, generate.ExposeNone:
	default:
		return usage(fmt.Errorf("unknown --expose %q", f.expose), "use sample, all or none")
	}
	if f.runTimeout <= 0 {
		return usage(fmt.Errorf("--run-timeout %v is no time", f.runTimeout), "give a duration such as 5m")
	}
	if f.attempts < 1 || f.attempts > generate.MaxAttempts {
		return usage(fmt.Errorf("--attempts %d is out of range", f.attempts), fmt.Sprintf("give 1 to %d", generate.MaxAttempts))
	}
	return nil
}

func (f *exerciseFlags) checkRuntime() error {
	switch f.runtime {
	case "auto", interp.Name:
		return nil
	case "sdk", "command", "http":
		return usage(fmt.Errorf("--runtime %s is not in this version", f.runtime), "use --runtime interp")
	}
	return usage(fmt.Errorf("unknown --runtime %q", f.runtime), "use auto or interp")
}

// writer is the name of the model that would write scenarios.
func (f *exerciseFlags) writer() string {
	if f.realiserModel != "" {
		return f.realiserModel
	}
	return f.model.name
}

// paid is the name of the model whose calls cost something, where one does.
func (f *exerciseFlags) paid() string {
	if f.model.simulated() {
		return f.writer()
	}
	return f.model.name
}

// byModel reports whether a model writes the scenarios.
func (f *exerciseFlags) byModel() bool {
	return f.realiser == realiserModel || f.realiser == realiserAuto && f.writer() != simulatedModel
}

// describeRuntime says what ran, for the first line of a report.
func (f *exerciseFlags) describeRuntime() string {
	if f.runtime == "auto" {
		return "interpreter, not the program (this version has no SDK runtime), tool bodies stubbed"
	}
	return "interpreter, not the program, tool bodies stubbed"
}

// describeModes says which models decided in runs of the given modes: a
// scripted scenario asks no model.
func (f *exerciseFlags) describeModes(modes []string) string {
	var out []string
	for _, mode := range modes {
		if mode == string(trace.Scripted) || mode == string(trace.Forced) {
			out = append(out, "none ("+mode+")")
		} else {
			out = append(out, f.describeModel())
		}
	}
	return strings.Join(out, " and ")
}

// describeModel says which model decided.
func (f *exerciseFlags) describeModel() string {
	if f.model.simulated() {
		return fmt.Sprintf("simulated, seed %d", f.model.seed)
	}
	return report.Clean(f.model.name) + " (live)"
}

// exercise holds what runs need: a session under a model with a budget.
type exercise struct {
	flags    exerciseFlags
	session  runtime.Session
	model    *model.Budgeted
	realiser generate.Realiser
	// writer is the model behind the realiser where it has a bill of its own.
	writer *model.Budgeted
}

// usage is what all models have used.
func (x *exercise) usage() model.Usage {
	if x.writer == nil {
		return x.model.Usage()
	}
	return x.model.Usage().Add(x.writer.Usage())
}

// openExercise opens the model, the realiser and the runtime.
func (a *app) openExercise(ctx context.Context, f exerciseFlags, w *workflow) (*exercise, error) {
	under, err := a.openModel(&f.model, f.model.name)
	if err != nil {
		return nil, err
	}
	limit := f.model.budget(f.model.name)
	if f.model.simulated() && f.byModel() {
		limit = model.Budget{} // the cap is on the calls that are paid
	}
	x := &exercise{flags: f, model: model.WithBudget(under, limit), realiser: generate.Template()}
	if f.byModel() {
		if err := a.openRealiser(x); err != nil {
			return nil, err
		}
	}
	x.session, err = interp.Adapter(interp.Options{Now: a.Now}).Open(ctx, runtime.Target{
		Manifest: w.manifest, StructureDigest: w.digests.Structure, BehaviourDigest: w.digests.Behaviour, Model: x.model,
	})
	if err != nil {
		return nil, usage(fmt.Errorf("open runtime: %w", err), "obligato extract "+shell.Quote(w.path))
	}
	return x, nil
}

// openRealiser opens the model that writes the scenarios. It draws on the
// budget of the model under test: it is one bill. Only beside the simulated
// model, whose calls are free, it has a budget of its own.
func (a *app) openRealiser(x *exercise) error {
	f := &x.flags
	writer := x.model
	if f.writer() != f.model.name {
		other, err := a.openModel(&f.model, f.writer())
		if err != nil {
			return err
		}
		if writer = x.model.Share(other); f.model.simulated() {
			writer = model.WithBudget(other, f.model.budget(f.writer()))
			x.writer = writer
		}
	}
	x.realiser = generate.ModelRealiser(writer)
	return nil
}

// loop pursues objectives, books what they show and writes it to the run
// directory as it comes. The result is returned beside an error too.
func (a *app) loop(ctx context.Context, m *measurement, x *exercise, objectives []generate.Objective, dir *runDir) (*generate.Result, error) {
	bar := a.startProgress("objectives", len(objectives))
	defer bar.stop()
	l := generate.Loop{
		Set: m.set, Session: x.session, Realiser: x.realiser, Seed: x.flags.model.seed,
		Attempts: x.flags.attempts, Model: x.model.Info(), Runtime: interp.Name, RunTimeout: x.flags.runTimeout,
		Progress: func(p generate.Progress) { bar.step(p.Done, p.Total, p.Obligation) },
	}
	if dir != nil {
		l.Journal = &generate.JournalWriter{W: dir, Time: func() string { return a.Now().UTC().Format(time.RFC3339Nano) }}
		l.OnTrace = func(s *scenario.Scenario, t *trace.Trace, _ []coverage.Record) error { return dir.putRun(s, t) }
	}
	result, err := l.Run(ctx, objectives)
	m.extras.Add(coverage.Judgement{Unmapped: result.Unmapped, Findings: result.Findings, Run: result.Completeness})
	return result, errors.Join(err, m.profile.Add(result.Records...))
}
