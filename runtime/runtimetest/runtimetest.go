// Package runtimetest is the contract of runtime.Session as a test suite. Every
// adapter runs it over a small workflow of its own kind; what passes can be
// given to the loop.
//
// A subject is an adapter with a workflow to run. The suite plays the model,
// so it decides what happens in a run and can tell what must be in the trace.
package runtimetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// Subject is an adapter and a workflow that it can run. The workflow's entry
// agent has a tool and a handoff; nothing of it pauses or fails by itself.
type Subject struct {
	Adapter runtime.Adapter
	Target  runtime.Target // the suite sets the model
	Agent   string         // the entry agent's name in traces
	Tool    string         // runtime name of a tool of the entry agent
	// Arguments are valid for the tool.
	Arguments map[string]any
	Handoff   string // name of a handoff tool of the entry agent
	To        string // its target's name in traces
}

// Run checks the subject against the contract.
func Run(t *testing.T, s Subject) {
	t.Helper()
	if err := s.Adapter.Validate(); err != nil {
		t.Fatal(err)
	}
	t.Run("header", s.header)
	t.Run("evidence", s.evidence)
	t.Run("ends", s.ends)
	t.Run("turns", s.turns)
	t.Run("deadline", s.deadline)
	t.Run("cancel", s.cancel)
	t.Run("deterministic", s.deterministic)
	t.Run("script", s.script)
	t.Run("close", s.close)
}

// talk is the scenario of most tests: the model decides.
func talk(turns ...string) *scenario.Scenario {
	return &scenario.Scenario{Schema: scenario.Schema, ID: "contract", Turns: turns, Context: "ctx"}
}

var identity = runtime.Identity{Run: "run-1", Origin: trace.Generated}

