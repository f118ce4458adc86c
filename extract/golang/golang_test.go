package golang

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/internal/directive"
	"github.com/obligato-dev/obligato/extract/internal/markers"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/golden"
)

// read extracts the program in a directory.
func read(t *testing.T, dir string) (*manifest.Manifest, []extract.Diagnostic, error) {
	t.Helper()
	if err := available(); err != nil {
		t.Skip(err)
	}
	f := Frontend()
	sel, err := extract.Collect(os.DirFS(dir), ".", filepath.Base(dir), []extract.Frontend{f})
	if err != nil {
		t.Fatal(err)
	}
	var said []extract.Diagnostic
	m, err := f.Extract(&extract.Pass{
		FS: os.DirFS(dir), Dir: dir, Files: sel.Files, Workflow: sel.Workflow,
		Report: func(d extract.Diagnostic) { said = append(said, d) },
	})
	return m, said, err
}

func TestMarkers(t *testing.T) {
	dirs, err := filepath.Glob("testdata/*/go.mod")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, mod := range dirs {
		dir := filepath.Dir(mod)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			m, _, err := read(t, dir)
			if err != nil {
				t.Fatal(err)
			}
			want, err := markers.Read(os.DirFS(dir), ".", Frontend().Match, "//@")
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, markers.Facts(m)); d != "" {
				t.Errorf("found facts differ from the markers (-want +got):\n%s", d)
			}
			for _, p := range manifest.Validate(m) {
				t.Errorf("the manifest is not valid: %s", p.Message)
			}
		})
	}
}

const (
	matrixPage  = "../../docs/extraction.md"
	matrixBegin = "<!-- construct matrix of Go: go test ./extract/golang -run TestMatrix -update -->"
	matrixEnd   = "<!-- end of the construct matrix of Go -->"
)

func TestMatrix(t *testing.T) {
	rows, err := markers.Constructs(os.DirFS("testdata"), func(p string) bool { return strings.HasSuffix(p, ".go") }, "//@")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(matrixPage)
	if err != nil {
		t.Fatal(err)
	}
	text := markers.Table(rows) + fmt.Sprintf("\n%d constructs in Go, front end %s, as "+sdkModule+" names them; the declarations are under extract/golang/stub.\n\n", len(rows), Version)
	if page, err = markers.Replace(page, matrixBegin, matrixEnd, text); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, matrixPage, page)
}

func TestGolden(t *testing.T) {
	m, _, err := read(t, "testdata/desk")
	if err != nil {
		t.Fatal(err)
	}
	m.Normalize()
	m.SDK.Version = "" // whether the module is on this machine
	data, err := manifest.Encode(m, manifest.FormatYAML)
	if err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "testdata/desk.yaml", data)
}

