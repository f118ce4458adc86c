package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/obligato-dev/obligato/generate"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// kept is what a run directory holds.
type kept struct {
	summary *coverage.Summary
	records []coverage.Record
	traces  map[string]*trace.Trace // by run
	journal []generate.Entry
}

// readKept reads a run directory back, and checks what holds of every one:
// nothing failed that did not end by the workflow's own behaviour, each
// witness is in a trace, all of it is live, and the journal is whole.
func readKept(t *testing.T, dir string) *kept {
	t.Helper()
	k := &kept{summary: &coverage.Summary{}, traces: readTraces(t, filepath.Join(dir, dirTraces))}
	if err := json.Unmarshal(readBytes(t, filepath.Join(dir, fileCoverage)), k.summary); err != nil {
		t.Fatal(err)
	}
	p, err := coverage.DecodeProfile(readBytes(t, filepath.Join(dir, fileProfile)))
	if err != nil {
		t.Fatal(err)
	}
	k.records = p.Records()
	if k.journal, err = generate.VerifyJournal(fileJournal, bytes.NewReader(readBytes(t, filepath.Join(dir, fileJournal)))); err != nil {
		t.Error(err)
	}
	k.check(t)
	return k
}

func (k *kept) check(t *testing.T) {
	t.Helper()
	for run, tr := range k.traces {
		if h := tr.Header; h.Mode != trace.Live || h.Origin != trace.Generated || h.Runtime != "interp" || h.Run != run {
			t.Errorf("run %s has the header %+v", run, h)
		}
		if len(tr.Problems) > 0 {
			t.Errorf("run %s has problems %v", run, tr.Problems)
		}
	}
	for _, r := range k.records {
		tr := k.traces[r.Run]
		if r.Mode != trace.Live {
			t.Errorf("record %+v is not live", r)
		}
		switch {
		case r.Verdict == coverage.Fail && (tr == nil || !ownEnd(tr)):
			t.Errorf("%s failed (%s) by a run that the workflow did not end itself: %s", r.Obligation, r.Reason, r.Run)
		case r.Verdict == coverage.Pass && (tr == nil || len(tr.Events) < r.Seq):
			t.Errorf("%s passed by run %s, seq %d, which is in no trace", r.Obligation, r.Run, r.Seq)
		}
	}
	for _, o := range k.summary.Obligations {
		for _, w := range o.Witnesses {
			if w.Mode != trace.Live {
				t.Errorf("%s has a witness of mode %s", o.ID, w.Mode)
			}
		}
	}
	if modes := k.summary.Completeness.Modes; len(k.traces)+len(k.records) > 0 && !slices.Equal(modes, []string{"live"}) {
		t.Errorf("coverage.json has the modes %q", modes)
	}
	if k.summary.Completeness.Runs != len(k.traces) {
		t.Errorf("coverage.json counts %d runs, there are %d traces", k.summary.Completeness.Runs, len(k.traces))
	}
	k.checkTallies(t)
}

// checkTallies holds the counts to the verdicts that they count.
func (k *kept) checkTallies(t *testing.T) {
	t.Helper()
	got := map[obligations.Criterion]map[coverage.Verdict]int{}
	for _, o := range k.summary.Obligations {
		if got[o.Criterion] == nil {
			got[o.Criterion] = map[coverage.Verdict]int{}
		}
		got[o.Criterion][o.Verdict]++
	}
	for c, v := range got {
		tally := k.summary.Criteria[c]
		if tally.Indeterminate != v[coverage.Indeterminate] || tally.Blocked != v[coverage.Blocked] || tally.NotEvaluated != v[coverage.NotEvaluated] {
			t.Errorf("%s: tally %+v of verdicts %v", c, tally, v)
		}
	}
}

// verdictOf returns the verdict of an obligation.
func (k *kept) verdictOf(id string) coverage.Verdict {
	for _, o := range k.summary.Obligations {
		if o.ID == id {
			return o.Verdict
		}
	}
	return ""
}

// verdicts counts the obligations by verdict.
func (k *kept) verdicts() map[coverage.Verdict]int {
	out := map[coverage.Verdict]int{}
	for _, o := range k.summary.Obligations {
		out[o.Verdict]++
	}
	return out
}

// reasons are those of records that did not pass, and of ends in the journal.
func (k *kept) reasons() []string {
	var out []string
	for _, r := range k.records {
		out = append(out, r.Reason)
	}
	for _, e := range k.journal {
		out = append(out, e.Reason)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ownEnd reports whether a run came to an end by what the workflow did.
func ownEnd(tr *trace.Trace) bool {
	end, ok := tr.End()
	if !ok {
		return false
	}
	switch end.Reason {
	case trace.ReasonMaxTurns, trace.ReasonUnknownTool, trace.ReasonTripwire, trace.ReasonApprovalPending, trace.ReasonBadArguments:
		return true
	}
	return end.Status == trace.StatusCompleted
}

func readTraces(t *testing.T, dir string) map[string]*trace.Trace {
	t.Helper()
	out := map[string]*trace.Trace{}
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		tr, err := trace.Read(name, bytes.NewReader(readBytes(t, name)))
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(name), ".jsonl")] = tr
	}
	return out
}

func readBytes(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// checkSecret looks for the key in all that a command printed and wrote.
func (in *invocation) checkSecret(t *testing.T) {
	t.Helper()
	texts := map[string]string{"stdout": in.stdout, "stderr": in.stderr}
	err := filepath.WalkDir(in.dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			texts[name] = string(readBytes(t, name))
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for where, text := range texts {
		if strings.Contains(text, testKey) || strings.Contains(text, "NEVERSHOWN") {
			t.Errorf("the key is in %s", where)
		}
	}
}