func (s Subject) open(t *testing.T, m model.Model) runtime.Session {
	t.Helper()
	target := s.Target
	target.Model = m
	session, err := s.Adapter.Open(t.Context(), target)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// play runs a scenario and checks what holds for every trace.
func (s Subject) play(t *testing.T, ctx context.Context, session runtime.Session, sc *scenario.Scenario) *trace.Trace {
	t.Helper()
	got, err := session.Run(ctx, sc, identity)
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	checkTrace(t, got)
	return got
}

// checkTrace checks that the trace is whole: it has one end, at the end, and
// comes back from a file as it is.
func checkTrace(t *testing.T, got *trace.Trace) {
	t.Helper()
	for i, e := range got.Events {
		if (e.Kind == trace.RunEnd) != (i == len(got.Events)-1) {
			t.Errorf("event %d of %d is %s: want one run_end, at the end", i+1, len(got.Events), e.Kind)
		}
	}
	if !got.Complete() {
		t.Errorf("the trace is not complete: %+v", got.Completeness)
	}
	var b bytes.Buffer
	if err := trace.Write(&b, got); err != nil {
		t.Fatal(err)
	}
	again, err := trace.Read("t", bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(got, again); d != "" {
		t.Errorf("trace read back (-recorded +read):\n%s", d)
	}
}

func (s Subject) header(t *testing.T) {
	sc := talk("hello")
	got := s.play(t, t.Context(), s.open(t, Answers(Text("hi"))), sc).Header
	want := trace.Header{
		Schema: trace.Schema, Run: identity.Run, Origin: identity.Origin, Runtime: s.Adapter.Name,
		StructureDigest: s.Target.StructureDigest, BehaviourDigest: s.Target.BehaviourDigest,
		Driver: trace.Induce, Mode: trace.Simulated, Model: modelName,
		Scenario: sc.ID, ScenarioDigest: scenario.Digest(sc), Context: sc.Context,
		SDK: got.SDK, Test: got.Test,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("header (-want +got):\n%s", d)
	}
	if s.Target.StructureDigest == "" || s.Target.BehaviourDigest == "" {
		t.Error("the subject has no digests, so that nothing was shown about them")
	}
}

// evidence checks that what the model makes happen is in the trace, in order
// and tied together by the call.
func (s Subject) evidence(t *testing.T) {
	m := Answers(Call(s.Tool, s.Arguments), Call(s.Handoff, nil), Text("done"))
	got := s.play(t, t.Context(), s.open(t, m), talk("please"))
	want := []trace.Event{
		{Kind: trace.AgentStart, Agent: s.Agent},
		{Kind: trace.ToolRequest, Agent: s.Agent, Tool: s.Tool},
		{Kind: trace.ToolStart, Agent: s.Agent, Tool: s.Tool},
		{Kind: trace.ToolEnd, Agent: s.Agent, Tool: s.Tool, Status: trace.StatusOK},
		{Kind: trace.HandoffKind, Agent: s.Agent, To: s.To, Status: trace.StatusCompleted},
		{Kind: trace.AgentStart, Agent: s.To},
		{Kind: trace.RunEnd, Status: trace.StatusCompleted},
	}
	if d := cmp.Diff(want, structure(got)); d != "" {
		t.Errorf("structure (-want +got):\n%s", d)
	}
	calls := map[string]int{}
	for _, e := range got.Events {
		if e.Tool == s.Tool {
			calls[e.Call]++
		}
	}
	if len(calls) != 1 || calls[""] != 0 {
		t.Errorf("call ids %v, want one that all events of the call share", calls)
	}
}

// structure keeps what every runtime must show of a run, without what differs
// between them.
func structure(got *trace.Trace) []trace.Event {
	var out []trace.Event
	for _, e := range got.Events {
		switch e.Kind {
		case trace.AgentStart, trace.ToolRequest, trace.ToolStart, trace.ToolEnd, trace.HandoffKind, trace.RunEnd:
			out = append(out, trace.Event{Kind: e.Kind, Agent: e.Agent, Tool: e.Tool, To: e.To, Status: e.Status})
		}
	}
	return out
}

// ends checks that every failure of the model is the end of a trace that keeps
// what came before.
func (s Subject) ends(t *testing.T) {
	status := map[model.ErrorKind]string{
		model.ErrNoCredentials: trace.StatusError, model.ErrUnauthorized: trace.StatusError,
		model.ErrUnreachable: trace.StatusError, model.ErrNotFound: trace.StatusError,
		model.ErrBadRequest: trace.StatusError, model.ErrRateLimited: trace.StatusError,
		model.ErrServer: trace.StatusError, model.ErrCut: trace.StatusError,
		model.ErrMalformed: trace.StatusError, model.ErrScriptEnd: trace.StatusError,
		model.ErrTimeout: trace.StatusTimeout, model.ErrBudget: trace.StatusBudget,
	}
	for kind, want := range status {
		t.Run(string(kind), func(t *testing.T) {
			m := Answers(Call(s.Tool, s.Arguments), Fail(&model.Error{Kind: kind, Err: errors.New("as told")}))
			s.checkEnd(t, m, want, string(kind))
		})
	}
	t.Run("unknown_tool", func(t *testing.T) {
		m := Answers(Call(s.Tool, s.Arguments), Call("no_such_tool_at_all", nil))
		s.checkEnd(t, m, trace.StatusError, trace.ReasonUnknownTool)
	})
	t.Run("max_turns", func(t *testing.T) {
		s.checkEnd(t, Always(Call(s.Tool, s.Arguments)), trace.StatusError, trace.ReasonMaxTurns)
	})
}

func (s Subject) checkEnd(t *testing.T, m model.Model, status, reason string) {
	t.Helper()
	got := s.play(t, t.Context(), s.open(t, m), talk("please"))
	end, _ := got.End()
	if end.Status != status || end.Reason != reason {
		t.Errorf("run_end %s %s, want %s %s", end.Status, end.Reason, status, reason)
	}
	if !s.toolRan(got) {
		t.Error("the tool call before the end is not in the trace")
	}
}

func (s Subject) toolRan(got *trace.Trace) bool {
	for _, e := range got.Events {
		if e.Kind == trace.ToolStart && e.Agent == s.Agent && e.Tool == s.Tool {
			return true
		}
	}
	return false
}

// turns checks that a later turn of the user goes to the agent that ended the
// last one, with the conversation kept.
func (s Subject) turns(t *testing.T) {
	m := Answers(Call(s.Handoff, nil), Text("first"), Text("second"))
	got := s.play(t, t.Context(), s.open(t, m), talk("one", "two"))
	var started []string
	for _, e := range got.Events {
		if e.Kind == trace.AgentStart {
			started = append(started, e.Agent)
		}
	}
	if d := cmp.Diff([]string{s.Agent, s.To, s.To}, started); d != "" {
		t.Errorf("agents (-want +got):\n%s", d)
	}
	var said []string
	for _, message := range m.Requests()[2].Messages {
		if message.Role == model.RoleUser || message.Role == model.RoleAssistant && message.Content != "" {
			said = append(said, message.Content)
		}
	}
	if d := cmp.Diff([]string{"one", "first", "two"}, said); d != "" {
		t.Errorf("conversation at the last call (-want +got):\n%s", d)
	}
}

func (s Subject) deadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	got := s.play(t, ctx, s.open(t, Answers(Call(s.Tool, s.Arguments), Hang())), talk("please"))
	if end, _ := got.End(); end.Status != trace.StatusTimeout {
		t.Errorf("run_end %s, want timeout", end.Status)
	}
	if !s.toolRan(got) {
		t.Error("the tool call before the deadline is not in the trace")
	}
}

func (s Subject) cancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := Answers(Call(s.Tool, s.Arguments), func(ctx context.Context) (model.Message, error) {
		cancel()
		<-ctx.Done()
		return model.Message{}, ctx.Err()
	})
	got := s.play(t, ctx, s.open(t, m), talk("please"))
	if end, _ := got.End(); end.Reason != trace.ReasonCancelled {
		t.Errorf("run_end %s %s, want reason cancelled", end.Status, end.Reason)
	}
}

