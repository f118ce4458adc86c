package markers

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"sort"
	"strings"
)

var constructLine = regexp.MustCompile(`Construct: (.*?)(?: \(([^()]*)\))?\.(?:"{1,3},?|\\n.*)?\s*$`)

// Construct is a row of the matrix of what a front end understands: a section
// of a case.
type Construct struct {
	Name, Section, File string
	found               map[string]bool
}

// Constructs reads the sections of the cases in a directory, a file or folder
// each, by file. A case that names no construct is an error: the matrix would
// not show it.
func Constructs(fsys fs.FS, match func(path string) bool, sign string) ([]Construct, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	var rows []Construct
	for _, e := range entries {
		if !e.IsDir() && !match(e.Name()) || e.Name() == "__pycache__" {
			continue
		}
		found, err := caseConstructs(fsys, e.Name(), match, sign)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s names no construct: write \"Construct: name (section).\" into its first comment", e.Name())
		}
		rows = append(rows, found...)
	}
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].File < rows[j].File })
	return rows, nil
}

func caseConstructs(fsys fs.FS, name string, match func(string) bool, sign string) ([]Construct, error) {
	var rows []Construct
	loose := map[string]bool{} // markers above the first construct of their file
	err := fs.WalkDir(fsys, name, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !match(path.Base(p)) {
			return err
		}
		src, err := fs.ReadFile(fsys, p)
		if err != nil {
			return err
		}
		into := loose
		for _, line := range strings.Split(string(src), "\n") {
			line = codeOf(p, line)
			if m := constructLine.FindStringSubmatch(line); m != nil {
				into = map[string]bool{}
				rows = append(rows, Construct{Name: m[1], Section: m[2], File: name, found: into})
			}
			_, marker, ok := strings.Cut(line, sign+" ")
			if ok {
				note(marker, into)
			}
		}
		return nil
	})
	if len(rows) == 1 { // the construct of a directory stands in one file of it
		for w := range loose {
			rows[0].found[w] = true
		}
	}
	return rows, err
}

// codeOf is lineOf, and the line itself where it is no code: the construct of a
// notebook stands in a cell of text.
func codeOf(path, line string) string {
	if code := lineOf(path, line); code != "" {
		return code
	}
	return line
}

// note says what the markers of a line show.
func note(marker string, into map[string]bool) {
	for _, c := range call.FindAllStringSubmatch(marker, -1) {
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

// Table writes the rows as a table of Markdown.
func Table(rows []Construct) string {
	var b strings.Builder
	b.WriteString("\n| construct | of | case | what is found |\n| --- | --- | --- | --- |\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", escaped(r.Name), escaped(r.Section), r.File, strings.Join(r.words(), ", "))
	}
	return b.String()
}

// escaped is a text for a table, in which nothing is markup.
func escaped(s string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "[", `\[`, "<", `\<`, "`", "\\`").Replace(s)
}

// words are what a section shows, the surest first.
func (c Construct) words() []string {
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

// Replace puts text between two lines of a page, which stay.
func Replace(page []byte, begin, end, text string) ([]byte, error) {
	before, rest, ok := strings.Cut(string(page), begin+"\n")
	_, after, ends := strings.Cut(rest, end+"\n")
	if !ok || !ends {
		return nil, fmt.Errorf("the lines %q and %q are not in the page", begin, end)
	}
	return []byte(before + begin + "\n" + text + end + "\n" + after), nil
}
