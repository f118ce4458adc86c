package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/generate"
	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/internal/shell"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
)

func (a *app) generateCommand() *cobra.Command {
	var f exerciseFlags
	var only []string
	var suite, format string
	c := &cobra.Command{
		Use:   "generate PATH",
		Short: "Write scenarios that witness open obligations",
		Long: `Generate writes a scenario for each objective, runs it, feeds what it showed
back, and stops on structural evidence or after five attempts. Scenarios that
witness something new are written to --suite, one file each.`,
		Args: pathArg,
		RunE: func(c *cobra.Command, args []string) error {
			return a.generate(c.Context(), args[0], f, only, suite, format)
		},
	}
	f.register(c)
	c.Flags().StringArrayVar(&only, "only", nil, "id of an obligation to pursue; repeatable (default all)")
	c.Flags().StringVar(&suite, "suite", "scenarios", "directory for the scenarios")
	formatFlag(c, &format, "text", "json")
	return c
}

func (a *app) generate(ctx context.Context, path string, f exerciseFlags, only []string, suite, format string) error {
	if err := f.check(); err != nil {
		return err
	}
	m, err := a.measure(path, f.set)
	if err != nil {
		return err
	}
	m.exercise = &f
	for _, id := range only {
		if _, ok := m.set.Lookup(id); !ok {
			return usage(fmt.Errorf("no obligation %q in %s", id, path), "obligato obligations "+shell.Quote(path))
		}
	}
	p := m.plan(f.expose, nil).only(only)
	if f.dryRun {
		return a.dryRun(m, p, f)
	}
	if len(p.objectives) == 0 {
		for _, n := range p.notes() {
			a.note("%s", n)
		}
		return usage(errors.New("generate: nothing to do: no scenario can be planned"), "obligato next "+shell.Quote(path))
	}
	x, err := a.openExercise(ctx, f, m.workflow)
	if err != nil {
		return err
	}
	defer x.session.Close()
	result, failed := a.loop(ctx, m, x, p.objectives, nil)
	written, err := writeSuite(suite, result.Suite())
	if err := errors.Join(failed, err); err != nil {
		return err
	}
	if err := a.printGenerated(m, result, x, format); err != nil {
		return err
	}
	for _, n := range p.notes() {
		a.note("%s", n)
	}
	a.note("wrote %s to %s", count(written, "scenario"), suite)
	return coverVerdict(m.score(nil), result)
}

// only keeps the plan's entries for the given obligations; none means all.
func (p plan) only(ids []string) plan {
	if len(ids) == 0 {
		return p
	}
	p.objectives = slices.DeleteFunc(p.objectives, func(o generate.Objective) bool { return !slices.Contains(ids, o.Obligation.ID) })
	p.skipped = slices.DeleteFunc(p.skipped, func(s generate.Skip) bool { return !slices.Contains(ids, s.Obligation) })
	return p
}

func (a *app) printGenerated(m *measurement, r *generate.Result, x *exercise, format string) error {
	for i, e := range r.Objectives {
		if e.Ending == generate.EndExhausted || e.Ending == generate.EndStuck {
			e.Next = fmt.Sprintf("obligato generate --seed %d --only ID PATH", x.flags.model.seed+1)
		}
		r.Objectives[i].Next = m.next(e.Next, e.Obligation)
	}
	if format == "json" {
		if r.Stop != nil {
			r.Stop.Next = m.next(r.Stop.Next, "")
		}
		e := json.NewEncoder(a.Stdout)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(struct {
			Schema     string           `json:"schema"`
			Mode       model.Mode       `json:"mode"`
			Model      string           `json:"model"`
			Objectives []generate.Ended `json:"objectives"`
			Counts     generate.Counts  `json:"counts"`
			Stop       *generate.Stop   `json:"stop,omitempty"`
		}{"obligato.generate/v1", x.model.Info().Mode, x.model.Info().Name, r.Objectives, r.Counts, r.Stop})
	}
	fmt.Fprintf(a.Stdout, "%s; model %s; scenarios by the %s realiser\n", x.flags.describeRuntime(), x.flags.describeModel(), x.realiser.Name)
	if x.flags.model.simulated() {
		fmt.Fprintln(a.Stdout, report.Simulated)
	}
	for _, e := range r.Objectives {
		line := fmt.Sprintf("%-11s %s  %s", e.Ending, report.Clean(e.Obligation), count(e.Attempts, "attempt"))
		if e.Scenario != "" {
			line += "  " + report.Clean(e.Scenario)
		}
		if e.Leading {
			line += "  (leading)"
		}
		if e.Reason != "" {
			line += "  " + report.Clean(e.Reason)
		}
		fmt.Fprintln(a.Stdout, line)
		if e.Next != "" {
			fmt.Fprintln(a.Stdout, "            next: "+report.Clean(e.Next))
		}
	}
	for _, n := range loopNotes(r, x, m) {
		fmt.Fprintln(a.Stdout, n)
	}
	return nil
}

// writeSuite writes scenarios, one a file. A file of that name with other
// contents is never overwritten.
func writeSuite(dir string, suite []*scenario.Scenario) (written int, err error) {
	if len(suite) == 0 {
		return 0, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, usage(fmt.Errorf("write suite: %w", err), "give --suite a directory")
	}
	for _, s := range suite {
		data, err := scenario.Encode(s)
		if err != nil {
			return written, err
		}
		name := filepath.Join(dir, s.ID+".yaml")
		old, err := os.ReadFile(name)
		switch {
		case err == nil && !bytes.Equal(old, data):
			return written, usage(fmt.Errorf("write suite: %s exists and differs", name), "move it away, or give another --suite")
		case err == nil:
		case !errors.Is(err, os.ErrNotExist):
			return written, usage(fmt.Errorf("write suite: %w", err), "give --suite a directory that can be written")
		default:
			if err := writeAtomic(name, data); err != nil {
				return written, err
			}
		}
		written++
	}
	return written, nil
}
