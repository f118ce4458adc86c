package coverage

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/internal/canonical"
)

// ProfileSchema names the format of profile.json.
const ProfileSchema = "obligato.profile/v1"

// profileFile is a profile on disk.
type profileFile struct {
	Schema            string      `json:"schema"`
	ObligationsDigest string      `json:"obligations_digest"`
	Entries           []entryFile `json:"entries"`
}

// entryFile is one entry on disk. Latest is left out where it is the best.
type entryFile struct {
	Best   *Record `json:"best"`
	Latest *Record `json:"latest,omitempty"`
	// Runs are "HASH:HASH": 24 hex digits of the run and its trace, 8 of the
	// record.
	Runs []string `json:"runs"`
}

// MarshalJSON returns the profile as EncodeProfile writes it, without white
// space.
func (p *Profile) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	text, err := EncodeProfile(p)
	if err != nil {
		return nil, err
	}
	if err := json.Compact(&b, text); err != nil {
		return nil, fmt.Errorf("encode profile: %w", err)
	}
	return b.Bytes(), nil
}

// UnmarshalJSON replaces the profile by what DecodeProfile reads.
func (p *Profile) UnmarshalJSON(data []byte) error {
	q, err := DecodeProfile(data)
	if err != nil {
		return err
	}
	*p = *q
	return nil
}

// EncodeProfile returns profile.json: sorted, one entry a line, so that equal
// profiles give equal bytes and small changes small differences.
func EncodeProfile(p *Profile) ([]byte, error) {
	var b bytes.Buffer
	head, err := json.Marshal(p.set)
	if err != nil {
		return nil, fmt.Errorf("encode profile: %w", err)
	}
	fmt.Fprintf(&b, "{\"schema\": %q, \"obligations_digest\": %s, \"entries\": [", ProfileSchema, head)
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i, k := range p.keys() {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		if err := enc.Encode(p.entries[k].file()); err != nil {
			return nil, fmt.Errorf("encode profile: %w", err)
		}
		b.Truncate(b.Len() - 1) // the encoder's line end comes before the comma
	}
	b.WriteString("\n]}\n")
	return b.Bytes(), nil
}

func (e *entry) file() entryFile {
	f := entryFile{Best: &e.best, Runs: make([]string, 0, len(e.runs))}
	if e.latest != e.best {
		f.Latest = &e.latest
	}
	for id, sum := range e.runs {
		f.Runs = append(f.Runs, hex.EncodeToString(id[:])+":"+hex.EncodeToString(sum[:]))
	}
	slices.Sort(f.Runs)
	return f
}

// DecodeProfile reads profile.json. It refuses duplicate and unknown keys,
// values outside the closed lists, and entries that no sequence of Add could
// have made: a profile decides what counts as covered, so it is read strictly
// or not at all.
func DecodeProfile(data []byte) (*Profile, error) {
	var f profileFile
	if err := canonical.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("decode profile: %w", err)
	}
	if f.Schema != ProfileSchema {
		return nil, fmt.Errorf("decode profile: schema is %q, want %q", f.Schema, ProfileSchema)
	}
	if f.Entries == nil {
		return nil, errors.New("decode profile: entries are missing")
	}
	p := NewProfile(f.ObligationsDigest)
	for i, e := range f.Entries {
		if err := p.load(e); err != nil {
			return nil, fmt.Errorf("decode profile: entry %d: %w", i+1, err)
		}
	}
	return p, nil
}

// load checks one entry and takes it over.
func (p *Profile) load(f entryFile) error {
	if f.Best == nil {
		return errors.New("best is missing")
	}
	e := &entry{best: *f.Best, latest: *cmp.Or(f.Latest, f.Best), runs: make(map[runHash]recordHash, len(f.Runs))}
	for _, r := range []Record{e.best, e.latest} {
		if err := r.Validate(); err != nil {
			return err
		}
	}
	k := keyOf(e.best)
	switch {
	case p.entries[k] != nil:
		return errors.New("an earlier entry says the same")
	case keyOf(e.latest) != k:
		return errors.New("best and latest are of different entries")
	case compareStrength(e.best, e.latest) > 0 || compareAge(e.latest, e.best) < 0:
		return errors.New("best and latest are the wrong way round")
	}
	if err := e.loadRuns(f.Runs); err != nil {
		return err
	}
	p.entries[k] = e
	return nil
}

func (e *entry) loadRuns(runs []string) error {
	for _, s := range runs {
		var id runHash
		var sum recordHash
		left, right, _ := strings.Cut(s, ":")
		if !unhex(id[:], left) || !unhex(sum[:], right) {
			return fmt.Errorf("run %q is not 24 and 8 lower-case hex digits", s)
		}
		if _, ok := e.runs[id]; ok {
			return fmt.Errorf("run %s stands twice", left)
		}
		e.runs[id] = sum
	}
	for _, r := range []Record{e.best, e.latest} {
		if sum, ok := e.runs[hashRun(r)]; !ok || sum != hashRecord(r) {
			return fmt.Errorf("the record of run %q is not the one that was recorded", r.Run)
		}
	}
	return nil
}

// unhex reads exactly len(out) bytes of lower-case hex.
func unhex(out []byte, s string) bool {
	if len(s) != hex.EncodedLen(len(out)) || s != strings.ToLower(s) {
		return false
	}
	_, err := hex.Decode(out, []byte(s))
	return err == nil
}