// deterministic checks that equal runs give equal bytes: in one session and in
// two, and whatever ran before.
func (s Subject) deterministic(t *testing.T) {
	answers := []Answer{Call(s.Tool, s.Arguments), Call(s.Handoff, nil), Text("done")}
	var all []Answer
	for range 2 {
		all = append(all, answers...)
	}
	session := s.open(t, Answers(all...))
	first := encode(t, s.play(t, t.Context(), session, talk("please")))
	second := encode(t, s.play(t, t.Context(), session, talk("please")))
	other := encode(t, s.play(t, t.Context(), s.open(t, Answers(answers...)), talk("please")))
	if d := cmp.Diff(first, second); d != "" {
		t.Errorf("same session (-first +second):\n%s", d)
	}
	if d := cmp.Diff(first, other); d != "" {
		t.Errorf("another session (-first +other):\n%s", d)
	}
}

// script checks that a scenario's own script decides, not the session's model,
// and that the header says so.
func (s Subject) script(t *testing.T) {
	sc := &scenario.Scenario{Schema: scenario.Schema, ID: "scripted", Script: []scenario.Step{
		{Calls: []scenario.Call{{Name: s.Tool, Arguments: s.Arguments}}}, {Text: "done"},
	}}
	session := s.open(t, Answers())
	for origin, mode := range map[trace.Origin]trace.Mode{trace.Wired: trace.Forced, trace.Tests: trace.Scripted} {
		got, err := session.Run(t.Context(), sc, runtime.Identity{Run: "r", Origin: origin})
		if err != nil {
			t.Fatal(err)
		}
		checkTrace(t, got)
		if got.Header.Driver != trace.Wire || got.Header.Mode != mode {
			t.Errorf("origin %s: driver %s, mode %s, want wire, %s", origin, got.Header.Driver, got.Header.Mode, mode)
		}
		if end, _ := got.End(); end.Status != trace.StatusCompleted || !s.toolRan(got) {
			t.Errorf("origin %s: run_end %+v, tool ran %v", origin, end, s.toolRan(got))
		}
	}
}

func (s Subject) close(t *testing.T) {
	session := s.open(t, Answers(Text("hi")))
	for range 2 {
		if err := session.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	if got, err := session.Run(t.Context(), talk("hello"), identity); err == nil || got != nil {
		t.Errorf("run after close: trace %v, error %v, want an error alone", got, err)
	}
}

func encode(t *testing.T, got *trace.Trace) string {
	t.Helper()
	var b bytes.Buffer
	if err := trace.Write(&b, got); err != nil {
		t.Fatal(fmt.Errorf("encode: %w", err))
	}
	return b.String()
}
