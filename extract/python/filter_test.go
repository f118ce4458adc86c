//go:build cgo

package python

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
)

// filtered extracts with and without the filter and returns the files that each
// read ahead.
func filtered(t interface{ Fatal(...any) }, pass extract.Pass) (with, without []byte, passed int) {
	encode := func(everyFile bool) []byte {
		own := pass
		m := newMachine(&own)
		m.everyFile = everyFile
		out, err := m.manifest()
		if !everyFile {
			passed = m.passed
		}
		if err != nil {
			return []byte(err.Error()[:20])
		}
		out.Normalize()
		data, err := manifest.Encode(out, manifest.FormatYAML)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	return encode(false), encode(true), passed
}

// TestFilterCases holds that the manifest of each case is the same with and
// without the filter, also beside files that have nothing to do with it.
func TestFilterCases(t *testing.T) {
	entries, err := os.ReadDir("testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		fsys, target := os.DirFS("testdata/cases"), e.Name()
		if e.IsDir() {
			fsys, target = os.DirFS(path.Join("testdata/cases", e.Name())), "."
		}
		sel, err := extract.Collect(fsys, target, e.Name(), []extract.Frontend{Frontend()})
		if err != nil {
			t.Fatal(err)
		}
		with, without, _ := filtered(t, extract.Pass{FS: fsys, Files: sel.Files, Workflow: sel.Workflow})
		if d := cmp.Diff(string(without), string(with)); d != "" {
			t.Errorf("%s (-all files +filtered):\n%s", e.Name(), d)
		}
	}
}

func TestFilterPassesOver(t *testing.T) {
	fsys := fstest.MapFS{
		"app/sdk.py":           {Data: []byte("from agents import Agent as A\n")},
		"app/flow.py":          {Data: []byte("from .sdk import A\na = A(name='One')\n")},
		"app/deep/__init__.py": {Data: []byte("")},
		"app/deep/maker.py":    {Data: []byte("from ..sdk import A\ndef make(n):\n    return A(name=n)\n")},
		"main.py":              {Data: []byte("import app.deep\nfrom app.deep import maker\nb = app.deep.maker.make('Two')\n")},
		"other/flow2.py":       {Data: []byte("import os\nx = 1\n")},
		"other/uses.py":        {Data: []byte("from other import flow2, helpers\n")},
		"other/helpers.py":     {Data: []byte("# imports nothing of app.flow\n")},
		"by_name.py":           {Data: []byte("import importlib\nm = importlib.import_module('app.' + 'flow')\n")},
	}
	var files []string
	for f := range fsys {
		files = append(files, f)
	}
	slices.Sort(files)
	m := newMachine(&extract.Pass{FS: fsys, Files: files, Workflow: "w"})
	want := []string{"app/deep/maker.py", "app/flow.py", "app/sdk.py", "by_name.py", "main.py"}
	if d := cmp.Diff(want, m.prepare()); d != "" {
		t.Errorf("files that take part (-want +got):\n%s", d)
	}
	if m.passed != 4 {
		t.Errorf("%d files passed over, want 4", m.passed)
	}
}

// TestFilterGraphs holds the same over random trees of modules that import one
// another in every way.
func TestFilterGraphs(t *testing.T) {
	skipped := 0
	rapid.Check(t, func(t *rapid.T) {
		fsys := drawTree(t)
		var files []string
		for f := range fsys {
			files = append(files, f)
		}
		slices.Sort(files)
		with, without, passed := filtered(t, extract.Pass{FS: fsys, Files: files, Workflow: "w"})
		skipped += passed
		if d := cmp.Diff(string(without), string(with)); d != "" {
			var all strings.Builder
			for _, f := range files {
				fmt.Fprintf(&all, "-- %s --\n%s", f, fsys[f].Data)
			}
			t.Fatalf("(-all files +filtered):\n%s\n%s", d, all.String())
		}
	})
	if skipped == 0 {
		t.Error("no file was ever passed over")
	}
}

// drawTree draws up to a dozen modules in packages. Each defines a function
// that may make an agent and calls those of modules that it imports.
func drawTree(t *rapid.T) fstest.MapFS {
	dirs := []string{"", "", "pkg", "pkg", "pkg/sub", "src/lib", "tools"}
	n := rapid.IntRange(2, 9).Draw(t, "modules")
	var mods []string
	for i := range n {
		mods = append(mods, path.Join(rapid.SampledFrom(dirs).Draw(t, "dir"), fmt.Sprintf("m%d", i)))
	}
	fsys := fstest.MapFS{}
	for _, d := range []string{"pkg", "pkg/sub", "src/lib"} {
		if rapid.Bool().Draw(t, "package") {
			fsys[d+"/__init__.py"] = &fstest.MapFile{Data: []byte(drawInit(t, d, mods))}
		}
	}
	for i, m := range mods {
		var b strings.Builder
		switch rapid.IntRange(0, 3).Draw(t, "sdk") {
		case 0:
			b.WriteString(rapid.SampledFrom([]string{"from agents import Agent\n", "import agents\nAgent = agents.Agent\n", "from agents import *\n"}).Draw(t, "import"))
		}
		var calls []string
		for range rapid.IntRange(0, 2).Draw(t, "imports") {
			j := rapid.IntRange(0, n-1).Draw(t, "target")
			if j < i { // calls form no cycle
				line, name := drawImport(t, m, mods[j])
				b.WriteString(line)
				calls = append(calls, fmt.Sprintf("%s.make%d", name, j))
				if rapid.Bool().Draw(t, "take Agent") {
					fmt.Fprintf(&b, "Agent = %s.Agent\n", name)
				}
			}
		}
		fmt.Fprintf(&b, "def make%d(name):\n    return Agent(name=name)\n", i)
		for k, c := range calls {
			fmt.Fprintf(&b, "x%d = %s('A%d%d')\n", k, c, i, k)
		}
		fsys[m+".py"] = &fstest.MapFile{Data: []byte(b.String())}
	}
	return fsys
}

func drawInit(t *rapid.T, dir string, mods []string) string {
	for _, m := range mods {
		if path.Dir(m) == dir && rapid.Bool().Draw(t, "re-export") {
			return "from . import " + path.Base(m) + "\nfrom ." + path.Base(m) + " import *\n"
		}
	}
	return "VERSION = 1\n"
}

// drawImport draws an import of one module by another, and the name by which
// it is known then.
func drawImport(t *rapid.T, from, to string) (line, name string) {
	dotted := strings.ReplaceAll(strings.TrimPrefix(to, "src/"), "/", ".")
	base, pkg := path.Base(to), ""
	if i := strings.LastIndex(dotted, "."); i >= 0 {
		pkg = dotted[:i]
	}
	switch k := rapid.IntRange(0, 4).Draw(t, "form"); {
	case k == 0 && pkg != "":
		return "import " + dotted + "\n", dotted
	case k == 1 && pkg != "":
		return "from " + pkg + " import " + base + "\n", base
	case k == 2 && path.Dir(from) == path.Dir(to):
		return "from . import (  # both\n    " + base + ")\n", base
	case k == 3 && pkg != "":
		return "import " + pkg + "\n", dotted
	}
	return "import os, " + dotted + " as other\n", "other"
}
