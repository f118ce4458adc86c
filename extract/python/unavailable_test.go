//go:build !cgo

package python

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/obligato-dev/obligato/extract"
)

func TestUnavailable(t *testing.T) {
	f := Frontend()
	if err := f.Validate(); err != nil {
		t.Error(err)
	}
	if err := f.Available(); err == nil || !strings.Contains(err.Error(), "CGO_ENABLED=1") {
		t.Errorf("Available: %v, want what to do", err)
	}
	m, err := f.Extract(&extract.Pass{FS: fstest.MapFS{"a.py": {}}, Files: []string{"a.py"}})
	if m != nil || err == nil {
		t.Errorf("Extract: %v, %v", m, err)
	}
}
