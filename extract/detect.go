package extract

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// ErrNoWorkflow says that the sources were read and hold no agent. Front ends
// wrap it together with a hint, so that an empty result is never mistaken for
// a measured one.
var ErrNoWorkflow = errors.New("no workflow found")

// ErrNoSource says that no file at the path belongs to any front end.
var ErrNoSource = errors.New("no source file found")

// Bounds of a directory walk.
const (
	MaxFiles   = 5000  // files handed to a front end
	MaxEntries = 50000 // directory entries looked at
	MaxDepth   = 40    // nested directories
)

// Codes of the diagnostics of this package.
const (
	CodeTooMany    = "OB904" // a bound of the walk was met
	CodeSkipped    = "OB905" // directories were passed over
	CodeUnreadable = "OB203" // a directory or file could not be read
	CodeAssumed    = "OB102" // no run was found: entries are assumed
	CodeEntries    = "OB103" // several entries are read as one workflow
	CodeGaveUp     = "OB902" // the bound on steps was met
)

// Selection is the answer of Collect: which front end reads which files.
type Selection struct {
	Frontend Frontend
	Files    []string // sorted, relative to the file system's root
	Workflow string   // named after the directory or file
	Skipped  []Diagnostic
}

// Collect picks the front end for target, a slash-separated path inside fsys
// ("." is its root), and lists the files to read. When several front ends
// match files of a directory, the one with the most files wins, and the first
// listed wins a tie; the others are named in a note. name is used for the
// workflow when target is ".", where the directory's own name is not visible.
func Collect(fsys fs.FS, target, name string, frontends []Frontend) (*Selection, error) {
	target = path.Clean(strings.TrimPrefix(target, "./"))
	info, err := fs.Stat(fsys, target)
	if err != nil {
		return nil, fmt.Errorf("read source: %s", reason(err))
	}
	if !info.IsDir() {
		return collectFile(target, frontends)
	}
	w := walker{fsys: fsys, root: target, frontends: frontends, files: make([][]string, len(frontends)), skipped: map[string]int{}}
	w.walk(target, 0)
	if target != "." {
		name = path.Base(target)
	}
	return w.selection(target, workflowName(name))
}

// Root returns the directory that imports are resolved from and the file's
// path inside it: the parent of the outermost package that holds the file, as
// shown by __init__.py. exists is asked about slash-separated paths.
func Root(file string, exists func(string) bool) (root, rel string) {
	root = path.Dir(file)
	for exists(path.Join(root, "__init__.py")) {
		up := path.Dir(root)
		if up == root {
			break
		}
		root = up
	}
	if root == "." {
		return root, file
	}
	return root, strings.TrimPrefix(strings.TrimPrefix(file, root), "/")
}

func collectFile(file string, frontends []Frontend) (*Selection, error) {
	for _, f := range frontends {
		if !f.Match(file) {
			continue
		}
		name := strings.TrimSuffix(path.Base(file), path.Ext(file))
		if dir := path.Base(path.Dir(file)); commonStem(name) && dir != "." && dir != "/" {
			name = dir
		}
		return &Selection{Frontend: f, Files: []string{file}, Workflow: workflowName(name)}, nil
	}
	return nil, fmt.Errorf("%w: no front end reads %q files", ErrNoSource, path.Ext(file))
}

// commonStem tells file names that say nothing about the workflow, so that
// its directory's name is better.
func commonStem(stem string) bool {
	switch stem {
	case "main", "__main__", "__init__", "app", "index":
		return true
	}
	return false
}

func workflowName(name string) string {
	if name = strings.Trim(name, "./ "); name == "" {
		return "workflow"
	}
	return name
}

type walker struct {
	fsys      fs.FS
	root      string // of the walk
	frontends []Frontend
	files     [][]string // by front end
	skipped   map[string]int
	notes     []Diagnostic
	entries   int
	count     int
	full      bool
}

func (w *walker) walk(dir string, depth int) {
	if w.full {
		return
	}
	if depth > MaxDepth {
		w.stop(dir, fmt.Sprintf("directories deeper than %d are not read", MaxDepth), false)
		return
	}
	entries, err := fs.ReadDir(w.fsys, dir)
	if err != nil {
		w.notes = append(w.notes, Diagnostic{
			Code: CodeUnreadable, Level: manifest.LevelWarning, Message: "directory cannot be read: " + reason(err),
			Hint: "check its permissions", Position: manifest.Position{Path: dir},
		})
	}
	for _, e := range entries {
		if w.entries++; w.entries > MaxEntries {
			w.stop(dir, fmt.Sprintf("more than %d directory entries: the rest is not read", MaxEntries), true)
			return
		}
		w.entry(path.Join(dir, e.Name()), e, depth)
		if w.full {
			return
		}
	}
}

