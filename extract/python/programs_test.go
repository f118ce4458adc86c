//go:build cgo

package python

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/golden"
)

// programFacts is what the author of a program knows of it, verified against
// the running SDK. Names are runtime names; agents that share one are one here.
type programFacts struct {
	Style       string      `json:"style"`
	Path        string      `json:"path"` // to extract, from the program's folder
	Lines       int         `json:"lines"`
	Agents      []string    `json:"agents"`
	Tools       []string    `json:"tools"`
	Allowed     [][2]string `json:"allowed"`
	Delegations [][4]string `json:"delegations"` // from, to, kind, tool name that the model sees
	Unknown     []string    `json:"unknown"`     // agents whose tools nothing but a run shows
}

// score counts one kind of fact: how many the program has, how many were found,
// and how many of the found are true.
type score struct{ want, found, hits int }

func (s score) String() string { return fmt.Sprintf("%d/%d, %d/%d", s.hits, s.found, s.hits, s.want) }

func (s *score) add(o score) { s.want, s.found, s.hits = s.want+o.want, s.found+o.found, s.hits+o.hits }

// The least shares of true facts among the found, and of found among the true.
const (
	leastPrecision = 0.97
	leastRecall    = 0.95
)

var scored = []string{"agents", "allowed edges", "delegations"}

// TestPrograms scores the programs that were written without knowledge of this
// front end, and keeps the table with every miss in testdata/programs/score.md.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*/facts.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	var table, misses strings.Builder
	table.WriteString("| program | lines | agents | allowed edges | delegations | unresolved | style |\n| --- | --: | --- | --- | --- | --: | --- |\n")
	total := map[string]*score{}
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		want := readFacts(t, file)
		m, err := extractFrom(os.DirFS(filepath.Dir(file)), want.Path, name)
		if err != nil {
			fmt.Fprintf(&misses, "- %s: %v\n", name, err)
			m = &manifest.Manifest{}
		}
		row := []string{}
		for i, kind := range scored {
			s, lines := compareFacts(want.sets()[i], foundFacts(m)[i])
			for _, l := range lines {
				fmt.Fprintf(&misses, "- %s: %s: %s\n", name, kind, l)
			}
			row = append(row, s.String())
			if total[kind] == nil {
				total[kind] = &score{}
			}
			total[kind].add(s)
		}
		for _, agent := range want.Unknown {
			if !slices.ContainsFunc(m.Unresolved, func(u manifest.Unresolved) bool { return strings.Contains(u.What, agent) }) {
				fmt.Fprintf(&misses, "- %s: the unknown tools of %s are not said\n", name, agent)
			}
		}
		fmt.Fprintf(&table, "| %s | %d | %s | %d | %s |\n", name, want.Lines, strings.Join(row, " | "), len(m.Unresolved), want.Style)
	}
	var all []string
	for _, kind := range scored {
		all = append(all, total[kind].String())
	}
	fmt.Fprintf(&table, "| **all** | | %s | | |\n", strings.Join(all, " | "))
	text := "Each cell: true of found, found of true.\n\n" + table.String()
	if misses.Len() > 0 {
		text += "\n" + misses.String()
	}
	golden.Equal(t, "testdata/programs/score.md", []byte(text))
	for _, kind := range scored {
		s := total[kind]
		if float64(s.hits) < leastPrecision*float64(s.found) || float64(s.hits) < leastRecall*float64(s.want) {
			t.Errorf("%s: %s, below precision %.2f or recall %.2f", kind, s, leastPrecision, leastRecall)
		}
	}
}

func readFacts(t *testing.T, file string) programFacts {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var f programFacts
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return f
}

// sets writes the facts as texts, in the order of scored.
func (f programFacts) sets() [3][]string {
	var out [3][]string
	out[0] = f.Agents
	for _, a := range f.Allowed {
		out[1] = append(out[1], a[0]+" -> "+a[1])
	}
	for _, d := range f.Delegations {
		if d[2] == string(manifest.Nested) {
			d[3] = ""
		}
		out[2] = append(out[2], strings.TrimSpace(fmt.Sprintf("%s => %s %s %s", d[0], d[1], d[2], d[3])))
	}
	return out
}

// foundFacts writes what a manifest says in the same words. What code
// orchestrates is not among the scored facts: programs differ in what they call
// an orchestrator.
func foundFacts(m *manifest.Manifest) [3][]string {
	var out [3][]string
	agent, tool, kind := map[string]string{}, map[string]string{}, map[string]manifest.ToolKind{}
	for _, a := range m.Agents {
		agent[a.ID] = a.RuntimeName()
		if a.Kind != manifest.KindOrchestrator {
			out[0] = append(out[0], a.RuntimeName())
		}
	}
	for _, x := range m.Tools {
		tool[x.ID], kind[x.ID] = x.RuntimeName(), x.Kind
	}
	for _, a := range m.Access {
		if kind[a.Tool] != manifest.ToolAgent {
			out[1] = append(out[1], agent[a.Agent]+" -> "+tool[a.Tool])
		}
	}
	for _, d := range m.Delegations {
		name := m.DelegationToolName(d)
		switch d.Kind {
		case manifest.Orchestrated:
			continue
		case manifest.Nested:
			name = ""
		}
		out[2] = append(out[2], strings.TrimSpace(fmt.Sprintf("%s => %s %s %s", agent[d.From], agent[d.To], d.Kind, name)))
	}
	return out
}

// compareFacts scores two sets and lists the differences.
func compareFacts(want, found []string) (score, []string) {
	want, found = unique(want), unique(found)
	s := score{want: len(want), found: len(found)}
	var lines []string
	for _, w := range want {
		if slices.Contains(found, w) {
			s.hits++
		} else {
			lines = append(lines, "missed "+w)
		}
	}
	for _, f := range found {
		if !slices.Contains(want, f) {
			lines = append(lines, "wrong "+f)
		}
	}
	return s, lines
}

func unique(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}
