package cli

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// TestRunDirLinks holds that a symbolic link given as --out stays one, and
// that one which leads nowhere is refused.
func TestRunDirLinks(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.Mkdir(real, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Skip(err)
	}
	writeRun(t, link, "one")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if got := read(t, real, fileManifest); got != "one" {
		t.Errorf("the run did not go through the link: %q", got)
	}
	nowhere := filepath.Join(dir, "nowhere")
	if err := os.Symlink(filepath.Join(dir, "missing"), nowhere); err != nil {
		t.Fatal(err)
	}
	if d, err := newRunDir(nowhere); err == nil {
		t.Errorf("a link that leads nowhere was taken: %v", d.discard())
	} else if code(err) != exitUsage {
		t.Errorf("exit %d for %v", code(err), err)
	}
}

// TestRunDirHere refuses the working directory before anything is run: it
// could not be replaced afterwards.
func TestRunDirHere(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{".", "./", "../" + filepath.Base(mustWd(t))} {
		d, err := newRunDir(path)
		if err == nil {
			t.Errorf("%s was taken: %v", path, d.discard())
		} else if code(err) != exitUsage {
			t.Errorf("exit %d for %v", code(err), err)
		}
	}
}

func mustWd(t *testing.T) string {
	t.Helper()
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return wd
}

// TestEmitKinds holds that -o replaces files only: a directory is refused, and
// what is neither is written to, not replaced.
func TestEmitKinds(t *testing.T) {
	dir := t.TempDir()
	a := &app{}
	if err := a.emit(dir, []byte("x")); code(err) != exitUsage || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("directory: %v", err)
	}
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	if err := a.emit(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 || read(t, file) != "new" {
		t.Errorf("the link is gone or was not followed: %v, %v", info, err)
	}
	null := filepath.Join(dir, "null")
	if err := os.Symlink(os.DevNull, null); err != nil {
		t.Fatal(err)
	}
	if err := a.emit(null, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("%s was replaced: %v, %v", os.DevNull, info, err)
	}
}

// TestNumbersThatAreNone refuses numbers outside their range, NaN included.
func TestNumbersThatAreNone(t *testing.T) {
	for _, heed := range []float64{-0.1, 1.1, math.NaN(), math.Inf(1)} {
		f := modelFlags{heed: heed, timeout: time.Second}
		if f.check() == nil {
			t.Errorf("--heed %v was taken", heed)
		}
	}
	f := exerciseFlags{
		model: modelFlags{heed: 1, timeout: time.Second}, runtime: "auto", realiser: realiserAuto, expose: "none", attempts: 1,
	}
	f.model.name = simulatedModel
	for timeout, want := range map[time.Duration]bool{time.Second: true, 0: false, -time.Second: false} {
		f.runTimeout = timeout
		if err := f.check(); (err == nil) != want {
			t.Errorf("--run-timeout %v: %v", timeout, err)
		}
	}
}

// TestExplainFailure holds that every problem is printed once, that the last
// line before the next step counts them, and that there is a next step.
func TestExplainFailure(t *testing.T) {
	tests := []struct{ name, manifest, want string }{
		{
			"two with hints", "schema: obligato.manifest/v1\nworkflow: w\nentries: [A]\nagents: [{id: A, name: A, kind: agent}]\naccess: [{agent: A, tool: x, how: always}, {agent: A, tool: y, how: always}]\n",
			"obligato: 2 problems in m.yaml: nothing was measured\n",
		},
		{
			"one", "schema: obligato.manifest/v1\nworkflow: w\nentries: []\nagents: [{id: A, name: A, kind: agent}]\n",
			"obligato: 1 problem in m.yaml: nothing was measured\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := manifest.Read("m.yaml", []byte(tt.manifest))
			if err == nil {
				t.Fatal("the manifest was taken")
			}
			var out bytes.Buffer
			a := &app{World: World{Stderr: &out}}
			a.explainFailure(err)
			if got := out.String(); !strings.Contains(got, tt.want) || !strings.HasSuffix(got, "\n") || !strings.Contains(got, "\nnext: obligato explain OB") {
				t.Errorf("%s", got)
			}
		})
	}
}

// TestUnknownWords holds that a word that is no command ends with a next step.
func TestUnknownWords(t *testing.T) {
	for _, args := range [][]string{{"nosuch"}, {"bench", "x"}, {"version", "x"}, {"doctor", "a", "b"}, {"model", "nosuch"}, {"help", "nosuch"}, {"completion", "nosuch"}} {
		var stdout, stderr bytes.Buffer
		w := World{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }, Now: time.Now}
		if got := Main(context.Background(), w, args); got != exitUsage || !strings.Contains(stderr.String(), "\nnext: ") || stdout.Len() > 0 {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", args, got, stdout.String(), stderr.String())
		}
	}
}

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestFullDisk holds that results that could not be written are never success.
func TestFullDisk(t *testing.T) {
	t.Chdir(t.TempDir())
	const path = "m.yaml"
	text := "schema: obligato.manifest/v1\nworkflow: w\nentries: [A]\nagents: [{id: A, name: A, kind: agent}]\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"extract", path},
		{"graph", path},
		{"obligations", path},
		{"next", path},
		{"next", "--format", "json", path},
		{"explain", "C1:A", path},
		{"explain", "OB201"},
		{"explain", "unresolved", path},
		{"doctor"},
		{"version"},
		{"cover", path},
		{"cover", "--dry-run", path},
		{"generate", path},
		{"bench", "--inventory"},
		{"help"},
		{"completion", "bash"},
	} {
		var stderr bytes.Buffer
		w := World{Stdin: strings.NewReader(""), Stdout: fullDisk{}, Stderr: &stderr, Getenv: func(string) string { return "" }, Now: time.Now}
		if got := Main(context.Background(), w, args); got != exitUsage || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%q: exit %d, stderr %q", args, got, stderr.String())
		}
	}
}
