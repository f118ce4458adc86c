package manifest

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/obligato-dev/obligato/internal/golden"
)

// alike ignores what JSON cannot tell apart: nil and empty lists.
var alike = cmpopts.EquateEmpty()

func TestEncode(t *testing.T) {
	m := read(t, "shop.yaml", testdata(t, "shop.yaml"))
	for _, format := range []Format{FormatYAML, FormatJSON} {
		got, err := Encode(m, format)
		if err != nil {
			t.Fatal(err)
		}
		golden.Equal(t, filepath.Join("testdata", "shop.golden."+string(format)), got)
	}
	if _, err := Encode(m, "toml"); err == nil {
		t.Error("an unknown format is no error")
	}
	m.Tools[0].Parameters = map[string]any{"maximum": math.NaN()}
	if _, err := Encode(m, FormatYAML); err == nil {
		t.Error("NaN is no error")
	}
	if p := Validate(m); len(p) != 1 || p[0].Code != "OB009" {
		t.Errorf("Validate: %v", p)
	}
}

func TestEncodeReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawManifest().Draw(t, "manifest")
		if p := Validate(m); p != nil {
			t.Fatalf("drawn manifest is invalid: %v", p)
		}
		want := *sorted(m, true)
		other := shuffle(t, m)
		other.Entries = m.Entries
		for _, format := range []Format{FormatYAML, FormatJSON} {
			data, err := Encode(m, format)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Read("m."+string(format), data)
			if err != nil {
				t.Fatalf("%v\n%s", err, data)
			}
			if diff := cmp.Diff(&want, got, alike); diff != "" {
				t.Fatalf("%s\n%s", diff, data)
			}
			if (got.Tools != nil) != (m.Tools != nil) {
				t.Fatal("tools")
			}
			shuffled, err := Encode(other, format)
			if err != nil || string(shuffled) != string(data) {
				t.Fatalf("order shows in the bytes: %v", err)
			}
		}
	})
}

// What Encode and the like do never shows in the manifest that they were
// given.
func TestPurity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawManifest().Draw(t, "manifest")
		before, err := Encode(m, FormatJSON)
		if err != nil {
			t.Fatal(err)
		}
		agents, edges := append([]Agent(nil), m.Agents...), append([]Delegation(nil), m.Delegations...)
		_, _ = Encode(m, FormatYAML)
		_, _ = Digests(m)
		_ = Validate(m)
		_ = Paper(m)
		if diff := cmp.Diff(agents, m.Agents) + cmp.Diff(edges, m.Delegations); diff != "" {
			t.Fatal(diff)
		}
		after, err := Encode(m, FormatJSON)
		if err != nil || string(before) != string(after) {
			t.Fatal("manifest changed")
		}
	})
}

// The benchmark workflows are the largest real manifests at hand.
func TestReadBenchmarks(t *testing.T) {
	paths, err := filepath.Glob("../../benchmarks/manifests/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Skip("no benchmark manifests")
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Read(filepath.Base(path), data)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		out, err := Encode(m, FormatYAML)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Read("again.yaml", out)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		m.Normalize()
		if diff := cmp.Diff(m, back, alike); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

// FuzzRead: no panic, every position inside the file, and a manifest that was
// read is valid and survives Encode in both formats. Give go test
// -fuzzminimizetime=10x: what the parsers cover varies a little from run to
// run, and minimising against that takes all of the time.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"shop.yaml", "benchmark.yaml", "shop.golden.json"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(name, data)
	}
	f.Add("-", []byte(`{"schema":"obligato.manifest/v1","workflow":"w","entries":["A"],"agents":[{"id":"A"}]}`))
	f.Add("m.yaml", []byte("schema: obligato.manifest/v1\nworkflow: &w {a: *w}\n"))
	f.Fuzz(func(t *testing.T, path string, data []byte) {
		m, err := Read(path, data)
		if err != nil {
			e, ok := err.(*InvalidError)
			if !ok {
				t.Fatalf("error of type %T: %v", err, err)
			}
			for _, p := range e.Problems {
				if p.Code == "" || p.Message == "" || p.Position.Path != strings.ToValidUTF8(path, "\ufffd") {
					t.Fatalf("incomplete problem %+v", p)
				}
				insideFile(t, data, p.Position)
			}
			return
		}
		if p := Validate(m); p != nil {
			t.Fatalf("read and invalid: %v", p)
		}
		digests, err := Digests(m)
		if err != nil {
			t.Fatal(err)
		}
		_ = Paper(m)
		for _, format := range []Format{FormatYAML, FormatJSON} {
			out, err := Encode(m, format)
			if err != nil {
				t.Fatal(err)
			}
			back, err := Read("again."+string(format), out)
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			again, err := Digests(back)
			if err != nil || again != digests {
				t.Fatalf("digests differ: %v\n%s", err, out)
			}
			if diff := cmp.Diff(sorted(m, true), back, alike); diff != "" {
				t.Fatalf("%s\n%s", diff, out)
			}
		}
	})
}

func insideFile(t *testing.T, data []byte, p Position) {
	t.Helper()
	line, col := 1, 0
	if p.Line == 1 && p.Col == 1 {
		return
	}
	for _, b := range data {
		if col++; line == p.Line && col == p.Col {
			return
		}
		if b == '\n' {
			line, col = line+1, 0
		}
	}
	t.Fatalf("%v is outside of %q", p, data)
}
