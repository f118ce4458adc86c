package extract

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
)

func frontend(name, ext string) Frontend {
	return Frontend{
		Name: name, Doc: name, Match: func(p string) bool { return strings.HasSuffix(p, ext) },
		Extract: func(*Pass) (*manifest.Manifest, error) { return nil, nil },
	}
}

func TestCollect(t *testing.T) {
	fsys := fstest.MapFS{}
	for _, p := range []string{
		"app/main.py", "app/team.py", "app/web.ts", "app/tests/test_a.py", "app/.venv/x.py", "app/node_modules/y.ts",
		"app/__pycache__/z.py", "app/sub/pkg/deep.py", "docs/readme.md", "only/tests/test_b.py",
	} {
		fsys[p] = &fstest.MapFile{}
	}
	fronts := []Frontend{frontend("typescript", ".ts"), frontend("python", ".py")}
	tests := []struct {
		name, target, frontend, workflow string
		files                            []string
		skipped                          string
		err                              error
	}{
		{
			name: "directory", target: "app", frontend: "python", workflow: "app",
			files:   []string{"app/main.py", "app/sub/pkg/deep.py", "app/team.py"},
			skipped: "1 typescript files are not read, because most files are python; skipped: app/.venv/, app/__pycache__/, app/node_modules/, app/tests/",
		},
		{name: "root", target: ".", frontend: "python", workflow: "given", files: []string{"app/main.py", "app/sub/pkg/deep.py", "app/team.py"}, skipped: "*"},
		{name: "file", target: "app/team.py", frontend: "python", workflow: "team", files: []string{"app/team.py"}},
		{name: "main file", target: "./app/main.py", frontend: "python", workflow: "app", files: []string{"app/main.py"}},
		{name: "named tests", target: "app/tests", frontend: "python", workflow: "tests", files: []string{"app/tests/test_a.py"}},
		{name: "other file", target: "docs/readme.md", err: ErrNoSource},
		{name: "no sources", target: "docs", err: ErrNoSource},
		{name: "only tests", target: "only", err: ErrNoSource},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Collect(fsys, tt.target, "given", fronts)
			if tt.err != nil {
				if !errors.Is(err, tt.err) {
					t.Fatalf("error %v, want %v", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if s.Frontend.Name != tt.frontend || s.Workflow != tt.workflow {
				t.Errorf("front end %q, workflow %q", s.Frontend.Name, s.Workflow)
			}
			if d := cmp.Diff(tt.files, s.Files); d != "" {
				t.Errorf("files (-want +got):\n%s", d)
			}
			var notes []string
			for _, d := range s.Skipped {
				notes = append(notes, d.Message)
			}
			if got := strings.Join(notes, "; "); tt.skipped != "*" && got != tt.skipped {
				t.Errorf("skipped %q, want %q", got, tt.skipped)
			}
		})
	}
	if _, err := Collect(fsys, "missing.py", "", fronts); err == nil {
		t.Error("no error for a missing path")
	}
}

func TestCollectBounds(t *testing.T) {
	fsys := fstest.MapFS{}
	for i := range MaxFiles + 10 {
		fsys[fmt.Sprintf("f%05d.py", i)] = &fstest.MapFile{}
	}
	fsys[strings.Repeat("d/", MaxDepth+5)+"deep.py"] = &fstest.MapFile{}
	s, err := Collect(fsys, ".", "w", []Frontend{frontend("python", ".py")})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Files) != MaxFiles {
		t.Errorf("%d files", len(s.Files))
	}
	codes := map[string]bool{}
	for _, d := range s.Skipped {
		codes[d.Code] = true
	}
	if !codes[CodeTooMany] {
		t.Errorf("no %s in %v", CodeTooMany, s.Skipped)
	}
}

func TestRoot(t *testing.T) {
	have := map[string]bool{"src/app/__init__.py": true, "src/app/sub/__init__.py": true}
	tests := []struct{ file, root, rel string }{
		{"src/app/sub/main.py", "src", "app/sub/main.py"},
		{"src/run.py", "src", "run.py"},
		{"run.py", ".", "run.py"},
		{"/abs/run.py", "/abs", "run.py"},
	}
	for _, tt := range tests {
		root, rel := Root(tt.file, func(p string) bool { return have[p] })
		if root != tt.root || rel != tt.rel {
			t.Errorf("Root(%q) = %q, %q, want %q, %q", tt.file, root, rel, tt.root, tt.rel)
		}
	}
}

// A link to a file that the walk meets anyway is not read a second time; one
// that leads to where the walk does not come is.
func TestCollectLinks(t *testing.T) {
	link := func(to string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink | 0o777}
	}
	fsys := fstest.MapFS{
		"app/main.py": {}, "app/again.py": link("main.py"), "app/sub/up.py": link("../main.py"),
		"app/shared.py": link("../libs/shared.py"), "app/tested.py": link("tests/t.py"), "app/lost.py": link("none.py"),
		"app/tests/t.py": {}, "libs/shared.py": {},
	}
	s, err := Collect(fsys, "app", "given", []Frontend{frontend("python", ".py")})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"app/main.py", "app/shared.py", "app/tested.py"}, s.Files); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
}
