package scenario

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/internal/document"
)

// MaxFile bounds a scenario file in bytes.
const MaxFile = 4 << 20

// Problem is one complaint about a file of a suite.
type Problem struct {
	Path string
	document.Problem
}

// String returns path:line:col: message (hint).
func (p Problem) String() string {
	s := fmt.Sprintf("%s:%d:%d: %s", p.Path, max(p.Position.Line, 1), max(p.Position.Col, 1), p.Message)
	if p.Hint != "" {
		s += " (" + p.Hint + ")"
	}
	return s
}

// ReadSuite reads every .yaml, .yml and .json file of the tree, hidden folders
// left out, and returns the scenarios sorted by id. A file that cannot be used
// becomes Problems and the rest is read; of two scenarios with one id the
// second, by path, is refused. The error means that the tree itself cannot be
// read. No scenario and no problem is an empty suite: callers must not take it
// for a passed one.
func ReadSuite(fsys fs.FS) ([]*Scenario, []Problem, error) {
	paths, problems, err := suiteFiles(fsys)
	if err != nil {
		return nil, nil, fmt.Errorf("read suite: %w", err)
	}
	var suite []*Scenario
	seen := map[string]string{} // id to path
	for _, p := range paths {
		s, bad := readFile(fsys, p)
		if first, ok := seen[idOf(s)]; s != nil && ok {
			bad = []Problem{{p, document.Problem{
				Code: document.CodeDuplicate, Position: document.Position{Line: 1, Col: 1},
				Message: fmt.Sprintf("id %s is also that of %s", document.Quote(s.ID), first),
				Hint:    "rename one of the two",
			}}}
		}
		if len(bad) > 0 {
			problems = append(problems, bad...)
			continue
		}
		seen[s.ID] = p
		suite = append(suite, s)
	}
	slices.SortFunc(suite, func(a, b *Scenario) int { return strings.Compare(a.ID, b.ID) })
	return suite, problems, nil
}

func idOf(s *Scenario) string {
	if s == nil {
		return ""
	}
	return s.ID
}

// suiteFiles lists the files in the order of their paths.
func suiteFiles(fsys fs.FS) (paths []string, problems []Problem, err error) {
	err = fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && p == ".":
			return err
		case err != nil:
			problems = append(problems, ioProblem(p, err))
			return nil
		case d.IsDir() && p != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir() || !slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(p)):
			return nil
		}
		paths = append(paths, p)
		return nil
	})
	return paths, problems, err
}

func readFile(fsys fs.FS, p string) (*Scenario, []Problem) {
	f, err := fsys.Open(p)
	if err != nil {
		return nil, []Problem{ioProblem(p, err)}
	}
	defer f.Close() //nolint:errcheck // opened for reading
	data, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, []Problem{ioProblem(p, err)}
	}
	if len(data) > MaxFile {
		return nil, []Problem{{p, document.Problem{
			Code: document.CodeLimit, Position: document.Position{Line: 1, Col: 1},
			Message: fmt.Sprintf("the file has more than %d bytes", MaxFile),
		}}}
	}
	s, err := Read(p, data)
	var bad *document.Error
	if errors.As(err, &bad) {
		var out []Problem
		for _, problem := range bad.Problems {
			out = append(out, Problem{p, problem})
		}
		return nil, out
	}
	return s, nil
}

// ioProblem is a file that could not be read at all.
func ioProblem(p string, err error) Problem {
	return Problem{p, document.Problem{
		Code: document.CodeSyntax, Position: document.Position{Line: 1, Col: 1}, Message: "read: " + err.Error(),
	}}
}
