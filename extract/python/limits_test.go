//go:build cgo

package python

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
)

const header = "from agents import Agent, Runner\n"

// extractSource runs the front end on one file and collects diagnostics.
func extractSource(src string) (*manifest.Manifest, []extract.Diagnostic, error) {
	return extractFS(fstest.MapFS{"main.py": {Data: []byte(src)}}, "main.py")
}

func extractFS(fsys fs.FS, files ...string) (*manifest.Manifest, []extract.Diagnostic, error) {
	var ds []extract.Diagnostic
	m, err := Frontend().Extract(&extract.Pass{
		FS: fsys, Files: files, Workflow: "w", Report: func(d extract.Diagnostic) { ds = append(ds, d) },
	})
	return m, ds, err
}

// TestHostile holds that every input ends within bounds on the work, without a
// panic.
func TestHostile(t *testing.T) {
	deep := func(open, middle, end string, n int) string {
		return strings.Repeat(open, n) + middle + strings.Repeat(end, n)
	}
	agent := "a = Agent(name='A')\n"
	blocks := &strings.Builder{}
	for i := range 500 {
		fmt.Fprintf(blocks, "%sif x%d:\n", strings.Repeat(" ", i), i)
	}
	elifs := &strings.Builder{}
	elifs.WriteString("if x:\n  pass\n")
	for i := range 20000 {
		fmt.Fprintf(elifs, "elif y%d:\n  a = %d\n", i, i)
	}
	tests := []struct{ name, src string }{
		{"brackets", header + agent + "x = " + deep("[", "1", "]", 50000)},
		{"open brackets", header + agent + "x = " + strings.Repeat("([{", 50000)},
		{"parentheses", header + agent + "x = " + deep("(", "1", ")", 50000)},
		{"attributes", header + agent + "x = a" + strings.Repeat(".b", 50000)},
		{"calls", header + agent + "x = a" + strings.Repeat("()", 50000)},
		{"nots", header + agent + "x = " + strings.Repeat("not ", 50000) + "a"},
		{"sum", header + agent + "x = 'a'" + strings.Repeat(" + 'a'", 50000)},
		{"blocks", header + agent + blocks.String() + strings.Repeat(" ", 500) + "pass\n"},
		{"elifs", header + agent + elifs.String()},
		{"doubling string", header + agent + "s = 'aaaaaaaaaaaaaaaa'\nfor i in range(100):\n    s = s + s\n"},
		{"doubling list", header + agent + "s = [a]\nfor i in range(100):\n    s = s + s\n"},
		{"doubling in place", header + agent + "s = [a]\nfor i in range(100):\n    s += s\n    s.extend(s)\n"},
		{"recursion", header + agent + "def f(x):\n    return f(x) + g(x)\ndef g(x):\n    return [f(x), g(x), f(g(x))]\nf(a)\n"},
		{"fan of calls", header + agent + fan(40)},
		{"nested loops", header + agent + "for i in range(1000):\n  for j in range(1000):\n    for k in range(1000):\n      Agent(name=f'{i}{j}{k}')\n"},
		{"nested branches", header + agent + manyIfs(2000)},
		{"self import", "from main import *\nfrom . import main\nimport main\n" + header + agent},
		{"class cycle", header + agent + "class A: pass\nclass B(A): pass\nA.__bases__ = (B,)\nclass C(C): pass\nC()\nB().x\n"},
		{"metaclass soup", header + agent + "class X:\n  def __getattr__(self, n): return getattr(self, n)\n  def __call__(self): return self()\nX()().y.z\n"},
		{"attributes of SDK classes", header + agent + "Agent.x = 1\nRunner.y.z = 2\nfrom dataclasses import field\nfield.x = 1\nfield().y = type(field())\ntype(field()).q = 2\nAgent.x.y\n"},
		{"own list", header + agent + "l = []\nl.append(l)\nd = {'d': l}\nd['x'] = d\na.tools = l\na.handoffs = [d, l, *l]\n"},
		{"garbage", header + agent + strings.Repeat("\x01)(]}{'\"@\\ def class\n", 4000)},
		{"quotes", header + agent + strings.Repeat("'''", 30001)},
		{"format", header + agent + strings.Repeat("f'{", 10000)},
		{"many errors", header + agent + strings.Repeat("def (:\n", 8000)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			p := newMachine(&extract.Pass{FS: fstest.MapFS{"main.py": {Data: []byte(tt.src)}}, Files: []string{"main.py"}, Workflow: "w"})
			m, err := p.manifest()
			if err != nil && !errors.Is(err, extract.ErrNoWorkflow) {
				t.Fatal(err)
			}
			if m != nil && len(m.Agents) == 0 {
				t.Error("a manifest without agents and without an error")
			}
			runtime.ReadMemStats(&after)
			checkWork(t, p, after.TotalAlloc-before.TotalAlloc)
		})
	}
}

