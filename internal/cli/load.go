package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/golang"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python"
	"github.com/obligato-dev/obligato/graph"
	"github.com/obligato-dev/obligato/internal/disk"
	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/internal/shell"
	"github.com/obligato-dev/obligato/obligations"
)

// frontends lists every front end, in the order in which they are asked.
func frontends() []extract.Frontend {
	return []extract.Frontend{python.Frontend(), golang.Frontend()}
}

// maxManifestBytes bounds a manifest file.
const maxManifestBytes = 64 << 20

// workflow is what a PATH stands for.
type workflow struct {
	path     string    // as the user gave it: a path, or a name of the configuration
	at       string    // the path that it stands for
	settings *settings // what the configuration says about it
	manifest *manifest.Manifest
	digests  manifest.DigestPair
}

// load reads the workflow at a path: a source file, a directory of sources, a
// manifest, a directory that holds one manifest, or any of these in a git
// revision (REV:path). Diagnostics are printed.
func (a *app) load(path string) (*workflow, error) {
	if path == "" {
		return nil, usage(errors.New("read workflow: the path is empty"), "give a source file, a directory or a manifest")
	}
	t, at, err := treeOf(path)
	if err != nil {
		return nil, err
	}
	at, s, err := a.resolve(t, at, path)
	if err != nil {
		return nil, asUsage(errors.Join(err, t.close()))
	}
	return a.loadAs(t, at, path, s)
}

// loadAs reads the workflow at a path of a tree, with its settings, and closes
// the tree.
func (a *app) loadAs(t *tree, at, given string, s *settings) (*workflow, error) {
	w := &workflow{path: given, at: at, settings: s}
	var err error
	w.manifest, err = a.loadFrom(t, at, given, s)
	if err = errors.Join(err, t.close()); err != nil {
		a.flush(nil)
		return nil, asUsage(err)
	}
	return w, a.settle(w)
}

// loadFrom reads what stands at a path of a tree; given is how the user wrote
// the path.
func (a *app) loadFrom(t *tree, at, given string, s *settings) (*manifest.Manifest, error) {
	const hint = "give a source file, a directory or a manifest"
	info, err := t.stat(at)
	switch {
	case err != nil:
		return nil, usage(fmt.Errorf("read workflow %s: %w", report.Clean(given), plain(err)), hint)
	case info.IsDir():
		return a.loadDir(t, at, s)
	case !info.Mode().IsRegular():
		return nil, usage(fmt.Errorf("read workflow %s: %w", report.Clean(given), errNotRegular), hint)
	}
	return a.loadFile(t, at, s)
}

// asUsage makes any error one of exit 2, keeping its hint.
func asUsage(err error) error {
	var f *failure
	if errors.As(err, &f) {
		return err
	}
	return usage(err, "")
}

func isManifestName(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

func (a *app) loadFile(t *tree, file string, s *settings) (*manifest.Manifest, error) {
	if isManifestName(file) {
		data, err := t.read(file, maxManifestBytes)
		if err != nil {
			return nil, usage(fmt.Errorf("read manifest %s: %w", report.Clean(file), plain(err)), "check the path and its permissions")
		}
		m, err := manifest.Read(file, data)
		if err == nil && s.flow != nil { // a manifest by itself is what it is
			err = s.fold(m)
		}
		return m, err
	}
	root, name := extract.Root(file, func(p string) bool {
		_, err := t.stat(p)
		return err == nil
	})
	return a.extract(t, root, name, s)
}

// loadDir reads a directory. Sources beside a manifest are refused: which of
// the two is meant cannot be known.
func (a *app) loadDir(t *tree, dir string, s *settings) (*manifest.Manifest, error) {
	fsys := t.dir(dir)
	found, err := manifestsIn(fsys)
	if err != nil {
		return nil, usage(fmt.Errorf("read workflow %s: %w", report.Clean(dir), plain(err)), "check the directory's permissions")
	}
	switch {
	case len(found) == 0:
		return a.extract(t, dir, ".", s)
	case len(found) > 1:
		return nil, usage(fmt.Errorf("read workflow: %s holds %d manifests (%s)", dir, len(found), strings.Join(found, ", ")),
			"name the one that you mean: "+path.Join(dir, found[0]))
	}
	sources, err := extract.Collect(fsys, ".", "", frontends())
	if err == nil {
		return nil, usage(fmt.Errorf("read workflow: %s holds sources (%s) and a manifest (%s)", dir, sources.Files[0], found[0]),
			"name the file that you mean: "+path.Join(dir, found[0]))
	}
	return a.loadFile(t, path.Join(dir, found[0]), s)
}

// manifestsIn lists the files directly in a directory that say that they are
// manifests.
func manifestsIn(fsys fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	var found []string
	for _, e := range entries {
		if e.Type().IsRegular() && isManifestName(e.Name()) && declaresManifest(fsys, e.Name()) {
			found = append(found, e.Name())
		}
	}
	return found, nil
}

// declaresManifest looks for a schema line in the first bytes of a file.
func declaresManifest(fsys fs.FS, name string) bool {
	f, err := fsys.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 4096)
	n, _ := f.Read(head)
	text := string(head[:n])
	return strings.Contains(text, "obligato.manifest/") ||
		(strings.Contains(text, "schema_version") && strings.Contains(text, "3.0"))
}

