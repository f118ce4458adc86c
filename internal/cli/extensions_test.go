package cli

import (
	"testing"

	"github.com/obligato-dev/obligato/generate"
	"github.com/obligato-dev/obligato/runtime/interp"
)

// TestExtensionPoints holds that everything that the command line lists is
// completely declared, and under a name of its own.
func TestExtensionPoints(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range frontends() {
		if err := f.Validate(); err != nil || seen[f.Name] {
			t.Errorf("front end %q: %v, seen before: %v", f.Name, err, seen[f.Name])
		}
		seen[f.Name] = true
	}
	if len(seen) == 0 {
		t.Error("no front end is listed")
	}
	if err := interp.Adapter(interp.Options{}).Validate(); err != nil {
		t.Error(err)
	}
	if r := generate.Template(); r.Name == "" || r.Doc == "" || r.Realise == nil {
		t.Errorf("realiser %+v", r)
	}
}