// written writes a program of one file into a directory of its own.
func written(t *testing.T, source string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/w\n\ngo 1.24\n", "main.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const head = "package main\n\nimport \"" + sdkPackage + "\"\n\n"

// Comments to obligato are read as in every language.
func TestComments(t *testing.T) {
	m, _, err := read(t, written(t, head+`
func f() string { return "" }

// refund moves money.
//
// obligato: effects write
// obligato: sensitive
var refund = agents.NewFunctionToolAny("refund", "", f)

var look = agents.NewFunctionToolAny("look", "", f) // obligato: effects read

// obligato: restrict Desk -> refund because refunds are for Billing
// obligato: efects none
var desk = agents.New("Desk").WithTools(look, refund)

func main() { agents.RunDemoLoop(nil, desk, false) }
`))
	if err != nil {
		t.Fatal(err)
	}
	refund, _ := m.Tool("refund")
	look, _ := m.Tool("look")
	if refund.Effects != manifest.EffectsWrite || !refund.Sensitive || look.Effects != manifest.EffectsRead || look.Sensitive {
		t.Errorf("refund %v %v, look %v %v", refund.Effects, refund.Sensitive, look.Effects, look.Sensitive)
	}
	if len(m.Restrictions) != 1 || m.Restrictions[0].Source.Line != 16 {
		t.Errorf("restrictions %v, want one of line 16", m.Restrictions)
	}
	var codes []string
	for _, f := range m.Findings {
		codes = append(codes, f.Code)
	}
	if d := cmp.Diff([]string{directive.CodeMalformed, manifest.CodeForbidden}, codes); d != "" {
		t.Errorf("findings (-want +got):\n%s", d)
	}
}

// A package that does not type-check is said, and does not take the others.
func TestIllTyped(t *testing.T) {
	dir := written(t, head+"var a = agents.New(\"A\").WithNothing()\n\nfunc main() {}\n")
	_, said, err := read(t, dir)
	if err == nil || !strings.Contains(err.Error(), "no workflow found") {
		t.Errorf("Extract = %v, want no workflow", err)
	}
	var got []string
	for _, d := range said {
		got = append(got, d.Code+" "+d.Position.String())
	}
	if len(got) == 0 || got[0] != codeIllTyped+" main.go:5:25" {
		t.Errorf("diagnostics %v, want %s at main.go:5:25 first", got, codeIllTyped)
	}
}

// A vendor folder, which cannot hold our declarations, and functions that call
// each other in a circle, over which an optimising compiler broods.
func TestVendorAndCircles(t *testing.T) {
	var circle strings.Builder
	for i := range 400 {
		fmt.Fprintf(&circle, "func f%d(x int) int { if x > %d { return f%d(x-1) }; return x }\n", i, i, (i+1)%400)
	}
	dir := written(t, head+"var a = agents.New(\"A\")\n\n"+circle.String()+"\nfunc main() {}\n")
	if err := os.MkdirAll(filepath.Join(dir, "vendor"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "vendor", "modules.txt"), []byte("# x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if m, _, err := read(t, dir); err != nil || len(m.Agents) != 1 {
		t.Errorf("Extract = %v, %v; want one agent", m, err)
	}
}

func TestBrokenModule(t *testing.T) {
	dir := written(t, head+"var a = agents.New(\"A\")\n\nfunc main() {}\n")
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("modul x (\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, err := read(t, dir)
	if e, ok := errors.AsType[*extract.Error](err); !ok || !strings.Contains(e.Next, "go list") || strings.Contains(err.Error(), "\n") {
		t.Errorf("Extract = %v, want one line and the next step", err)
	}
}

// Nothing is written beside the sources, and nothing that a program does while
// it runs happens.
func TestLeavesNothingBehind(t *testing.T) {
	dir := written(t, head+`import "os"

var a = agents.New("A")

func init() { os.WriteFile("was-here", nil, 0o644) }

func main() {}
`)
	if _, _, err := read(t, dir); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("the directory holds %v after the extraction (%v)", entries, err)
	}
}

// Whatever the program does, the analysis ends and says what it could not do.
func TestBounds(t *testing.T) {
	tests := []struct{ name, body string }{
		{"recursion", "func f(n int) *agents.Agent { if n > 0 { return f(n - 1) }; return agents.New(\"R\") }\nvar r = f(9)\n"},
		{"mutual recursion", "func f() *agents.Agent { return g() }\nfunc g() *agents.Agent { if r != nil { return f() }; return nil }\nvar r = agents.New(\"R\")\nvar s = f()\n"},
		{"endless loop", "var r = agents.New(\"R\")\nfunc h() { for { r.Tools = append(r.Tools, r.Tools...) } }\n"},
		{"nested loops", "var r = agents.New(\"R\")\nfunc h() { x := make([]int, 300); y := make([]*agents.Agent, 0); for range x { for range x { for range x { for range x { y = append(y, agents.New(\"N\")) } } } } }\n"},
		{"list of itself", "var r = agents.New(\"R\")\nvar x []any\nfunc h() { x = append(x, x); x[0] = x; r.AgentHandoffs = append(r.AgentHandoffs, r) }\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, _, err := read(t, written(t, head+tt.body+"\nfunc main() {}\n"))
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := m.Agent("R"); !ok {
				t.Errorf("agents %v, want R among them", m.Agents)
			}
		})
	}
}
