package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/obligato-dev/obligato/extract/python/syntax"
	"github.com/obligato-dev/obligato/internal/cli"
	"github.com/obligato-dev/obligato/internal/golden"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"obligato": func() { os.Exit(cli.Main(context.Background(), cli.System(), os.Args[1:])) },
	})
}

// TestScript runs every script of testdata/script. In a script, $REPO is the
// root of this repository, $SDK an environment with the real SDK (condition
// sdk), and samedir compares two run directories.
func TestScript(t *testing.T) {
	repo, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	goCache := ""
	if out, err := exec.Command("go", "env", "GOCACHE").Output(); err == nil {
		goCache = strings.TrimSpace(string(out))
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("REPO", repo)
			e.Setenv("SDK", filepath.Join(repo, sdkEnvironment))
			e.Setenv("GOCACHE", goCache)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"samedir": samedir,
		},
		Condition:     condition,
		UpdateScripts: golden.Update(),
	})
}

// sdkEnvironment is the virtual environment with the real SDK for Python,
// below the root of this repository. ./test makes it.
const sdkEnvironment = "extract/live/testdata/.venv"

// condition knows two conditions of scripts: root, and sdk for those that need
// the real SDK.
func condition(name string) (bool, error) {
	switch name {
	case "cgo": // without it there is no Python front end
		return syntax.Available() == nil, nil
	case "root":
		return os.Geteuid() == 0, nil
	case "sdk":
		_, err := os.Stat(filepath.Join("../..", sdkEnvironment, "bin", "python"))
		if err != nil && os.Getenv("REQUIRE_ORACLES") == "1" {
			return false, fmt.Errorf("the real SDK is missing, and REQUIRE_ORACLES=1: %w", err)
		}
		return err == nil, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// samedir fails unless two directories hold the same files with the same
// bytes. Journals are left out: they carry times.
func samedir(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: samedir a b")
	}
	a, b := files(ts, args[0]), files(ts, args[1])
	if len(a) == 0 {
		ts.Fatalf("%s holds no file: nothing was compared", args[0])
	}
	same := len(a) == len(b)
	for name, text := range a {
		if other, ok := b[name]; !ok || other != text {
			ts.Logf("%s differs", name)
			same = false
		}
	}
	if same == neg {
		ts.Fatalf("same contents: %v", same)
	}
}

func files(ts *testscript.TestScript, dir string) map[string]string {
	out := map[string]string{}
	root := ts.MkAbs(dir)
	ts.Check(filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "journal.jsonl" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		out[name] = string(data)
		return err
	}))
	return out
}
