package cli

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/benchmarks"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/generate"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
)

func (a *app) benchCommand() *cobra.Command {
	var f exerciseFlags
	var inventory bool
	var only []string
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure the ten benchmark workflows, beside the published figures",
		Long: `Bench runs cover on the ten benchmark workflows that are built in and prints
one line each, beside the figures published for them (` + benchmarks.Source + `).
The published ones were measured with other models and prompts on other
programs, so the comparison is of size, not of quality. --inventory counts the
workflows without running them. Both count in the paper's view.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			f.set.view = string(obligations.ViewPaper)
			f.set.restrict = string(obligations.Complement)
			if err := f.check(); err != nil {
				return err
			}
			names := only
			if len(names) == 0 {
				names = benchmarks.Names()
			}
			if inventory {
				return a.inventory(names)
			}
			return a.bench(c.Context(), names, f)
		},
	}
	f.model.register(c)
	f.registerRuntime(c)
	f.realiser, f.expose, f.attempts = realiserAuto, string(generate.ExposeSample), generate.MaxAttempts
	c.Flags().BoolVar(&inventory, "inventory", false, "count agents, tools, edges and obligations; run nothing")
	c.Flags().StringSliceVar(&only, "only", nil, "names of the workflows to take (default all)")
	_ = c.RegisterFlagCompletionFunc("only", cobra.FixedCompletions(benchmarks.Names(), cobra.ShellCompDirectiveNoFileComp))
	return c
}

// benchmark reads a built-in workflow.
func benchmark(name string) (*workflow, error) {
	data, path, err := benchmarks.Manifest(name)
	if err != nil {
		return nil, usage(err, "obligato bench --inventory")
	}
	m, err := manifest.Read(path, data)
	if err != nil {
		return nil, err
	}
	d, err := manifest.Digests(m)
	return &workflow{path: path, manifest: m, digests: d}, err
}

// inventory prints the sizes of the workflows, in the paper's view.
func (a *app) inventory(names []string) error {
	t := tabwriter.NewWriter(a.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "workflow\tagents\ttools\tallowed\trestricted\tdelegations\tobligations\t")
	var total [6]int
	for _, name := range names {
		w, err := benchmark(name)
		if err != nil {
			return err
		}
		s, err := obligations.Derive(w.manifest, obligations.Options{View: obligations.ViewPaper})
		if err != nil {
			return fmt.Errorf("derive obligations of %s: %w", name, err)
		}
		by := map[obligations.Criterion]int{}
		for _, o := range s.Obligations {
			by[o.Criterion]++
		}
		row := [6]int{
			by[obligations.C1], len(s.Manifest.Tools), by[obligations.C2], by[obligations.C3], by[obligations.C4], len(s.Obligations),
		}
		for i, n := range row {
			total[i] += n
		}
		printRow(t, name, row)
	}
	printRow(t, "total", total)
	return t.Flush()
}

func printRow(t *tabwriter.Writer, name string, row [6]int) {
	fmt.Fprint(t, name, "\t")
	for _, n := range row {
		fmt.Fprintf(t, "%d\t", n)
	}
	fmt.Fprintln(t)
}

// bench covers each workflow and prints one line for it.
func (a *app) bench(ctx context.Context, names []string, f exerciseFlags) error {
	fmt.Fprintf(a.Stdout, "%s; model %s\n", f.describeRuntime(), f.describeModel())
	if f.model.simulated() {
		fmt.Fprintln(a.Stdout, "SIMULATED: a lexical simulation made the model's choices; this says nothing about a real model")
	}
	t := tabwriter.NewWriter(a.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "workflow\tC1 agents\tC2 allowed\tC4 delegation\tC3 attempted\tshown\tattempts\truns\tcalls\t")
	out := exitOK
	var sum [4][2]int
	for _, name := range names {
		w, err := benchmark(name)
		if err != nil {
			return err
		}
		m, err := newMeasurement(w, f.set)
		if err != nil {
			return err
		}
		x, err := a.openExercise(ctx, f, w)
		if err != nil {
			return err
		}
		p := m.plan(f.expose, nil)
		result, err := a.loop(ctx, m, x, p.objectives, nil)
		x.session.Close()
		if err != nil {
			return err
		}
		s := m.score(nil)
		printBench(t, name, s, p, result, x, &sum)
		out = worse(out, code(coverVerdict(s, result)))
	}
	fmt.Fprintf(t, "total\t%s\t\t\t\t\n", strings.Join(fractions(sum), "\t"))
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(a.Stdout, "published (%s; gpt-4.1-mini): ", benchmarks.Source)
	for i, r := range benchmarks.PublishedResults() {
		if i > 0 {
			fmt.Fprint(a.Stdout, ", ")
		}
		fmt.Fprintf(a.Stdout, "%s %d/%d", r.What, r.Hits, r.Of)
	}
	fmt.Fprintln(a.Stdout)
	if out == exitOK {
		return nil
	}
	return exitWith(out)
}

func printBench(t *tabwriter.Writer, name string, s *coverage.Summary, p plan, r *generate.Result, x *exercise, sum *[4][2]int) {
	shown := 0
	for _, o := range p.objectives {
		if o.Exposure {
			shown++
		}
	}
	c3 := s.Criteria[obligations.C3]
	attempted := 0
	for _, class := range c3.Classes {
		attempted += class.Attempted
	}
	row := [4][2]int{{attempted, c3.Total}}
	for i, c := range []obligations.Criterion{obligations.C1, obligations.C2, obligations.C4} {
		row[i] = [2]int{s.Criteria[c].Witnessed, s.Criteria[c].Total}
	}
	row[3] = [2]int{attempted, c3.Total}
	for i := range row {
		sum[i][0] += row[i][0]
		sum[i][1] += row[i][1]
	}
	fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t\n", name, strings.Join(fractions(row), "\t"),
		shown, r.Counts.Attempts, r.Counts.Runs, x.model.Usage().Calls)
}

func fractions(row [4][2]int) []string {
	var out []string
	for _, f := range row {
		out = append(out, fmt.Sprintf("%d/%d", f[0], f[1]))
	}
	return out
}
