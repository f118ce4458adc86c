package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/generate"
	"github.com/obligato-dev/obligato/internal/canonical"
	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// coverFlags are the flags of cover, the main job.
type coverFlags struct {
	exerciseFlags
	traces []string
	counts []string
	out    string
	format string
	output string
}

func (a *app) coverCommand() *cobra.Command {
	var f coverFlags
	c := &cobra.Command{
		Use:   "cover PATH",
		Short: "Measure a workflow: extract, derive, generate, run, report",
		Long: `Cover reads the workflow at PATH, derives its obligations, judges the traces
that --traces gives, writes scenarios for what is still open, runs them, and
prints what is covered and what is not. It writes the manifest, the scenarios,
the traces, the profile, coverage.json and a journal to --out.

Without --model the simulated model decides: it costs nothing, needs no network,
and its results are labelled simulated.`,
		Example: "  obligato cover benchmarks/workflows/customer_service\n" +
			"  obligato cover --model gpt-4.1-mini --max-calls 100 --out runs/first PATH",
		Args: pathArg,
		RunE: func(c *cobra.Command, args []string) error { return a.cover(c.Context(), args[0], &f) },
	}
	f.register(c)
	c.Flags().StringArrayVar(&f.traces, "traces", nil, "traces to judge before anything is generated; repeatable")
	c.Flags().StringSliceVar(&f.counts, "counts", nil, "modes whose witnesses close an obligation (default all but forced)")
	c.Flags().StringVar(&f.out, "out", "", "run directory to write (default "+runsRoot+"/ID)")
	formatFlag(c, &f.format, "text", "json")
	outputFlag(c, &f.output)
	return c
}

func (a *app) cover(ctx context.Context, path string, f *coverFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	modes, err := countsFlag(f.counts)
	if err != nil {
		return err
	}
	m, err := a.measure(path, f.set)
	if err != nil {
		return err
	}
	if _, err := a.takeTraces(m, f.traces); err != nil {
		return err
	}
	plan := m.plan(f.expose, modes)
	if f.dryRun {
		return a.dryRun(m, plan, f.exerciseFlags)
	}
	x, err := a.openExercise(ctx, f.exerciseFlags, m.workflow)
	if err != nil {
		return err
	}
	defer x.session.Close()
	dir, err := newRunDir(f.runPath(m))
	if err != nil {
		return err
	}
	result, failed := a.loop(ctx, m, x, plan.objectives, dir)
	m.exercise = &f.exerciseFlags
	m.retry = fmt.Sprintf("obligato generate --seed %d --only ID PATH", f.model.seed+1)
	s := m.score(modes)
	notes, err := a.keepRun(m, s, dir)
	if err != nil {
		return errors.Join(failed, err, dir.discard())
	}
	r := report.Coverage{
		Summary: s, Path: path, Runtime: f.describeRuntime(), Model: f.describeModel(),
		Notes: append(append(m.outside(), plan.notes()...), append(loopNotes(result, x, m), notes...)...),
	}
	if err := a.printCoverage(r, f.format, f.output); err != nil {
		return errors.Join(failed, err)
	}
	if failed != nil {
		return failed
	}
	return coverVerdict(s, result)
}

// runPath is where the run goes: --out, or a place of its own for each
// obligation set, model, seed and view.
func (f *coverFlags) runPath(m *measurement) string {
	if f.out != "" {
		return filepath.Clean(f.out)
	}
	return filepath.Join(filepath.FromSlash(runsRoot), runName(m.set.Digest, f.model.name, f.model.seed, f.set.view))
}

// runName is 12 hexadecimal digits of a digest over what identifies a run.
func runName(digest, model string, seed uint64, view string) string {
	sum := canonical.DigestBytes(fmt.Appendf(nil, "%s\x00%s\x00%d\x00%s", digest, model, seed, view))
	return strings.TrimPrefix(sum, "sha256:")[:12]
}

// plan is what is to be exercised and what is left out.
type plan struct {
	objectives []generate.Objective
	skipped    []generate.Skip
}

// plan makes objectives for what the measurement leaves open.
func (m *measurement) plan(expose string, modes []trace.Mode) plan {
	open := map[string]bool{}
	for _, st := range m.score(modes).Obligations {
		open[st.ID] = st.Open()
	}
	o := generate.PlanOptions{Open: func(id string) bool { return open[id] }, Expose: generate.Expose(expose)}
	return plan{generate.Plan(m.set, m.graph, o), generate.Skipped(m.set, m.graph, o)}
}

// skipText says in words why obligations were not planned.
var skipText = map[string]string{
	generate.SkipWire:          "restricted pairs guarded by code: the interpreter runs no guard, so it cannot show that one holds",
	generate.SkipNotObservable: "restricted pairs on hosted tools: calls cannot be observed",
	generate.SkipSample:        "restricted pairs by absence, for which a pair of the same agent and kind of tool stands: --expose all",
	generate.SkipExposure:      "restricted pairs by absence: --expose sample or all shows them to the model",
	generate.SkipNoRoute:       "obligations that no entry reaches",
	generate.SkipNoTool:        "restricted pairs on tools that exist in the view only",
}