func (w *walker) entry(name string, e fs.DirEntry, depth int) {
	switch {
	case e.IsDir():
		if skipDir(e.Name()) {
			w.skipped[name]++
			return
		}
		w.walk(name, depth+1)
	case !e.Type().IsRegular() && e.Type()&fs.ModeSymlink == 0:
		return
	default:
		w.add(name, e.Type()&fs.ModeSymlink != 0)
	}
}

func (w *walker) add(name string, link bool) {
	for i, f := range w.frontends {
		if !f.Match(name) {
			continue
		}
		// A symbolic link may lead anywhere; only links to plain files are read.
		if link {
			if info, err := fs.Stat(w.fsys, name); err != nil || !info.Mode().IsRegular() || w.elsewhere(name) {
				return
			}
		}
		if w.count++; w.count > MaxFiles {
			w.stop(name, fmt.Sprintf("more than %d source files: the rest is not read", MaxFiles), true)
			return
		}
		w.files[i] = append(w.files[i], name)
		return
	}
}

// elsewhere reports whether a symbolic link leads to a file that the walk meets
// under its own name: read twice, it would declare everything twice.
func (w *walker) elsewhere(link string) bool {
	to, err := fs.ReadLink(w.fsys, link)
	if err != nil || path.IsAbs(to) {
		return false
	}
	to = path.Join(path.Dir(link), to)
	if !fs.ValidPath(to) || w.root != "." && !strings.HasPrefix(to, w.root+"/") {
		return false
	}
	for _, dir := range strings.Split(path.Dir(to), "/") {
		if skipDir(dir) {
			return false
		}
	}
	info, err := fs.Lstat(w.fsys, to)
	return err == nil && info.Mode().IsRegular()
}

func (w *walker) stop(at, message string, full bool) {
	w.full = w.full || full
	w.notes = append(w.notes, Diagnostic{
		Code: CodeTooMany, Level: manifest.LevelWarning, Message: message,
		Hint: "name a smaller directory", Position: manifest.Position{Path: at},
	})
}

// skipDir reports whether a directory holds no source of the workflow:
// environments, caches, installed packages, hidden directories, and the tests.
func skipDir(name string) bool {
	switch name {
	case "venv", "env", "node_modules", "__pycache__", "site-packages", "dist", "build", "tests", "test":
		return true
	}
	return len(name) > 1 && name[0] == '.' || strings.HasSuffix(name, ".egg-info")
}

func (w *walker) selection(target, name string) (*Selection, error) {
	best := -1
	for i := range w.frontends {
		if len(w.files[i]) > 0 && (best < 0 || len(w.files[i]) > len(w.files[best])) {
			best = i
		}
	}
	if best < 0 {
		return nil, fmt.Errorf("%w%s", ErrNoSource, w.hint())
	}
	s := &Selection{Frontend: w.frontends[best], Files: w.files[best], Workflow: name, Skipped: w.notes}
	sort.Strings(s.Files)
	for i, f := range w.frontends {
		if i != best && len(w.files[i]) > 0 {
			s.Skipped = append(s.Skipped, Diagnostic{
				Code: CodeSkipped, Level: manifest.LevelNote,
				Message: fmt.Sprintf("%d %s files are not read, because most files are %s", len(w.files[i]), f.Name, s.Frontend.Name),
			})
		}
	}
	if note, ok := w.skippedNote(); ok {
		s.Skipped = append(s.Skipped, note)
	}
	return s, nil
}

func (w *walker) skippedNote() (Diagnostic, bool) {
	if len(w.skipped) == 0 {
		return Diagnostic{}, false
	}
	return Diagnostic{
		Code: CodeSkipped, Level: manifest.LevelNote, Message: "skipped: " + w.skippedList(),
		Hint: "name a skipped directory to read it",
	}, true
}

func (w *walker) skippedList() string {
	names := make([]string, 0, len(w.skipped))
	for name := range w.skipped {
		names = append(names, name+"/")
	}
	sort.Strings(names)
	if len(names) > 8 {
		names = append(names[:8], fmt.Sprintf("and %d more", len(names)-8))
	}
	return strings.Join(names, ", ")
}

func (w *walker) hint() string {
	if len(w.skipped) > 0 {
		return " (skipped: " + w.skippedList() + ")"
	}
	names := make([]string, len(w.frontends))
	for i, f := range w.frontends {
		names[i] = f.Name
	}
	return ": the directory holds no " + strings.Join(names, " or ") + " file"
}

// reason strips the path off a file system's error: messages carry their own.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
