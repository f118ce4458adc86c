//go:build cgo

package python

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/lint"
	"github.com/obligato-dev/obligato/extract/manifest"
)

// TestFindings compares what is found wrong, and what comments declare, with
// the markers of testdata/findings. Facts of the workflow itself belong to
// testdata/cases.
func TestFindings(t *testing.T) {
	entries, err := os.ReadDir("testdata/findings")
	if err != nil || len(entries) == 0 {
		t.Fatal(entries, err)
	}
	for _, e := range entries {
		t.Run(e.Name(), func(t *testing.T) {
			root, target := "testdata/findings", e.Name()
			if e.IsDir() {
				root, target = root+"/"+target, "."
			}
			fsys := os.DirFS(root)
			want := expectations(t, fsys, target)
			m, err := extractFrom(fsys, target, strings.TrimSuffix(e.Name(), ".py"))
			if err != nil {
				t.Fatal(err)
			}
			lint.Apply(m)
			if d := cmp.Diff(want, remarks(m)); d != "" {
				t.Errorf("findings differ from the markers (-want +got):\n%s", d)
				for _, f := range m.Findings {
					t.Logf("%s %s %s", f.Source, f.Code, f.Message)
				}
			}
			for _, p := range manifest.Validate(m) {
				t.Errorf("the manifest is not valid: %s", p.Message)
			}
		})
	}
}

// remarks writes findings and declared facts in the markers' words. OB102 and
// OB103 are about the whole file.
func remarks(m *manifest.Manifest) []string {
	var out []string
	add := func(p manifest.Position, kind string, args ...string) {
		for i := range args {
			args[i] = fmt.Sprintf("%q", args[i])
		}
		out = append(out, fmt.Sprintf("%s:%d %s(%s)", p.Path, p.Line, kind, strings.Join(args, ",")))
	}
	for _, x := range m.Tools {
		if x.Effects != "" {
			add(x.Source, "effects", x.ID, string(x.Effects))
		}
		if x.Sensitive {
			add(x.Source, "sensitive", x.ID)
		}
	}
	for _, r := range m.Restrictions {
		add(r.Source, "restriction", r.Agent, r.Tool, string(r.EnforcedBy))
	}
	for _, f := range m.Findings {
		switch {
		case f.Code == codeAssumed || f.Code == codeEntries || f.Code == codePassedOver:
		case f.Suppressed != "":
			add(f.Source, "suppressed", f.Code, f.Suppressed)
		default:
			add(f.Source, "finding", f.Code)
		}
	}
	slices.Sort(out)
	return out
}
