package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"testing/fstest"
	"time"
)

// TestDir holds that the directory is one like any other.
func TestDir(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"a.txt", "sub/b.txt"} {
		put(t, filepath.Join(dir, f), f)
	}
	if err := fstest.TestFS(Dir(dir, time.Now), "a.txt", "sub/b.txt"); err != nil {
		t.Error(err)
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestStamp changes a file in ways that keep its size, and where possible its
// time, and looks at it later.
func TestStamp(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("files have no stamps here")
	}
	hour := time.Now().Add(-time.Hour)
	tests := []struct {
		name   string
		change func(t *testing.T, name string)
		same   bool
	}{
		{"nothing", func(*testing.T, string) {}, true},
		{"equal size", func(t *testing.T, name string) { put(t, name, "two") }, false},
		{"equal size and time", func(t *testing.T, name string) { put(t, name, "two"); at(t, name, hour) }, false},
		{"touched", func(t *testing.T, name string) { at(t, name, hour.Add(time.Minute)) }, false},
		{"replaced, with its time", func(t *testing.T, name string) {
			put(t, name+"2", "two")
			at(t, name+"2", hour)
			if err := os.Rename(name+"2", name); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"mode", func(t *testing.T, name string) {
			if err := os.Chmod(name, 0o600); err != nil {
				t.Fatal(err)
			}
		}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			name := filepath.Join(dir, "a.txt")
			put(t, name, "one")
			at(t, name, hour)
			f := Dir(dir, func() time.Time { return time.Now().Add(time.Minute) })
			before := stamp(t, f)
			time.Sleep(50 * time.Millisecond) // the clock of a file system stands still for some
			tt.change(t, name)
			if after := stamp(t, f); before == "" || after == "" || (after == before) != tt.same {
				t.Errorf("stamps %q and %q", before, after)
			}
		})
	}
}

// TestUnsettled holds that nothing is said of a file that changed just now, or
// in the future of a clock that was set back.
func TestUnsettled(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("files have no stamps here")
	}
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.txt"), "one")
	tests := []struct {
		name  string
		clock time.Duration // from now
		some  bool
	}{
		{"just written", 0, false},
		{"a second ago", time.Second, false},
		{"a minute ago", time.Minute, true},
		{"clock set back", -time.Hour, false},
	}
	for _, tt := range tests {
		f := Dir(dir, func() time.Time { return time.Now().Add(tt.clock) })
		if got := stamp(t, f); (got != "") != tt.some {
			t.Errorf("%s: stamp %q", tt.name, got)
		}
	}
	if got := Dir(dir, time.Now).Stamp(zero{}); got != "" {
		t.Errorf("stamp %q of a file of another system", got)
	}
}

// zero is a file of which no system tells anything.
type zero struct{ fs.FileInfo }

func (zero) Sys() any           { return nil }
func (zero) Mode() fs.FileMode  { return 0 }
func (zero) ModTime() time.Time { return time.Time{} }

func at(t *testing.T, name string, when time.Time) {
	t.Helper()
	if err := os.Chtimes(name, when, when); err != nil {
		t.Fatal(err)
	}
}

func stamp(t *testing.T, f *FS) string {
	t.Helper()
	info, err := f.Stat("a.txt")
	if err != nil {
		t.Fatal(err)
	}
	return f.Stamp(info)
}
