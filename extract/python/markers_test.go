//go:build cgo

package python

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/internal/markers"
	"github.com/obligato-dev/obligato/extract/manifest"
)

func TestMarkers(t *testing.T) {
	entries, err := os.ReadDir("testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == "__pycache__" {
			continue
		}
		t.Run(e.Name(), func(t *testing.T) {
			root, target := "testdata/cases", e.Name()
			if e.IsDir() {
				root, target = path.Join(root, e.Name()), "."
			}
			fsys := os.DirFS(root)
			want := expectations(t, fsys, target)
			m, err := extractFrom(fsys, target, strings.TrimSuffix(e.Name(), path.Ext(e.Name())))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, markers.Facts(m)); d != "" {
				t.Errorf("found facts differ from the markers (-want +got):\n%s", d)
			}
			for _, p := range manifest.Validate(m) {
				t.Errorf("the manifest is not valid: %s", p.Message)
			}
			derivations(t, m)
		})
	}
}

// derivations holds that each agent, tool and edge says how it was derived, in
// words of the closed list.
func derivations(t *testing.T, m *manifest.Manifest) {
	t.Helper()
	known := map[string]bool{}
	for _, d := range manifest.Derivations() {
		known[d.Name] = true
	}
	check := func(what, derived string) {
		if !known[derived] {
			t.Errorf("%s is derived by %q, which is not in the list", what, derived)
		}
	}
	for _, a := range m.Agents {
		check("agent "+a.ID, a.Derived)
	}
	for _, x := range m.Tools {
		check("tool "+x.ID, x.Derived)
	}
	for _, a := range m.Access {
		check("access "+a.Agent+" to "+a.Tool, a.Derived)
	}
	for _, d := range m.Delegations {
		check("delegation "+d.From+" to "+d.To, d.Derived)
	}
}

func extractFrom(fsys fs.FS, target, name string) (*manifest.Manifest, error) {
	f := Frontend()
	sel, err := extract.Collect(fsys, target, name, []extract.Frontend{f})
	if err != nil {
		return nil, err
	}
	return f.Extract(&extract.Pass{FS: fsys, Files: sel.Files, Workflow: sel.Workflow})
}

func expectations(t *testing.T, fsys fs.FS, target string) []string {
	t.Helper()
	out, err := markers.Read(fsys, target, Frontend().Match, "#@")
	if err != nil {
		t.Fatal(err)
	}
	return out
}
