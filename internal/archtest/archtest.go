// Package archtest holds the architecture of the project by reading its
// sources: which package may import which, what is pure, and a few manners
// that no compiler and no linter of ours checks.
//
// A Rules value says what is wanted, a Violation is one place where the
// sources do otherwise. The rules of this project are in rules.go, and the
// test in this package applies them to the whole tree. Every file counts,
// whatever its build constraints; nested modules and testdata do not.
package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Rules says what the sources must be like. Folders are slash-separated and
// relative to the module's root; "x" stands for the package x alone and
// "x/..." for every package below x, without x itself.
type Rules struct {
	Module string // import path of the module
	// Layers lists every package, lowest first. A package imports packages of
	// lower layers, and those in folders below its own. Test files are free.
	Layers [][]string
	// ThirdParty lists by folder what it may import from elsewhere, each with
	// all packages below. TestOnly is allowed in test files everywhere.
	ThirdParty map[string][]string
	TestOnly   []string
	// Pure lists the folders that touch no file, network, clock or chance.
	Pure []string
	// Panics lists the files that may panic, and why.
	Panics map[string]string
	// Exits lists the folders in which a program may end.
	Exits []string
	// MaxLines is how long a file may be.
	MaxLines int
}

// Violation is one place that breaks a rule.
type Violation struct {
	File    string // slash-separated, relative to the module's root
	Line    int    // from 1; 0 stands for the whole file
	Rule    string // imports, third-party, pure, panic, exit, init, size, comment, name
	Message string
}

// String returns file:line: rule: message.
func (v Violation) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", v.File, v.Line, v.Rule, v.Message)
}

// Check applies the rules to the module whose root is the file system's, and
// returns the violations by file and line.
func Check(fsys fs.FS, r Rules) ([]Violation, error) {
	c := &checker{rules: r, fset: token.NewFileSet(), commented: map[string]bool{}, first: map[string]string{}}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return skip(fsys, name)
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		return c.file(fsys, name)
	})
	if err != nil {
		return nil, fmt.Errorf("read sources: %w", err)
	}
	c.comments()
	slices.SortFunc(c.found, func(a, b Violation) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return strings.Compare(a.Rule+a.Message, b.Rule+b.Message)
	})
	return c.found, nil
}

// skip tells the walk to leave out folders that are no part of the module.
func skip(fsys fs.FS, folder string) error {
	if folder == "." {
		return nil
	}
	base := path.Base(folder)
	if base == "testdata" || base == "node_modules" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return fs.SkipDir
	}
	if _, err := fs.Stat(fsys, path.Join(folder, "go.mod")); err == nil {
		return fs.SkipDir
	}
	return nil
}

// checker gathers violations.
type checker struct {
	rules     Rules
	fset      *token.FileSet
	found     []Violation
	commented map[string]bool   // folders with a package comment
	first     map[string]string // folder: its first file that is no test
}

func (c *checker) add(file string, line int, rule, format string, args ...any) {
	c.found = append(c.found, Violation{File: file, Line: line, Rule: rule, Message: fmt.Sprintf(format, args...)})
}

// file checks one file.
func (c *checker) file(fsys fs.FS, name string) error {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	f, err := parser.ParseFile(c.fset, name, data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	s := source{name: name, folder: path.Dir(name), test: strings.HasSuffix(name, "_test.go"), file: f}
	if n := strings.Count(string(data), "\n"); n > c.rules.MaxLines {
		c.add(name, 0, "size", "the file has %d lines, more than %d: make it two", n, c.rules.MaxLines)
	}
	c.names(s)
	c.imports(s)
	if s.test {
		return nil
	}
	if _, ok := c.first[s.folder]; !ok {
		c.first[s.folder] = name
	}
	if f.Doc != nil {
		c.commented[s.folder] = true
	}
	c.code(s)
	return nil
}

// source is one file.
type source struct {
	name   string // path
	folder string
	test   bool
	file   *ast.File
}

// vague are names that say nothing about what is inside.
var vague = []string{"util", "utils", "common", "helper", "helpers", "types", "manager", "base", "misc"}

// names refuses vague names of packages and files.
func (c *checker) names(s source) {
	stem := strings.TrimSuffix(strings.TrimSuffix(path.Base(s.name), ".go"), "_test")
	for _, name := range []string{stem, strings.TrimSuffix(s.file.Name.Name, "_test")} {
		if slices.Contains(vague, name) {
			c.add(s.name, 0, "name", "%q says nothing: name it for what is inside", name)
		}
	}
}

// comments asks every package for a comment.
func (c *checker) comments() {
	for folder, file := range c.first {
		if !c.commented[folder] {
			c.add(file, 0, "comment", "package %s has no package comment", folder)
		}
	}
}

// matches reports whether a folder is one that the pattern stands for.
func matches(pattern, folder string) bool {
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return strings.HasPrefix(folder, below+"/")
	}
	return folder == pattern
}

func matchesAny(patterns []string, folder string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, folder) })
}
