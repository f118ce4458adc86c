//go:build cgo && unix

package live_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/live"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python"
	"github.com/obligato-dev/obligato/internal/golden"
	"github.com/obligato-dev/obligato/internal/worker"
)

// example is one Python program of this repository.
type example struct {
	name   string // of its section in the golden file
	root   string // from which it is imported
	target string // below the root
}

// examples lists every Python program under benchmarks and the test data of
// the static front end.
func examples(t *testing.T) []example {
	t.Helper()
	var out []example
	for _, dir := range []string{"benchmarks/workflows", "extract/python/testdata/cases", "extract/python/testdata/programs"} {
		root := filepath.Join("../..", filepath.FromSlash(dir))
		entries, err := os.ReadDir(root)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			switch {
			case e.Name() == "__pycache__":
			case e.IsDir():
				out = append(out, example{dir + "/" + e.Name(), filepath.Join(root, e.Name()), "."})
			case strings.HasSuffix(e.Name(), ".py"):
				out = append(out, example{dir + "/" + e.Name(), root, e.Name()})
			}
		}
	}
	if len(out) < 20 {
		t.Fatalf("only %d programs found: the search is broken", len(out))
	}
	return out
}

// TestStaticAgainstLive compares the static reading of every program with what
// the real SDK shows: agents, edges, texts, and the schemas of tools to the
// byte. Each difference stands in the golden file with its cause, and so does
// each file that cannot be imported, and why.
func TestStaticAgainstLive(t *testing.T) {
	in := interpreter(t)
	list := examples(t)
	sections := make([]string, len(list))
	next := make(chan int)
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			var s *live.Session
			for i := range next {
				sections[i], s = section(t, in, s, list[i])
			}
			if s != nil {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wait.Wait()
	golden.Equal(t, "testdata/differences.txt", []byte(strings.Join(sections, "\n")))
}

// section compares one program in the session, or in a new one.
func section(t *testing.T, in worker.Interpreter, s *live.Session, e example) (string, *live.Session) {
	var b strings.Builder
	fmt.Fprintf(&b, "== %s\n", e.name)
	static, files, err := readStatic(e)
	switch {
	case errors.Is(err, extract.ErrNoWorkflow):
		fmt.Fprintln(&b, "the static reading finds no agent")
	case err != nil:
		t.Errorf("%s: %v", e.name, err)
		return "", s
	}
	root, err := filepath.Abs(e.root)
	if err != nil {
		t.Error(err)
	}
	if s == nil {
		if s, err = live.Open(t.Context(), in, os.Getenv); err != nil {
			t.Error(err)
			return "", nil
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	seen, err := s.Ask(ctx, live.Program{Root: root, Base: ".", Files: files})
	if err != nil {
		var known *worker.Error
		if !errors.As(err, &known) || known.Kind != worker.KindImport {
			t.Errorf("%s: %v", e.name, err)
			return "", nil
		}
		fmt.Fprintln(&b, "nothing could be imported: "+known.Error())
	}
	if seen == nil {
		return b.String(), s
	}
	for _, m := range seen.Modules {
		if m.Error != nil {
			fmt.Fprintf(&b, "%s: import of %s: %s\n", m.Error.Place, m.Path, m.Error.Message)
		}
	}
	aligned := live.Align(seen, static)
	for _, d := range live.Compare(static, aligned, seen.Circumstances()) {
		fmt.Fprintf(&b, "%s: %s\n", d.Source, d)
	}
	fmt.Fprintf(&b, "%d agents, %d tools, %d access edges, %d delegations seen live\n",
		len(aligned.Agents), len(aligned.Tools), len(aligned.Access), len(aligned.Delegations))
	if err == nil {
		checkMerged(t, e.name, live.Merge(static, seen))
	}
	return b.String(), s
}

// readStatic reads a program and lists its files.
func readStatic(e example) (*manifest.Manifest, []string, error) {
	f := python.Frontend()
	fsys := os.DirFS(e.root)
	sel, err := extract.Collect(fsys, e.target, filepath.Base(e.root), []extract.Frontend{f})
	if err != nil {
		return nil, nil, err
	}
	m, err := f.Extract(&extract.Pass{FS: fsys, Files: sel.Files, Workflow: "w", Report: func(extract.Diagnostic) {}})
	if err != nil {
		return &manifest.Manifest{Workflow: "w"}, pythonFiles(sel.Files), err
	}
	var files []string
	for _, s := range m.Sources {
		files = append(files, s.Path)
	}
	return m, pythonFiles(files), nil
}

func pythonFiles(list []string) []string {
	var out []string
	for _, f := range list {
		if strings.HasSuffix(f, ".py") {
			out = append(out, f)
		}
	}
	return out
}

// checkMerged holds that a merged manifest is one: valid, and the same after
// it was written and read. Without entries, which a program of no known agent
// lacks, it need not be.
func checkMerged(t *testing.T, name string, m *manifest.Manifest) {
	if len(m.Entries) == 0 {
		return
	}
	for _, p := range manifest.Validate(m) {
		t.Errorf("%s: the merged manifest is not valid: %s", name, p.Message)
	}
	data, err := manifest.Encode(m, manifest.FormatYAML)
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if _, err := manifest.Read(name, data); err != nil {
		t.Errorf("%s: the merged manifest cannot be read: %v", name, err)
	}
}
