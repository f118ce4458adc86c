package interp_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/interp"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
)

// The public workflows run under the simulated model, and twice to the same
// bytes.
func TestBenchmarks(t *testing.T) {
	files, err := filepath.Glob("../../benchmarks/manifests/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no benchmark manifests: %v", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			m, err := manifest.Read(f, data)
			if err != nil {
				t.Fatal(err)
			}
			for _, tool := range m.Tools {
				sc := user("Please do this for me: " + tool.Description)
				sc.Turns = append(sc.Turns, "Yes, go ahead.")
				first, second := simulated(t, m, sc), simulated(t, m, sc)
				if d := cmp.Diff(first, second); d != "" {
					t.Errorf("%s: a second run differs:\n%s", tool.ID, d)
				}
			}
		})
	}
}

func simulated(t *testing.T, m *manifest.Manifest, sc *scenario.Scenario) string {
	t.Helper()
	session, err := interp.Adapter(interp.Options{}).Open(t.Context(), runtime.Target{
		Manifest: m, Model: model.NewSimulated(model.SimulatedOptions{Seed: 7, Heed: 0.9}),
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := session.Run(t.Context(), sc, runtime.Identity{Run: "r"})
	if err != nil {
		t.Fatal(err)
	}
	if err := wellFormed(got); err != nil {
		t.Fatal(err)
	}
	return text(t, got)
}
