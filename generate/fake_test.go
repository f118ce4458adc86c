package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// fakeSession answers the nth run, from 0, with the events of play, or with an
// error for no trace at all.
type fakeSession struct {
	play func(n int, s *scenario.Scenario) ([]trace.Event, error)
	runs []string // digests of the scenarios, in order
	ids  []string
}

func (f *fakeSession) Run(_ context.Context, s *scenario.Scenario, id runtime.Identity) (*trace.Trace, error) {
	n := len(f.runs)
	f.runs, f.ids = append(f.runs, scenario.Digest(s)), append(f.ids, id.Run)
	events, err := f.play(n, s)
	if err != nil {
		return nil, err
	}
	r := trace.NewRecorder(trace.Header{
		Schema: trace.Schema, Run: id.Run, Driver: trace.Induce, Mode: trace.Simulated, Origin: id.Origin, Runtime: "interp",
		Model: "fake", Scenario: s.ID, ScenarioDigest: scenario.Digest(s), Exposure: len(s.Exposure) > 0,
	})
	for _, e := range events {
		r.Add(e)
	}
	return r.Trace(), nil
}

func (f *fakeSession) Close() error { return nil }

// plays answers each run with the next script, and with the last from then on.
func plays(scripts ...[]trace.Event) func(int, *scenario.Scenario) ([]trace.Event, error) {
	return func(n int, _ *scenario.Scenario) ([]trace.Event, error) {
		return scripts[min(n, len(scripts)-1)], nil
	}
}

func events(parts ...[]trace.Event) []trace.Event { return slices.Concat(parts...) }

func acts(agent string) []trace.Event {
	return []trace.Event{{Kind: trace.AgentStart, Agent: agent}, {Kind: trace.ModelCall, Agent: agent}}
}

func calls(agent, tool string) []trace.Event {
	call := "call-" + agent + tool
	return []trace.Event{
		{Kind: trace.ToolRequest, Agent: agent, Tool: tool, Call: call},
		{Kind: trace.ToolStart, Agent: agent, Tool: tool, Call: call, Body: trace.BodyStubbed},
		{Kind: trace.ToolEnd, Agent: agent, Tool: tool, Call: call, Status: trace.StatusOK},
	}
}

func denied(agent, tool string) []trace.Event {
	call := "call-" + agent + tool
	return []trace.Event{
		{Kind: trace.ToolRequest, Agent: agent, Tool: tool, Call: call},
		{Kind: trace.Denied, Agent: agent, Tool: tool, Call: call, Mechanism: trace.MechanismPolicy},
	}
}

func hands(from, to string) []trace.Event {
	return append([]trace.Event{
		{Kind: trace.HandoffKind, Agent: from, To: to, Call: "call-" + from + to, Status: trace.StatusCompleted},
	}, acts(to)...)
}

func ends(status, reason string) []trace.Event {
	return []trace.Event{{Kind: trace.RunEnd, Status: status, Reason: reason}}
}

var (
	ok      = ends(trace.StatusCompleted, "")
	limited = ends(trace.StatusError, string(model.ErrRateLimited))
	noKey   = ends(trace.StatusError, string(model.ErrNoCredentials))
	spent   = ends(trace.StatusBudget, string(model.ErrBudget))
)

// fakeRealiser writes a new text each time, unless told otherwise.
func fakeRealiser(realise func(n int, in Input) (Draft, error)) Realiser {
	n := -1
	return Realiser{Name: "fake", Doc: "for tests", Realise: func(_ context.Context, in Input) (Draft, error) {
		n++
		return realise(n, in)
	}}
}

func fresh(n int, in Input) (Draft, error) {
	return Draft{Turns: []string{fmt.Sprintf("request %d for %s", n, in.Objective.Obligation.Criterion)}}, nil
}

// only keeps the named obligations open.
func only(ids ...string) func(string) bool {
	return func(id string) bool { return slices.Contains(ids, id) }
}

// memory is a journal in memory that can fail.
type memory struct {
	entries []Entry
	failAt  int // 1-based; 0: never
}

var errDisk = errors.New("disk full")

func (m *memory) Append(e Entry) error {
	if m.failAt > 0 && len(m.entries)+1 >= m.failAt {
		return errDisk
	}
	m.entries = append(m.entries, e)
	return nil
}

func planned(t testing.TB, ids ...string) (*obligations.Set, []Objective) {
	t.Helper()
	s, g := derive(t, airline(), obligations.Options{})
	o := Plan(s, g, PlanOptions{Open: only(ids...), Expose: ExposeAll})
	if len(o) != len(ids) {
		t.Fatalf("planned %d objectives, want %d", len(o), len(ids))
	}
	return s, o
}
