package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/extract/manifest"
)

func (a *app) extractCommand() *cobra.Command {
	var format, output, lock, check string
	var strict, all bool
	var live liveFlags
	c := &cobra.Command{
		Use:   "extract PATH",
		Short: "Read a workflow's source and print its manifest",
		Long: `Extract reads a source file, a directory or a manifest and prints the normalised
manifest: agents, tools, who may call what, who may delegate to whom, and what
could not be resolved, each with file:line:col. It does not run the source, unless
--live is given. PATH may name a git revision: REV:path is read from git, and the
work tree is left alone.

--live also imports the program in your interpreter, under the real SDK with the
network closed: no agent runs and no model is called. What source and running
program show is merged, and each difference is a finding with its cause.

--lock FILE keeps the manifest in a lock file that you commit, a section for each
workflow; --check FILE says whether it is current, and what has changed since
(exit 1). Where things stand in the source does not matter to it.`,
		Example: "  obligato extract benchmarks/workflows/customer_service\n  obligato extract --format json -o manifest.json src/app.py\n" +
			"  obligato extract main:src/app.py\n  obligato extract --lock obligato.lock src\n  obligato extract --check obligato.lock src\n" +
			"  obligato extract --live --python .venv src",
		Args: pathArg,
		RunE: func(c *cobra.Command, args []string) error {
			if all {
				return a.extractAll(args, lock, check, format)
			}
			load := a.load
			if live.on {
				load = func(path string) (*workflow, error) { return a.loadLive(c.Context(), path, live) }
			}
			w, err := load(args[0])
			if err != nil {
				return err
			}
			switch {
			case lock != "":
				if err := a.writeLock(lock, []*workflow{w}, false); err != nil {
					return err
				}
				a.summarise(w.manifest)
				return extractVerdict(w.manifest, strict)
			case check != "":
				checked := a.checkLock(check, format, []*workflow{w}, false)
				verdict := extractVerdict(w.manifest, strict)
				if verdict != nil { // say why it fails, drift or not
					a.summarise(w.manifest)
				}
				return worseOf(checked, verdict)
			}
			data, err := manifest.Encode(w.manifest, manifest.Format(format))
			if err != nil {
				return fmt.Errorf("encode manifest: %w", err)
			}
			if err := a.emit(output, data); err != nil {
				return err
			}
			a.summarise(w.manifest)
			return extractVerdict(w.manifest, strict)
		},
	}
	formatFlag(c, &format, string(manifest.FormatYAML), string(manifest.FormatJSON))
	outputFlag(c, &output)
	c.Flags().StringVar(&lock, "lock", "", "write the manifest into this lock file, and keep its other workflows")
	c.Flags().StringVar(&check, "check", "", "compare with this lock file or manifest; exit 1 where it has drifted")
	c.Flags().BoolVar(&all, "all", false, "with --lock or --check: every workflow of every obligato.yaml of the repository")
	c.MarkFlagsMutuallyExclusive("lock", "check", "output")
	c.Flags().BoolVar(&strict, "strict", false, "exit 1 where something stays unresolved")
	live.register(c)
	c.MarkFlagsMutuallyExclusive("all", "live")
	return c
}

func outputFlag(c *cobra.Command, output *string) {
	c.Flags().StringVarP(output, "output", "o", "", "write to this file, whole or not at all, instead of stdout")
}

// summarise says on stderr what a manifest holds, unresolved places included.
func (a *app) summarise(m *manifest.Manifest) {
	a.note("%s, %s, %s, %s, %s unresolved",
		count(len(m.Agents), "agent"), count(len(m.Tools), "tool"),
		count(len(m.Access), "access edge"), count(len(m.Delegations), "delegation"),
		count(len(m.Unresolved), "place"))
	if n := unread(m); n > 0 {
		a.note("%s of the source could not be read: what is declared there is missing", count(n, "place"))
	}
	a.overlay(m)
	a.findings(m.Findings)
}

// extractVerdict turns error-level findings, and with strict also unresolved
// places, into exit 1.
func extractVerdict(m *manifest.Manifest, strict bool) error {
	if hasErrorFinding(m.Findings) {
		return exitWith(exitFinding)
	}
	if strict && len(m.Unresolved) > 0 {
		return exitWith(exitFinding)
	}
	return nil
}

func hasErrorFinding(list []manifest.Finding) bool {
	return slices.ContainsFunc(list, func(f manifest.Finding) bool { return f.Level == manifest.LevelError && f.Suppressed == "" })
}

// count writes a number with its noun, in the plural where it is not one.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
