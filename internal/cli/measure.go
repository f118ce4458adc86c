package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/graph"
	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/internal/shell"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// measurement gathers what traces say about one workflow.
type measurement struct {
	workflow *workflow
	set      *obligations.Set
	graph    *graph.Graph
	index    *coverage.Index
	profile  *coverage.Profile
	extras   coverage.Extras
	// retry is the command for an obligation that every attempt missed: the
	// same attempts again would show the same. Empty means the usual one.
	retry string
	// flags chose the obligations, exercise how they are exercised; nil where
	// nothing is run. Next commands carry both.
	flags    setFlags
	exercise *exerciseFlags
}

// measure reads a workflow and makes ready to measure it.
func (a *app) measure(path string, flags setFlags) (*measurement, error) {
	flags.sdkModules = a.sdkModules
	w, err := a.load(path)
	if err != nil {
		return nil, err
	}
	return newMeasurement(w, flags)
}

// newMeasurement makes ready to measure a workflow.
func newMeasurement(w *workflow, flags setFlags) (*measurement, error) {
	s, g, err := w.derive(flags)
	if err != nil {
		return nil, err
	}
	m := &measurement{workflow: w, flags: flags, set: s, graph: g, index: coverage.NewIndex(s), profile: coverage.NewProfile(s.Digest)}
	if n := unread(w.manifest); n > 0 {
		m.extras.Completeness.Add(coverage.Completeness{UnreadSources: n, LowerBound: true})
	}
	return m, nil
}

// unread counts the places of the source that could not be read.
func unread(m *manifest.Manifest) int {
	n := 0
	for _, f := range m.Findings {
		if slices.Contains(unreadCodes, f.Code) {
			n++
		}
	}
	return n
}

// take books a judgement.
func (m *measurement) take(j coverage.Judgement) error {
	m.extras.Add(j)
	return m.profile.Add(j.Records...)
}

// takeTraces judges every trace that the patterns name. Unreadable files are
// printed and counted; usable says how many were judged.
func (a *app) takeTraces(m *measurement, patterns []string) (usable int, err error) {
	files, err := expand(patterns)
	if err != nil {
		return 0, err
	}
	for _, name := range files {
		t, err := readTrace(name)
		if err != nil {
			fmt.Fprintf(a.Stderr, "%s\n", report.Clean(err.Error()))
			m.extras.Completeness.Add(coverage.Completeness{UnreadTraces: 1, LowerBound: true})
			continue
		}
		a.tellProblems(name, t)
		if err := m.take(m.index.Judge(t, coverage.JudgeOptions{})); err != nil {
			return usable, fmt.Errorf("%s: take trace: %w", name, err)
		}
		usable++
	}
	return usable, nil
}

// expand turns glob patterns, files and directories into trace files, sorted,
// each once. A pattern that names nothing is an error: a trace that is not
// read must not look like one that shows nothing.
func expand(patterns []string) ([]string, error) {
	var files []string
	for _, pattern := range patterns {
		if pattern == "" {
			return nil, usage(errors.New("read traces: the name of --traces is empty"), "give --traces a file, a directory or a pattern in quotes")
		}
		if info, err := os.Stat(pattern); err == nil && info.IsDir() {
			pattern = filepath.Join(pattern, "*.jsonl")
		}
		found, err := filepath.Glob(pattern)
		if err != nil {
			return nil, usage(fmt.Errorf("expand %s: %w", pattern, err), "quote the pattern and check its brackets")
		}
		if len(found) == 0 {
			return nil, usage(fmt.Errorf("read traces: no file matches %s", pattern), "give --traces a file, a directory or a pattern in quotes")
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

func readTrace(name string) (*trace.Trace, error) {
	f, err := openRegular(name)
	if err != nil {
		return nil, fmt.Errorf("read trace %s: %w", filepath.ToSlash(name), plain(err))
	}
	defer f.Close()
	return trace.Read(filepath.ToSlash(name), f)
}

// maxProblemsShown bounds the unreadable lines that are printed per trace.
const maxProblemsShown = 5

func (a *app) tellProblems(name string, t *trace.Trace) {
	for i, p := range t.Problems {
		if i == maxProblemsShown {
			break
		}
		fmt.Fprintf(a.Stderr, "%s:%d: %s\n", report.Clean(filepath.ToSlash(name)), p.Line, report.Clean(p.Message))
	}
	if n := len(t.Problems) + t.Dropped - maxProblemsShown; n > 0 {
		fmt.Fprintf(a.Stderr, "%s: %d more lines could not be read\n", report.Clean(filepath.ToSlash(name)), n)
	}
}

// countsFlag reads --counts: modes, separated by commas.
func countsFlag(list []string) ([]trace.Mode, error) {
	if len(list) == 0 {
		return nil, nil
	}
	legal := []trace.Mode{trace.Forced, trace.Live, trace.Observed, trace.Replayed, trace.Scripted, trace.Simulated}
	var out []trace.Mode
	for _, name := range list {
		if !slices.Contains(legal, trace.Mode(name)) {
			return nil, usage(fmt.Errorf("unknown mode %q in --counts", name), "use some of "+joinModes(legal))
		}
		out = append(out, trace.Mode(name))
	}
	return out, nil
}

func joinModes(modes []trace.Mode) string {
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = string(m)
	}
	return strings.Join(names, ", ")
}

// score counts what the measurement holds.
func (m *measurement) score(counts []trace.Mode) *coverage.Summary {
	o := coverage.ScoreOptions{Counts: counts, Extras: m.extras, Path: m.workflow.path}
	if m.retry != "" {
		o.Command = func(ob obligations.Obligation, d coverage.Derived) string {
			if d.Verdict == coverage.Fail && d.Outcome != coverage.Breached {
				return shell.Fill(m.retry, ob.ID, m.workflow.path)
			}
			return ""
		}
	}
	s := coverage.Score(m.set, m.profile, o)
	for i := range s.Obligations {
		s.Obligations[i].Next = carry(s.Obligations[i].Next, m.flags, m.exercise)
	}
	return s
}

// maxOutside bounds the agents that a report names because they make no
// obligation.
const maxOutside = 10

// outside says which agents make no obligation, and why.
func (m *measurement) outside() []string {
	var out []string
	for _, list := range []struct {
		ids []string
		why string
	}{{m.set.Unreachable, "no entry reaches"}, {m.set.Guardrails, "only a guardrail runs"}} {
		if len(list.ids) == 0 {
			continue
		}
		var names []string
		for _, id := range list.ids[:min(len(list.ids), maxOutside)] {
			names = append(names, report.Clean(id))
		}
		if more := len(list.ids) - len(names); more > 0 {
			names = append(names, fmt.Sprintf("%d more", more))
		}
		out = append(out, fmt.Sprintf("no obligation: %s, which %s", strings.Join(names, ", "), list.why))
	}
	return out
}
