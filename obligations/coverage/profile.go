package coverage

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/obligato-dev/obligato/runtime/trace"
)

// Profile is the mergeable coverage state of one obligation set. Of records
// that differ only in their run it keeps the best witness, the latest, and
// which runs there were; so its size does not grow with what a run says, and
// no verdict is lost. Use NewProfile or UnmarshalJSON; a Profile is not safe
// for concurrent use.
//
// Profiles form a semilattice: Merge is commutative, associative and
// idempotent, and the order of Add calls leaves no trace.
type Profile struct {
	set     string
	entries map[key]*entry
}

// key is what records share that one entry stands for. It holds all that a
// derived verdict depends on.
type key struct {
	obligation      string
	origin          trace.Origin
	mode            trace.Mode
	runtime         string
	context         string
	scenarioDigest  string
	behaviourDigest string
	verdict         Verdict
	outcome         Outcome
	leading         bool // else a verdict that depends on it could be lost
}

// entry stands for all records of one key.
type entry struct {
	best   Record // the least by compareStrength
	latest Record // the greatest by compareAge
	runs   map[runHash]recordHash
}

// runHash identifies a run across directories: by its id and its trace, since
// ids are unique within a run directory only.
type runHash [12]byte

// recordHash tells two different records of one run apart.
type recordHash [4]byte

// SetMismatchError refuses to bring together records of two obligation sets.
type SetMismatchError struct{ Want, Got string }

// Error implements error and names both digests.
func (e *SetMismatchError) Error() string {
	return fmt.Sprintf("merge profiles: obligation sets differ: %q and %q", e.Want, e.Got)
}

// ConflictError refuses a second, different record of the same run for the
// same thing: a result is recorded once.
type ConflictError struct{ Obligation, Run string }

// Error implements error.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("add record of %q: run %q is already recorded with another content", e.Obligation, e.Run)
}

// NewProfile returns an empty profile of the obligation set with the digest.
func NewProfile(setDigest string) *Profile {
	return &Profile{set: setDigest, entries: map[key]*entry{}}
}

// SetDigest returns the digest of the obligation set.
func (p *Profile) SetDigest() string { return p.set }

// Add adds records. An equal record is added once. The error is of Validate,
// or a *ConflictError; the records before the refused one are added then.
func (p *Profile) Add(records ...Record) error {
	for _, r := range records {
		if err := r.Validate(); err != nil {
			return err
		}
		id, sum := hashRun(r), hashRecord(r)
		k := keyOf(r)
		e := p.entries[k]
		if e == nil {
			p.entries[k] = &entry{best: r, latest: r, runs: map[runHash]recordHash{id: sum}}
			continue
		}
		if old, ok := e.runs[id]; ok && old != sum {
			return &ConflictError{r.Obligation, r.Run}
		}
		e.runs[id] = sum
		e.keep(r, r)
	}
	return nil
}

// keep takes over a record that is better or later than those held.
func (e *entry) keep(best, latest Record) {
	if compareStrength(best, e.best) < 0 {
		e.best = best
	}
	if compareAge(latest, e.latest) > 0 {
		e.latest = latest
	}
}

// Merge returns the union of two profiles and changes neither. The error is a
// *SetMismatchError or a *ConflictError.
func Merge(a, b *Profile) (*Profile, error) {
	if a == nil || b == nil {
		return nil, errors.New("merge profiles: a profile is missing")
	}
	if a.set != b.set {
		return nil, &SetMismatchError{a.set, b.set}
	}
	out := NewProfile(a.set)
	out.entries = make(map[key]*entry, max(len(a.entries), len(b.entries)))
	for k, e := range a.entries {
		out.entries[k] = e.clone()
	}
	for _, k := range b.keys() {
		if err := out.mergeEntry(k, b.entries[k]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (p *Profile) mergeEntry(k key, from *entry) error {
	to := p.entries[k]
	if to == nil {
		p.entries[k] = from.clone()
		return nil
	}
	for id, sum := range from.runs {
		if old, ok := to.runs[id]; ok && old != sum {
			return &ConflictError{k.obligation, hex.EncodeToString(id[:])}
		}
		to.runs[id] = sum
	}
	to.keep(from.best, from.latest)
	return nil
}

func (e *entry) clone() *entry {
	return &entry{e.best, e.latest, maps.Clone(e.runs)}
}

// Records returns the records that the profile keeps, at most two a key: by
// obligation and the rest of the key, the best witness before the latest.
// Every verdict that can be derived from all records ever added can be derived
// from these.
func (p *Profile) Records() []Record {
	out := make([]Record, 0, len(p.entries))
	for _, k := range p.keys() {
		e := p.entries[k]
		out = append(out, e.best)
		if e.latest != e.best {
			out = append(out, e.latest)
		}
	}
	return out
}

// Runs returns how many different runs have a record of the obligation: a
// union over everything else, never a sum.
func (p *Profile) Runs(obligation string) int {
	seen := map[runHash]struct{}{}
	for k, e := range p.entries {
		if k.obligation == obligation {
			for id := range e.runs {
				seen[id] = struct{}{}
			}
		}
	}
	return len(seen)
}

// runCounts returns Runs of every obligation that has a record.
func (p *Profile) runCounts() map[string]int {
	entries := map[string][]*entry{}
	for k, e := range p.entries {
		entries[k.obligation] = append(entries[k.obligation], e)
	}
	out := make(map[string]int, len(entries))
	for id, list := range entries {
		if len(list) == 1 {
			out[id] = len(list[0].runs)
			continue
		}
		seen := map[runHash]struct{}{}
		for _, e := range list {
			for run := range e.runs {
				seen[run] = struct{}{}
			}
		}
		out[id] = len(seen)
	}
	return out
}

// keys returns the keys in their total order.
func (p *Profile) keys() []key {
	return slices.SortedFunc(maps.Keys(p.entries), key.compare)
}

func keyOf(r Record) key {
	return key{
		r.Obligation, r.Origin, r.Mode, r.Runtime, r.Context,
		r.ScenarioDigest, r.BehaviourDigest, r.Verdict, r.Outcome, r.Leading,
	}
}

func (k key) compare(l key) int {
	return cmp.Or(
		compareStrings(k.obligation, l.obligation),
		compareStrings(k.origin, l.origin),
		compareStrings(k.mode, l.mode),
		compareStrings(k.runtime, l.runtime),
		compareStrings(k.context, l.context),
		compareStrings(k.scenarioDigest, l.scenarioDigest),
		compareStrings(k.behaviourDigest, l.behaviourDigest),
		compareStrings(k.verdict, l.verdict),
		compareStrings(k.outcome, l.outcome),
		compareBools(k.leading, l.leading),
	)
}

func hashRun(r Record) (id runHash) {
	sum := sha256.Sum256([]byte(r.Run + "\x00" + r.Trace))
	copy(id[:], sum[:])
	return id
}

// hashRecord hashes what the key leaves out.
func hashRecord(r Record) (h recordHash) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q %q %d %q %q %q %q %q", r.Run, r.Trace, r.Reason,
		r.Evidence, r.Body, r.Seq, r.Time, r.Model, r.SDK, r.Want, r.Got))
	copy(h[:], sum[:])
	return h
}
