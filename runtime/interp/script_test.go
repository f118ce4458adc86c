package interp_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/golden"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/interp"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/runtimetest"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

type args = map[string]any

func call(name string, a args) scenario.Call { return scenario.Call{Name: name, Arguments: a} }

func calls(list ...scenario.Call) scenario.Step { return scenario.Step{Calls: list} }

func say(s string) scenario.Step { return scenario.Step{Text: s} }

var ada = args{"name": "Ada"}

// Each script forces one of the SDK's rules; the golden trace is what must
// come of it.
func TestScripts(t *testing.T) {
	search := calls(call("web_search", nil))
	tests := []struct {
		name  string
		edit  func(*scenario.Scenario)
		steps []scenario.Step
	}{
		{"tool", nil, []scenario.Step{calls(call("find_booking", ada)), say("found")}},
		{"hosted_tool", nil, []scenario.Step{calls(call("web_search", nil)), say("found")}},
		{"handoff", nil, []scenario.Step{calls(call("transfer_to_seat_agent", nil)), say("hello")}},
		{"handoff_and_back", nil, []scenario.Step{calls(call("transfer_to_seat_agent", nil)), calls(call("transfer_to_triage_agent", nil)), say("hello")}},
		{"two_handoffs", nil, []scenario.Step{calls(call("to_refunds", nil), call("transfer_to_seat_agent", nil)), say("hello")}},
		{"handoff_before_tool", nil, []scenario.Step{calls(call("transfer_to_seat_agent", nil), call("find_booking", ada)), say("hello")}},
		{"handoff_unavailable", nil, []scenario.Step{calls(call("transfer_to_seat_agent", nil)), calls(call("to_refunds", nil))}},
		{"unknown_tool", nil, []scenario.Step{calls(call("drop_tables", ada))}},
		{"unknown_tool_aborts_the_turn", nil, []scenario.Step{calls(call("find_booking", ada), call("transfer_to_seat_agent", nil), call("refund", nil), call("other", nil))}},
		{"disabled_tool", start("Refund Agent"), []scenario.Step{calls(call("old_tool", nil))}},
		{"missing_argument", nil, []scenario.Step{calls(call("find_booking", args{"date": "today"})), say("sorry")}},
		{"nested", nil, []scenario.Step{calls(call("ask_fares", args{"input": "Lowest fare?"})), calls(call("web_search", nil)), say("10"), say("It is 10.")}},
		{"nested_unknown_tool", nil, []scenario.Step{calls(call("ask_fares", args{"input": "?"})), calls(call("refund", nil)), say("sorry")}},
		{"nested_max_turns", nil, []scenario.Step{
			calls(call("ask_fares", args{"input": "?"})),
			search, search, search, search, search, search, search, search, search, search, say("sorry"),
		}},
		{"nested_script_exhausted", nil, []scenario.Step{calls(call("ask_fares", args{"input": "?"}))}},
		{"nested_bad_input", nil, []scenario.Step{calls(call("ask_fares", args{"question": "?"})), say("sorry")}},
		{"max_turns", nil, []scenario.Step{calls(call("find_booking", ada)), calls(call("transfer_to_seat_agent", nil)), calls(call("transfer_to_triage_agent", nil)), say("never asked")}},
		{"script_exhausted", nil, []scenario.Step{calls(call("find_booking", ada))}},
		{"two_turns", nil, []scenario.Step{calls(call("transfer_to_seat_agent", nil)), say("first"), calls(call("update_seat", args{"seat": "12A"})), say("second")}},
		{"approval_granted", approve("refund", scenario.Grant), []scenario.Step{calls(call("to_refunds", nil)), calls(call("refund", args{"booking": "X"})), say("paid")}},
		{"approval_rejected", approve("refund", scenario.Reject), []scenario.Step{calls(call("to_refunds", nil)), calls(call("refund", args{"booking": "X"})), say("no")}},
		{"approval_pending", nil, []scenario.Step{calls(call("to_refunds", nil)), calls(call("refund", args{"booking": "X"}), call("find_booking", ada)), say("never asked")}},
		{"exposure", expose("Triage Agent", "refund"), []scenario.Step{calls(call("refund", args{"booking": "X"}), call("find_booking", ada)), say("I may not.")}},
		{"exposure_elsewhere", expose("Seat Agent", "refund"), []scenario.Step{calls(call("refund", args{"booking": "X"}))}},
		{"orchestrator_start", start("Planner"), []scenario.Step{say("never asked")}},
		{"orchestrator_handoff", nil, []scenario.Step{calls(call("transfer_to_planner", nil)), say("never asked")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sc := &scenario.Scenario{Schema: scenario.Schema, ID: tt.name, Script: tt.steps}
			if tt.edit != nil {
				tt.edit(sc)
			}
			first := text(t, play(t, nil, sc))
			golden.Equal(t, "testdata/"+tt.name+".jsonl", []byte(first))
			if d := cmp.Diff(first, text(t, play(t, nil, sc))); d != "" {
				t.Errorf("a second run differs:\n%s", d)
			}
		})
	}
}

