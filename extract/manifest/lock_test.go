package manifest

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestLockRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &Lock{Workflows: map[string]*Manifest{}}
		for range rapid.IntRange(0, 3).Draw(t, "workflows") {
			m := drawManifest().Draw(t, "manifest")
			l.Workflows[m.Workflow] = m
		}
		data, err := EncodeLock(l)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadLock("obligato.lock", data)
		if err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		again, err := EncodeLock(got)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(data), string(again)); diff != "" {
			t.Fatal(diff)
		}
		for name, m := range l.Workflows {
			if digests(t, m) != digests(t, got.Workflows[name]) {
				t.Fatalf("%q comes back with other digests", name)
			}
		}
	})
}

// A section is written like a manifest of its own: one entity a line, so that
// versions merge.
func TestLockLines(t *testing.T) {
	m := read(t, "shop.yaml", testdata(t, "shop.yaml"))
	alone, err := Encode(m, FormatYAML)
	if err != nil {
		t.Fatal(err)
	}
	lock, err := EncodeLock(&Lock{Workflows: map[string]*Manifest{"shop": m}})
	if err != nil {
		t.Fatal(err)
	}
	want := "schema: obligato.lock/v1\nworkflows:\n  shop:\n"
	for line := range strings.Lines(string(alone)) {
		want += "    " + line
	}
	if diff := cmp.Diff(want, string(lock)); diff != "" {
		t.Error(diff)
	}
}

func TestReadLockProblems(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", "obligato.lock:1:1: the file is empty"},
		{"no schema", "workflows: {}\n", "obligato.lock:1:1: this is no manifest: it has neither schema nor schema_version"},
		{"unknown key", "schema: obligato.lock/v1\nworkflows: {}\nnotes: x\n", `obligato.lock:3:1: unknown key "notes"`},
		{"no workflows", "schema: obligato.lock/v1\n", `obligato.lock:1:1: key "workflows" is missing`},
		{
			"bad section",
			"schema: obligato.lock/v1\nworkflows:\n  a:\n    schema: obligato.manifest/v1\n    workflow: a\n    entries: [B]\n    agents: [{id: A}]\n",
			"obligato.lock:6:15: ",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadLock("obligato.lock", []byte(tt.text))
			var e *InvalidError
			if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("ReadLock = %v, want %s", err, tt.want)
			}
		})
	}
}

// A manifest that extract -o wrote serves as the lock of its workflow.
func TestReadLockManifest(t *testing.T) {
	l, err := ReadLock("shop.yaml", []byte(testdata(t, "shop.yaml")))
	if err != nil || len(l.Workflows) != 1 {
		t.Fatalf("ReadLock = %v, %v", l, err)
	}
}

func FuzzReadLock(f *testing.F) {
	f.Add([]byte("schema: obligato.lock/v1\nworkflows: {a: {schema: obligato.manifest/v1, workflow: a, entries: [A], agents: [{id: A}]}}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := ReadLock("obligato.lock", data)
		if err != nil {
			return
		}
		if _, err := EncodeLock(l); err != nil {
			t.Error(err)
		}
	})
}