// extract runs the front end that fits target, a path below root. Positions
// come out relative to the working directory, so that an editor finds them.
func (a *app) extract(t *tree, root, target string, s *settings) (*manifest.Manifest, error) {
	fsys := t.dir(root)
	shown := report.Clean(filepath.ToSlash(filepath.Join(root, target)))
	sources, err := extract.Collect(&filtered{FS: fsys, s: s, root: root}, target, baseName(root), frontends())
	for _, d := range s.exclusions() {
		a.later(d)
	}
	if err != nil {
		return nil, usage(fmt.Errorf("extract %s: %w", shown, err), "give a directory or file with sources, or a manifest")
	}
	if sources.Frontend.Available != nil {
		if err := sources.Frontend.Available(); err != nil {
			return nil, usage(fmt.Errorf("extract %s: %w", shown, err), "")
		}
	}
	tell := func(d extract.Diagnostic) {
		d.Position = rebase(root, d.Position)
		a.later(d)
	}
	for _, d := range sources.Skipped {
		tell(d)
		if d.Code == extract.CodeSkipped || d.Code == extract.CodeTooMany {
			s.skipped = append(s.skipped, d.Message)
		}
	}
	if base, ok := s.base(root); ok && !sources.Frontend.OnDisk {
		// A workflow of the configuration may import what it shares with others.
		lower(sources, strings.TrimPrefix(strings.TrimPrefix(t.abs(root), t.abs(base)), "/"))
		fsys, root = t.dir(base), base
	}
	if err := a.checkSDKModules(); err != nil {
		return nil, err
	}
	kept := a.openCache()
	defer kept.Close()
	if !t.revision { // only the disk can tell that a file was not touched
		fsys = disk.Dir(filepath.FromSlash(root), a.Now)
	}
	pass := &extract.Pass{FS: fsys, Files: sources.Files, Workflow: sources.Workflow, Report: tell, Cache: kept, SDKModules: s.sdkModules(a.sdkModules)}
	if sources.Frontend.OnDisk {
		dir, remove, err := t.disk(root)
		if err != nil {
			return nil, usage(fmt.Errorf("extract %s: copy the revision to the disk: %w", shown, plain(err)), "check out the revision and name the path in it")
		}
		defer remove()
		pass.Dir = dir
	}
	m, err := runFrontend(a.context(), sources.Frontend, pass)
	if err != nil {
		next := "give the file or directory that constructs the agents"
		if e, ok := errors.AsType[*extract.Error](err); ok {
			next = e.Next
		}
		return nil, usage(fmt.Errorf("extract %s: %w", shown, err), next)
	}
	// What the walk could not read is missing from the manifest, too.
	for _, d := range sources.Skipped {
		if d.Level != manifest.LevelNote {
			m.Findings = append(m.Findings, manifest.Finding{Code: d.Code, Level: d.Level, Message: d.Message, Source: d.Position})
		}
	}
	rebaseManifest(root, m)
	if a.live != nil { // before people's own edits, which neither reading knows
		if m, err = a.live(m, t, root, s); err != nil {
			return nil, err
		}
	}
	if err := s.fold(m); err != nil {
		return nil, err
	}
	m.Normalize()
	return m, nil
}

