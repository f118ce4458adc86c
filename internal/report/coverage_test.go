package report

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/golden"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// mixed is a summary with a bit of everything: two origins, a breach, misses,
// undecided obligations, hostile names, unresolved places.
func mixed(t *testing.T) *coverage.Summary {
	t.Helper()
	m := &manifest.Manifest{
		Schema: manifest.Schema, Workflow: "support", Entries: []string{"Triage"},
		Agents: []manifest.Agent{
			{ID: "Triage", Source: manifest.Position{Path: "app.py", Line: 3, Col: 1}},
			{ID: "Billing", Source: manifest.Position{Path: "app.py", Line: 9, Col: 1}},
			{ID: "Evil\x1b[31m", Source: manifest.Position{Path: "app.py", Line: 12, Col: 1}},
		},
		Tools: []manifest.Tool{{ID: "refund"}, {ID: "lookup"}},
		Access: []manifest.Access{
			{Agent: "Billing", Tool: "refund"}, {Agent: "Triage", Tool: "lookup"}, {Agent: "Triage", Tool: "refund"},
		},
		Restrictions: []manifest.Restriction{
			{Agent: "Triage", Tool: "refund", Origin: manifest.Declared, EnforcedBy: manifest.ByPrompt},
			{Agent: "Billing", Tool: "refund", Origin: manifest.Declared, EnforcedBy: manifest.ByApproval},
		},
		Delegations: []manifest.Delegation{{From: "Triage", To: "Billing"}, {From: "Billing", To: "Evil\x1b[31m"}},
		Unresolved:  []manifest.Unresolved{{What: "tools of Billing", Why: "read from a file", Source: manifest.Position{Path: "app.py", Line: 20, Col: 4}}},
	}
	s, err := obligations.Derive(m, obligations.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := coverage.NewProfile(s.Digest)
	add := func(id string, v coverage.Verdict, o coverage.Outcome, reason string, e coverage.Evidence, origin trace.Origin, mode trace.Mode) {
		t.Helper()
		r, err := coverage.NewRecord(coverage.Record{
			Obligation: id, Run: "r" + fmt.Sprint(len(p.Records())), Verdict: v, Outcome: o, Reason: reason, Evidence: e,
			Origin: origin, Mode: mode, Runtime: "interp", Seq: 3,
		})
		if err == nil {
			err = p.Add(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	add("C1:Triage", coverage.Pass, coverage.Witnessed, "", coverage.Acknowledged, trace.Generated, trace.Simulated)
	add("C1:Triage", coverage.Pass, coverage.Witnessed, "", coverage.Acknowledged, trace.Tests, trace.Live)
	add("C1:Billing", coverage.Pass, coverage.Witnessed, "", coverage.Acknowledged, trace.Generated, trace.Simulated)
	add("C2:Triage->lookup", coverage.Fail, coverage.Missed, coverage.ReasonNotShown, "", trace.Generated, trace.Simulated)
	add("C2:Billing->refund", coverage.Indeterminate, coverage.Undecided, "timeout", "", trace.Generated, trace.Simulated)
	add("C3:Triage-x>refund", coverage.Fail, coverage.Breached, coverage.ReasonBreached, coverage.Acknowledged, trace.Tests, trace.Live)
	add("C4:Triage=>Billing", coverage.Pass, coverage.Witnessed, "", coverage.Verified, trace.Generated, trace.Simulated)
	return coverage.Score(s, p, coverage.ScoreOptions{
		Path: "app dir",
		Extras: coverage.Extras{
			Unmapped: []coverage.Unmapped{{What: coverage.UnmappedAgent, Name: "Gho\u202est", Count: 2}},
			Completeness: coverage.Completeness{
				Runs: 7, Complete: 6, Truncated: 1, Lines: 90, Problems: 2, LowerBound: true, Modes: []string{"live", "simulated"},
			},
		},
	})
}

func render(t *testing.T, c Coverage, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Text(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestCoverageText(t *testing.T) {
	c := Coverage{Summary: mixed(t), Runtime: "interpreter", Model: "simulated, seed 1", Path: "app dir", Notes: []string{"run: somewhere"}}
	for _, columns := range []int{0, 80, 40} {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			got := render(t, c, Options{Columns: columns})
			golden.Equal(t, filepath.Join("testdata", fmt.Sprintf("coverage_%d.txt", columns)), []byte(got))
		})
	}
}

// TestCoverageOrder holds what a reader relies on: what is broken stands above
// any number, and simulation is said before that.
func TestCoverageOrder(t *testing.T) {
	text := render(t, Coverage{Summary: mixed(t)}, Options{})
	at := -1
	for _, word := range []string{"1 place unresolved", "SIMULATED", "lower bound", "BREACH", "C1 agents", "C3 by absence", "open (", "unmapped"} {
		i := strings.Index(text, word)
		if i <= at {
			t.Errorf("%q stands at %d, not after what comes before it", word, i)
		}
		at = i
	}
}

// TestCoverageWidths holds that narrow terminals lose nothing: every word of
// the unbounded text is there, and no line is wider unless it is one word.
func TestCoverageWidths(t *testing.T) {
	c := Coverage{Summary: mixed(t), Runtime: "interpreter", Path: "app dir"}
	want := map[string]bool{}
	for word := range strings.FieldsSeq(render(t, c, Options{})) {
		want[word] = true
	}
	for columns := minColumns; columns <= 200; columns++ {
		text := render(t, c, Options{Columns: columns})
		got := map[string]bool{}
		for word := range strings.FieldsSeq(text) {
			got[word] = true
		}
		for word := range want {
			if !got[word] {
				t.Errorf("%d columns: %q is lost", columns, word)
			}
		}
		for line := range strings.SplitSeq(text, "\n") {
			if Width(line) > columns && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%d columns: line of %d: %q", columns, Width(line), line)
			}
		}
	}
}

// TestCoverageHostile holds that no control character of a name gets through,
// with colour and without.
func TestCoverageHostile(t *testing.T) {
	c := Coverage{Summary: mixed(t), Path: "a\x1b]0;b"}
	plain := render(t, c, Options{})
	if strings.ContainsAny(plain, "\x1b\u202e") {
		t.Errorf("control characters in %q", plain)
	}
	coloured := render(t, c, Options{Colour: true})
	for _, sgr := range []string{sgrReset, sgrBold, sgrRed, sgrYellow} {
		coloured = strings.ReplaceAll(coloured, sgr, "")
	}
	if coloured != plain {
		t.Error("colour changes the text")
	}
}

// TestCoverageEmpty holds that nothing measured never looks like a result.
// A record alone is no try: what blocks a run leaves one too.
func TestCoverageTried(t *testing.T) {
	s := mixed(t)
	var pairs []*coverage.Status
	for i := range s.Obligations {
		if o := &s.Obligations[i]; o.Class == obligations.ClassAbsence {
			o.Runs = 0
			pairs = append(pairs, o)
		}
	}
	set := func(i int, v coverage.Verdict, reason string) {
		pairs[i].Runs, pairs[i].Verdict, pairs[i].Reason = 1, v, reason
	}
	set(0, coverage.Blocked, trace.ReasonMissingRuntime)
	set(1, coverage.NotEvaluated, coverage.ReasonNotExercised)
	set(2, coverage.Blocked, coverage.ReasonStillUndecided)
	got := render(t, Coverage{Summary: s}, Options{})
	if want := fmt.Sprintf("%d pairs, 2 tried: ", len(pairs)); !strings.Contains(got, want) {
		t.Errorf("want %q in\n%s", want, got)
	}
}

func TestCoverageEmpty(t *testing.T) {
	m := &manifest.Manifest{Schema: manifest.Schema, Workflow: "w", Entries: []string{"A"}, Agents: []manifest.Agent{{ID: "A"}}}
	s, err := obligations.Derive(m, obligations.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := render(t, Coverage{Summary: coverage.Score(s, nil, coverage.ScoreOptions{})}, Options{})
	for _, want := range []string{"NOTHING MEASURED", "C2 allowed", "n/a", "0/1"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "nothing but pairs by absence") {
		t.Errorf("claims that all is closed:\n%s", text)
	}
}
