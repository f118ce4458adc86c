package cli

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// writeRun writes a run directory with a manifest of the given text.
func writeRun(t *testing.T, path, text string) (kept string) {
	t.Helper()
	d, err := newRunDir(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Write([]byte("{}\n")); err != nil {
		t.Fatal(err)
	}
	if err := d.put([]byte(text), fileManifest); err != nil {
		t.Fatal(err)
	}
	kept, err = d.commit()
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

func read(t *testing.T, elem ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestRunDirKeeps holds that no earlier run is lost: the same is replaced, a
// different one is set aside.
func TestRunDirKeeps(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	if kept := writeRun(t, path, "one"); kept != "" {
		t.Errorf("the first run set %q aside", kept)
	}
	if kept := writeRun(t, path, "one"); kept != "" {
		t.Errorf("an equal run set %q aside", kept)
	}
	for _, text := range []string{"two", "three"} {
		before := read(t, path, fileManifest)
		kept := writeRun(t, path, text)
		if kept == "" || read(t, kept, fileManifest) != before {
			t.Errorf("the run %q is lost: kept %q", before, kept)
		}
	}
	if got := read(t, path, fileManifest); got != "three" {
		t.Errorf("the newest run is %q", got)
	}
}

// TestRunDirRefuses holds that nothing foreign is overwritten.
func TestRunDirRefuses(t *testing.T) {
	dir := t.TempDir()
	foreign := filepath.Join(dir, "thesis")
	if err := os.Mkdir(foreign, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(foreign, "chapter.txt"), []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	var f *failure
	for _, path := range []string{foreign, filepath.Join(foreign, "chapter.txt")} {
		if _, err := newRunDir(path); !errors.As(err, &f) || f.code != exitUsage || f.hint == "" {
			t.Errorf("newRunDir(%s) = %v", path, err)
		}
	}
	if got := read(t, foreign, "chapter.txt"); got != "precious" {
		t.Errorf("the file is %q now", got)
	}
}

// TestRunDirDiscard holds that a failed run leaves the one before it, and no
// litter.
func TestRunDirDiscard(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "run")
	writeRun(t, path, "one")
	d, err := newRunDir(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.discard(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || read(t, path, fileManifest) != "one" {
		t.Errorf("after discard: %v", entries)
	}
}

func TestNewestRun(t *testing.T) {
	root := t.TempDir()
	if got := newestRun(root, "sha256:x"); got != "" {
		t.Errorf("newest of nothing is %q", got)
	}
	writeRun(t, filepath.Join(root, "broken"), "one") // no profile
	if got := newestRun(root, "sha256:x"); got != "" {
		t.Errorf("a run without a profile counts: %q", got)
	}
}
