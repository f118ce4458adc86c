//go:build cgo

package python

import (
	"os"
	"testing"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/golden"
)

// TestGolden keeps whole manifests: instructions, schemas, positions, hashes.
func TestGolden(t *testing.T) {
	for _, name := range []string{"airline", "managers", "conditions", "unresolved", "sdk_schemas"} {
		t.Run(name, func(t *testing.T) {
			m, err := extractFrom(os.DirFS("testdata/cases"), name+".py", name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := manifest.Encode(m, manifest.FormatYAML)
			if err != nil {
				t.Fatal(err)
			}
			golden.Equal(t, "testdata/golden/"+name+".yaml", got)
			again, err := extractFrom(os.DirFS("testdata/cases"), name+".py", name)
			if err != nil {
				t.Fatal(err)
			}
			second, err := manifest.Encode(again, manifest.FormatYAML)
			if err != nil || string(second) != string(got) {
				t.Errorf("a second run gives other bytes (%v)", err)
			}
		})
	}
}
