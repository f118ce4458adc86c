package cli

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/extract/live"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/internal/shell"
	"github.com/obligato-dev/obligato/internal/worker"
)

// liveFlags choose whether and how the running SDK is asked too.
type liveFlags struct {
	on      bool
	python  string
	timeout time.Duration
}

func (f *liveFlags) register(c *cobra.Command) {
	c.Flags().BoolVar(&f.on, "live", false, "also import the program under the real SDK, and list where source and running program differ")
	c.Flags().StringVar(&f.python, "python", "", "interpreter or virtual environment for --live (default: the active one, .venv beside or above the sources, python3)")
	c.Flags().DurationVar(&f.timeout, "timeout", time.Minute, "with --live, give the import up after this time")
}

// loadLive loads a workflow and asks the running SDK too.
func (a *app) loadLive(ctx context.Context, path string, f liveFlags) (*workflow, error) {
	if f.timeout <= 0 {
		return nil, usage(fmt.Errorf("--timeout %v is no time", f.timeout), "give a time such as 90s")
	}
	asked := false
	a.live = func(m *manifest.Manifest, t *tree, root string, s *settings) (*manifest.Manifest, error) {
		asked = true
		return a.askLive(ctx, f, m, t, root, s)
	}
	w, err := a.load(path)
	if err == nil && !asked {
		err = usage(fmt.Errorf("live extraction of %s: it is no Python source, so there is nothing to import", report.Clean(path)),
			"give the source file or directory of a Python program")
	}
	return w, err
}

// askLive merges a manifest with what the running SDK shows of the program
// below root. It runs the user's own code, as importing it does.
func (a *app) askLive(ctx context.Context, f liveFlags, m *manifest.Manifest, t *tree, root string, s *settings) (*manifest.Manifest, error) {
	p, remove, err := program(m, t, root)
	if err != nil {
		return nil, err
	}
	defer remove()
	if names := s.sdkModules(a.sdkModules); len(names) > 0 {
		p.SDK = names[0]
	}
	in, err := worker.Find(worker.Search{Explicit: s.interpreter(f.python), Dir: sourceDir(t, root), Getenv: a.Getenv})
	if err != nil {
		return nil, a.liveFailure(err, in)
	}
	a.note("live: importing %s with %s (%s)", count(len(p.Files), "file"), report.Clean(in.Path), report.Clean(in.Why))
	bounded, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	seen, err := ask(bounded, in, a.Getenv, p)
	if err != nil {
		return nil, a.liveFailure(err, in)
	}
	differences := len(live.Compare(m, live.Align(seen, m), seen.Circumstances()))
	a.note("live: Python %s, %s %s: %s between source and running program",
		report.Clean(seen.Python), report.Clean(seen.SDK.Name), report.Clean(seen.SDK.Version), count(differences, "difference"))
	return live.Merge(m, seen), nil
}

func ask(ctx context.Context, in worker.Interpreter, getenv func(string) string, p live.Program) (*live.Seen, error) {
	s, err := live.Open(ctx, in, getenv)
	if err != nil {
		return nil, err
	}
	seen, err := s.Ask(ctx, p)
	return seen, errors.Join(err, s.Close())
}

// program is what to import for a manifest: the files that it was made from. A
// revision is copied to the disk, and remove takes the copy away.
func program(m *manifest.Manifest, t *tree, root string) (p live.Program, remove func(), err error) {
	p = live.Program{Base: root}
	for _, s := range m.Sources {
		rel, err := filepath.Rel(filepath.FromSlash(root), filepath.FromSlash(s.Path))
		if err == nil && path.Ext(s.Path) == ".py" {
			p.Files = append(p.Files, filepath.ToSlash(rel))
		}
	}
	if len(p.Files) == 0 {
		return p, nil, usage(errors.New("live extraction: there is no Python file to import"), "give the source file or directory of a Python program")
	}
	dir, remove, err := t.disk(root)
	if err != nil {
		return p, nil, usage(fmt.Errorf("live extraction: copy the revision to the disk: %w", plain(err)), "check out the revision and name the path in it")
	}
	if p.Root, err = filepath.Abs(dir); err != nil {
		remove()
		return p, nil, usage(fmt.Errorf("live extraction: %w", err), "")
	}
	return p, remove, nil
}

// sourceDir is where an environment of the sources is looked for: beside them,
// or the working directory for those of a revision.
func sourceDir(t *tree, root string) string {
	if t.revision {
		root = "."
	}
	dir, err := filepath.Abs(filepath.FromSlash(root))
	if err != nil {
		return root
	}
	return dir
}

// liveFailure is exit 2 with the next step for each kind of failure. What the
// interpreter printed last comes before it.
func (a *app) liveFailure(err error, in worker.Interpreter) error {
	var e *worker.Error
	if !errors.As(err, &e) {
		return err
	}
	for _, l := range lastLines(e.Output, 20) {
		fmt.Fprintf(a.Stderr, "  | %s\n", report.Clean(l))
	}
	with := "live extraction"
	if in.Path != "" {
		with += fmt.Sprintf(" with %s (%s)", in.Path, in.Why)
	}
	return usage(fmt.Errorf("%s: %w", with, e), liveHint(e.Kind, in))
}

func liveHint(k worker.Kind, in worker.Interpreter) string {
	switch k {
	case worker.KindNoInterpreter:
		return "name an interpreter or a virtual environment that has openai-agents: --python .venv"
	case worker.KindSDKMissing:
		return shell.Quote(in.Path) + " -m pip install openai-agents, or name another interpreter with --python"
	case worker.KindImport:
		return "make the program importable with this interpreter (no key and few variables of your environment are passed on), or name another with --python"
	case worker.KindTimeout:
		return `put what runs at import under if __name__ == "__main__", or raise --timeout`
	case worker.KindDied:
		return "find what ends the process when the program is imported, or leave --live out"
	case worker.KindUnsupported:
		return "leave --live out"
	}
	return "report it with the smallest source that shows it, or leave --live out"
}

// lastLines are the last lines of a text that hold something.
func lastLines(s string, most int) []string {
	var out []string
	for l := range strings.SplitSeq(s, "\n") {
		if strings.TrimSpace(l) != "" {
			out = append(out, l)
		}
	}
	return out[max(0, len(out)-most):]
}
