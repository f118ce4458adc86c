package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var codeText = regexp.MustCompile(`^OB[0-9]{3}$`)

// declaredCodes finds every string that is a finding code in the sources of
// the repository, by the constant that it is declared as.
func declaredCodes(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || d.Name() == "node_modules" || d.Name() == "testdata"):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "cli/codes.go") || strings.HasSuffix(path, "cli/codes_more.go"):
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			if s, err := strconv.Unquote(lit.Value); err == nil && codeText.MatchString(s) {
				found[s] = append(found[s], path)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestCodes holds that every code of the sources is documented, that the table
// has no other, and that no code means two things.
func TestCodes(t *testing.T) {
	found := declaredCodes(t)
	if len(found) < 20 {
		t.Fatalf("only %d codes found: the search is broken", len(found))
	}
	for code, places := range found {
		if _, ok := lookupCode(code); !ok {
			t.Errorf("%s (%s) is not documented in codes.go", code, places[0])
		}
		if len(places) > 1 {
			t.Errorf("%s is written in %d places, so it may mean two things: %v", code, len(places), places)
		}
	}
	if !slices.IsSortedFunc(codes, func(a, b codeDoc) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("the table is not sorted by code")
	}
	for _, d := range codes {
		if len(found[d.Code]) == 0 {
			t.Errorf("%s is documented and used nowhere", d.Code)
		}
		if d.Title == "" || d.Doc == "" || d.Next == "" {
			t.Errorf("%s lacks title, doc or next", d.Code)
		}
	}
	for code := range codeLevels {
		if _, ok := lookupCode(code); !ok {
			t.Errorf("codeLevels names %s, which is no code", code)
		}
	}
	for code := range codeExamples {
		if _, ok := lookupCode(code); !ok {
			t.Errorf("codeExamples names %s, which is no code", code)
		}
	}
}
