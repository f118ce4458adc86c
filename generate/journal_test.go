package generate

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func written(t *testing.T, n int) (string, []Entry) {
	t.Helper()
	var b bytes.Buffer
	j := JournalWriter{W: &b, Time: func() string { return "2025-03-14T09:30:00Z" }}
	var entries []Entry
	for i := range n {
		e := Entry{Kind: EntryVerdict, Obligation: "C1:<A & B>", Attempt: 1, Rerun: i, Verdict: "pass", Run: fmt.Sprint(i)}
		entries = append(entries, e)
		if err := j.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	return b.String(), entries
}

func TestJournalRoundTrip(t *testing.T) {
	text, want := written(t, 5)
	got, err := VerifyJournal("journal.jsonl", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

// TestJournalTampering flips each byte of each line but the newline, drops
// each line but the last, and swaps neighbours: each is noticed at its line.
func TestJournalTampering(t *testing.T) {
	text, _ := written(t, 3)
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	for n, line := range lines {
		for i := range len(line) - 1 {
			bad := []byte(text)
			at := len(strings.Join(lines[:n], "")) + i
			bad[at] ^= 0x01
			got, err := VerifyJournal("j", bytes.NewReader(bad))
			if err == nil {
				t.Fatalf("line %d byte %d (%q): a flipped bit went unnoticed", n+1, i, line[i])
			}
			if len(got) != n || !strings.HasPrefix(err.Error(), fmt.Sprintf("j:%d: ", n+1)) {
				t.Fatalf("line %d byte %d: %d entries before it, error %q", n+1, i, len(got), err)
			}
		}
	}
	if _, err := VerifyJournal("j", strings.NewReader(lines[1]+lines[2])); err == nil {
		t.Error("a dropped line went unnoticed")
	}
	if _, err := VerifyJournal("j", strings.NewReader(lines[0]+lines[2])); err == nil {
		t.Error("a dropped line went unnoticed")
	}
}

func TestJournalRecordsAStepOnce(t *testing.T) {
	var b bytes.Buffer
	j := JournalWriter{W: &b}
	e := Entry{Kind: EntryVerdict, Obligation: "C1:A", Attempt: 1, Run: "r", Verdict: "fail", Reason: "not_shown"}
	for range 2 {
		if err := j.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(b.String(), "\n"); n != 1 {
		t.Errorf("%d lines, want 1: an equal step is no second one", n)
	}
	e.Verdict = "pass"
	if err := j.Append(e); !errors.Is(err, ErrConflict) {
		t.Errorf("error is %v, want ErrConflict", err)
	}
}