// runFrontend runs a front end. Source code has endless shapes: where one of
// them meets a defect of ours, the command ends with an error that says so
// instead of a stack trace. A front end knows no interruption, so that it is
// left to itself when there is one; nothing that it says then is heard.
func runFrontend(ctx context.Context, f extract.Frontend, pass *extract.Pass) (*manifest.Manifest, error) {
	type answer struct {
		m   *manifest.Manifest
		err error
	}
	var mu sync.Mutex
	heard := *pass
	if tell := pass.Report; tell != nil {
		heard.Report = func(d extract.Diagnostic) {
			mu.Lock()
			defer mu.Unlock()
			if ctx.Err() == nil {
				tell(d)
			}
		}
	}
	done := make(chan answer, 1)
	go func() {
		var out answer
		defer func() {
			if r := recover(); r != nil {
				out = answer{err: usage(fmt.Errorf("the %s front end has a defect that these sources meet: %v", f.Name, r),
					"report it with the smallest source that shows it, or give a manifest")}
			}
			done <- out
		}()
		out.m, out.err = f.Run(&heard)
	}()
	select {
	case out := <-done:
		return out.m, out.err
	case <-ctx.Done():
		mu.Lock() // what is being said is said
		defer mu.Unlock()
		return nil, context.Cause(ctx)
	}
}

// baseName is the last element of a directory's absolute path.
func baseName(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Base(dir)
}

// lower puts a directory before the paths of a selection.
func lower(s *extract.Selection, dir string) {
	for i := range s.Files {
		s.Files[i] = path.Join(dir, s.Files[i])
	}
	for i := range s.Skipped {
		if p := &s.Skipped[i].Position; p.Path != "" {
			p.Path = path.Join(dir, p.Path)
		}
	}
}

// rebase puts the extraction root before a position's path.
func rebase(root string, p manifest.Position) manifest.Position {
	if p.Path != "" {
		p.Path = fromHere(path.Join(filepath.ToSlash(root), p.Path))
	}
	return p
}

// fromHere writes a path that goes up and down again as short as it can be.
func fromHere(p string) string {
	if !strings.HasPrefix(p, "../") {
		return p
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return p
	}
	rel, err := filepath.Rel(here, filepath.Join(here, filepath.FromSlash(p)))
	if err != nil {
		return p
	}
	return filepath.ToSlash(rel)
}

func rebaseManifest(root string, m *manifest.Manifest) {
	for i := range m.Agents {
		m.Agents[i].Source = rebase(root, m.Agents[i].Source)
	}
	for i := range m.Tools {
		m.Tools[i].Source = rebase(root, m.Tools[i].Source)
		for j := range m.Tools[i].Calls {
			m.Tools[i].Calls[j].Source = rebase(root, m.Tools[i].Calls[j].Source)
		}
	}
	for i := range m.Access {
		m.Access[i].Source = rebase(root, m.Access[i].Source)
	}
	for i := range m.Restrictions {
		m.Restrictions[i].Source = rebase(root, m.Restrictions[i].Source)
	}
	for i := range m.Delegations {
		m.Delegations[i].Source = rebase(root, m.Delegations[i].Source)
	}
	for i := range m.Unresolved {
		m.Unresolved[i].Source = rebase(root, m.Unresolved[i].Source)
	}
	for i := range m.Findings {
		m.Findings[i].Source = rebase(root, m.Findings[i].Source)
	}
	for i := range m.Suppressions {
		s := &m.Suppressions[i]
		s.Source, s.Path = rebase(root, s.Source), rebase(root, manifest.Position{Path: s.Path}).Path
	}
	for i := range m.Sources {
		m.Sources[i].Path = rebase(root, manifest.Position{Path: m.Sources[i].Path}).Path
	}
}

// derive derives the workflow's obligations, and their graph.
func (w *workflow) derive(f setFlags) (*obligations.Set, *graph.Graph, error) {
	options, err := f.options()
	if err != nil {
		return nil, nil, err
	}
	s, err := obligations.Derive(w.manifest, options)
	var none *obligations.NoneError
	switch {
	case errors.As(err, &none):
		return nil, nil, usage(fmt.Errorf("%s: %w", w.path, err), none.Hint)
	case err != nil:
		return nil, nil, usage(fmt.Errorf("%s: %w", w.path, err), carry("obligato extract "+shell.Quote(w.path), f, nil))
	}
	return s, s.Graph(), nil
}

// loadSet reads a workflow and derives its obligations.
func (a *app) loadSet(path string, f setFlags) (*workflow, *obligations.Set, *graph.Graph, error) {
	f.sdkModules = a.sdkModules
	w, err := a.load(path)
	if err != nil {
		return nil, nil, nil, err
	}
	s, g, err := w.derive(f)
	return w, s, g, err
}
