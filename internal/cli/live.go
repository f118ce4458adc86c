package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/live"
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

// askLive replaces the workflow's manifest by one that is merged with what the
// running SDK shows. It runs the user's own code, as importing it does.
func (a *app) askLive(ctx context.Context, w *workflow, f liveFlags) error {
	if f.timeout <= 0 {
		return usage(fmt.Errorf("--timeout %v is no time", f.timeout), "give a time such as 90s")
	}
	p, err := program(w)
	if err != nil {
		return err
	}
	in, err := worker.Find(worker.Search{Explicit: f.python, Dir: p.Root, Getenv: a.Getenv})
	if err != nil {
		return a.liveFailure(err, in)
	}
	a.note("live: importing %s with %s (%s)", count(len(p.Files), "file"), report.Clean(in.Path), report.Clean(in.Why))
	bounded, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	seen, err := ask(bounded, in, a.Getenv, p)
	if err != nil {
		return a.liveFailure(err, in)
	}
	differences := len(live.Compare(w.manifest, live.Align(seen, w.manifest), seen.Circumstances()))
	w.manifest = live.Merge(w.manifest, seen)
	if err := a.settle(w); err != nil {
		return err
	}
	a.note("live: Python %s, %s %s: %s between source and running program",
		report.Clean(seen.Python), report.Clean(seen.SDK.Name), report.Clean(seen.SDK.Version), count(differences, "difference"))
	return nil
}

func ask(ctx context.Context, in worker.Interpreter, getenv func(string) string, p live.Program) (*live.Seen, error) {
	s, err := live.Open(ctx, in, getenv)
	if err != nil {
		return nil, err
	}
	seen, err := s.Ask(ctx, p)
	return seen, errors.Join(err, s.Close())
}

// program is what to import for a workflow: the files that its manifest was
// made from.
func program(w *workflow) (live.Program, error) {
	const hint = "give the source file or directory of a Python program"
	info, err := os.Stat(w.path)
	if err != nil {
		return live.Program{}, usage(fmt.Errorf("live extraction of %s: only the work tree can be imported", report.Clean(w.path)), hint)
	}
	given := filepath.ToSlash(filepath.Clean(w.path))
	root := given
	fromManifest := isManifestName(given)
	if info.IsDir() {
		found, err := manifestsIn(os.DirFS(w.path))
		fromManifest = err != nil || len(found) > 0
	} else {
		root, _ = extract.Root(given, func(p string) bool {
			_, err := os.Stat(filepath.FromSlash(p))
			return err == nil
		})
	}
	var p live.Program
	for _, s := range w.manifest.Sources {
		rel, err := filepath.Rel(filepath.FromSlash(root), filepath.FromSlash(s.Path))
		if err == nil && path.Ext(s.Path) == ".py" {
			p.Files = append(p.Files, filepath.ToSlash(rel))
		}
	}
	if fromManifest || len(p.Files) == 0 {
		return p, usage(fmt.Errorf("live extraction of %s: it is no Python source, so there is nothing to import", report.Clean(w.path)), hint)
	}
	p.Base = root
	p.Root, err = filepath.Abs(filepath.FromSlash(root))
	return p, err
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