// notes says how many obligations no scenario was planned for, and why.
func (p plan) notes() []string {
	counts := map[string]int{}
	for _, s := range p.skipped {
		counts[s.Reason]++
	}
	var out []string
	for _, reason := range []string{
		generate.SkipWire, generate.SkipSample, generate.SkipExposure, generate.SkipNotObservable, generate.SkipNoRoute, generate.SkipNoTool,
	} {
		if n := counts[reason]; n > 0 {
			out = append(out, fmt.Sprintf("not planned (%d): %s", n, skipText[reason]))
		}
	}
	return out
}

// loopNotes says what the loop did and what it cost.
func loopNotes(r *generate.Result, x *exercise, m *measurement) []string {
	c := r.Counts
	out := []string{
		fmt.Sprintf("generated: %d of %s witnessed by their own scenario, %d by another's, %d missed, %d undecided, %d not started",
			c.Witnessed, count(c.Objectives, "objective"), c.Elsewhere, c.Missed, c.Undecided, c.NotStarted),
		fmt.Sprintf("spent: %s, %s (%d reruns), %s, about %d tokens",
			count(c.Attempts, "attempt"), count(c.Runs, "run"), c.Reruns,
			count(x.usage().Calls, "model call"), x.usage().PromptTokens+x.usage().CompletionTokens),
	}
	if r.Stop != nil {
		out = append(out, fmt.Sprintf("stopped: %s: %s; next: %s", r.Stop.Reason, report.Clean(r.Stop.Message), report.Clean(m.next(r.Stop.Next, ""))))
	}
	return out
}

// keepRun writes what can be made from journal and traces, and moves the run
// to its place.
func (a *app) keepRun(m *measurement, s *coverage.Summary, dir *runDir) (notes []string, err error) {
	files := []struct {
		name string
		make func() ([]byte, error)
	}{
		{fileManifest, func() ([]byte, error) { return manifest.Encode(m.workflow.manifest, manifest.FormatYAML) }},
		{fileProfile, func() ([]byte, error) { return coverage.EncodeProfile(m.profile) }},
		{fileCoverage, s.Encode},
	}
	for _, f := range files {
		data, err := f.make()
		if err != nil {
			return nil, err
		}
		if err := dir.put(data, f.name); err != nil {
			return nil, err
		}
	}
	kept, err := dir.commit()
	if err != nil {
		return nil, err
	}
	notes = append(notes, "run: "+report.Clean(filepath.ToSlash(dir.path)))
	if kept != "" {
		notes = append(notes, "kept the earlier run, which differs, as "+report.Clean(filepath.ToSlash(kept)))
	}
	return notes, nil
}

// coverVerdict is the exit code of a run: nothing ran, a finding, the budget,
// or targets that stayed undecided.
func coverVerdict(s *coverage.Summary, r *generate.Result) error {
	out := code(verdict(s))
	if r.Stop != nil && r.Stop.Budget {
		out = worse(out, exitBudget)
	}
	// What blocks may come behind a run's own evidence: then its objective is
	// witnessed, and those that were never started are what is undecided.
	stopped := r.Stop != nil && r.Counts.NotStarted > 0
	if stopped || len(r.Undecided()) > 0 || len(r.Affected) > 0 {
		out = worse(out, exitUndecided)
	}
	if out == exitOK {
		return nil
	}
	return exitWith(out)
}

// dryRun says what would be run and sent.
func (a *app) dryRun(m *measurement, p plan, f exerciseFlags) error {
	attempts := len(p.objectives) * f.attempts
	exposures := 0
	for _, o := range p.objectives {
		if o.Exposure {
			exposures++
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s: %d obligations, %d open ones worth a scenario, %d of them by exposure; at most %s\n",
		report.Clean(m.workflow.manifest.Workflow), len(m.set.Obligations), len(p.objectives), exposures, count(attempts, "attempt"))
	for _, n := range p.notes() {
		fmt.Fprintln(&b, n)
	}
	if f.model.simulated() && !f.byModel() {
		fmt.Fprintln(&b, "sent to an endpoint: nothing; the simulated model decides and costs nothing")
	} else {
		fmt.Fprintf(&b, "sent to the endpoint: instructions, descriptions and tool schemas of this workflow, and what the scenarios say; nothing else\n")
		budget := f.model.budget(f.paid())
		fmt.Fprintf(&b, "cap: %s; no price list is configured, so no cost is given\n", count(budget.MaxCalls, "model call"))
	}
	_, err := a.Stdout.Write(b.Bytes())
	return err
}
