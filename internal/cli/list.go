package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/config"
	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/obligations"
)

func (a *app) listCommand() *cobra.Command {
	var format, output string
	var all bool
	var files []string
	c := &cobra.Command{
		Use:   "list",
		Short: "List the workflows of the configuration",
		Long: `List reads every workflow that obligato.yaml names and prints what it has and what
the newest run of it covers. Without --all it lists those of the nearest
obligato.yaml, with it those of every one in the repository.

--file PATH says instead which workflows are made from a file, so that a change to
a shared module names all that it affects. A workflow that cannot be read is a row
with its error; the others are listed, and the exit code is 2.`,
		Example: "  obligato list\n  obligato list --all --format json\n  obligato list --all --file libs/agents/escalation.py",
		Args:    cobra.NoArgs,
		RunE: func(_ *cobra.Command, _ []string) error {
			found, err := a.declared(all)
			if err != nil {
				return err
			}
			loaded := a.loadAll(found)
			if len(files) > 0 {
				err = a.printAffected(affected(files, loaded), loaded, format, output)
				return worseOf(err, a.unread(loaded))
			}
			err = worseOf(a.printList(loaded, format, output), a.unread(loaded))
			return worseOf(err, a.listVerdict(loaded, all))
		},
	}
	formatFlag(c, &format, "text", "json")
	outputFlag(c, &output)
	c.Flags().BoolVar(&all, "all", false, "every obligato.yaml of the repository, not only the nearest")
	c.Flags().StringArrayVar(&files, "file", nil, "say which workflows are made from this file; repeatable")
	return c
}

// declaredFlow is a workflow with the config that names it.
type declaredFlow struct {
	config configFile
	flow   *config.Workflow
}

// declared lists the workflows of the nearest config that names any, or of all
// configs of the repository, by name and path.
func (a *app) declared(all bool) ([]declaredFlow, error) {
	found, err := a.configs(diskTree(), ".")
	if err != nil {
		return nil, err
	}
	if all && a.configPath == "" {
		if found, err = repositoryConfigs(); err != nil {
			return nil, err
		}
	}
	var out []declaredFlow
	seen := map[string]int{} // the config of a path: what is nearest to a workflow names it
	for i, c := range found {
		for j := range c.Workflows {
			w := &c.Workflows[j]
			if at, ok := seen[c.tree.abs(w.Path)]; !ok || at == i {
				seen[c.tree.abs(w.Path)] = i
				out = append(out, declaredFlow{c, w})
			}
		}
		if len(out) > 0 && !all {
			break
		}
	}
	if len(out) == 0 {
		return nil, usage(errors.New("no "+config.FileName+" names a workflow"), "name them under workflows: in "+config.FileName+" at the root of the repository")
	}
	slices.SortFunc(out, func(a, b declaredFlow) int {
		return cmp.Or(cmp.Compare(a.flow.Name, b.flow.Name), cmp.Compare(a.flow.Path, b.flow.Path))
	})
	return out, nil
}

// maxConfigDirs bounds the directories in which configs are looked for.
const maxConfigDirs = 100_000

