package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/internal/canonical"
	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/internal/shell"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// runFlags are the flags of run.
type runFlags struct {
	exerciseFlags
	out    string
	format string
	output string
}

func (a *app) runCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run PATH SCENARIO...",
		Short: "Run scenarios and judge what they show",
		Long: `Run runs scenario files, or all scenarios of a directory, once each and in
order. It prints what each shows of its objective and of what it expects, then
the coverage of all runs together. An unmet expectation ends with exit 1.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usage(errors.New("run takes a PATH and at least one scenario"), c.UseLine())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.run(c.Context(), args[0], args[1:], &f) },
	}
	f.set.register(c)
	f.model.register(c)
	f.registerRuntime(c)
	f.realiser, f.expose, f.attempts = realiserTemplate, "none", 1
	c.Flags().StringVar(&f.out, "out", "", "new directory for the traces (default: they are not kept)")
	formatFlag(c, &f.format, "text", "json")
	outputFlag(c, &f.output)
	return c
}

func (a *app) run(ctx context.Context, path string, files []string, f *runFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	suite, err := a.readSuite(files)
	if err != nil {
		return err
	}
	m, err := a.measure(path, f.set)
	if err != nil {
		return err
	}
	if err := m.fits(suite); err != nil {
		return err
	}
	if f.out != "" {
		if err := os.Mkdir(f.out, 0o755); err != nil {
			return usage(fmt.Errorf("create --out: %w", err), "give --out a directory that does not exist yet")
		}
	}
	x, err := a.openExercise(ctx, f.exerciseFlags, m.workflow)
	if err != nil {
		return err
	}
	defer x.session.Close()
	results, out, err := a.runSuite(ctx, m, x, suite, f)
	if err != nil {
		return err
	}
	s := m.score(nil)
	r := report.Coverage{Summary: s, Path: path, Runtime: f.describeRuntime(), Model: f.describeModes(s.Completeness.Modes), Results: results, Notes: m.outside()}
	if err := a.printCoverage(r, f.format, f.output); err != nil {
		return err
	}
	if out = worse(out, code(verdict(s))); out != exitOK {
		return exitWith(out)
	}
	return nil
}

// readSuite reads scenario files and directories of them. One bad file stops
// everything: a suite of which a part is silently left out proves less than it
// seems to.
func (a *app) readSuite(paths []string) ([]*scenario.Scenario, error) {
	var suite []*scenario.Scenario
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, usage(fmt.Errorf("read scenarios: %w", err), "give scenario files or a directory of them")
		}
		if !info.IsDir() {
			data, err := readFile(p, maxScriptBytes)
			if err != nil {
				return nil, usage(fmt.Errorf("read scenarios: %w", err), "check the path and its permissions")
			}
			s, err := scenario.Read(filepath.ToSlash(p), data)
			if err != nil {
				return nil, usage(fmt.Errorf("read scenarios: %w", err), "mend the file at that place")
			}
			suite = append(suite, s)
			continue
		}
		found, problems, err := scenario.ReadSuite(os.DirFS(p))
		if err != nil {
			return nil, usage(fmt.Errorf("%s: read scenarios: %w", p, err), "give scenario files or a directory of them")
		}
		for _, problem := range problems {
			problem.Path = filepath.ToSlash(filepath.Join(p, problem.Path))
			fmt.Fprintf(a.Stderr, "%s\n", report.Clean(problem.String()))
		}
		if len(problems) > 0 {
			return nil, usage(fmt.Errorf("%s: read scenarios: %s", p, count(len(problems), "problem")), "mend the files named above")
		}
		suite = append(suite, found...)
	}
	if len(suite) == 0 {
		return nil, usage(errors.New("run: nothing was measured: no scenario found"), "give scenario files or a directory of them")
	}
	return suite, nil
}

// runSuite runs every scenario once. It returns what each showed, a line for
// its end and one for each target, and the exit code of the targets. It stops
// where every further run would end as the last one did.
func (a *app) runSuite(ctx context.Context, m *measurement, x *exercise, suite []*scenario.Scenario, f *runFlags) (lines []string, out int, err error) {
	bar := a.startProgress("scenarios", len(suite))
	defer bar.stop()
	for i, s := range suite {
		t, err := runOnce(ctx, x, s)
		if err != nil {
			return lines, out, fmt.Errorf("run %s: %w", s.ID, err)
		}
		if f.out != "" {
			if err := putTrace(f.out, t); err != nil {
				return lines, out, err
			}
		}
		j := m.index.Judge(t, coverage.JudgeOptions{Targets: targets(s), Leading: s.Provenance != nil && s.Provenance.Leading, Route: s.Route})
		if err := m.take(j); err != nil {
			return lines, out, err
		}
		line, got := settle(s, t, j)
		lines, out = append(lines, line...), worse(out, got)
		bar.step(i+1, len(suite), s.ID)
		reason, code := halt(ctx, t)
		if out = worse(out, code); reason == "" {
			continue
		}
		if left := len(suite) - i - 1; left > 0 {
			lines = append(lines, fmt.Sprintf("not run: %s, because of %s; next: %s",
				count(left, "scenario"), reason, m.next(coverage.NextStep(reason), "")))
			out = worse(out, exitUndecided)
		}
		break
	}
	return lines, out, nil
}

// fits reports the first scenario that names what the workflow does not have:
// it was written for another workflow, version or view, and what it would show
// of this one is not what it says.
func (m *measurement) fits(suite []*scenario.Scenario) error {
	for _, s := range suite {
		if _, ok := m.workflow.manifest.Agent(s.Start); s.Start != "" && !ok {
			return usage(fmt.Errorf("scenario %s: start: the workflow has no agent %q", s.ID, s.Start),
				"obligato extract "+shell.Quote(m.workflow.path))
		}
		for _, id := range targets(s) {
			if _, ok := m.set.Lookup(id); !ok {
				return usage(fmt.Errorf("scenario %s: the workflow has no obligation %q", s.ID, id),
					"obligato obligations "+shell.Quote(m.workflow.path))
			}
		}
	}
	return nil
}

// runOnce runs a scenario under the bound on time.
func runOnce(ctx context.Context, x *exercise, s *scenario.Scenario) (*trace.Trace, error) {
	if x.flags.runTimeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, x.flags.runTimeout)
		defer cancel()
	}
	return x.session.Run(ctx, s, identity(s, x.flags.model.seed))
}

// halt says why no further run makes sense after one that ended so, and the
// exit code of that. The reason is empty where there is none: what an agent
// lacks concerns only the scenarios that come to it.
func halt(ctx context.Context, t *trace.Trace) (reason string, exit int) {
	verdict, why := coverage.EndVerdict(t)
	end, _ := t.End()
	switch {
	case ctx.Err() != nil:
		return trace.ReasonCancelled, exitUndecided
	case end.Status == trace.StatusBudget:
		return why, exitBudget
	case verdict == coverage.Blocked && why != trace.ReasonMissingRuntime:
		return why, exitOK
	}
	return "", exitOK
}

// identity names a run after its scenario and seed. A scenario without
// provenance is a test that somebody wrote.
func identity(s *scenario.Scenario, seed uint64) runtime.Identity {
	origin := trace.Tests
	if s.Provenance != nil {
		origin = trace.Generated
	}
	sum := canonical.DigestBytes(fmt.Appendf(nil, "%s\x00%s\x00%d", s.ID, scenario.Digest(s), seed))
	return runtime.Identity{Run: strings.TrimPrefix(sum, "sha256:")[:12], Origin: origin}
}

// targets are the obligations that a scenario is about.
func targets(s *scenario.Scenario) []string {
	out := slices.Clone(s.Expect)
	if s.Objective != "" && !slices.Contains(out, s.Objective) {
		out = append([]string{s.Objective}, out...)
	}
	return out
}

// settle says how a run ended and what it shows of each target, and which exit
// code that is: 1 for an unmet expectation, 3 for an undecided target.
func settle(s *scenario.Scenario, t *trace.Trace, j coverage.Judgement) (lines []string, out int) {
	end, _ := t.End()
	status := end.Status
	if end.Reason != "" {
		status += " (" + end.Reason + ")"
	}
	lines = append(lines, fmt.Sprintf("%s: %s", report.Clean(s.ID), report.Clean(status)))
	for _, id := range targets(s) {
		d := coverage.Verdict(coverage.NotEvaluated)
		reason := ""
		for _, r := range j.Records {
			if r.Obligation == id && (d == coverage.NotEvaluated || r.Verdict == coverage.Pass) {
				d, reason = r.Verdict, r.Reason
			}
		}
		line := fmt.Sprintf("  %-13s %s", d, report.Clean(id))
		if reason != "" {
			line += "  " + report.Clean(reason)
		}
		lines = append(lines, line)
		switch {
		case d == coverage.Pass:
		case d == coverage.Indeterminate || d == coverage.Blocked:
			out = worse(out, exitUndecided)
		case slices.Contains(s.Expect, id):
			out = worse(out, exitFinding)
		}
	}
	return lines, out
}
