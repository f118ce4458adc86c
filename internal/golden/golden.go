// Package golden compares what a test made with a file that a person has
// looked at. Run a test with -update to write the files anew, then read the
// change before committing it. Only tests import it.
package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write golden files anew instead of comparing")

// Update reports whether the test binary runs with -update. Tests that keep
// goldens in a form of their own (txtar scripts) ask here, because a flag can
// be registered only once.
func Update() bool { return *update }

// Equal fails the test unless the file at path holds exactly got. Line ends
// count. With -update it writes the file, and its folder, instead.
func Equal(t testing.TB, path string, got []byte) {
	t.Helper()
	if *update {
		write(t, path, got)
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("read golden file: %v (run the test with -update to write it)", err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s differs (-want +got); -update accepts the change:\n%s", path, cmp.Diff(string(want), string(got)))
	}
}

func write(t testing.TB, path string, got []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatalf("write golden file: %v", err)
	}
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, got) {
		return
	}
	if err := os.WriteFile(path, got, 0o644); err != nil {
		t.Fatalf("write golden file: %v", err)
	}
}
