package coverage

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/internal/golden"
	"github.com/obligato-dev/obligato/obligations"
)

func TestMergeRefusesAnotherSet(t *testing.T) {
	_, err := Merge(NewProfile("sha256:one"), NewProfile("sha256:two"))
	var mismatch *SetMismatchError
	if !errors.As(err, &mismatch) || !strings.Contains(err.Error(), "sha256:one") || !strings.Contains(err.Error(), "sha256:two") {
		t.Errorf("error %v, want both digests", err)
	}
	if _, err := Merge(nil, NewProfile("x")); err == nil {
		t.Error("a missing profile was merged")
	}
}

func TestAddOnce(t *testing.T) {
	p := NewProfile("sha256:x")
	r := said(Pass, Witnessed)
	if err := p.Add(r, r); err != nil {
		t.Fatal(err)
	}
	if n := len(p.Records()); n != 1 || p.Runs("X") != 1 {
		t.Errorf("%d records, %d runs, want 1", n, p.Runs("X"))
	}
	r.Seq = 7
	var conflict *ConflictError
	if err := p.Add(r); !errors.As(err, &conflict) || !strings.Contains(err.Error(), `"r"`) {
		t.Errorf("error %v, want a conflict over run r", err)
	}
	r.Trace = "sha256:t" // another run that has the same id in another directory
	if err := p.Add(r); err != nil {
		t.Errorf("error %v for a run of another trace", err)
	}
	if p.Runs("X") != 2 {
		t.Errorf("%d runs, want 2", p.Runs("X"))
	}
	if err := p.Add(said(Fail, Missed, because(""))); !errors.Is(err, ErrNoReason) {
		t.Errorf("error %v, want ErrNoReason", err)
	}
}

