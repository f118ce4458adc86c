package scenario_test

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/obligato-dev/obligato/internal/document"
	"github.com/obligato-dev/obligato/internal/golden"
	"github.com/obligato-dev/obligato/runtime/scenario"
)

const base = "schema: obligato.scenario/v1\nid: a\n"

func full() *scenario.Scenario {
	return &scenario.Scenario{
		Schema: scenario.Schema, ID: "seat-change.01",
		Turns:     []string{"Move me to 12A, please.", "yes", "two\nlines: # no comment", " lead and trail ", "\u2028\x1b[31m"},
		Start:     "Triage Agent",
		Objective: "C2:Seat Booking Agent->update_seat",
		Expect:    []string{"C4:Triage Agent=>Seat Booking Agent"},
		Route:     []string{"Triage Agent", "Seat Booking Agent"},
		Exposure:  []scenario.Pair{{Agent: "Triage Agent", Tool: "update_seat"}},
		Approvals: map[string]string{"z_tool": scenario.Reject, "a_tool": scenario.Grant},
		Context:   "verified",
		Provenance: &scenario.Provenance{
			Realiser: "template", Seed: 1<<64 - 1, Attempt: 2, Leading: true,
			PromptDigest: "sha256:" + strings.Repeat("0", 64),
		},
	}
}

func scripted() *scenario.Scenario {
	return &scenario.Scenario{
		Schema: scenario.Schema, ID: "forced",
		Script: []scenario.Step{
			{Calls: []scenario.Call{{Name: "lookup", Arguments: map[string]any{
				"n": 1.5, "big": 1e21, "small": 1e-7, "i": 5.0, "s": "0x10", "date": "2020-01-01", "null": nil, "yes": true, "l": []any{"~", map[string]any{}},
			}}, {Name: "other"}}},
			{Text: "done"},
		},
	}
}

func TestEncode(t *testing.T) {
	for _, s := range []*scenario.Scenario{full(), scripted()} {
		t.Run(s.ID, func(t *testing.T) {
			data, err := scenario.Encode(s)
			if err != nil {
				t.Fatal(err)
			}
			golden.Equal(t, "testdata/"+s.ID+".yaml", data)
			got, err := scenario.Read("x/"+s.ID+".yaml", data)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(s, got); d != "" {
				t.Errorf("read back (-want +got):\n%s", d)
			}
		})
	}
}

