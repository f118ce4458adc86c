package archtest

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// The project keeps its own rules.
func TestObligato(t *testing.T) {
	found, err := Check(os.DirFS("../.."), Obligato)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range found {
		t.Error(v)
	}
}

// Lists of exceptions hold nothing that is no longer there.
func TestObligatoHasNoDeadExceptions(t *testing.T) {
	without := Obligato
	without.Panics = nil
	found, err := Check(os.DirFS("../.."), without)
	if err != nil {
		t.Fatal(err)
	}
	needed := map[string]bool{}
	for _, v := range found {
		needed[v.File] = needed[v.File] || v.Rule == "panic"
	}
	for file := range Obligato.Panics {
		if !needed[file] {
			t.Errorf("%s no longer panics: take it off the list", file)
		}
	}
}

// TestCheck breaks every rule once, so that a rule that stops working is
// noticed.
func TestCheck(t *testing.T) {
	rules := Rules{
		Module:     "example.com/m",
		Layers:     [][]string{{"low", "base"}, {"pure", "middle"}, {"top", "top/..."}, {"cmd"}},
		ThirdParty: map[string][]string{"middle": {"third.org/x"}},
		TestOnly:   []string{"third.org/test"},
		Pure:       []string{"pure"},
		Panics:     map[string]string{"top/listed.go": "self-test"},
		Exits:      []string{"cmd"},
		MaxLines:   5,
	}
	file := func(lines ...string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(strings.Join(lines, "\n"))}
	}
	tree := fstest.MapFS{
		"low/a.go":              file("// Package low is here.", "package low"),
		"low/b.go":              file("package low", `import "example.com/m/middle"`, `import "example.com/m/none"`),
		"low/free_test.go":      file("package low", `import "example.com/m/top"`, `import "third.org/test/sub"`, `import "third.org/x"`),
		"middle/a.go":           file("// Package middle is here.", "package middle", `import ("example.com/m/low"; "example.com/m/pure"; "third.org/x/y")`),
		"middle/b.go":           file("package middle", `import "third.org/xy"`, `import "third.org/test"`),
		"pure/a.go":             file("// Package pure is here.", "package pure", `import ("os"; clock "time"; "fmt"; "net/http"; "net/url"; "math/rand/v2")`, "var x = clock.Now", "var y, z, o = fmt.Println, fmt.Sprint, clock.Second"),
		"pure/a_test.go":        file("package pure", `import "os"`),
		"top/a.go":              file("package top", `import ("example.com/m/top/part"; "os"; "log")`, "func init() { panic(1) }", "func f() { os.Exit(1); log.Fatal() }"),
		"top/listed.go":         file("package top", "type t struct{}", "func (t) init() { panic(1) }"),
		"top/part/long.go":      file("// Package part is here.", "package part", "//", "//", "//", "//", "//"),
		"top/part/up.go":        file("package part", `import "example.com/m/top"`),
		"cmd/main.go":           file("// Command m is here.", "package main", `import "os"`, "func main() { os.Exit(1) }"),
		"base/a.go":             file("// Package base is here.", "package base"),
		"low/util.go":           file("package low"),
		"stray/a.go":            file("// Package stray is here.", "package stray"),
		"nested/go.mod":         file("module x"),
		"nested/a.go":           file("package nested", "func init() {}"),
		"low/testdata/x/a.go":   file("package x", "func init() {}"),
		".hidden/a.go":          file("package x", "func init() {}"),
		"low/testdata/broken.x": file("{"),
	}
	found, err := Check(tree, rules)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range found {
		got = append(got, v.String())
	}
	want := []string{
		`base/a.go:0: name: "base" says nothing: name it for what is inside`,
		`low/b.go:2: imports: low must not import middle: it is not of a lower layer`,
		`low/b.go:3: imports: imports none, which is in no layer`,
		`low/free_test.go:4: third-party: low must not import third.org/x: it is not on the folder's list`,
		`low/util.go:0: name: "util" says nothing: name it for what is inside`,
		`middle/a.go:3: imports: middle must not import pure: it is not of a lower layer`,
		`middle/b.go:2: third-party: middle must not import third.org/xy: it is not on the folder's list`,
		`middle/b.go:3: third-party: middle must not import third.org/test: it is not on the folder's list`,
		`pure/a.go:3: pure: a pure package imports math/rand/v2`,
		`pure/a.go:3: pure: a pure package imports net/http`,
		`pure/a.go:3: pure: a pure package imports os`,
		`pure/a.go:4: pure: a pure package uses time.Now`,
		`pure/a.go:5: pure: a pure package uses fmt.Println`,
		`stray/a.go:0: imports: package stray is in no layer: add it to the rules`,
		`top/a.go:0: comment: package top has no package comment`,
		`top/a.go:3: init: init functions hide what a program does: call it from main, or make it a value`,
		`top/a.go:3: panic: panic is for broken invariants of our own: return an error, or list the file with a reason`,
		`top/a.go:4: exit: log.Fatal ends the program: return an error`,
		`top/a.go:4: exit: os.Exit ends the program: return an error`,
		`top/part/long.go:0: size: the file has 6 lines, more than 5: make it two`,
		`top/part/up.go:2: imports: top/part must not import top: it is not of a lower layer`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCheckUnreadable(t *testing.T) {
	if _, err := Check(fstest.MapFS{"a/b.go": {Data: []byte("package")}}, Rules{}); err == nil {
		t.Error("a file that is no Go is no error")
	}
}