// repositoryConfigs reads every config of the repository that the working
// directory is in, the deepest first.
func repositoryConfigs() ([]configFile, error) {
	t := diskTree()
	places := config.Places(".", t.root)
	top := places[len(places)-1]
	root := path.Dir(top.File)
	var found []config.Place
	dirs := 0
	err := fs.WalkDir(t.dir(root), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || name == ".":
			return nil // what cannot be read is reported when a workflow is in it
		case e.IsDir():
			if dirs++; dirs > maxConfigDirs {
				return fmt.Errorf("look for %s: more than %d directories", config.FileName, maxConfigDirs)
			}
			if base := e.Name(); strings.HasPrefix(base, ".") || base == "node_modules" || base == "__pycache__" || base == "site-packages" {
				return fs.SkipDir
			}
		case e.Name() == config.FileName:
			found = append(found, config.Place{File: fromHere(path.Join(root, name)), Depth: strings.Count(name, "/")})
		}
		return nil
	})
	if err != nil {
		return nil, usage(err, "run it in a smaller repository, or without --all")
	}
	slices.SortStableFunc(found, func(a, b config.Place) int { return cmp.Or(b.Depth-a.Depth, cmp.Compare(a.File, b.File)) })
	var out []configFile
	for _, p := range found {
		c, err := readConfig(t, p)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// loadedFlow is a workflow that was read, or the error instead.
type loadedFlow struct {
	declaredFlow
	workflow *workflow
	err      error
}

// loadAll reads workflows side by side, in their order. What the extraction
// remarks is left out: each workflow's own extract prints it.
func (a *app) loadAll(list []declaredFlow) []loadedFlow {
	out := make([]loadedFlow, len(list))
	next := make(chan int)
	var done sync.WaitGroup
	for range min(len(list), runtime.GOMAXPROCS(0)) {
		done.Go(func() {
			for i := range next {
				out[i] = a.loadDeclared(list[i])
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	done.Wait()
	return out
}

// loadDeclared reads one workflow on behalf of a list.
func (a *app) loadDeclared(d declaredFlow) loadedFlow {
	quiet := *a
	quiet.quiet, quiet.told, quiet.pending = true, nil, nil
	quiet.Stdout, quiet.Stderr = io.Discard, io.Discard
	t := diskTree()
	s := &settings{tree: t, flow: d.flow}
	l := loadedFlow{declaredFlow: d}
	if l.err = quiet.gather(s, d.flow.Path, &d.config); l.err == nil {
		l.workflow, l.err = quiet.loadAs(t, d.flow.Path, d.flow.Name, s)
	}
	return l
}

// listed is the row of a workflow. Runs holds the newest run by digest.
func (l loadedFlow) listed(runs map[string]string) (report.Listed, error) {
	row := report.Listed{
		Workflow: l.flow.Name, Path: l.flow.Path, Owner: l.flow.Owner, Config: l.config.Path, Entries: []string{}, Restricted: -1,
	}
	if l.err != nil {
		row.Error = firstLine(l.err)
		return row, nil
	}
	m := l.workflow.manifest
	row.Entries = append(row.Entries, m.Entries...)
	row.Agents, row.Tools, row.Allowed, row.Delegations = len(m.Agents), len(m.Tools), len(m.Access), len(m.Delegations)
	row.Unresolved, row.Overlay = len(m.Unresolved)+unread(m), len(m.Overlay)
	row.StructureDigest, row.BehaviourDigest = l.workflow.digests.Structure, l.workflow.digests.Behaviour
	row.Excluded, row.Skipped = l.workflow.settings.excluded, l.workflow.settings.skipped
	for _, f := range manifest.Active(m.Findings) {
		if f.Level == manifest.LevelError {
			row.Errors++
		}
	}
	k, err := newMeasurement(l.workflow, defaultSet)
	var none *obligations.NoneError
	switch {
	case errors.As(err, &none):
		return row, nil
	case err != nil:
		return row, err
	}
	return row, measured(&row, k, runs[k.set.Digest])
}

// defaultSet are the obligations that every verb derives without flags.
var defaultSet = setFlags{restrict: string(obligations.Complement)}

// measured fills in what the newest run covers.
func measured(row *report.Listed, m *measurement, run string) error {
	row.Restricted = 0
	for _, o := range m.set.Obligations {
		if o.Criterion == obligations.C3 {
			row.Restricted++
		}
	}
	if run == "" {
		return nil
	}
	if err := m.takeRun(run); err != nil {
		return err
	}
	row.Run, row.Modes, row.Criteria = filepath.ToSlash(run), m.modes(), map[string]report.Ratio{}
	s := m.score(nil)
	for _, c := range []obligations.Criterion{obligations.C1, obligations.C2, obligations.C4} {
		t := s.Criteria[c]
		row.Criteria[string(c)] = report.Ratio{Witnessed: t.Witnessed, Total: t.Total}
	}
	return nil
}

func firstLine(err error) string {
	line, rest, _ := strings.Cut(err.Error(), "\n")
	if rest != "" {
		line += fmt.Sprintf(" (and %s)", count(strings.Count(rest, "\n")+1, "further line"))
	}
	return line
}

func (a *app) printList(loaded []loadedFlow, format, output string) error {
	runs := newestRuns(filepath.FromSlash(runsRoot))
	rows := []report.Listed{}
	for _, l := range loaded {
		row, err := l.listed(runs)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	if format == "json" {
		return a.emitJSON(output, struct {
			Schema    string          `json:"schema"`
			Workflows []report.Listed `json:"workflows"`
		}{"obligato.list/v1", rows})
	}
	var b bytes.Buffer
	o := report.Options{Columns: a.Columns}
	if output != "" && output != "-" {
		o = report.Options{}
	}
	if err := report.List(&b, rows, o); err != nil {
		return err
	}
	return a.emit(output, b.Bytes())
}

// affectedFile says which workflows a file is a part of.
type affectedFile struct {
	File      string   `json:"file"`
	Workflows []string `json:"workflows"`
}

// affected looks for files in the sources of workflows, and among the configs
// that speak about them.
func affected(files []string, loaded []loadedFlow) []affectedFile {
	t := diskTree()
	var out []affectedFile
	for _, f := range files {
		x := affectedFile{File: filepath.ToSlash(f), Workflows: []string{}}
		for _, l := range loaded {
			if l.err == nil && l.madeFrom(t.abs(x.File), t) {
				x.Workflows = append(x.Workflows, l.flow.Name)
			}
		}
		out = append(out, x)
	}
	return out
}

func (l loadedFlow) madeFrom(file string, t *tree) bool {
	return slices.ContainsFunc(l.workflow.manifest.Sources, func(s manifest.SourceFile) bool { return t.abs(s.Path) == file }) ||
		slices.ContainsFunc(l.workflow.settings.configs, func(c configFile) bool { return t.abs(c.Path) == file }) ||
		t.abs(l.flow.Path) == file
}

func (a *app) printAffected(list []affectedFile, loaded []loadedFlow, format, output string) error {
	unknown := []string{}
	for _, l := range loaded {
		if l.err != nil {
			unknown = append(unknown, l.flow.Name)
		}
	}
	if format == "json" {
		return a.emitJSON(output, struct {
			Schema  string         `json:"schema"`
			Of      int            `json:"of"` // workflows that were looked at
			Files   []affectedFile `json:"files"`
			Unknown []string       `json:"unknown"` // workflows that could not be read
		}{"obligato.affected/v1", len(loaded), list, unknown})
	}
	var b bytes.Buffer
	for _, x := range list {
		names := strings.Join(x.Workflows, ", ")
		if names == "" {
			names = "no workflow"
		}
		fmt.Fprintf(&b, "affected through %s: %s (%d of %d)\n", report.Clean(x.File), report.Clean(names), len(x.Workflows), len(loaded))
	}
	if len(unknown) > 0 {
		fmt.Fprintf(&b, "cannot be known for %s\n", report.Clean(strings.Join(unknown, ", ")))
	}
	return a.emit(output, b.Bytes())
}

// unread prints why workflows could not be read; any is exit 2.
func (a *app) unread(loaded []loadedFlow) error {
	var worst error
	for _, l := range loaded {
		if l.err != nil {
			fmt.Fprintf(a.Stderr, "%s: not read\n", report.Clean(l.flow.Name))
			a.explainFailure(l.err)
			worst = exitWith(exitUsage)
		}
	}
	return worst
}

// listVerdict prints the error-level findings of the workflows and, where all
// of the repository were read, of rules that no workflow fits; any is exit 1.
func (a *app) listVerdict(loaded []loadedFlow, all bool) error {
	var worst error
	for _, l := range loaded {
		if l.err != nil {
			all = false // a rule may be meant for what was not read
			continue
		}
		for _, f := range manifest.Active(l.workflow.manifest.Findings) {
			if f.Level == manifest.LevelError {
				a.problem(f.Source, f.Code, "error: "+f.Message+" (workflow "+l.flow.Name+")", "")
				worst = exitWith(exitFinding)
			}
		}
	}
	if !all {
		return worst
	}
	for _, f := range strangers(loaded) {
		a.problem(f.Source, f.Code, string(f.Level)+": "+f.Message, "")
		if f.Level == manifest.LevelError {
			worst = exitWith(exitFinding)
		}
	}
	return worst
}

// strangers lists the rules for several workflows that name what none of them
// has.
func strangers(loaded []loadedFlow) []manifest.Finding {
	rules := map[manifest.Position]manifest.Rule{}
	applied, missed := map[manifest.Position]int{}, map[manifest.Position]int{}
	for _, l := range loaded {
		for _, r := range l.workflow.settings.shared {
			rules[r.Source] = r
			applied[r.Source]++
		}
		for _, r := range l.workflow.settings.unmatched {
			missed[r.Source]++
		}
	}
	var out []manifest.Finding
	for at, r := range rules {
		if applied[at] > missed[at] {
			continue
		}
		level := manifest.LevelError
		if manifest.IsPattern(r.Tool) || manifest.IsPattern(r.Agent) || slices.ContainsFunc(r.Only, manifest.IsPattern) {
			level = manifest.LevelWarning
		}
		out = append(out, manifest.Finding{
			Code: manifest.CodeNoSuchName, Level: level, Source: at,
			Message: fmt.Sprintf("%s (tool %s): none of %s has all that it names", r, r.Tool, count(applied[at], "workflow")),
		})
	}
	slices.SortFunc(out, func(a, b manifest.Finding) int { return a.Source.Compare(b.Source) })
	return out
}

// newestRuns indexes the run directories under root by the digest of their
// obligations, the newest of each.
func newestRuns(root string) map[string]string {
	out, when := map[string]string{}, map[string]time.Time{}
	entries, err := os.ReadDir(root)
	if err != nil {
		return out
	}
	for _, e := range entries {
		dir := filepath.Join(root, e.Name())
		info, err := os.Stat(filepath.Join(dir, fileJournal))
		digest := runDigest(dir)
		if err != nil || digest == "" {
			continue
		}
		if last, ok := when[digest]; !ok || info.ModTime().After(last) {
			out[digest], when[digest] = dir, info.ModTime()
		}
	}
	return out
}

// emitJSON writes a value as indented JSON to the file of -o, or to stdout.
func (a *app) emitJSON(output string, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	return a.emit(output, b.Bytes())
}
