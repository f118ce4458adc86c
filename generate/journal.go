package generate

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/obligato-dev/obligato/obligations/coverage"
)

// EntryKind says what a journal entry records.
type EntryKind string

// Entry kinds, in the order in which one attempt writes them.
const (
	EntryLoop     EntryKind = "loop"     // the loop starts: seed, digests, number of objectives
	EntryAttempt  EntryKind = "attempt"  // an attempt starts: the realiser is asked
	EntryRealiser EntryKind = "realiser" // the realiser gave no draft; no attempt is spent
	EntryRefused  EntryKind = "refused"  // a draft equals one that ran, and is not run
	EntryScenario EntryKind = "scenario" // a scenario was written
	EntryRun      EntryKind = "run"      // a run ended, however it did
	EntryVerdict  EntryKind = "verdict"  // what the run says about the objective
	EntryEnd      EntryKind = "end"      // the objective ended
	EntryStop     EntryKind = "stop"     // the loop stopped before its last objective
)

// Entry is one step of the loop. Which fields are set depends on Kind. That a
// run ended and that it witnessed something are two entries.
type Entry struct {
	Kind           EntryKind        `json:"kind"`
	Obligation     string           `json:"obligation,omitempty"`
	Attempt        int              `json:"attempt,omitempty"` // 1-based
	Try            int              `json:"try,omitempty"`     // of the realiser within the attempt, 0-based
	Rerun          int              `json:"rerun,omitempty"`   // 0 for a scenario's first run
	Scenario       string           `json:"scenario,omitempty"`
	ScenarioDigest string           `json:"scenario_digest,omitempty"`
	Leading        bool             `json:"leading,omitempty"`
	Run            string           `json:"run,omitempty"`
	Status         string           `json:"status,omitempty"` // of run_end
	Verdict        coverage.Verdict `json:"verdict,omitempty"`
	Outcome        coverage.Outcome `json:"outcome,omitempty"`
	Ending         Ending           `json:"ending,omitempty"`
	Reason         string           `json:"reason,omitempty"`
	Fingerprint    string           `json:"fingerprint,omitempty"`
	Records        int              `json:"records,omitempty"`        // number of records that the run gave
	RecordsDigest  string           `json:"records_digest,omitempty"` // over their RFC 8785 JSON
	Seed           uint64           `json:"seed,omitempty"`
	SetDigest      string           `json:"set_digest,omitempty"`
	Objectives     int              `json:"objectives,omitempty"`
	Note           string           `json:"note,omitempty"`
}

// Journal takes the loop's steps as they happen. An error ends the loop: what
// cannot be written down is not done.
type Journal interface {
	Append(e Entry) error
}

// Line is one line of a journal file. Hash covers seq, previous hash, time and
// payload, so that no line can be changed, dropped or moved unnoticed, except
// at the end.
type Line struct {
	Seq         int             `json:"seq"` // 1-based
	PrevHash    string          `json:"prev_hash"`
	PayloadHash string          `json:"payload_hash"`
	Hash        string          `json:"hash"`
	Time        string          `json:"time,omitempty"` // RFC 3339
	Payload     json.RawMessage `json:"payload"`
}

// JournalWriter writes a journal as JSON Lines, chained by hashes. The zero
// value is not usable; W is needed.
type JournalWriter struct {
	W io.Writer
	// Time gives the time of each line; nil leaves times out.
	Time func() string

	seq  int
	prev string
	seen map[string]string
}

// ErrConflict is the error of a second, different result for one attempt.
var ErrConflict = errors.New("a different entry of that step is already recorded")

// Append writes one entry. A step that is recorded already is not written
// again; a different entry for it is ErrConflict.
func (j *JournalWriter) Append(e Entry) error {
	payload, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode journal entry: %w", err)
	}
	sum := digest(payload)
	step := fmt.Sprintf("%s\x00%s\x00%d\x00%d\x00%d\x00%s", e.Kind, e.Obligation, e.Attempt, e.Try, e.Rerun, e.Run)
	if old, ok := j.seen[step]; ok {
		if old == sum {
			return nil
		}
		return fmt.Errorf("append %s of %s, attempt %d: %w", e.Kind, e.Obligation, e.Attempt, ErrConflict)
	}
	line := Line{Seq: j.seq + 1, PrevHash: j.prev, PayloadHash: sum, Payload: payload}
	if j.Time != nil {
		line.Time = j.Time()
	}
	line.Hash = line.chain()
	out, err := json.Marshal(line)
	if err != nil {
		return fmt.Errorf("encode journal line: %w", err)
	}
	if _, err := j.W.Write(append(out, '\n')); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	if j.seen == nil {
		j.seen = map[string]string{}
	}
	j.seen[step], j.seq, j.prev = sum, line.Seq, line.Hash
	return nil
}

func (l Line) chain() string {
	return digest(fmt.Appendf(nil, "%d\x00%s\x00%s\x00%s", l.Seq, l.PrevHash, l.PayloadHash, l.Time))
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// maxLine bounds one line of a journal, in bytes.
const maxLine = 1 << 20

// VerifyJournal reads a journal and returns its entries. The error names the
// first line whose sequence number or hash is wrong; the entries before it are
// returned with it. Lines cut off at the end cannot be noticed here.
func VerifyJournal(path string, r io.Reader) ([]Entry, error) {
	var entries []Entry
	prev := ""
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, maxLine)
	for n := 1; scan.Scan(); n++ {
		var l Line
		var e Entry
		if err := json.Unmarshal(scan.Bytes(), &l); err != nil {
			return entries, fmt.Errorf("%s:%d: read journal line: %w", path, n, err)
		}
		if again, err := json.Marshal(l); err != nil || !bytes.Equal(again, scan.Bytes()) {
			return entries, fmt.Errorf("%s:%d: verify journal: the line is not as it was written", path, n)
		}
		if err := l.verify(n, prev); err != nil {
			return entries, fmt.Errorf("%s:%d: verify journal: %w", path, n, err)
		}
		if err := json.Unmarshal(l.Payload, &e); err != nil {
			return entries, fmt.Errorf("%s:%d: read journal entry: %w", path, n, err)
		}
		entries, prev = append(entries, e), l.Hash
	}
	if err := scan.Err(); err != nil {
		return entries, fmt.Errorf("%s:%d: read journal: %w", path, len(entries)+1, err)
	}
	return entries, nil
}

func (l Line) verify(n int, prev string) error {
	switch {
	case l.Seq != n:
		return fmt.Errorf("seq is %d, want %d", l.Seq, n)
	case l.PrevHash != prev:
		return fmt.Errorf("seq %d: prev_hash is not the hash of the line before", n)
	case l.PayloadHash != digest(l.Payload):
		return fmt.Errorf("seq %d: payload_hash does not fit the payload", n)
	case l.Hash != l.chain():
		return fmt.Errorf("seq %d: hash does not fit the line", n)
	}
	return nil
}
