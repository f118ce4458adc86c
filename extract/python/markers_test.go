//go:build cgo

package python

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
)

// The expectation of a case stands in its source, at the line of what is
// found: "#@ agent("A") access("A","t")". What is found and not expected
// fails too. An optional last argument is the condition of an edge. Entries
// have no line of their own and are compared for the whole case.

var (
	markerLine = regexp.MustCompile(`#@ (.*)$`)
	markerCall = regexp.MustCompile(`(\w+)\(((?:"(?:[^"\\]|\\.)*"(?:\s*,\s*)?)*)\)`)
)

func TestMarkers(t *testing.T) {
	entries, err := os.ReadDir("testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == "__pycache__" {
			continue
		}
		t.Run(e.Name(), func(t *testing.T) {
			root, target := "testdata/cases", e.Name()
			if e.IsDir() {
				root, target = path.Join(root, e.Name()), "."
			}
			fsys := os.DirFS(root)
			want := expectations(t, fsys, target)
			m, err := extractFrom(fsys, target, strings.TrimSuffix(e.Name(), path.Ext(e.Name())))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, facts(m)); d != "" {
				t.Errorf("found facts differ from the markers (-want +got):\n%s", d)
			}
			for _, p := range manifest.Validate(m) {
				t.Errorf("the manifest is not valid: %s", p.Message)
			}
			derivations(t, m)
		})
	}
}

// derivations holds that each agent, tool and edge says how it was derived, in
// words of the closed list.
func derivations(t *testing.T, m *manifest.Manifest) {
	t.Helper()
	known := map[string]bool{}
	for _, d := range manifest.Derivations() {
		known[d.Name] = true
	}
	check := func(what, derived string) {
		if !known[derived] {
			t.Errorf("%s is derived by %q, which is not in the list", what, derived)
		}
	}
	for _, a := range m.Agents {
		check("agent "+a.ID, a.Derived)
	}
	for _, x := range m.Tools {
		check("tool "+x.ID, x.Derived)
	}
	for _, a := range m.Access {
		check("access "+a.Agent+" to "+a.Tool, a.Derived)
	}
	for _, d := range m.Delegations {
		check("delegation "+d.From+" to "+d.To, d.Derived)
	}
}

func extractFrom(fsys fs.FS, target, name string) (*manifest.Manifest, error) {
	f := Frontend()
	sel, err := extract.Collect(fsys, target, name, []extract.Frontend{f})
	if err != nil {
		return nil, err
	}
	return f.Extract(&extract.Pass{FS: fsys, Files: sel.Files, Workflow: sel.Workflow})
}

func expectations(t *testing.T, fsys fs.FS, target string) []string {
	t.Helper()
	var out []string
	err := fs.WalkDir(fsys, target, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !Frontend().Match(p) {
			return err
		}
		src, err := fs.ReadFile(fsys, p)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(src), "\n") {
			if isNotebook(p) { // a line of code is a string of its own
				if json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimSpace(line), ",")), &line) != nil {
					continue
				}
				line = strings.TrimSuffix(line, "\n")
			}
			m := markerLine.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			calls := markerCall.FindAllStringSubmatch(m[1], -1)
			if len(calls) == 0 || strings.TrimSpace(markerCall.ReplaceAllString(m[1], "")) != "" {
				return fmt.Errorf("%s:%d: cannot read marker %q", p, i+1, m[1])
			}
			for _, c := range calls {
				at := fmt.Sprintf("%s:%d ", p, i+1)
				if c[1] == "entry" {
					at = ""
				}
				out = append(out, at+c[1]+"("+strings.ReplaceAll(c[2], " ,", ",")+")")
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(out)
	return out
}

// facts writes the manifest in the markers' words.
func facts(m *manifest.Manifest) []string {
	var out []string
	add := func(p manifest.Position, kind string, args ...string) {
		for len(args) > 0 && args[len(args)-1] == "" {
			args = args[:len(args)-1]
		}
		for i := range args {
			args[i] = fmt.Sprintf("%q", args[i])
		}
		at := ""
		if kind != "entry" {
			at = fmt.Sprintf("%s:%d ", p.Path, p.Line)
		}
		out = append(out, at+kind+"("+strings.Join(args, ",")+")")
	}
	for _, e := range m.Entries {
		add(manifest.Position{}, "entry", e)
	}
	for _, a := range m.Agents {
		kind := "agent"
		if a.Kind == manifest.KindGuardrail {
			kind = "guardrail_agent"
		}
		if a.Kind == manifest.KindOrchestrator {
			kind = "orchestrator"
		}
		add(a.Source, kind, a.ID)
	}
	agentTool := map[string]bool{}
	for _, x := range m.Tools {
		if x.Kind == manifest.ToolAgent {
			agentTool[x.ID] = true
			continue
		}
		add(x.Source, "tool", x.ID)
	}
	for _, a := range m.Access {
		if !agentTool[a.Tool] {
			add(a.Source, "access", a.Agent, a.Tool, a.Condition)
		}
	}
	for _, d := range m.Delegations {
		switch d.Kind {
		case manifest.Handoff:
			add(d.Source, "handoff", d.From, d.To, d.Condition)
			if d.ToolName != "" {
				add(d.Source, "handoff_name", d.ToolName)
			}
		default:
			add(d.Source, string(d.Kind), d.From, d.To, d.ToolName, d.Condition)
		}
	}
	for _, a := range m.Agents {
		if a.Certainty == manifest.Assumed {
			add(a.Source, "assumed", a.ID)
		}
	}
	for _, a := range m.Access {
		if a.Certainty == manifest.Assumed && !agentTool[a.Tool] {
			add(a.Source, "assumed", a.Agent, a.Tool)
		}
	}
	for _, d := range m.Delegations {
		if d.Certainty == manifest.Assumed {
			add(d.Source, "assumed", d.From, d.To)
		}
	}
	for _, r := range m.Restrictions {
		add(r.Source, "restriction", r.Agent, r.Tool, string(r.EnforcedBy))
	}
	for _, u := range m.Unresolved {
		add(u.Source, "unresolved", u.What)
	}
	for _, f := range m.Findings {
		add(f.Source, "finding", f.Code)
	}
	sort.Strings(out)
	return out
}
