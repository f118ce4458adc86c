package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorder is a testing.TB that notes failures instead of failing.
type recorder struct {
	testing.TB
	failed string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) { r.failed += "error " + format }

func (r *recorder) Fatalf(format string, args ...any) { r.failed += "fatal " + format }

func TestEqual(t *testing.T) {
	if Update() {
		t.Skip("compares against the state without -update")
	}
	path := filepath.Join(t.TempDir(), "sub", "x.golden")
	compare := func(got string) string {
		r := &recorder{TB: t}
		Equal(r, path, []byte(got))
		return r.failed
	}
	if got := compare("a\n"); !strings.HasPrefix(got, "fatal read golden file") {
		t.Errorf("a missing file gives %q", got)
	}
	*update = true
	defer func() { *update = false }()
	if got := compare("a\n"); got != "" {
		t.Errorf("update gives %q", got)
	}
	*update = false
	if data, err := os.ReadFile(path); err != nil || string(data) != "a\n" {
		t.Errorf("wrote %q, %v", data, err)
	}
	if got := compare("a\n"); got != "" {
		t.Errorf("an equal file gives %q", got)
	}
	if got := compare("a\r\n"); !strings.HasPrefix(got, "error ") {
		t.Errorf("another line end gives %q", got)
	}
}
