// Package markers is how the tests of front ends state what they expect: in a
// comment at the line of what is found, such as
//
//	#@ agent("A") access("A","lookup")
//
// with the language's own comment sign before the @. What is found and not
// expected fails as well. An optional last argument is the condition of an
// edge. Entries have no line of their own and are compared for the whole case.
// "Construct: name (where it belongs)." in a comment begins a section, and the
// documentation's matrix of what is understood is made from these.
package markers

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"sort"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

var call = regexp.MustCompile(`(\w+)\(((?:"(?:[^"\\]|\\.)*"(?:\s*,\s*)?)*)\)`)

// Read collects the markers of the files below target that match, behind the
// sign, sorted. A marker that cannot be read is an error.
func Read(fsys fs.FS, target string, match func(path string) bool, sign string) ([]string, error) {
	var out []string
	err := fs.WalkDir(fsys, target, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !match(p) {
			return err
		}
		src, err := fs.ReadFile(fsys, p)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(src), "\n") {
			_, marker, ok := strings.Cut(lineOf(p, line), sign+" ")
			if !ok {
				continue
			}
			facts, err := parse(fmt.Sprintf("%s:%d", p, i+1), marker)
			if err != nil {
				return err
			}
			out = append(out, facts...)
		}
		return nil
	})
	sort.Strings(out)
	return out, err
}

// lineOf is the code of a line: in a notebook, a line of code is a JSON string
// of its own.
func lineOf(path, line string) string {
	if !strings.HasSuffix(path, ".ipynb") {
		return line
	}
	var code string
	if json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimSpace(line), ",")), &code) != nil {
		return ""
	}
	return strings.TrimSuffix(code, "\n")
}

func parse(at, marker string) ([]string, error) {
	calls := call.FindAllStringSubmatch(marker, -1)
	if len(calls) == 0 || strings.TrimSpace(call.ReplaceAllString(marker, "")) != "" {
		return nil, fmt.Errorf("%s: cannot read marker %q", at, marker)
	}
	var out []string
	for _, c := range calls {
		fact := c[1] + "(" + strings.ReplaceAll(c[2], " ,", ",") + ")"
		if c[1] != "entry" {
			fact = at + " " + fact
		}
		out = append(out, fact)
	}
	return out, nil
}

// Facts writes a manifest in the words of the markers, sorted.
func Facts(m *manifest.Manifest) []string {
	var w writer
	for _, e := range m.Entries {
		w.add(manifest.Position{}, "entry", e)
	}
	for _, a := range m.Agents {
		kind := "agent"
		switch a.Kind {
		case manifest.KindGuardrail:
			kind = "guardrail_agent"
		case manifest.KindOrchestrator:
			kind = "orchestrator"
		}
		w.add(a.Source, kind, a.ID)
	}
	agentTool := map[string]bool{}
	for _, x := range m.Tools {
		if x.Kind == manifest.ToolAgent {
			agentTool[x.ID] = true
			continue
		}
		w.add(x.Source, "tool", x.ID)
	}
	for _, a := range m.Access {
		if !agentTool[a.Tool] {
			w.add(a.Source, "access", a.Agent, a.Tool, a.Condition)
		}
	}
	for _, d := range m.Delegations {
		w.delegation(d)
	}
	w.assumed(m, agentTool)
	for _, r := range m.Restrictions {
		w.add(r.Source, "restriction", r.Agent, r.Tool, string(r.EnforcedBy))
	}
	for _, u := range m.Unresolved {
		w.add(u.Source, "unresolved", u.What)
	}
	for _, f := range m.Findings {
		w.add(f.Source, "finding", f.Code)
	}
	sort.Strings(w.out)
	return w.out
}

type writer struct{ out []string }

// assumed lists what rests on an assumption, beside what it is.
func (w *writer) assumed(m *manifest.Manifest, agentTool map[string]bool) {
	for _, a := range m.Agents {
		if a.Certainty == manifest.Assumed {
			w.add(a.Source, "assumed", a.ID)
		}
	}
	for _, a := range m.Access {
		if a.Certainty == manifest.Assumed && !agentTool[a.Tool] {
			w.add(a.Source, "assumed", a.Agent, a.Tool)
		}
	}
	for _, d := range m.Delegations {
		if d.Certainty == manifest.Assumed {
			w.add(d.Source, "assumed", d.From, d.To)
		}
	}
}

func (w *writer) delegation(d manifest.Delegation) {
	if d.Kind != manifest.Handoff {
		w.add(d.Source, string(d.Kind), d.From, d.To, d.ToolName, d.Condition)
		return
	}
	w.add(d.Source, "handoff", d.From, d.To, d.Condition)
	if d.ToolName != "" {
		w.add(d.Source, "handoff_name", d.ToolName)
	}
}

func (w *writer) add(p manifest.Position, kind string, args ...string) {
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
	w.out = append(w.out, at+kind+"("+strings.Join(args, ",")+")")
}
