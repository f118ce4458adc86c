package cli

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/config"
	"github.com/obligato-dev/obligato/internal/document"
	"github.com/obligato-dev/obligato/internal/report"
)

// configFile is one config and the hash of its bytes.
type configFile struct {
	*config.Config
	sha256 string
	tree   *tree  // that it was read from
	root   string // of the repository that it is in
}

// settings are what the configuration says about one place.
type settings struct {
	tree    *tree
	configs []configFile     // nearest first
	flow    *config.Workflow // that the place is; nil where no config names it
	of      int              // index of the config that names it
	// unmatched are those of shared whose names the workflow lacks.
	unmatched []manifest.Rule
	excluded  []report.Omitted
	skipped   []string        // remarks of the walk on what it left out
	shared    []manifest.Rule // rules that may be meant for another workflow
}

// configs reads the configs for a directory of a tree, nearest first: the one
// of --config, or all from the directory up to the root of the repository.
func (a *app) configs(t *tree, dir string) ([]configFile, error) {
	if a.configPath != "" {
		file := filepath.ToSlash(a.configPath)
		disk := diskTree()
		places := config.Places(path.Dir(file), disk.root)
		c, err := readConfig(disk, config.Place{File: file, Depth: places[0].Depth})
		if err != nil {
			return nil, err
		}
		return []configFile{c}, nil
	}
	var out []configFile
	for _, p := range config.Places(dir, t.root) {
		if info, err := t.stat(p.File); err != nil || info.IsDir() {
			continue
		}
		c, err := readConfig(t, p)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func readConfig(t *tree, p config.Place) (configFile, error) {
	data, err := t.read(p.File, config.MaxBytes)
	if err != nil {
		return configFile{}, usage(fmt.Errorf("read config %s: %w", report.Clean(p.File), plain(err)), "check the file and its permissions")
	}
	p.Home = diskTree().abs(path.Dir(p.File))
	c, err := config.Read(p, data)
	if err != nil {
		return configFile{}, err
	}
	for i := range c.Workflows {
		c.Workflows[i].Path = fromHere(c.Workflows[i].Path)
	}
	sum := sha256.Sum256(data)
	f := configFile{Config: c, sha256: hex.EncodeToString(sum[:]), tree: t, root: c.Dir()}
	for range p.Depth {
		f.root = config.Above(f.root)
	}
	return f, nil
}

// resolve finds out what an argument stands for: a path, or the name of a
// workflow of the configuration; and what the configuration says about it.
// The path is the one in the tree.
func (a *app) resolve(t *tree, at, given string) (string, *settings, error) {
	name := given
	if t.revision {
		_, name, _ = strings.Cut(given, ":")
	}
	s := &settings{tree: t}
	var named *configFile
	if !strings.ContainsAny(name, `/\:`) {
		here, err := a.configs(t, ".")
		if err != nil {
			return "", nil, err
		}
		for i := range here {
			if w := here[i].Workflow(name); w != nil {
				named, s.flow = &here[i], w
				break
			}
		}
		_, missing := t.stat(at)
		switch {
		case named != nil && missing == nil && t.abs(at) != t.abs(s.flow.Path):
			return "", nil, usage(fmt.Errorf("read workflow: %s is a file or directory, and a workflow of %s at %s", name, named.Path, s.flow.Path),
				"write ./"+name+" for the file, or rename the workflow")
		case named == nil && missing != nil && len(here) > 0:
			if near, ok := document.Closest(name, here[0].Names()); ok {
				return "", nil, usage(fmt.Errorf("read workflow %s: no file and no workflow of %s has that name", report.Clean(name), here[0].Path),
					"did you mean "+near+"?")
			}
		}
		if named != nil {
			at = s.flow.Path
		}
	}
	return at, s, a.gather(s, at, named)
}

// gather reads the configs for a place. Named is the one that was asked by the
// name of a workflow; it counts wherever it lies.
func (a *app) gather(s *settings, at string, named *configFile) error {
	dir := at
	if info, err := s.tree.stat(at); err == nil && !info.IsDir() {
		dir = path.Dir(at)
	}
	var err error
	if s.configs, err = a.configs(s.tree, dir); err != nil {
		return err
	}
	flows, i := s.workflowsAt(at)
	switch {
	case named == nil && len(flows) > 1:
		return usage(fmt.Errorf("read workflow %s: %s names %d workflows there: %s", report.Clean(at), s.configs[i].Path, len(flows), strings.Join(namesOf(flows), ", ")),
			"name one of them instead of the path")
	case named == nil && len(flows) == 1:
		s.flow, s.of = flows[0], i
	case named == nil:
	case len(flows) == 0: // the config lies elsewhere
		s.configs, s.of = slices.Insert(s.configs, 0, *named), 0
	case sameFile(s.configs[i], *named):
		s.of = i
	default: // what is nearest to a workflow names it
		s.flow, s.of = flows[0], i
	}
	return nil
}

func sameFile(a, b configFile) bool { return a.tree.abs(a.Path) == b.tree.abs(b.Path) }

func namesOf(flows []*config.Workflow) []string {
	var out []string
	for _, w := range flows {
		out = append(out, w.Name)
	}
	return out
}

// workflowsAt lists the workflows whose path a place is, of the nearest config
// that names any there.
func (s *settings) workflowsAt(at string) ([]*config.Workflow, int) {
	for i, c := range s.configs {
		var out []*config.Workflow
		for j := range c.Workflows {
			if w := &c.Workflows[j]; c.tree.abs(w.Path) == s.tree.abs(at) {
				out = append(out, w)
			}
		}
		if len(out) > 0 {
			return out, i
		}
	}
	return nil, 0
}

// fold brings what the configuration declares into a manifest.
func (s *settings) fold(m *manifest.Manifest) error {
	if len(s.configs) == 0 {
		return nil
	}
	used := map[int]bool{}
	if s.flow != nil {
		used[s.of] = true
		if err := foldWorkflow(m, s.flow); err != nil {
			return err
		}
	}
	// The nearest config speaks last.
	for i, c := range slices.Backward(s.configs) {
		var flow *config.Workflow
		if i == s.of {
			flow = s.flow
		}
		rules := c.RulesFor(flow, i > 0)
		for j, matched := range manifest.Restrict(m, rules) {
			used[i] = used[i] || matched
			switch {
			case !rules[j].Shared:
			case matched:
				s.shared = append(s.shared, rules[j])
			default:
				s.shared, s.unmatched = append(s.shared, rules[j]), append(s.unmatched, rules[j])
			}
		}
	}
	for i, c := range s.configs {
		if used[i] && c.tree == s.tree {
			m.Sources = append(m.Sources, manifest.SourceFile{Path: c.Path, SHA256: c.sha256})
		}
	}
	return nil
}

// sdkModules adds the names of the SDK that the configuration gives.
func (s *settings) sdkModules(given []string) []string {
	if s.flow == nil {
		return given
	}
	return slices.Concat(given, s.flow.SDKModules)
}

// interpreter is the one of the configuration, unless another is given.
func (s *settings) interpreter(given string) string {
	if given != "" || s == nil || s.flow == nil {
		return given
	}
	return fromHere(s.flow.Interpreter)
}

// base is the directory from which imports of a workflow of the configuration
// may start: the root of the repository, where the workflow is in it.
func (s *settings) base(root string) (string, bool) {
	if s.flow == nil || s.configs[s.of].tree.revision != s.tree.revision {
		return "", false
	}
	base := s.configs[s.of].root
	return base, strings.HasPrefix(s.tree.abs(root)+"/", strings.TrimSuffix(s.tree.abs(base), "/")+"/")
}

// foldWorkflow applies what is said about one workflow alone.
func foldWorkflow(m *manifest.Manifest, w *config.Workflow) error {
	m.Workflow = w.Name
	problems := manifest.ApplyOverlay(m, w.Overlay)
	if len(w.Entries) > 0 {
		m.Entries = nil
		m.Findings = slices.DeleteFunc(m.Findings, func(f manifest.Finding) bool {
			return f.Code == extract.CodeAssumed || f.Code == extract.CodeEntries
		})
	}
	for _, e := range w.Entries {
		id, problem := entry(m, e)
		if problem != nil {
			problems = append(problems, *problem)
		} else if !slices.Contains(m.Entries, id) {
			m.Entries = append(m.Entries, id)
		}
	}
	if len(problems) == 0 && len(w.Overlay) > 0 {
		problems = manifest.Validate(m)
	}
	if len(problems) > 0 {
		return &manifest.InvalidError{Problems: problems[:min(len(problems), document.MaxProblems)], More: max(0, len(problems)-document.MaxProblems)}
	}
	return nil
}

// entry returns the id of the agent that an entry names.
func entry(m *manifest.Manifest, e config.Name) (string, *manifest.Problem) {
	var ids, found []string
	for _, a := range m.Agents {
		if a.ID == e.Text {
			return a.ID, nil
		}
		ids = append(ids, a.ID)
		if a.RuntimeName() == e.Text {
			found = append(found, a.ID)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	p := &manifest.Problem{Code: config.CodeEntry, Position: e.Source, Message: "no agent is called " + document.Quote(e.Text), Hint: "obligato extract lists the agents"}
	if near, ok := document.Closest(e.Text, ids); ok {
		p.Hint = "did you mean " + document.Quote(near) + "?"
	}
	if len(found) > 1 {
		p.Message = fmt.Sprintf("%d agents are called %s", len(found), document.Quote(e.Text))
		p.Hint = "use one of the ids " + strings.Join(found, ", ")
	}
	return "", p
}

// onlyWorkflow names the workflow that is meant where no PATH is given: the
// only one of the nearest config that has any.
func (a *app) onlyWorkflow(use string) (string, error) {
	hint := "give a source file, a directory or a manifest: " + use
	found, err := a.configs(diskTree(), ".")
	if err != nil {
		return "", err
	}
	for _, c := range found {
		switch names := c.Names(); {
		case len(names) == 1:
			return names[0], nil
		case len(names) > 1:
			return "", usage(fmt.Errorf("%s names %d workflows: %s", c.Path, len(names), strings.Join(names, ", ")), "name one of them: "+use)
		}
	}
	return "", usage(errors.New("no PATH is given, and no "+config.FileName+" names a workflow"), hint)
}

// overlay says on stderr what people changed in what was extracted, and why.
func (a *app) overlay(m *manifest.Manifest) {
	for _, line := range report.Overlay(m.Overlay) {
		a.note("%s", line)
	}
}

// filtered hides from a walk what the configuration excludes, and notes it.
// Imports still reach it: a program uses what it imports.
type filtered struct {
	fs.FS
	s    *settings
	root string // of the file system, in the tree
}

// ReadDir implements fs.ReadDirFS.
func (f *filtered) ReadDir(dir string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(f.FS, dir)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		name := path.Join(f.root, dir, e.Name())
		p, hidden := f.s.excludes(name, e.IsDir())
		if hidden && (e.IsDir() || matchesFrontend(name)) {
			if e.IsDir() {
				name += "/"
			}
			f.s.excluded = append(f.s.excluded, report.Omitted{Path: name, Pattern: p.Text, Source: p.Source.String()})
		}
		return hidden
	}), err
}

// Stat implements fs.StatFS.
func (f *filtered) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.FS, name) }