func TestRunsAreAUnion(t *testing.T) {
	p := NewProfile("sha256:x")
	for _, run := range []string{"a", "b"} {
		for _, out := range []Outcome{Witnessed, Errored} {
			if err := p.Add(said(Pass, out, inRun(run))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n := p.Runs("X"); n != 2 || p.runCounts()["X"] != 2 {
		t.Errorf("%d and %d runs, want 2", n, p.runCounts()["X"])
	}
}

func TestProfileKeepsBestAndLatest(t *testing.T) {
	p := NewProfile("sha256:x")
	for _, r := range []Record{
		said(Pass, Witnessed, inRun("b"), atTime("2026-01-02T00:00:00Z")),
		said(Pass, Witnessed, inRun("a"), atTime("2026-01-01T00:00:00Z")),
		said(Pass, Witnessed, inRun("c"), atTime("2026-01-03T00:00:00Z")),
		said(Pass, Witnessed, inRun("d"), atTime("2026-01-02T12:00:00Z"), withLevel(Verified)),
	} {
		if err := p.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, r := range p.Records() {
		got = append(got, r.Run)
	}
	if d := cmp.Diff([]string{"d", "c"}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestProfileKeepsWhatDoesNotLead: one witness in the middle that did not lead
// decides that not all did.
func TestProfileKeepsWhatDoesNotLead(t *testing.T) {
	p := profileOf(t, "sha256:x",
		said(Pass, Witnessed, inRun("a"), leading, withLevel(Verified)), said(Pass, Witnessed, inRun("b")), said(Pass, Witnessed, inRun("c"), leading))
	if d := Derive(p.Records(), obligations.C2); d.Leading || d.Evidence != Verified {
		t.Errorf("%+v", d)
	}
}

func TestProfileFile(t *testing.T) {
	p := profileOf(t, "sha256:x",
		said(Pass, Witnessed, of("C2:A->t"), inRun("a"), withLevel(Verified)), said(Pass, Witnessed, of("C2:A->t"), inRun("b")),
		said(Fail, Breached, of("C3:A-x>u"), inRun("a <b>")), said(Indeterminate, Undecided, of("C1:A"), because(reasonTimeout)),
	)
	text := encoded(t, p)
	golden.Equal(t, "testdata/profile.json", []byte(text))
	validates(t, ProfileSchemaJSON(), []byte(text))
	q, err := DecodeProfile([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(text, encoded(t, q)); d != "" {
		t.Errorf("reading and writing changed it:\n%s", d)
	}
	if d := cmp.Diff(p.Records(), q.Records()); d != "" {
		t.Errorf("records (-want +got):\n%s", d)
	}
	data, err := json.Marshal(struct{ P *Profile }{p})
	if err != nil {
		t.Fatal(err)
	}
	var back struct{ P *Profile }
	if err := json.Unmarshal(data, &back); err != nil || encoded(t, back.P) != text {
		t.Errorf("inside other JSON it is another: %v", err)
	}
}

func TestEmptyProfileFile(t *testing.T) {
	text := encoded(t, NewProfile("sha256:x"))
	validates(t, ProfileSchemaJSON(), []byte(text))
	if q, err := DecodeProfile([]byte(text)); err != nil || encoded(t, q) != text {
		t.Errorf("%v", err)
	}
}

// TestDecodeProfileIsStrict alters a good file in one place each.
func TestDecodeProfileIsStrict(t *testing.T) {
	good := encoded(t, profileOf(t, "sha256:x",
		said(Pass, Witnessed, of("C2:A->t"), inRun("a"), withLevel(Verified)), said(Pass, Witnessed, of("C2:A->t"), inRun("b"))))
	entry := good[strings.Index(good, "\n{")+1 : strings.Index(good, "\n]")]
	for _, c := range []struct{ name, old, new, want string }{
		{"nothing", good, "", "EOF"},
		{"no JSON", good, "\x00\x01\x02", "decode profile"},
		{"null", good, "null", "schema"},
		{"a list", good, "[]", "decode profile"},
		{"other schema", "obligato.profile/v1", "obligato.profile/v2", "schema"},
		{"no entries", `"entries"`, `"entrys"`, "entrys"},
		{"entries null", good[strings.Index(good, "["):], "null}", "entries are missing"},
		{"trailing text", good, good + "x", "follow"},
		{"unknown verdict", `"verdict":"pass"`, `"verdict":"great"`, "verdict"},
		{"derived verdict", `"verdict":"pass"`, `"verdict":"not_evaluated"`, "verdict"},
		{"unknown evidence", `"evidence":"verified"`, `"evidence":"sure"`, "evidence"},
		{"unknown outcome", `"outcome":"witnessed"`, `"outcome":"seen"`, "outcome"},
		{"unknown mode", `"mode":"live"`, `"mode":"alive"`, "mode"},
		{"unknown origin", `"origin":"generated"`, `"origin":"made"`, "origin"},
		{"fail without a reason", `"verdict":"pass","outcome":"witnessed"`, `"verdict":"fail","outcome":"missed"`, ErrNoReason.Error()},
		{"key in other case", `"verdict"`, `"Verdict"`, "Verdict"},
		{"unknown key", `"run":"b"`, `"run":"b","extra":1`, "extra"},
		{"duplicate key", `"run":"b"`, `"run":"b","run":"b"`, "duplicate"},
		{"bad UTF-8", `"run":"b"`, "\"run\":\"\xff\"", "UTF-8"},
		{"seq is a text", `"runtime":"sdk"`, `"runtime":"sdk","seq":"7"`, "seq"},
		{"altered record", `"run":"b"`, `"run":"b","model":"better"`, "not the one that was recorded"},
		{"latest of another entry", `"outcome":"witnessed","evidence":"acknowledged"`, `"outcome":"errored","evidence":"acknowledged"`, "of different entries"},
		{"altered latest", `"run":"b"`, `"run":"c"`, "not the one that was recorded"},
		{"entry twice", entry, entry + ",\n" + entry, "an earlier entry"},
		{"entry null", entry, "null", "best is missing"},
		{"no runs", good[strings.Index(good, `"runs":[`):], `"runs":[]}]}`, "not the one that was recorded"},
		{"run hash of the wrong length", `"runs":["`, `"runs":["00", "`, "hex digits"},
		{"run hash in capitals", `"runs":["`, `"runs":["AAAAAAAAAAAAAAAAAAAAAAAA:00000000", "`, "hex digits"},
		{"run twice", `"runs":["`, `"runs":["000000000000000000000000:00000000","000000000000000000000000:00000000","`, "twice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(good, c.old, c.new, 1)
			if text == good {
				t.Fatal("the case alters nothing")
			}
			_, err := DecodeProfile([]byte(text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
}

func TestDecodeProfileKeepsTheOrder(t *testing.T) {
	good := encoded(t, profileOf(t, "sha256:x",
		said(Pass, Witnessed, inRun("a"), withLevel(Verified)), said(Pass, Witnessed, inRun("b"))))
	swapped := strings.NewReplacer(`"best"`, `"latest"`, `"latest"`, `"best"`).Replace(good)
	if _, err := DecodeProfile([]byte(swapped)); err == nil || !strings.Contains(err.Error(), "wrong way round") {
		t.Errorf("best and latest were swapped: %v", err)
	}
}

func FuzzProfile(f *testing.F) {
	f.Add([]byte(encoded(f, NewProfile("sha256:x"))))
	f.Add([]byte(encoded(f, profileOf(f, "sha256:x", said(Pass, Witnessed), said(Fail, Contradicted), said(Blocked, Undecided),
		said(Pass, Witnessed, inRun("b"), withLevel(Verified), atTime("2026-01-01T00:00:00Z"))))))
	f.Add([]byte(`{"schema":"obligato.profile/v1","obligations_digest":"","entries":[{"best":{},"runs":[]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := DecodeProfile(data)
		if err != nil {
			return
		}
		text := encoded(t, p)
		q, err := DecodeProfile([]byte(text))
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%s", err, text)
		}
		if encoded(t, q) != text {
			t.Fatalf("reading and writing is not stable:\n%s", cmp.Diff(text, encoded(t, q)))
		}
		m, err := Merge(p, q)
		if err != nil || encoded(t, m) != text {
			t.Fatalf("merging a profile with itself changes it: %v", err)
		}
	})
}
