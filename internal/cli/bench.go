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
	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/model"
)

func (a *app) benchCommand() *cobra.Command {
	var f exerciseFlags
	var inventory bool
	var only []string
	var format string
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
				return a.inventory(names, format)
			}
			return a.bench(c.Context(), names, f, format)
		},
	}
	f.model.register(c)
	f.registerRuntime(c)
	f.realiser, f.expose, f.attempts = realiserAuto, string(generate.ExposeSample), generate.MaxAttempts
	formatFlag(c, &format, "text", "json")
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

// size is how large a workflow is, in the paper's view.
type size struct {
	Workflow    string `json:"workflow"`
	Agents      int    `json:"agents"`
	Tools       int    `json:"tools"`
	Allowed     int    `json:"allowed"`
	Restricted  int    `json:"restricted"`
	Delegations int    `json:"delegations"`
	Obligations int    `json:"obligations"`
}

func (s *size) add(t size) {
	s.Agents += t.Agents
	s.Tools += t.Tools
	s.Allowed += t.Allowed
	s.Restricted += t.Restricted
	s.Delegations += t.Delegations
	s.Obligations += t.Obligations
}

// inventory prints the sizes of the workflows, in the paper's view.
func (a *app) inventory(names []string, format string) error {
	total := size{Workflow: "total"}
	var rows []size
	for _, name := range names {
		row, err := measureSize(name)
		if err != nil {
			return err
		}
		total.add(row)
		rows = append(rows, row)
	}
	if format == "json" {
		return a.printJSON(struct {
			Schema    string `json:"schema"`
			View      string `json:"view"`
			Workflows []size `json:"workflows"`
			Total     size   `json:"total"`
		}{"obligato.inventory/v1", string(obligations.ViewPaper), rows, total})
	}
	t := tabwriter.NewWriter(a.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "workflow\tagents\ttools\tallowed\trestricted\tdelegations\tobligations\t")
	for _, r := range append(rows, total) {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n",
			r.Workflow, r.Agents, r.Tools, r.Allowed, r.Restricted, r.Delegations, r.Obligations)
	}
	return t.Flush()
}

func measureSize(name string) (size, error) {
	w, err := benchmark(name)
	if err != nil {
		return size{}, err
	}
	s, err := obligations.Derive(w.manifest, obligations.Options{View: obligations.ViewPaper})
	if err != nil {
		return size{}, fmt.Errorf("derive obligations of %s: %w", name, err)
	}
	by := map[obligations.Criterion]int{}
	for _, o := range s.Obligations {
		by[o.Criterion]++
	}
	return size{
		Workflow: name, Agents: by[obligations.C1], Tools: len(s.Manifest.Tools), Allowed: by[obligations.C2],
		Restricted: by[obligations.C3], Delegations: by[obligations.C4], Obligations: len(s.Obligations),
	}, nil
}

// hits is how many of a number of obligations were witnessed.
type hits struct {
	Witnessed int `json:"witnessed"`
	Total     int `json:"total"`
}

func (h hits) String() string { return fmt.Sprintf("%d/%d", h.Witnessed, h.Total) }

func (h *hits) add(g hits) {
	h.Witnessed += g.Witnessed
	h.Total += g.Total
}

// score is what one benchmark run found and took.
type score struct {
	Workflow   string `json:"workflow"`
	Agents     hits   `json:"C1"`
	Allowed    hits   `json:"C2"`
	Delegation hits   `json:"C4"`
	// Attempted counts restricted pairs of which a call was attempted when
	// the tool was shown; Shown those that were shown.
	Attempted hits `json:"C3_attempted"`
	Shown     int  `json:"shown"`
	Attempts  int  `json:"attempts"`
	Runs      int  `json:"runs"`
	Calls     int  `json:"model_calls"`
}

func (s *score) add(t score) {
	s.Agents.add(t.Agents)
	s.Allowed.add(t.Allowed)
	s.Delegation.add(t.Delegation)
	s.Attempted.add(t.Attempted)
	s.Shown += t.Shown
	s.Attempts += t.Attempts
	s.Runs += t.Runs
	s.Calls += t.Calls
}

// bench covers each workflow and prints one line for it.
func (a *app) bench(ctx context.Context, names []string, f exerciseFlags, format string) error {
	out, total := exitOK, score{Workflow: "total"}
	var rows []score
	for _, name := range names {
		row, exit, err := a.benchOne(ctx, name, f)
		if err != nil {
			return err
		}
		out = worse(out, exit)
		total.add(row)
		rows = append(rows, row)
	}
	if err := a.printBench(rows, total, f, format); err != nil {
		return err
	}
	if out == exitOK {
		return nil
	}
	return exitWith(out)
}

// benchOne covers one workflow.
func (a *app) benchOne(ctx context.Context, name string, f exerciseFlags) (score, int, error) {
	w, err := benchmark(name)
	if err != nil {
		return score{}, 0, err
	}
	m, err := newMeasurement(w, f.set)
	if err != nil {
		return score{}, 0, err
	}
	x, err := a.openExercise(ctx, f, w)
	if err != nil {
		return score{}, 0, err
	}
	defer x.session.Close()
	p := m.plan(f.expose, nil)
	result, err := a.loop(ctx, m, x, p.objectives, nil)
	if err != nil {
		return score{}, 0, err
	}
	s := m.score(nil)
	row := score{Workflow: name, Attempts: result.Counts.Attempts, Runs: result.Counts.Runs, Calls: x.usage().Calls}
	for _, o := range p.objectives {
		if o.Exposure {
			row.Shown++
		}
	}
	for c, h := range map[obligations.Criterion]*hits{
		obligations.C1: &row.Agents, obligations.C2: &row.Allowed, obligations.C4: &row.Delegation,
	} {
		*h = hits{s.Criteria[c].Witnessed, s.Criteria[c].Total}
	}
	row.Attempted.Total = s.Criteria[obligations.C3].Total
	for _, class := range s.Criteria[obligations.C3].Classes {
		row.Attempted.Witnessed += class.Attempted
	}
	return row, code(coverVerdict(s, result)), nil
}

func (a *app) printBench(rows []score, total score, f exerciseFlags, format string) error {
	if format == "json" {
		mode := model.ModeLive
		if f.model.simulated() {
			mode = model.ModeSimulated
		}
		return a.printJSON(struct {
			Schema    string     `json:"schema"`
			Mode      model.Mode `json:"mode"`
			Model     string     `json:"model"`
			View      string     `json:"view"`
			Workflows []score    `json:"workflows"`
			Total     score      `json:"total"`
		}{"obligato.bench/v1", mode, f.model.name, f.set.view, rows, total})
	}
	fmt.Fprintf(a.Stdout, "%s; model %s\n", f.describeRuntime(), f.describeModel())
	if f.model.simulated() {
		fmt.Fprintln(a.Stdout, report.Simulated)
	}
	t := tabwriter.NewWriter(a.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "workflow\tC1 agents\tC2 allowed\tC4 delegation\tC3 attempted\tshown\tattempts\truns\tcalls\t")
	for _, r := range append(rows, total) {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t\n",
			r.Workflow, r.Agents, r.Allowed, r.Delegation, r.Attempted, r.Shown, r.Attempts, r.Runs, r.Calls)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	var parts []string
	for _, r := range benchmarks.PublishedResults() {
		parts = append(parts, fmt.Sprintf("%s %d/%d", r.What, r.Hits, r.Of))
	}
	_, err := fmt.Fprintf(a.Stdout, "published (%s; gpt-4.1-mini): %s\n", benchmarks.Source, strings.Join(parts, ", "))
	return err
}
