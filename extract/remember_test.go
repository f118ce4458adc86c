package extract

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
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
	w := newWitness(fsys)
	if err := fstest.TestFS(w, "a.txt", path.Join("d", "b.txt"), "d/e/c.txt"); err != nil {
		t.Error(err)
	}
}

// stamping is a file system whose files have the stamps that the test gives.
type stamping struct {
	fstest.MapFS
	stamps map[string]string // by name
	opened []string
}

func (s *stamping) Open(name string) (fs.File, error) {
	s.opened = append(s.opened, name)
	return s.MapFS.Open(name)
}

func (s *stamping) Stat(name string) (fs.FileInfo, error) { return s.MapFS.Stat(name) }

func (s *stamping) Stamp(info fs.FileInfo) string { return s.stamps[info.Name()] }

// TestRunStamps holds what is read again of one file, and what comes out.
func TestRunStamps(t *testing.T) {
	const settled, racy = "1", ""
	tests := []struct {
		name          string
		first, second string // stamps
		text          string // of the second run; the first one has "One"
		other         bool   // the second run is on a file system without stamps
		read, again   bool   // in the second run, the file, and by the front end
	}{
		{name: "nothing changed", first: settled, second: settled, text: "One"},
		{name: "written in the racy moment, unchanged", first: racy, second: settled, text: "One", read: true},
		{name: "changed in the racy moment with equal size", first: racy, second: settled, text: "Two", read: true, again: true},
		{name: "changed in the racy moment, and still in it", first: racy, second: racy, text: "Two", read: true, again: true},
		{name: "changed later with equal size", first: settled, second: "2", text: "Two", read: true, again: true},
		{name: "changed just now", first: settled, second: racy, text: "Two", read: true, again: true},
		{name: "touched", first: settled, second: "2", text: "One", read: true},
		{name: "a revision that is the same", first: settled, text: "One", other: true, read: true},
		{name: "a revision that is another one", first: settled, text: "Two", other: true, read: true, again: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			calls := 0
			f := counting(&calls)
			s := &stamping{MapFS: fstest.MapFS{"a.txt": {Data: []byte("One")}}, stamps: map[string]string{"a.txt": tt.first}}
			p := &Pass{FS: s, Files: []string{"a.txt"}, Workflow: "w", Cache: kept{}, Report: func(Diagnostic) {}}
			run := func() *manifest.Manifest {
				m, err := f.Run(p)
				if err != nil {
					t.Fatal(err)
				}
				return m
			}
			run()
			s.MapFS["a.txt"] = &fstest.MapFile{Data: []byte(tt.text)}
			s.stamps["a.txt"], s.opened, calls = tt.second, nil, 0
			if tt.other {
				p.FS = struct{ fs.StatFS }{s} // it has no other method
			}
			if m := run(); len(m.Agents) != 1 || m.Agents[0].ID != tt.text {
				t.Errorf("agents %v, want %s", m.Agents, tt.text)
			}
			if read := slices.Contains(s.opened, "a.txt"); read != tt.read || (calls == 1) != tt.again {
				t.Errorf("read %v, the front end ran %d times", read, calls)
			}
			s.opened, calls = nil, 0
			p.FS = s
			if m := run(); m.Agents[0].ID != tt.text || calls != 0 {
				t.Errorf("third run: agents %v, the front end ran %d times", m.Agents, calls)
			}
			if read := slices.Contains(s.opened, "a.txt"); read != (tt.second == racy || tt.other && tt.again) {
				t.Errorf("third run: the file was read: %v", read)
			}
		})
	}
}

// TestAsked holds that questions are read as they were written, and that no
// data does harm.
func TestAsked(t *testing.T) {
	asked := []observation{
		{question{askRead, "a.txt"}, answer{"hash", "stamp\x00"}},
		{question{askStat, "é"}, answer{Text: failed(fs.ErrNotExist)}},
		{question{askList, "."}, answer{}},
	}
	data := append(writeAsked(asked), "rest"...)
	got, rest, ok := readAsked(data)
	if d := cmp.Diff(asked, got, cmp.AllowUnexported(observation{})); d != "" || !ok || string(rest) != "rest" {
		t.Errorf("rest %q, %v (-want +got):\n%s", rest, ok, d)
	}
	for n := range len(data) - len("rest") {
		if got, _, ok := readAsked(data[:n]); ok {
			t.Errorf("cut after %d bytes: %v", n, got)
		}
	}
	if _, _, ok := readAsked([]byte("\xff\xff\xff\xff\xff\x7f")); ok {
		t.Error("a huge number was taken")
	}
}