func matchesFrontend(name string) bool {
	return slices.ContainsFunc(frontends(), func(f extract.Frontend) bool { return f.Match(name) })
}

// excludes reports whether a path is kept from being read, and by which
// pattern.
func (s *settings) excludes(name string, dir bool) (config.Pattern, bool) {
	for i, c := range s.configs {
		rel, ok := s.relative(c, name)
		if !ok {
			continue
		}
		patterns := c.Exclude
		if i == s.of && s.flow != nil {
			patterns = slices.Concat(patterns, s.flow.Exclude)
		}
		for _, p := range patterns {
			if p.Match(rel) {
				return p, true
			}
		}
		if i != s.of || s.flow == nil || len(s.flow.Include) == 0 || dir {
			continue
		}
		if !slices.ContainsFunc(s.flow.Include, func(p config.Pattern) bool { return p.Match(rel) }) {
			return config.Pattern{Text: "include", Source: s.flow.Include[0].Source}, true
		}
	}
	return config.Pattern{}, false
}

// relative writes a path of the tree as one from the directory of a config.
func (s *settings) relative(c configFile, name string) (string, bool) {
	rel, err := filepath.Rel(filepath.FromSlash(c.tree.abs(c.Dir())), filepath.FromSlash(s.tree.abs(name)))
	rel = filepath.ToSlash(rel)
	return rel, err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// exclusions is the remark on what a walk left out.
func (s *settings) exclusions() []extract.Diagnostic {
	if len(s.excluded) == 0 {
		return nil
	}
	slices.SortFunc(s.excluded, func(a, b report.Omitted) int { return cmp.Compare(a.Path, b.Path) })
	s.excluded = slices.Compact(s.excluded)
	var names []string
	for _, e := range s.excluded[:min(len(s.excluded), 8)] {
		names = append(names, e.Path)
	}
	if more := len(s.excluded) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return []extract.Diagnostic{{
		Code: extract.CodeSkipped, Level: manifest.LevelNote,
		Message: fmt.Sprintf("excluded by the configuration: %s (%s)", strings.Join(names, ", "), count(len(s.excluded), "place")),
	}}
}
