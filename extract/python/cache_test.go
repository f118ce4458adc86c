//go:build cgo

package python

import (
	"maps"
	"os"
	"path"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
)

// memory is a cache in memory.
type memory struct {
	mu           sync.Mutex
	entries      map[string][]byte
	found, asked int
}

func (c *memory) Get(key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	data, ok := c.entries[key]
	c.asked++
	if ok {
		c.found++
	}
	return data, ok
}

func (c *memory) Put(key string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries = map[string][]byte{}
	}
	c.entries[key] = data
}

// TestRemembered holds that every case is remembered as a whole: a second run
// asks the cache once, and gives the same bytes.
func TestRemembered(t *testing.T) {
	entries, err := os.ReadDir("testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		fsys, target := os.DirFS("testdata/cases"), e.Name()
		if e.IsDir() {
			fsys, target = os.DirFS(path.Join("testdata/cases", e.Name())), "."
		}
		sel, err := extract.Collect(fsys, target, e.Name(), []extract.Frontend{Frontend()})
		if err != nil {
			t.Fatal(err)
		}
		c := &memory{}
		var out []string
		for range 2 {
			c.asked = 0
			m, err := Frontend().Run(&extract.Pass{FS: fsys, Files: sel.Files, Workflow: sel.Workflow, Cache: c})
			if err != nil {
				t.Fatal(e.Name(), err)
			}
			data, err := manifest.Encode(m, manifest.FormatYAML)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(data))
		}
		if d := cmp.Diff(out[0], out[1]); d != "" || c.asked != 1 {
			t.Errorf("%s: asked %d times; (-first +second):\n%s", e.Name(), c.asked, d)
		}
	}
}

// TestCache holds that every case gives the same bytes and diagnostics without
// a cache, with a new one, with a filled one and with a damaged one.
func TestCache(t *testing.T) {
	entries, err := os.ReadDir("testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		fsys, target := os.DirFS("testdata/cases"), e.Name()
		if e.IsDir() {
			fsys, target = os.DirFS(path.Join("testdata/cases", e.Name())), "."
		}
		sel, err := extract.Collect(fsys, target, e.Name(), []extract.Frontend{Frontend()})
		if err != nil {
			t.Fatal(err)
		}
		do := func(c extract.Cache) string {
			var b strings.Builder
			m, err := Frontend().Extract(&extract.Pass{FS: fsys, Files: sel.Files, Workflow: sel.Workflow, Cache: c, Report: func(d extract.Diagnostic) {
				b.WriteString(d.Position.String() + d.Code + d.Message + "\n")
			}})
			if err != nil {
				t.Fatal(e.Name(), err)
			}
			data, err := manifest.Encode(m, manifest.FormatYAML)
			if err != nil {
				t.Fatal(err)
			}
			return b.String() + string(data)
		}
		want := do(nil)
		c := &memory{}
		for _, round := range []string{"new", "filled", "damaged", "mended"} {
			if round == "damaged" {
				for k := range maps.Clone(c.entries) {
					c.entries[k] = c.entries[k][:len(c.entries[k])/2]
				}
			}
			c.found, c.asked = 0, 0
			if d := cmp.Diff(want, do(c)); d != "" {
				t.Errorf("%s, %s cache (-without +with):\n%s", e.Name(), round, d)
			}
			if strings.HasSuffix(e.Name(), ".ipynb") { // remembered as a whole only
				continue
			}
			// Files of equal content are one, unless they were read at the same moment.
			if twins := c.asked - len(c.entries); round == "new" && c.found > twins || round != "new" && c.found != c.asked {
				t.Errorf("%s, %s cache: %d of %d files found", e.Name(), round, c.found, c.asked)
			}
		}
	}
}
