//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// TestLockWriters holds that workflows which are locked at the same time all
// keep their sections, through a symbolic link too, and that no file is left.
func TestLockWriters(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "link.lock")
	file := filepath.Join(dir, "obligato.lock")
	flow := func(name string) *manifest.Manifest {
		return &manifest.Manifest{Workflow: name, Entries: []string{"A"}, Agents: []manifest.Agent{{ID: "A"}}}
	}
	first, err := manifest.EncodeLock(&manifest.Lock{Workflows: map[string]*manifest.Manifest{"first": flow("first")}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, first, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	const writers = 20
	var all sync.WaitGroup
	for i := range writers {
		all.Go(func() {
			a := &app{World: World{Stderr: io.Discard}}
			to := file
			if i%2 == 1 {
				to = link
			}
			w := &workflow{manifest: flow(fmt.Sprintf("w%d", i))}
			if err := a.writeLock(to, []*workflow{w}, false); err != nil {
				t.Errorf("writer %d: %v", i, err)
			}
		})
	}
	all.Wait()
	l, err := readLock(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Workflows) != writers+1 {
		t.Errorf("%d of %d sections are left", len(l.Workflows), writers+1)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left beside the lock file: %v, %v", left, err)
	}
}