func start(agent string) func(*scenario.Scenario) {
	return func(s *scenario.Scenario) { s.Start = agent }
}

func approve(tool, decision string) func(*scenario.Scenario) {
	return func(s *scenario.Scenario) { s.Approvals = map[string]string{tool: decision} }
}

func expose(agent, tool string) func(*scenario.Scenario) {
	return func(s *scenario.Scenario) { s.Exposure = []scenario.Pair{{Agent: agent, Tool: tool}} }
}

// play runs a scenario against the airline with at most three turns a run.
func play(t *testing.T, m model.Model, sc *scenario.Scenario) *trace.Trace {
	t.Helper()
	return playOn(t, airline(), m, sc)
}

func playOn(t *testing.T, workflow *manifest.Manifest, m model.Model, sc *scenario.Scenario) *trace.Trace {
	t.Helper()
	session, err := interp.Adapter(interp.Options{}).Open(t.Context(), runtime.Target{Manifest: workflow, Model: m, MaxTurns: 3})
	if err != nil {
		t.Fatal(err)
	}
	got, err := session.Run(t.Context(), sc, runtime.Identity{Run: "r", Origin: trace.Tests})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func text(t *testing.T, got *trace.Trace) string {
	t.Helper()
	var b bytes.Buffer
	if err := trace.Write(&b, got); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func user(s string) *scenario.Scenario {
	return &scenario.Scenario{Schema: scenario.Schema, ID: "s", Turns: []string{s}}
}

// What a model reads decides what it does next, so these texts are part of the
// semantics.
func TestModelReads(t *testing.T) {
	answer := func(message model.Message) runtimetest.Answer {
		return func(context.Context) (model.Message, error) { return message, nil }
	}
	toolCall := func(name, arguments string) model.Message {
		return model.Message{ToolCalls: []model.ToolCall{{ID: "c", Name: name, Arguments: arguments}}}
	}
	two := model.Message{Content: "one moment", ToolCalls: []model.ToolCall{
		{ID: "a", Name: "transfer_to_seat_agent"}, {ID: "b", Name: "to_refunds"}, {ID: "c", Name: "find_booking", Arguments: `{"name":"Ada"}`},
	}}
	tests := []struct {
		name  string
		edit  func(*scenario.Scenario)
		first model.Message
		want  []string // the messages of the second request, role and text
	}{
		{"stub", nil, toolCall("find_booking", `{"name":"Ada <3"}`), []string{
			"system Route the customer.", "user hi", "assistant calls find_booking",
			`tool c {"tool":"find_booking","received":{"name":"Ada <3"},"note":"Test double: the request was received. Nothing was looked up or changed."}`,
		}},
		{"malformed arguments", nil, toolCall("find_booking", `{"name":`), []string{
			"system Route the customer.", "user hi", "assistant calls find_booking",
			"tool c An error occurred while running the tool: the arguments are not valid JSON.",
		}},
		{"duplicate argument", nil, toolCall("find_booking", `{"name":"a","name":"b"}`), []string{
			"system Route the customer.", "user hi", "assistant calls find_booking",
			`tool c {"tool":"find_booking","received":{"name":"b"},"note":"Test double: the request was received. Nothing was looked up or changed."}`,
		}},
		{"missing argument", nil, toolCall("find_booking", ``), []string{
			"system Route the customer.", "user hi", "assistant calls find_booking",
			`tool c An error occurred while running the tool: the argument "name" is missing.`,
		}},
		{"wrong type", nil, toolCall("find_booking", `{"name":[]}`), []string{
			"system Route the customer.", "user hi", "assistant calls find_booking",
			`tool c An error occurred while running the tool: the value of "name" does not fit its type.`,
		}},
		{"handoffs", nil, two, []string{
			"system Change seats.", "user hi", "assistant one moment calls transfer_to_seat_agent to_refunds find_booking",
			`tool c {"tool":"find_booking","received":{"name":"Ada"},"note":"Test double: the request was received. Nothing was looked up or changed."}`,
			"tool b This handoff was ignored: only the first of several in one answer is taken.",
			`tool a {"assistant":"Seat Agent"}`,
		}},
		{"not permitted", expose("Triage Agent", "refund"), toolCall("refund", `{}`), []string{
			"system Route the customer.", "user hi", "assistant calls refund", "tool c Not permitted.",
		}},
		{"nested", nil, toolCall("ask_fares", `{"input":"Lowest fare?"}`), []string{
			"system Explain fares.", "user Lowest fare?",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := runtimetest.Answers(answer(tt.first), runtimetest.Text("done"), runtimetest.Text("done"))
			sc := user("hi")
			if tt.edit != nil {
				tt.edit(sc)
			}
			play(t, m, sc)
			var got []string
			for _, message := range m.Requests()[1].Messages {
				got = append(got, line(message))
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("second request (-want +got):\n%s", d)
			}
		})
	}
}

func line(m model.Message) string {
	s := string(m.Role)
	if m.ToolCallID != "" {
		s += " " + m.ToolCallID
	}
	if m.Content != "" {
		s += " " + m.Content
	}
	if len(m.ToolCalls) > 0 {
		s += " calls"
	}
	for _, c := range m.ToolCalls {
		s += " " + c.Name
	}
	return s
}

func TestNestedErrorsReachTheCaller(t *testing.T) {
	m := runtimetest.Answers(
		runtimetest.Call("ask_fares", args{"input": "?"}), runtimetest.Call("refund", nil), runtimetest.Text("sorry"))
	got := play(t, m, user("hi"))
	if end, _ := got.End(); end.Status != trace.StatusCompleted {
		t.Errorf("run_end %+v, want completed", end)
	}
	last := m.Requests()[2].Messages
	if want := "tool call_of_ask_fares An error occurred while running the tool: it called a tool that it does not have."; line(last[len(last)-1]) != want {
		t.Errorf("the caller reads %q, want %q", line(last[len(last)-1]), want)
	}
}

// A failing endpoint says nothing about the workflow, so it ends the run also
// where the SDK would go on.
func TestNestedModelErrorEndsTheRun(t *testing.T) {
	m := runtimetest.Answers(
		runtimetest.Call("ask_fares", args{"input": "?"}),
		runtimetest.Fail(&model.Error{Kind: model.ErrRateLimited}), runtimetest.Text("never asked"))
	got := play(t, m, user("hi"))
	if end, _ := got.End(); end.Status != trace.StatusError || end.Reason != string(model.ErrRateLimited) || len(m.Requests()) != 2 {
		t.Errorf("run_end %+v after %d calls", end, len(m.Requests()))
	}
}

func TestRefusalIsAMessage(t *testing.T) {
	m := runtimetest.Answers(func(context.Context) (model.Message, error) {
		return model.Message{Refusal: "I cannot help with that."}, nil
	})
	got := play(t, m, user("hi"))
	var seen []string
	for _, e := range got.Events {
		if e.Kind == trace.Message && e.Agent != "" {
			seen = append(seen, e.Agent+" "+e.Status)
		}
	}
	if d := cmp.Diff([]string{"Triage Agent refusal"}, seen); d != "" {
		t.Error(d)
	}
	if strings.Contains(text(t, got), "help") {
		t.Error("the trace holds what the model said")
	}
}

// Agents that call themselves as tools are bounded in depth and in calls.
func TestAgentToolCycle(t *testing.T) {
	m := runtimetest.Always(runtimetest.Call("ask_self", args{"input": "again"}))
	sc := user("hi")
	sc.Start = "Echo Agent"
	got := play(t, m, sc)
	depth, deepest, refused := 0, 0, 0
	for _, e := range got.Events {
		switch {
		case e.Kind == trace.NestedStart:
			depth++
			deepest = max(deepest, depth)
		case e.Kind == trace.NestedEnd:
			depth--
		case e.Kind == trace.ToolEnd && e.Reason == trace.ReasonNestingLimit:
			refused++
		}
	}
	if deepest != interp.MaxDepth || refused == 0 {
		t.Errorf("deepest %d, refused %d", deepest, refused)
	}
	if n := len(m.Requests()); n > 200 {
		t.Errorf("%d model calls in one turn of three", n)
	}
	if end, _ := got.End(); end.Reason != trace.ReasonMaxTurns {
		t.Errorf("run_end %+v", end)
	}
}

func TestTooManyCalls(t *testing.T) {
	var flood model.Message
	for range interp.MaxCalls + 1 {
		flood.ToolCalls = append(flood.ToolCalls, model.ToolCall{Name: "find_booking", Arguments: `{"name":"x"}`})
	}
	got := play(t, runtimetest.Answers(func(context.Context) (model.Message, error) { return flood, nil }), user("hi"))
	if end, _ := got.End(); end.Reason != string(model.ErrMalformed) {
		t.Errorf("run_end %+v", end)
	}
}

// Calls without ids, or with one id twice, still have one answer each.
func TestCallIDs(t *testing.T) {
	m := runtimetest.Answers(func(context.Context) (model.Message, error) {
		return model.Message{ToolCalls: []model.ToolCall{{Name: "web_search"}, {ID: "x", Name: "web_search"}, {ID: "x", Name: "web_search"}, {Name: "web_search"}}}, nil
	}, runtimetest.Text("done"))
	got := play(t, m, user("hi"))
	inTrace, inHistory := map[string]int{}, map[string]int{}
	for _, e := range got.Events {
		if e.Kind == trace.ToolStart {
			inTrace[e.Call]++
		}
	}
	for _, message := range m.Requests()[1].Messages {
		for _, c := range message.ToolCalls {
			inHistory[c.ID] += 10
		}
		if message.Role == model.RoleTool {
			inHistory[message.ToolCallID]++
		}
	}
	if len(inTrace) != 4 || len(inHistory) != 4 {
		t.Errorf("trace %v, history %v, want four ids", inTrace, inHistory)
	}
	for id, n := range inHistory {
		if id == "" || n != 11 {
			t.Errorf("id %q: %d, want one call and one answer", id, n)
		}
	}
}

// Only live runs have times.
func TestTimes(t *testing.T) {
	clock := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC) }
	for _, mode := range []model.Mode{model.ModeLive, model.ModeSimulated} {
		session, err := interp.Adapter(interp.Options{Now: clock}).Open(t.Context(), runtime.Target{
			Manifest: airline(), Model: moded{runtimetest.Answers(runtimetest.Text("hi")), mode},
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := session.Run(t.Context(), user("hi"), runtime.Identity{Run: "r"})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range got.Events {
			if e.Kind == trace.ModelCall && e.Name != "contract" {
				t.Errorf("model_call names %q, want the model that answered", e.Name)
			}
			if timed := e.Time == "2026-01-02T03:04:05.000000006Z"; timed != (mode == model.ModeLive) {
				t.Errorf("mode %s: event %s has time %q", mode, e.Kind, e.Time)
			}
		}
		if got.Header.Origin != trace.Generated || got.Header.Mode != trace.Mode(mode) {
			t.Errorf("header %+v", got.Header)
		}
	}
}

// The interpreter is never the program, so no run of it counts as a test of
// the program or as its production.
func TestOrigin(t *testing.T) {
	session, err := interp.Adapter(interp.Options{}).Open(t.Context(), runtime.Target{
		Manifest: airline(), Model: runtimetest.Answers(runtimetest.Text("hi")),
	})
	if err != nil {
		t.Fatal(err)
	}
	for given, want := range map[trace.Origin]trace.Origin{
		"": trace.Generated, trace.Generated: trace.Generated, trace.Tests: trace.Generated,
		trace.Production: trace.Generated, trace.Wired: trace.Wired,
	} {
		got, err := session.Run(t.Context(), user("hi"), runtime.Identity{Run: "r", Origin: given})
		if err != nil {
			t.Fatal(err)
		}
		if got.Header.Origin != want {
			t.Errorf("identity of origin %q gives a run of origin %q, want %q", given, got.Header.Origin, want)
		}
	}
}

// moded is a model of another mode.
type moded struct {
	model.Model
	mode model.Mode
}

func (m moded) Info() model.Info { return model.Info{Name: "m", Mode: m.mode} }
