package extract

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
)

type kept map[string][]byte

func (k kept) Get(key string) ([]byte, bool) { data, ok := k[key]; return data, ok }
func (k kept) Put(key string, data []byte)   { k[key] = data }

// counting is a front end that reads its files, and a file and a directory
// beside them. Each line is an agent; each call counts.
func counting(calls *int) Frontend {
	return Frontend{Name: "lines", Doc: "lines", Match: func(string) bool { return true }, Extract: func(p *Pass) (*manifest.Manifest, error) {
		*calls++
		m := &manifest.Manifest{Schema: manifest.Schema, Workflow: p.Workflow}
		for _, f := range p.Files {
			data, err := fs.ReadFile(p.FS, f)
			if err != nil {
				return nil, err
			}
			for i, line := range strings.Fields(string(data)) {
				m.Agents = append(m.Agents, manifest.Agent{ID: line, Source: manifest.Position{Path: f, Line: i + 1, Col: 1}})
			}
		}
		if _, err := fs.Stat(p.FS, "beside.txt"); err == nil {
			m.Entries = append(m.Entries, "beside")
		}
		if list, err := fs.ReadDir(p.FS, "folder"); err == nil {
			for _, e := range list {
				m.Entries = append(m.Entries, e.Name())
			}
		}
		p.Report(Diagnostic{Code: "OB000", Level: manifest.LevelNote, Message: "read", Hint: "none", Position: manifest.Position{Path: "a.txt"}})
		if len(m.Agents) == 0 {
			return nil, errors.New("no agents")
		}
		return m, nil
	}}
}

func TestRun(t *testing.T) {
	base := fstest.MapFS{
		"a.txt": {Data: []byte("One Two")}, "b.txt": {Data: []byte("Three")},
		"unread.txt": {Data: []byte("x")}, "folder/x": {Data: []byte("x")},
	}
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	tests := []struct {
		name   string
		change func(fsys fstest.MapFS, p *Pass)
		again  bool // the front end must run again
	}{
		{"nothing", func(fstest.MapFS, *Pass) {}, false},
		{"an unread file", func(f fstest.MapFS, _ *Pass) { f["unread.txt"] = file("y") }, false},
		{"a file", func(f fstest.MapFS, _ *Pass) { f["b.txt"] = file("Four.") }, true},
		{"a file is gone", func(f fstest.MapFS, p *Pass) { delete(f, "b.txt") }, true},
		{"a file that was looked for", func(f fstest.MapFS, _ *Pass) { f["beside.txt"] = file("") }, true},
		{"a name in a directory", func(f fstest.MapFS, _ *Pass) { f["folder/y"] = file("") }, true},
		{"content in a directory", func(f fstest.MapFS, _ *Pass) { f["folder/x"] = file("yy") }, false},
		{"the list of files", func(_ fstest.MapFS, p *Pass) { p.Files = p.Files[:1] }, true},
		{"the workflow", func(_ fstest.MapFS, p *Pass) { p.Workflow = "v" }, true},
		{"no cache", func(_ fstest.MapFS, p *Pass) { p.Cache = nil }, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			calls := 0
			f := counting(&calls)
			fsys := maps.Clone(base)
			run := func(p Pass) (*manifest.Manifest, []Diagnostic, error) {
				var ds []Diagnostic
				p.Report = func(d Diagnostic) { ds = append(ds, d) }
				m, err := f.Run(&p)
				return m, ds, err
			}
			p := Pass{FS: fsys, Files: []string{"a.txt", "b.txt"}, Workflow: "w", Cache: kept{}}
			if _, _, err := run(p); err != nil {
				t.Fatal(err)
			}
			tt.change(fsys, &p)
			got, gotDs, gotErr := run(p)
			if again := calls == 2; again != tt.again {
				t.Errorf("the front end ran %d times", calls)
			}
			p.Cache = nil
			want, wantDs, wantErr := run(p)
			if (gotErr == nil) != (wantErr == nil) {
				t.Errorf("error %v, want %v", gotErr, wantErr)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("manifest (-without +with cache):\n%s", d)
			}
			if d := cmp.Diff(wantDs, gotDs); d != "" {
				t.Errorf("diagnostics (-without +with cache):\n%s", d)
			}
		})
	}
}

// TestRunDamaged holds that what cannot be read back is made again.
func TestRunDamaged(t *testing.T) {
	for _, damage := range []string{"", "{}", "null", `{"Asked":null,"Manifest":null}`, "[1", `{"Manifest":{"schema":7}}`} {
		calls := 0
		f, c := counting(&calls), kept{}
		p := &Pass{FS: fstest.MapFS{"a.txt": {Data: []byte("One")}}, Files: []string{"a.txt"}, Workflow: "w", Cache: c, Report: func(Diagnostic) {}}
		for range 2 {
			m, err := f.Run(p)
			if err != nil || len(m.Agents) != 1 {
				t.Errorf("%q: %v, %v", damage, m, err)
			}
			for k := range c {
				c[k] = []byte(damage)
			}
		}
		if calls != 2 {
			t.Errorf("%q: the front end ran %d times", damage, calls)
		}
	}
}

// TestRunErrors holds that a failure is not kept, and that a front end that
// asks the disk always runs.
func TestRunErrors(t *testing.T) {
	for _, onDisk := range []bool{false, true} {
		calls := 0
		f, c := counting(&calls), kept{}
		f.OnDisk = onDisk
		text := map[bool]string{false: "", true: "One"}[onDisk]
		p := &Pass{FS: fstest.MapFS{"a.txt": {Data: []byte(text)}}, Files: []string{"a.txt"}, Workflow: "w", Cache: c, Report: func(Diagnostic) {}}
		for range 2 {
			if _, err := f.Run(p); (err != nil) == onDisk {
				t.Errorf("error %v", err)
			}
		}
		if calls != 2 || len(c) > 0 {
			t.Errorf("OnDisk %v: ran %d times, kept %d entries", onDisk, calls, len(c))
		}
	}
}

// TestWitness holds that the file system that notes is one like any other.
func TestWitness(t *testing.T) {
	fsys := fstest.MapFS{"a.txt": {Data: []byte("One")}, "d/b.txt": {Data: []byte("Two")}, "d/e/c.txt": {}}
	w := &witness{fsys: fsys, seen: map[question]string{}}
	if err := fstest.TestFS(w, "a.txt", path.Join("d", "b.txt"), "d/e/c.txt"); err != nil {
		t.Error(err)
	}
}
