//go:build cgo

package python

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/obligato-dev/obligato/internal/golden"
)

// The construct matrix of the documentation is made from the marker programs:
// "Construct: name (where it belongs)." begins a section of a case, and the
// section's markers say what is found.

const (
	matrixPage  = "../../docs/extraction.md"
	matrixBegin = "<!-- construct matrix: go test ./extract/python -run TestMatrix -update -->\n"
	matrixEnd   = "<!-- end of the construct matrix -->\n"
	checkedSDK  = "openai-agents 0.24.0"
)

var constructLine = regexp.MustCompile(`Construct: (.*?)(?: \(([^()]*)\))?\.(?:"{1,3},?|\\n.*)?\s*$`)

// construct is a row of the matrix.
type construct struct {
	name, section, file string
	found               map[string]bool
}

func TestMatrix(t *testing.T) {
	rows := constructs(t)
	page, err := os.ReadFile(matrixPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), matrixBegin)
	_, after, end := strings.Cut(rest, matrixEnd)
	if !ok || !end {
		t.Fatalf("%s: the marks of the construct matrix are missing", matrixPage)
	}
	golden.Equal(t, matrixPage, []byte(before+matrixBegin+matrixTable(rows)+matrixEnd+after))
}

func matrixTable(rows []construct) string {
	var b strings.Builder
	b.WriteString("\n| construct | of | case | what is found |\n| --- | --- | --- | --- |\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", escaped(r.name), escaped(r.section), r.file, strings.Join(r.words(), ", "))
	}
	fmt.Fprintf(&b, "\n%d constructs in Python, front end %s; those of the SDK are checked against %s.\n\n", len(rows), Version, checkedSDK)
	return b.String()
}

// escaped is a text for a table, in which nothing is markup.
func escaped(s string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "[", `\[`, "<", `\<`, "`", "\\`").Replace(s)
}

// words are what a section shows, the surest first.
func (c construct) words() []string {
	var out []string
	for _, w := range []string{"exact", "conditional", "restricted", "assumed", "reported", "unresolved"} {
		if c.found[w] {
			out = append(out, w)
		}
	}
	if out == nil {
		return []string{"exact: nothing is there"}
	}
	return out
}

// constructs reads the sections of all cases. A case that names no construct
// fails: the matrix would not show it.
func constructs(t *testing.T) []construct {
	t.Helper()
	const root = "testdata/cases"
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	var rows []construct
	for _, e := range entries {
		if e.Name() == "__pycache__" {
			continue
		}
		n := len(rows)
		rows = append(rows, caseConstructs(t, root, e.Name())...)
		if len(rows) == n {
			t.Errorf("%s names no construct: write \"Construct: name (SDK section).\" into its first docstring", e.Name())
		}
	}
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].file < rows[j].file })
	return rows
}

func caseConstructs(t *testing.T, root, name string) []construct {
	t.Helper()
	var rows []construct
	loose := map[string]bool{} // markers above the first construct of their file
	err := filepath.WalkDir(filepath.Join(root, name), func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(p) != ".py" && path.Ext(p) != ".ipynb" {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		var at *construct
		for _, line := range strings.Split(string(src), "\n") {
			if m := constructLine.FindStringSubmatch(line); m != nil {
				rows = append(rows, construct{name: m[1], section: m[2], file: name, found: map[string]bool{}})
				at = &rows[len(rows)-1]
			}
			into := loose
			if at != nil {
				into = at.found
			}
			noteMarkers(line, into)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) == 1 { // the construct of a directory stands in one file of it
		for w := range loose {
			rows[0].found[w] = true
		}
	}
	return rows
}

// noteMarkers says what the markers of a line show.
func noteMarkers(line string, into map[string]bool) {
	m := markerLine.FindStringSubmatch(line)
	if m == nil {
		return
	}
	for _, c := range markerCall.FindAllStringSubmatch(m[1], -1) {
		args := strings.Count(c[2], `","`) + 1
		word := map[string]string{
			"unresolved": "unresolved", "assumed": "assumed", "restriction": "restricted", "finding": "reported",
			"handoff_name": "exact", "entry": "exact", "tool": "exact", "agent": "exact",
		}[c[1]]
		if word == "" {
			word = "exact"
			if args > 2 && (c[1] == "access" || c[1] == "handoff") || args > 3 {
				word = "conditional"
			}
		}
		into[word] = true
	}
}
