package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/internal/shell"
)

// readLock reads a lock file, or a manifest as the lock of its workflow.
func readLock(file string) (*manifest.Lock, error) {
	data, err := readFile(file, maxManifestBytes)
	if err != nil {
		return nil, usage(fmt.Errorf("read lock %s: %w", report.Clean(file), plain(err)), "obligato extract --lock "+shell.Quote(file)+" PATH writes it")
	}
	l, err := manifest.ReadLock(file, data)
	if err != nil {
		return nil, usage(err, "restore it from version control, or write it again: obligato extract --lock "+shell.Quote(file)+" PATH")
	}
	return l, nil
}

// writeLock puts the workflows into the lock file. Its other sections are kept,
// unless the workflows are the whole that there is.
func (a *app) writeLock(file string, flows []*workflow, whole bool) error {
	return exclusive(file, func() error { return a.updateLock(file, flows, whole) })
}

func (a *app) updateLock(file string, flows []*workflow, whole bool) error {
	l := &manifest.Lock{Workflows: map[string]*manifest.Manifest{}}
	if _, err := openRegular(file); !errors.Is(err, fs.ErrNotExist) {
		if l, err = readLock(file); err != nil {
			return err
		}
	}
	if whole {
		l.Workflows = map[string]*manifest.Manifest{}
	}
	for _, w := range flows {
		l.Workflows[w.manifest.Workflow] = w.manifest
	}
	data, err := manifest.EncodeLock(l)
	if err != nil {
		return err
	}
	if err := writeAtomic(file, data); err != nil {
		return usage(err, "give a file in a directory where you may write")
	}
	a.note("%s: %s written, %s in all", file, count(len(flows), "workflow"), count(len(l.Workflows), "workflow"))
	return nil
}

// checkedWorkflow is the answer of --check for one workflow.
type checkedWorkflow struct {
	Workflow string            `json:"workflow"`
	Current  bool              `json:"current"`
	Missing  bool              `json:"missing,omitempty"` // the lock does not have it
	Gone     bool              `json:"gone,omitempty"`    // only the lock has it
	Moved    bool              `json:"moved,omitempty"`   // the same, at other places in the source
	Changes  []manifest.Change `json:"changes"`
}

// checkLock compares workflows with a lock file; drift is exit 1. With whole,
// the workflows are all that there are, so that a section without a workflow is
// drift too.
func (a *app) checkLock(file, format string, flows []*workflow, whole bool) error {
	l, err := readLock(file)
	if err != nil {
		return err
	}
	var out []checkedWorkflow
	seen := map[string]bool{}
	for _, w := range flows {
		seen[w.manifest.Workflow] = true
		c, err := checkSection(l.Workflows[w.manifest.Workflow], w.manifest)
		if err != nil {
			return err
		}
		out = append(out, c)
	}
	for _, name := range slices.Sorted(maps.Keys(l.Workflows)) {
		if whole && !seen[name] {
			out = append(out, checkedWorkflow{Workflow: name, Gone: true, Changes: []manifest.Change{}})
		}
	}
	if err := a.printCheck(file, format, out); err != nil {
		return err
	}
	if drifted := slices.ContainsFunc(out, func(c checkedWorkflow) bool { return !c.Current }); !drifted {
		return nil
	}
	path := "PATH"
	switch {
	case whole:
		path = "--all"
	case len(flows) == 1:
		path = shell.Quote(flows[0].path)
	}
	a.note("next: review the change, then obligato extract --lock %s %s", shell.Quote(file), path)
	return exitWith(exitFinding)
}

// checkSection compares one workflow with its section; nil is a missing one.
func checkSection(locked, now *manifest.Manifest) (checkedWorkflow, error) {
	c := checkedWorkflow{Workflow: now.Workflow, Changes: []manifest.Change{}}
	if locked == nil {
		c.Missing = true
		return c, nil
	}
	changes, err := manifest.Drift(locked, now)
	if err != nil {
		return c, err
	}
	c.Changes, c.Current = changes, len(changes) == 0
	before, err := manifest.Encode(locked, manifest.FormatJSON)
	if err != nil {
		return c, err
	}
	after, err := manifest.Encode(now, manifest.FormatJSON)
	c.Moved = c.Current && string(before) != string(after)
	return c, err
}

func (a *app) printCheck(file, format string, all []checkedWorkflow) error {
	if format == "json" {
		return a.printJSON(struct {
			Schema    string            `json:"schema"`
			Lock      string            `json:"lock"`
			Workflows []checkedWorkflow `json:"workflows"`
		}{"obligato.check/v1", file, all})
	}
	for _, c := range all {
		name := report.Clean(c.Workflow)
		switch {
		case c.Missing:
			fmt.Fprintf(a.Stdout, "%s: not in %s\n", name, file)
		case c.Gone:
			fmt.Fprintf(a.Stdout, "%s: in %s, and no workflow of that name is left\n", name, file)
		case c.Moved:
			fmt.Fprintf(a.Stdout, "%s: current; only places in the source or findings have changed\n", name)
		case c.Current:
			fmt.Fprintf(a.Stdout, "%s: current\n", name)
		default:
			fmt.Fprintf(a.Stdout, "%s: %s since the lock\n", name, count(len(c.Changes), "change"))
		}
		for _, change := range c.Changes {
			line := "  " + report.Clean(change.String())
			if !change.Source.IsZero() {
				line += "   " + report.Clean(change.Source.String())
			}
			fmt.Fprintln(a.Stdout, line)
		}
	}
	return nil
}
