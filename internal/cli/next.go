package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/obligations/coverage"
)

func (a *app) nextCommand() *cobra.Command {
	var flags setFlags
	var format, run string
	var n int
	c := &cobra.Command{
		Use:   "next PATH",
		Short: "Say what to exercise next, and why",
		Long: `Next ranks what is open: the shortest route from an entry first. It starts from
the newest run of the same obligations under ` + runsRoot + `, or from --run; without
one everything is open.`,
		Args: pathArg,
		RunE: func(_ *cobra.Command, args []string) error {
			if n < 1 && n != -1 {
				return usage(fmt.Errorf("--number %d is out of range", n), "give 1 or more, or -1 for all")
			}
			m, err := a.measure(args[0], flags)
			if err != nil {
				return err
			}
			if run == "" {
				run = newestRun(filepath.FromSlash(runsRoot), m.set.Digest)
			}
			if run != "" {
				if err := m.takeRun(run); err != nil {
					return err
				}
			}
			steps := coverage.Next(m.set, m.graph, m.score(nil), n)
			if format == "json" {
				return a.printJSON(struct {
					Schema string          `json:"schema"`
					Run    string          `json:"run,omitempty"`
					Modes  []string        `json:"modes"`
					Steps  []coverage.Step `json:"steps"`
				}{"obligato.next/v1", filepath.ToSlash(run), m.modes(), steps})
			}
			return a.printSteps(steps, run, m.modes())
		},
	}
	flags.register(c)
	formatFlag(c, &format, "text", "json")
	c.Flags().StringVar(&run, "run", "", "run directory to start from (default the newest of the same obligations)")
	c.Flags().IntVarP(&n, "number", "n", 5, "how many; -1 for all")
	return c
}

// modes lists the modes of the profile's records, sorted.
func (m *measurement) modes() []string {
	out := []string{}
	for _, r := range m.profile.Records() {
		out = append(out, string(r.Mode))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (a *app) printSteps(steps []coverage.Step, run string, modes []string) error {
	if run == "" {
		a.note("no run of these obligations yet: everything is open")
	} else {
		a.note("from %s (%s)", report.Clean(filepath.ToSlash(run)), report.Clean(strings.Join(modes, ", ")))
	}
	if len(steps) == 0 {
		_, err := fmt.Fprintln(a.Stdout, "nothing is open that a scenario could exercise")
		return err
	}
	for _, s := range steps {
		fmt.Fprintf(a.Stdout, "%d  %s   %s\n", s.Rank, report.Clean(s.ID), report.Clean(s.Source.String()))
		fmt.Fprintf(a.Stdout, "   %s\n", report.Clean(s.Why))
		if len(s.Route) > 0 {
			fmt.Fprintf(a.Stdout, "   route %s", report.Clean(strings.Join(s.Route, "=>")))
			if len(s.Closes) > 0 {
				fmt.Fprintf(a.Stdout, "; also closes %s", report.Clean(strings.Join(s.Closes, ", ")))
			}
			fmt.Fprintln(a.Stdout)
		}
		if s.Next != "" {
			fmt.Fprintf(a.Stdout, "   next: %s\n", report.Clean(s.Next))
		}
	}
	return nil
}

// maxProfileBytes bounds a profile file.
const maxProfileBytes = 1 << 30

// takeRun merges the profile of a run directory into the measurement. A
// profile of other obligations is refused.
func (m *measurement) takeRun(dir string) error {
	name := filepath.Join(dir, fileProfile)
	data, err := readFile(name, maxProfileBytes)
	if err != nil {
		return usage(fmt.Errorf("read run: %w", err), "give --run a directory that obligato cover wrote")
	}
	p, err := coverage.DecodeProfile(data)
	if err != nil {
		return usage(fmt.Errorf("%s: read profile: %w", filepath.ToSlash(name), err), "run obligato cover again")
	}
	if m.profile, err = coverage.Merge(m.profile, p); err != nil {
		return usage(fmt.Errorf("%s: merge profile: %w", filepath.ToSlash(name), err), "run obligato cover on the workflow as it is now")
	}
	return nil
}

// newestRun returns the run directory under root whose journal was written
// last and whose obligations have the digest; empty without one.
func newestRun(root, digest string) string {
	entries, err := os.ReadDir(root)
	if err != nil {
		return ""
	}
	newest, best := "", fs.FileInfo(nil)
	for _, e := range entries {
		dir := filepath.Join(root, e.Name())
		info, err := os.Stat(filepath.Join(dir, fileJournal))
		if err != nil || runDigest(dir) != digest {
			continue
		}
		if best == nil || info.ModTime().After(best.ModTime()) {
			newest, best = dir, info
		}
	}
	return newest
}

// runDigest reads the obligations digest of a run directory; empty where it
// has none.
func runDigest(dir string) string {
	data, err := readFile(filepath.Join(dir, fileProfile), maxProfileBytes)
	if err != nil {
		return ""
	}
	p, err := coverage.DecodeProfile(data)
	var mismatch *coverage.SetMismatchError
	if err != nil || errors.As(err, &mismatch) {
		return ""
	}
	return p.SetDigest()
}
