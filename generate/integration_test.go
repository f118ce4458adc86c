package generate

import (
	"bytes"
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/interp"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// simulate pursues all of a manifest's obligations with the interpreter, the
// simulated model and the template realiser. It returns the result and the
// bytes of all traces and of the journal.
func simulate(t testing.TB, m *manifest.Manifest, o PlanOptions, seed uint64) (*Result, []byte) {
	t.Helper()
	return simulateView(t, m, o, seed, obligations.ViewNone)
}

func simulateView(t testing.TB, m *manifest.Manifest, o PlanOptions, seed uint64, view obligations.View) (*Result, []byte) {
	t.Helper()
	s, g := derive(t, m, obligations.Options{View: view})
	session, err := interp.Adapter(interp.Options{}).Open(context.Background(), runtime.Target{
		Manifest: s.Original, StructureDigest: s.StructureDigest, BehaviourDigest: s.BehaviourDigest,
		Model: model.NewSimulated(model.SimulatedOptions{Seed: seed, Heed: 0.9}),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	var out bytes.Buffer
	l := Loop{
		Set: s, Session: session, Realiser: Template(), Journal: &JournalWriter{W: &out}, Seed: seed,
		OnTrace: func(_ *scenario.Scenario, tr *trace.Trace, _ []coverage.Record) error { return trace.Write(&out, tr) },
	}
	r, err := l.Run(context.Background(), Plan(s, g, o))
	if err != nil {
		t.Fatal(err)
	}
	return r, out.Bytes()
}

// reached counts the objectives of each criterion, and those that were shown.
func reached(r *Result) map[string][2]int {
	out := map[string][2]int{}
	for _, e := range r.Objectives {
		n := out[e.Obligation[:2]]
		n[1]++
		if e.Ending == EndWitnessed || e.Ending == EndElsewhere {
			n[0]++
		}
		out[e.Obligation[:2]] = n
	}
	return out
}

func explain(t testing.TB, r *Result) {
	t.Helper()
	for _, e := range r.Objectives {
		t.Logf("%-45s %-12s attempts %d leading %v", e.Obligation, e.Ending, e.Attempts, e.Leading)
		if e.Last != nil {
			t.Logf("    %q\n    %q", e.Last.Scenario.Turns, e.Last.Observed)
		}
	}
	t.Logf("%+v", r.Counts)
}

func TestSimulatedAirline(t *testing.T) {
	r, first := simulate(t, airline(), PlanOptions{}, 1)
	explain(t, r)
	_, second := simulate(t, airline(), PlanOptions{}, 1)
	if !bytes.Equal(first, second) {
		t.Errorf("two runs of one seed differ:\n%s", cmp.Diff(string(first), string(second)))
	}
	got := reached(r)
	for criterion, want := range map[string][2]int{"C1": {3, 3}, "C2": {2, 2}, "C4": {4, 4}} {
		if got[criterion] != want {
			t.Errorf("%s reached %v, want %v", criterion, got[criterion], want)
		}
	}
	for _, e := range r.Objectives {
		if e.Leading && e.Obligation[:2] != "C3" {
			t.Errorf("%s was reached by a leading scenario only", e.Obligation)
		}
	}
	for _, rec := range r.Records {
		if rec.Outcome == coverage.Held || rec.Mode != trace.Simulated {
			t.Errorf("record %+v: the interpreter holds nothing, and the mode is simulated", rec)
		}
	}
}

// overlapping is a workflow whose specialists say the same of themselves, so
// that nothing in a request tells them apart, with one that runs as a tool.
func overlapping() *manifest.Manifest {
	m := &manifest.Manifest{
		Schema: manifest.Schema, Workflow: "drafts", Entries: []string{"Desk"},
		Agents: []manifest.Agent{{ID: "Desk", Instructions: "Get a draft from one of the writers."}},
	}
	for _, name := range []string{"Writer One", "Writer Two", "Writer Three"} {
		m.Agents = append(m.Agents, manifest.Agent{ID: name, Description: "Writes a draft of a letter."})
		m.Delegations = append(m.Delegations, manifest.Delegation{From: "Desk", To: name})
	}
	m.Agents = append(m.Agents, manifest.Agent{ID: "Checker", Description: "Looks for mistakes in a text."})
	m.Tools = []manifest.Tool{
		{ID: "check_text", Kind: manifest.ToolAgent, Wraps: "Checker", Description: "Check a text for mistakes."},
		{ID: "dictionary", Description: "Look a word up in the dictionary.", Parameters: parameters([]any{"word"}, map[string]any{"word": textParameter("")})},
	}
	m.Access = []manifest.Access{{Agent: "Desk", Tool: "check_text"}, {Agent: "Checker", Tool: "dictionary"}}
	m.Delegations = append(m.Delegations, manifest.Delegation{From: "Desk", To: "Checker", Kind: manifest.AgentTool, ToolName: "check_text"})
	return m
}

func TestSimulatedOverlap(t *testing.T) {
	missed := 0
	for seed := range uint64(8) {
		r, first := simulate(t, overlapping(), PlanOptions{Expose: ExposeAll}, seed)
		if seed == 0 {
			explain(t, r)
		}
		_, second := simulate(t, overlapping(), PlanOptions{Expose: ExposeAll}, seed)
		if !bytes.Equal(first, second) {
			t.Errorf("two runs of seed %d differ", seed)
		}
		missed += r.Counts.Missed
		got := map[string]Ending{}
		for _, e := range r.Objectives {
			got[e.Obligation] = e.Ending
			if e.Ending != EndWitnessed && e.Ending != EndElsewhere && e.Ending != EndExhausted && e.Ending != EndStuck {
				t.Errorf("seed %d: %s ended %s: the workflow's own behaviour decides", seed, e.Obligation, e.Ending)
			}
		}
		// What runs as a tool gets its request inside the call.
		if e := got["C2:Checker->dictionary"]; e != EndWitnessed && e != EndElsewhere {
			t.Errorf("seed %d: the tool of a nested agent is %s", seed, e)
		}
	}
	if missed == 0 {
		t.Error("specialists that say the same of themselves were never confused")
	}
}

// TestSimulatedExposure shows every restricted tool to models that heed the
// mark always, sometimes and never.
func TestSimulatedExposure(t *testing.T) {
	s, g := derive(t, airline(), obligations.Options{})
	attempted := func(heed float64) int {
		session, err := interp.Adapter(interp.Options{}).Open(context.Background(), runtime.Target{
			Manifest: s.Original, Model: model.NewSimulated(model.SimulatedOptions{Seed: 1, Heed: heed}),
		})
		if err != nil {
			t.Fatal(err)
		}
		all := Plan(s, g, PlanOptions{Expose: ExposeAll, Open: func(id string) bool { return id[:2] == "C3" }})
		r, err := Loop{Set: s, Session: session, Realiser: Template(), Seed: 1}.Run(context.Background(), all)
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range r.Records {
			if rec.Outcome == coverage.Held || rec.Outcome == coverage.Breached {
				t.Errorf("heed %v: record %+v: an exposure holds and breaches nothing", heed, rec)
			}
			if rec.Obligation[:2] != "C3" {
				t.Errorf("heed %v: record of %s: an exposure makes C3 records only", heed, rec.Obligation)
			}
		}
		return r.Counts.Witnessed
	}
	always, never := attempted(1), attempted(0)
	if always != 0 || never == 0 {
		t.Errorf("attempted %d pairs where the mark is heeded always and %d where never, want 0 and some", always, never)
	}
}

// TestSimulatedPaperView runs the original manifest for the viewed obligations.
func TestSimulatedPaperView(t *testing.T) {
	r, _ := simulateView(t, overlapping(), PlanOptions{Expose: ExposeNone}, 1, obligations.ViewPaper)
	explain(t, r)
	for _, e := range r.Objectives {
		switch e.Obligation {
		case "C2:desk->check_text", "C2:checker->dictionary", "C4:desk=>checker (agent_tool check_text)":
			if e.Ending != EndWitnessed && e.Ending != EndElsewhere {
				t.Errorf("%s is %s", e.Obligation, e.Ending)
			}
		}
	}
	if got := reached(r); got["C2"] != [2]int{2, 2} {
		t.Errorf("C2 reached %v, want 2 of 2", got["C2"])
	}
}