// maxHostile is how many bytes one hostile program may take in all, given back
// ones among them: three times what any of them needs. Unlike seconds they are
// the same on a busy machine.
const maxHostile = 4 << 30

// checkWork holds the bounds of a program that was followed.
func checkWork(t *testing.T, m *machine, bytes uint64) {
	t.Helper()
	t.Logf("%d steps, %d MB", m.steps, bytes>>20)
	checkSteps(t, m)
	if bytes > maxHostile {
		t.Errorf("took %d bytes, the bound is %d", bytes, maxHostile)
	}
}

func checkSteps(t *testing.T, m *machine) {
	t.Helper()
	// One step may charge for all that it copies, so the bound is met late.
	if limit := maxSteps + m.read + 16*maxText; m.steps > limit {
		t.Errorf("%d steps, the bound is %d", m.steps, limit)
	}
}

// fan makes functions of which each calls the next one four times.
func fan(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "def f%d():\n    return [f%d(), f%d(), f%d(), f%d()]\n", i, i+1, i+1, i+1, i+1)
	}
	fmt.Fprintf(&b, "def f%d(): return 1\nf0()\n", n)
	return b.String()
}

func manyIfs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "if u%d:\n    a.handoffs = a.handoffs + [a]\n    v = %d\n", i, i)
	}
	return b.String()
}

func TestBounds(t *testing.T) {
	agent := header + "a = Agent(name='A')\nimport big, binary, latin, gone\nRunner.run(a)\n"
	big := "x = [\n" + strings.Repeat("    'some data that is no code',\n", 600_000) + "]\n" // 20 MB
	fsys := fstest.MapFS{
		"main.py":   {Data: []byte(agent)},
		"big.py":    {Data: []byte(big)},
		"binary.py": {Data: []byte("MZ\x00\x01\x02")},
		"latin.py":  {Data: []byte("x = '\xe9'\n")},
	}
	m, ds, err := extractFS(fsys, "main.py", "missing.py")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"big.py": codeTooLarge, "binary.py": codeNotText, "latin.py": codeNotText, "missing.py": codeUnreadable}
	for path, code := range want {
		found := false
		for _, d := range ds {
			found = found || d.Position.Path == path && d.Code == code && d.Hint != ""
		}
		if !found {
			t.Errorf("no diagnostic %s for %s in %v", code, path, ds)
		}
	}
	if len(m.Findings) != len(ds) {
		t.Errorf("%d findings in the manifest for %d diagnostics", len(m.Findings), len(ds))
	}
	if len(m.Agents) != 1 || len(m.Entries) != 1 {
		t.Errorf("agents %v, entries %v", m.Agents, m.Entries)
	}
}

func TestNoWorkflow(t *testing.T) {
	tests := []struct{ name, src, hint string }{
		{"empty", "", "no import of the OpenAI Agents SDK"},
		{"other program", "print(1)\n", "no import of the OpenAI Agents SDK"},
		{"no agent", header, "no Agent(...) is constructed"},
		{"no name", header + "import x\nAgent(name=x.y)\n", "no name could be resolved"},
		{"binary", "\x00\x00", "none of the files (1) could be read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, _, err := extractSource(tt.src)
			if !errors.Is(err, extract.ErrNoWorkflow) || !strings.Contains(err.Error(), tt.hint) || m != nil {
				t.Errorf("manifest %v, error %v, want %q", m, err, tt.hint)
			}
		})
	}
}

// FuzzExtract holds that no input panics or hangs, and that every position
// lies inside its file.
func FuzzExtract(f *testing.F) {
	seeds, err := fs.Glob(cases, "testdata/cases/*.py")
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range seeds {
		src, err := fs.ReadFile(cases, s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<16 {
			return
		}
		watch := time.AfterFunc(20*time.Second, func() { panic("the extraction does not end") })
		m, ds, err := extractSource(src)
		watch.Stop()
		if err != nil {
			m = nil
		}
		checkPositions(t, src, m, ds)
	})
}
