package interp_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/interp"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/runtimetest"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// offered runs one turn and returns what the model was shown.
func offered(t *testing.T, m *manifest.Manifest, sc *scenario.Scenario) ([]model.Tool, *trace.Trace) {
	t.Helper()
	mod := runtimetest.Answers(runtimetest.Text("hi"))
	got := playOn(t, m, mod, sc)
	return mod.Requests()[0].Tools, got
}

func TestOffers(t *testing.T) {
	tests := []struct {
		name string
		edit func(*scenario.Scenario)
		want []string // name: description
	}{
		{"triage", nil, []string{
			"find_booking: Finds a booking.",
			"web_search: Searches the web.",
			"ask_fares: Asks about fares.",
			"transfer_to_seat_agent: Hands the conversation over to the agent Seat Agent. Seats and upgrades.",
			"to_refunds: Hands the conversation over to the agent Refund Agent. Money back.",
			"transfer_to_echo_agent: Hands the conversation over to the agent Echo Agent. Asks itself.",
			"transfer_to_planner: Hands the conversation over to the agent Planner.",
		}},
		{"disabled tools are not offered", start("Refund Agent"), []string{"refund: Pays money back.", "find_booking: Finds a booking."}},
		{"agent tool without a description", start("Echo Agent"), []string{"ask_self: Asks itself."}},
		{"exposure", func(s *scenario.Scenario) {
			s.Start = "Seat Agent"
			s.Exposure = []scenario.Pair{
				{Agent: "Seat Agent", Tool: "refund"}, {Agent: "Seat Agent", Tool: "update_seat"}, {Agent: "Triage Agent", Tool: "old_tool"},
			}
		}, []string{
			"update_seat: Changes a seat.",
			"transfer_to_triage_agent: Hands the conversation over to the agent Triage Agent. First contact.",
			"refund: [not permitted for this agent] Pays money back.",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sc := user("hi")
			if tt.edit != nil {
				tt.edit(sc)
			}
			tools, got := offered(t, airline(), sc)
			var list []string
			for _, tool := range tools {
				list = append(list, tool.Name+": "+tool.Description)
			}
			if d := cmp.Diff(tt.want, list); d != "" {
				t.Errorf("offers (-want +got):\n%s", d)
			}
			if got.Header.Exposure != (len(sc.Exposure) > 0) {
				t.Errorf("exposure in the header is %v", got.Header.Exposure)
			}
		})
	}
}

// Of several offers with one name the last wins, in the order of the source,
// and a handoff beats a tool whatever the order.
func TestDuplicateNames(t *testing.T) {
	at := func(line int) manifest.Position { return manifest.Position{Path: "a.py", Line: line, Col: 1} }
	m := &manifest.Manifest{
		Schema: manifest.Schema, Workflow: "w", Entries: []string{"A"},
		Agents: []manifest.Agent{{ID: "A"}, {ID: "B é"}, {ID: "B ü"}, {ID: "C"}},
		Tools: []manifest.Tool{
			{ID: "t@x.t", Name: "t", Description: "of x"},
			{ID: "t@y.t", Name: "t", Description: "of y"},
			{ID: "transfer_to_c", Description: "a tool"},
		},
		Access: []manifest.Access{
			{Agent: "A", Tool: "t@x.t", Source: at(9)},
			{Agent: "A", Tool: "t@y.t", Source: at(3)},
			{Agent: "A", Tool: "transfer_to_c", Source: at(10)},
		},
		Delegations: []manifest.Delegation{
			{From: "A", To: "B é"}, {From: "A", To: "B ü"}, {From: "A", To: "C"},
		},
	}
	tools, got := offered(t, m, user("hi"))
	var list []string
	for _, tool := range tools {
		list = append(list, tool.Name+": "+tool.Description)
	}
	want := []string{
		"t: of x",
		"transfer_to_b__: Hands the conversation over to the agent B ü.",
		"transfer_to_c: Hands the conversation over to the agent C.",
	}
	if d := cmp.Diff(want, list); d != "" {
		t.Errorf("offers (-want +got):\n%s", d)
	}
	for _, e := range got.Events {
		if e.Kind == trace.Exposed {
			if d := cmp.Diff([][]string{{"t"}, {"transfer_to_b__", "transfer_to_c"}}, [][]string{e.Tools, e.Handoffs}); d != "" {
				t.Errorf("exposed (-want +got):\n%s", d)
			}
		}
	}
}

// Only a delegation makes an agent a tool; an access entry alone has nothing
// to run.
func TestAgentToolNeedsADelegation(t *testing.T) {
	m := airline()
	m.Delegations = nil
	tools, _ := offered(t, m, user("hi"))
	for _, tool := range tools {
		if tool.Name == "ask_fares" {
			t.Errorf("offered %+v", tool)
		}
	}
}

// Agents that share a runtime name are told apart in traces by their ids.
func TestNamesakes(t *testing.T) {
	m := &manifest.Manifest{
		Schema: manifest.Schema, Workflow: "w", Entries: []string{"B@x.b"},
		Agents:      []manifest.Agent{{ID: "B@x.b", Name: "B"}, {ID: "B@y.b", Name: "B"}},
		Delegations: []manifest.Delegation{{From: "B@x.b", To: "B@y.b", ToolName: "over"}},
	}
	got := playOn(t, m, runtimetest.Answers(runtimetest.Call("over", nil), runtimetest.Text("hi")), user("hi"))
	var started []string
	for _, e := range got.Events {
		if e.Kind == trace.AgentStart {
			started = append(started, e.Agent)
		}
	}
	if d := cmp.Diff([]string{"B@x.b", "B@y.b"}, started); d != "" {
		t.Error(d)
	}
}

// A scenario that cannot be started gives no trace, and says why.
func TestRunRefuses(t *testing.T) {
	tests := []struct {
		name string
		sc   scenario.Scenario
		want string
	}{
		{"no turns", scenario.Scenario{ID: "s"}, "neither turns nor a script"},
		{"start", scenario.Scenario{ID: "s", Turns: []string{"hi"}, Start: "Nobody"}, `start at agent "Nobody"`},
		{"exposed agent", scenario.Scenario{ID: "s", Turns: []string{"hi"}, Exposure: []scenario.Pair{{Agent: "Nobody", Tool: "refund"}}}, `agent "Nobody"`},
		{"exposed tool", scenario.Scenario{ID: "s", Turns: []string{"hi"}, Exposure: []scenario.Pair{{Agent: "Seat Agent", Tool: "nothing"}}}, `tool "nothing"`},
		{"no model", scenario.Scenario{ID: "s", Turns: []string{"hi"}}, "no model"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var m model.Model = runtimetest.Answers()
			if tt.name == "no model" {
				m = nil
			}
			session, err := interp.Adapter(interp.Options{}).Open(t.Context(), runtime.Target{Manifest: airline(), Model: m})
			if err != nil {
				t.Fatal(err)
			}
			got, err := session.Run(t.Context(), &tt.sc, runtime.Identity{Run: "r"})
			if err == nil || got != nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("trace %v, error %v, want %q", got, err, tt.want)
			}
		})
	}
	session, err := interp.Adapter(interp.Options{}).Open(t.Context(), runtime.Target{Manifest: airline(), Model: runtimetest.Answers()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := session.Run(t.Context(), user("hi"), runtime.Identity{}); err == nil || !strings.Contains(err.Error(), "run is missing") {
		t.Errorf("error %v without a run id", err)
	}
	if _, err := interp.Adapter(interp.Options{}).Open(t.Context(), runtime.Target{}); err == nil {
		t.Error("a target without manifest opens")
	}
}
