package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// Names inside a run directory.
const (
	fileManifest = "manifest.yaml"
	fileProfile  = "profile.json"
	fileCoverage = "coverage.json"
	fileJournal  = "journal.jsonl"
	dirScenarios = "scenarios"
	dirTraces    = "traces"
	runsRoot     = ".obligato/runs"
)

// runDir is a run directory being written. Everything goes to a sibling
// folder first, so that an interrupted or failed run leaves what was there
// before.
type runDir struct {
	path, work string
	journal    *os.File
}

// newRunDir prepares to write the run directory at path. It refuses a path
// that holds anything but an earlier run.
func newRunDir(path string) (*runDir, error) {
	path, err := throughLinks(path)
	if err != nil {
		return nil, err
	}
	if err := checkReplaceable(path); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, usage(fmt.Errorf("create run directory: %w", err), hintOut)
	}
	if err := ignoreRuns(path); err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, usage(fmt.Errorf("create run directory: %w", err), hintOut)
	}
	d := &runDir{path: path, work: work}
	for _, sub := range []string{dirScenarios, dirTraces} {
		if err := os.Mkdir(filepath.Join(work, sub), 0o755); err != nil {
			return nil, errors.Join(err, d.discard())
		}
	}
	d.journal, err = os.OpenFile(filepath.Join(work, fileJournal), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, errors.Join(err, d.discard())
	}
	return d, nil
}

const hintOut = "give --out a directory that can be written"

// throughLinks returns where a path leads, so that a symbolic link stays one
// when the directory behind it is replaced. The working directory is refused:
// it cannot be replaced, and would be found so only after all runs.
func throughLinks(path string) (string, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return path, nil // free, or checkReplaceable says why not
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return "", usage(fmt.Errorf("write run directory: %s is a symbolic link that leads nowhere", path), hintOut)
		}
		path = real
	}
	here, err := os.Stat(".")
	if err != nil {
		return "", fmt.Errorf("write run directory: %w", err)
	}
	if there, err := os.Stat(path); err == nil && os.SameFile(here, there) {
		return "", usage(fmt.Errorf("write run directory: %s is the working directory", path), "give --out a directory inside it, such as --out run")
	}
	return path, nil
}

// ignoreRuns keeps runs out of version control: they are made, not written.
func ignoreRuns(path string) error {
	root := filepath.Dir(filepath.Dir(path))
	if filepath.Base(root) != filepath.Dir(runsRoot) {
		return nil
	}
	name := filepath.Join(root, ".gitignore")
	if _, err := os.Lstat(name); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return writeAtomic(name, []byte("runs/\ncampaign.db\nkey\n"))
}

// checkReplaceable reports whether path is free, empty, or an earlier run.
func checkReplaceable(path string) error {
	entries, err := os.ReadDir(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(entries) == 0, err == nil && isRunDir(path):
		return nil
	case err != nil:
		return usage(fmt.Errorf("write run directory: %w", err), "give --out a path that can be a directory")
	}
	return usage(fmt.Errorf("write run directory: %s holds files that are not of a run", path),
		"give --out a new or empty directory")
}

// isRunDir reports whether path looks like a directory that newRunDir wrote.
func isRunDir(path string) bool {
	for _, name := range []string{fileManifest, fileJournal} {
		if info, err := os.Stat(filepath.Join(path, name)); err != nil || !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// Write appends to the journal and flushes it to the disk: the journal must
// survive whatever ends the run. It implements io.Writer.
func (d *runDir) Write(p []byte) (int, error) {
	n, err := d.journal.Write(p)
	if err == nil {
		err = d.journal.Sync()
	}
	return n, err
}

// put writes one file of the run directory.
func (d *runDir) put(data []byte, elem ...string) error {
	name := filepath.Join(append([]string{d.work}, elem...)...)
	if err := os.WriteFile(name, data, 0o644); err != nil {
		return fmt.Errorf("write run directory: %w", err)
	}
	return nil
}

// commit moves the finished directory to its place. An earlier run with other
// contents is kept beside it, under the name that commit returns.
func (d *runDir) commit() (kept string, err error) {
	if err := d.journal.Close(); err != nil {
		return "", fmt.Errorf("write journal: %w", err)
	}
	if err := os.Chmod(d.work, 0o755); err != nil {
		return "", fmt.Errorf("write run directory: %w", err)
	}
	if isRunDir(d.path) {
		if kept, err = d.setAside(); err != nil {
			return kept, err
		}
	} else if err := ignoreMissing(os.Remove(d.path)); err != nil {
		return "", fmt.Errorf("write run directory: %w", err)
	}
	if err := os.Rename(d.work, d.path); err != nil {
		return kept, fmt.Errorf("write run directory: %w", err)
	}
	return kept, nil
}

// setAside removes the earlier run where it is the same but for its journal,
// and renames it otherwise.
func (d *runDir) setAside() (kept string, err error) {
	same, err := sameRun(d.path, d.work)
	if err != nil {
		return "", err
	}
	if same {
		return "", os.RemoveAll(d.path)
	}
	for n := 1; ; n++ {
		kept = fmt.Sprintf("%s.%d", d.path, n)
		if _, err := os.Lstat(kept); errors.Is(err, fs.ErrNotExist) {
			return kept, os.Rename(d.path, kept)
		} else if err != nil {
			return "", err
		}
	}
}

// discard removes what was written so far.
func (d *runDir) discard() error {
	if d.journal != nil {
		d.journal.Close()
	}
	return os.RemoveAll(d.work)
}

// sameRun compares two run directories, journals aside.
func sameRun(a, b string) (bool, error) {
	left, err := runFiles(a)
	if err != nil {
		return false, err
	}
	right, err := runFiles(b)
	if err != nil || len(left) != len(right) {
		return false, err
	}
	for i, name := range left {
		if right[i] != name {
			return false, nil
		}
		x, err := os.ReadFile(filepath.Join(a, name))
		if err != nil {
			return false, err
		}
		y, err := os.ReadFile(filepath.Join(b, name))
		if err != nil || !bytes.Equal(x, y) {
			return false, err
		}
	}
	return true, nil
}

// runFiles lists the regular files of a run directory but for its journal.
func runFiles(root string) ([]string, error) {
	var names []string
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && name != fileJournal {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

// putRun writes the trace of a run, and its scenario.
func (d *runDir) putRun(s *scenario.Scenario, t *trace.Trace) error {
	text, err := scenario.Encode(s)
	if err != nil {
		return err
	}
	if err := d.put(text, dirScenarios, s.ID+".yaml"); err != nil {
		return err
	}
	return putTrace(filepath.Join(d.work, dirTraces), t)
}

// putTrace writes a trace into a directory, under the name of its run.
func putTrace(dir string, t *trace.Trace) error {
	var events bytes.Buffer
	if err := trace.Write(&events, t); err != nil {
		return err
	}
	return writeAtomic(filepath.Join(dir, t.Header.Run+".jsonl"), events.Bytes())
}