func TestEncodeRefuses(t *testing.T) {
	tests := []struct {
		name string
		edit func(*scenario.Scenario)
		want string
	}{
		{"id", func(s *scenario.Scenario) { s.ID = "../x" }, "id"},
		{"nothing to do", func(s *scenario.Scenario) { s.Turns = nil }, "neither turns nor script"},
		{"bad UTF-8", func(s *scenario.Scenario) { s.Turns = []string{"\xff"} }, "UTF-8"},
		{"decision", func(s *scenario.Scenario) { s.Approvals["a_tool"] = "maybe" }, "maybe"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := full()
			tt.edit(s)
			if _, err := scenario.Encode(s); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	tests := []struct{ name, input, want string }{
		{"unknown key", base + "turns: [hi]\ntruns: [hi]\n", "a.yaml:4:1: "},
		{"unknown nested key", base + "script:\n- text: hi\n  call: x\n", "a.yaml:5:3: "},
		{"duplicate key", base + "turns: [hi]\nturns: [ho]\n", "a.yaml:4:1: "},
		{"no schema", "id: a\nturns: [hi]\n", "schema"},
		{"wrong schema", "schema: obligato.scenario/v2\nid: a\nturns: [hi]\n", "a.yaml:1:9: "},
		{"both", base + "turns: [hi]\nscript: [{text: hi}]\n", "a.yaml:4:1: turns and script are both set"},
		{"neither", base, "neither turns nor script is set"},
		{"empty turns", base + "turns: []\n", "a.yaml:3:8: "},
		{"empty turn", base + "turns: ['']\n", "a.yaml:3:9: "},
		{"step with both", base + "script: [{text: hi, calls: [{name: t}]}]\n", "a.yaml:3:10: a step is either calls or a text"},
		{"step with neither", base + "script: [{}]\n", "a.yaml:3:10: a step is either calls or a text"},
		{"other name", strings.Replace(base, "id: a", "id: b", 1) + "turns: [hi]\n", `a.yaml:2:1: id "b" differs from the file's name`},
		{"path in id", strings.Replace(base, "id: a", "id: x/a", 1) + "turns: [hi]\n", "a.yaml:2:5: "},
		{"dots in id", strings.Replace(base, "id: a", "id: a..b", 1) + "turns: [hi]\n", "no safe file name"},
		{"turn is a number", base + "turns: [1]\n", "a.yaml:3:9: "},
		{"decision", base + "turns: [hi]\napprovals: {t: maybe}\n", "a.yaml:4:16: "},
		{"arguments", base + "script: [{calls: [{name: t, arguments: [1]}]}]\n", "a.yaml:3:40: "},
		{"negative seed", base + "turns: [hi]\nprovenance: {realiser: x, seed: -1}\n", "a.yaml:4:33: "},
		{"syntax", base + "turns: [hi\n", "a.yaml:"},
		{"empty", "", "a.yaml:1:1: "},
		{"binary", "\x00\xff", "a.yaml:1:1: "},
		{"bomb", "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e]\n", "a.yaml:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := scenario.Read("a.yaml", []byte(tt.input))
			var bad *document.Error
			if !errors.As(err, &bad) {
				t.Fatalf("error %v, want a document.Error", err)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error:\n%v\nwant %q", err, tt.want)
			}
		})
	}
}

func TestReadName(t *testing.T) {
	input := []byte(base + "turns: [hi]\n")
	for _, p := range []string{"", "-", "a.yaml", "deep/er/a.yml", `c:\x\a.yaml`} {
		if _, err := scenario.Read(p, input); err != nil {
			t.Errorf("Read(%q): %v", p, err)
		}
	}
	if _, err := scenario.Read("a.json", []byte(`{"schema":"obligato.scenario/v1","id":"a","turns":["hi"]}`)); err != nil {
		t.Error(err)
	}
}

// The digest is of what the run is given: it follows every field of that and
// no other.
func TestDigest(t *testing.T) {
	want := scenario.Digest(full())
	same := map[string]func(*scenario.Scenario){
		"id":         func(s *scenario.Scenario) { s.ID = "other" },
		"objective":  func(s *scenario.Scenario) { s.Objective = "" },
		"expect":     func(s *scenario.Scenario) { s.Expect = nil },
		"route":      func(s *scenario.Scenario) { s.Route = nil },
		"provenance": func(s *scenario.Scenario) { s.Provenance = nil },
		"schema":     func(s *scenario.Scenario) { s.Schema = "" },
	}
	for name, edit := range same {
		s := full()
		edit(s)
		if got := scenario.Digest(s); got != want {
			t.Errorf("%s changes the digest", name)
		}
	}
	other := map[string]func(*scenario.Scenario){
		"turns":     func(s *scenario.Scenario) { s.Turns[0] += "!" },
		"script":    func(s *scenario.Scenario) { s.Script = []scenario.Step{{Text: "x"}} },
		"start":     func(s *scenario.Scenario) { s.Start = "" },
		"exposure":  func(s *scenario.Scenario) { s.Exposure = nil },
		"approvals": func(s *scenario.Scenario) { s.Approvals["a_tool"] = scenario.Reject },
		"context":   func(s *scenario.Scenario) { s.Context = "" },
	}
	for name, edit := range other {
		s := full()
		edit(s)
		if got := scenario.Digest(s); got == want {
			t.Errorf("%s does not change the digest", name)
		}
	}
	two := full()
	two.Exposure = append(two.Exposure, scenario.Pair{Agent: "A", Tool: "t"})
	flipped := full()
	flipped.Exposure = []scenario.Pair{two.Exposure[1], two.Exposure[0]}
	if scenario.Digest(two) != scenario.Digest(flipped) {
		t.Error("the order of exposures changes the digest")
	}
	if two.Exposure[0].Agent != "Triage Agent" {
		t.Error("the digest reorders the scenario's exposures")
	}
	if !strings.HasPrefix(want, "sha256:") || full().ID == "" {
		t.Errorf("digest %q", want)
	}
}

func TestReadSuite(t *testing.T) {
	file := func(id string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("schema: obligato.scenario/v1\nid: " + id + "\nturns: [hi]\n")}
	}
	suite, problems, err := scenario.ReadSuite(fstest.MapFS{
		"z.yaml": file("z"), "b.yml": file("b"), "sub/a.yaml": file("a"),
		"sub/z.yaml":   file("z"),
		"README.md":    {Data: []byte("# hi")},
		".git/x.yaml":  {Data: []byte("no")},
		"bad.yaml":     {Data: []byte("no: [")},
		"renamed.yaml": file("old"),
		"huge.yaml":    {Data: bytes.Repeat([]byte("#"), scenario.MaxFile+1)},
	})
	if err != nil {
		t.Fatal(err)
	}
	var ids, bad []string
	for _, s := range suite {
		ids = append(ids, s.ID)
	}
	for _, p := range problems {
		bad = append(bad, p.Path)
	}
	if d := cmp.Diff([]string{"a", "b", "z"}, ids); d != "" {
		t.Errorf("ids (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"bad.yaml", "huge.yaml", "renamed.yaml", "z.yaml"}, bad); d != "" {
		t.Errorf("problems (-want +got):\n%s", d)
	}
	if s := problems[len(problems)-1].String(); s != `z.yaml:1:1: id "z" is also that of sub/z.yaml (rename one of the two)` {
		t.Error(s)
	}
	if _, _, err := scenario.ReadSuite(brokenFS{}); err == nil {
		t.Error("an unreadable tree gives no error")
	}
}

type brokenFS struct{}

func (brokenFS) Open(string) (fs.File, error) { return nil, fs.ErrPermission }

// Whatever a model wrote as a turn comes back to the byte.
func TestTurnsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &scenario.Scenario{Schema: scenario.Schema, ID: "a"}
		s.Turns = rapid.SliceOfN(rapid.StringN(1, 40, -1), 1, 3).Draw(t, "turns")
		data, err := scenario.Encode(s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := scenario.Read("a.yaml", data)
		if err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		if d := cmp.Diff(s, got); d != "" {
			t.Fatalf("%s\n%s", d, data)
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, s := range []*scenario.Scenario{full(), scripted()} {
		data, err := scenario.Encode(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := scenario.Read("", data)
		if err != nil {
			return
		}
		out, err := scenario.Encode(s)
		if err != nil {
			t.Fatalf("encode what was read: %v", err)
		}
		again, err := scenario.Read("", out)
		if err != nil {
			t.Fatal(err)
		}
		if scenario.Digest(s) != scenario.Digest(again) {
			t.Fatalf("digest differs:\n%s\n%s", data, out)
		}
		twice, err := scenario.Encode(again)
		if err != nil || !bytes.Equal(out, twice) {
			t.Fatalf("encoding is not stable: %v\n%s\n%s", err, out, twice)
		}
	})
}
