package cli

import (
	"bytes"
	"errors"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/internal/shell"
	"github.com/obligato-dev/obligato/obligations/coverage"
)

func (a *app) scoreCommand() *cobra.Command {
	var flags setFlags
	var format, output string
	var patterns, counts []string
	c := &cobra.Command{
		Use:   "score --traces FILES PATH",
		Short: "Measure coverage from traces that exist",
		Long: `Score judges obligato traces against the workflow's obligations and prints the
coverage. Nothing is run. What the traces do not show stays not evaluated.`,
		Example: "  obligato score --traces .obligato/runs/ID/traces PATH\n  obligato score --traces 'ci/*.jsonl' --format json -o coverage.json PATH",
		Args:    pathArg,
		RunE: func(_ *cobra.Command, args []string) error {
			modes, err := countsFlag(counts)
			if err != nil {
				return err
			}
			if len(patterns) == 0 {
				return usage(errors.New("score: no traces given"), "obligato score --traces FILES "+shell.Quote(args[0]))
			}
			m, err := a.measure(args[0], flags)
			if err != nil {
				return err
			}
			usable, err := a.takeTraces(m, patterns)
			if err != nil {
				return err
			}
			if usable == 0 {
				return usage(errors.New("score: nothing was measured: no trace could be read"), "check the files named above")
			}
			s := m.score(modes)
			r := report.Coverage{Summary: s, Path: args[0], Notes: m.outside()}
			if err := a.printCoverage(r, format, output); err != nil {
				return err
			}
			if why := r.Unmeasured(); why != "" {
				return usage(errors.New("score: nothing was measured: "+why), "check that the traces are of this workflow: the names in them, and obligato obligations "+shell.Quote(args[0]))
			}
			return verdict(s)
		},
	}
	flags.register(c)
	formatFlag(c, &format, "text", "json")
	outputFlag(c, &output)
	c.Flags().StringArrayVar(&patterns, "traces", nil, "trace file, directory of *.jsonl, or pattern in quotes; repeatable")
	c.Flags().StringSliceVar(&counts, "counts", nil, "modes whose witnesses close an obligation (default all but forced)")
	return c
}

// printCoverage writes a summary in the format asked for.
func (a *app) printCoverage(r report.Coverage, format, output string) error {
	if format == "json" {
		data, err := r.Summary.Encode()
		if err != nil {
			return err
		}
		return a.emit(output, data)
	}
	o := report.Options{Colour: a.colour(a.colourMode), Columns: a.Columns}
	if output != "" && output != "-" {
		o = report.Options{}
	}
	var b bytes.Buffer
	if err := r.Text(&b, o); err != nil {
		return err
	}
	return a.emit(output, b.Bytes())
}

// verdict is the exit code of a summary without a policy: 2 where nothing was
// measured, 1 for a breach or an error-level finding. Open obligations are no
// failure.
func verdict(s *coverage.Summary) error {
	switch {
	case !s.Measured():
		return exitWith(exitUsage)
	case len(s.Breaches()) > 0, hasErrorFinding(s.Findings):
		return exitWith(exitFinding)
	}
	return nil
}
