package trace_test

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/runtime/trace"
)

const head = `{"kind":"run_start","schema":"obligato.trace/v1","run":"r1","driver":"induce","mode":"simulated","origin":"generated","runtime":"interp"}` + "\n"

func header() trace.Header {
	return trace.Header{
		Schema: trace.Schema, Run: "r1", Driver: trace.Induce, Mode: trace.Simulated,
		Origin: trace.Generated, Runtime: "interp",
	}
}

func lines(s ...string) string { return head + strings.Join(s, "\n") + "\n" }

func TestRead(t *testing.T) {
	start := trace.Event{Seq: 1, Kind: trace.AgentStart, Agent: "Triage"}
	end := trace.Event{Seq: 2, Kind: trace.RunEnd, Status: trace.StatusCompleted}
	const startLine, endLine = `{"seq":1,"kind":"agent_start","agent":"Triage"}`, `{"seq":2,"kind":"run_end","status":"completed"}`
	tests := []struct {
		name  string
		input string
		want  []trace.Event
		state trace.Completeness
	}{
		{"whole", lines(startLine, endLine), []trace.Event{start, end}, trace.Completeness{Lines: 3}},
		{"no end", lines(startLine), []trace.Event{start}, trace.Completeness{Lines: 2, Truncated: true}},
		{"header only", head, nil, trace.Completeness{Lines: 1, Truncated: true}},
		{"no newline at the end", strings.TrimSuffix(lines(startLine, endLine), "\n"), []trace.Event{start, end}, trace.Completeness{Lines: 3}},
		{"byte order mark, carriage returns, blank lines", "\ufeff" + strings.ReplaceAll(lines(startLine, "", endLine), "\n", "\r\n"), []trace.Event{start, end}, trace.Completeness{Lines: 4}},
		{
			"garbage between", lines(startLine, "\x00\xff\x1b[31m", endLine),
			[]trace.Event{start, end},
			trace.Completeness{Lines: 4, Problems: []trace.Problem{{Path: "t.jsonl", Line: 3, Message: "not a JSON object"}}},
		},
		{
			"garbage before the header", "hello\n" + lines(startLine, endLine),
			[]trace.Event{start, end},
			trace.Completeness{Lines: 4, Problems: []trace.Problem{{Path: "t.jsonl", Line: 1, Message: "not a JSON object"}}},
		},
		{
			"seq goes back", lines(startLine, `{"seq":1,"kind":"agent_end","agent":"Triage"}`, endLine),
			[]trace.Event{start, end},
			trace.Completeness{Lines: 4, Problems: []trace.Problem{{Path: "t.jsonl", Line: 3, Message: "seq 1 follows seq 1"}}},
		},
		{
			"second run_end", lines(startLine, endLine, `{"seq":3,"kind":"run_end","status":"error"}`),
			[]trace.Event{start, end},
			trace.Completeness{Lines: 4, Problems: []trace.Problem{{Path: "t.jsonl", Line: 4, Message: "a second run_end"}}},
		},
		{
			"second run", lines(startLine, endLine) + head,
			[]trace.Event{start, end},
			trace.Completeness{Lines: 4, Problems: []trace.Problem{{Path: "t.jsonl", Line: 4, Message: "a second run_start: a file holds one run"}}},
		},
		{
			"late event is kept and noted", lines(`{"seq":1,"kind":"run_end","status":"completed"}`, `{"seq":2,"kind":"tool_start","agent":"A","tool":"t"}`),
			[]trace.Event{{Seq: 1, Kind: trace.RunEnd, Status: trace.StatusCompleted}, {Seq: 2, Kind: trace.ToolStart, Agent: "A", Tool: "t"}},
			trace.Completeness{Lines: 3, Problems: []trace.Problem{{Path: "t.jsonl", Line: 3, Message: "tool_start after run_end"}}},
		},
		{
			"unknown kind", lines(`{"seq":1,"kind":"teleport","agent":"Triage","speed":3}`, endLine),
			[]trace.Event{{Seq: 1, Kind: "teleport", Agent: "Triage"}, end},
			trace.Completeness{Lines: 3, UnknownKinds: map[trace.Kind]int{"teleport": 1}, UnknownFields: map[string]int{"speed": 1}},
		},
		{
			"empty lists are none", lines(`{"seq":1,"kind":"exposed","agent":"A","tools":[],"handoffs":[]}`, endLine),
			[]trace.Event{{Seq: 1, Kind: trace.Exposed, Agent: "A"}, end},
			trace.Completeness{Lines: 3},
		},
		{
			"unknown field", lines(`{"seq":1,"kind":"agent_start","agent":"Triage","mood":"good","Agent":"X"}`, endLine),
			[]trace.Event{start, end},
			trace.Completeness{Lines: 3, UnknownFields: map[string]int{"mood": 1, "Agent": 1}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := trace.Read("t.jsonl", strings.NewReader(tt.input))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(header(), got.Header); d != "" {
				t.Errorf("header (-want +got):\n%s", d)
			}
			if d := cmp.Diff(tt.want, got.Events); d != "" {
				t.Errorf("events (-want +got):\n%s", d)
			}
			if d := cmp.Diff(tt.state, got.Completeness); d != "" {
				t.Errorf("completeness (-want +got):\n%s", d)
			}
		})
	}
}

// Each of these lines must be refused, with a message that says why, and must
// not keep the next line from being read.
func TestReadRefusesLines(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"duplicate key", `{"seq":1,"kind":"agent_start","agent":"A","agent":"B"}`, "duplicate"},
		{"bad UTF-8", "{\"seq\":1,\"kind\":\"agent_start\",\"agent\":\"\xff\"}", "UTF-8"},
		{"lone surrogate", `{"seq":1,"kind":"agent_start","agent":"\ud800"}`, "surrogate"},
		{"NaN", `{"seq":NaN,"kind":"agent_start","agent":"A"}`, "bad JSON"},
		{"fraction", `{"seq":1.5,"kind":"agent_start","agent":"A"}`, "bad JSON"},
		{"two values", `{"seq":1,"kind":"agent_start","agent":"A"}{}`, "bad JSON"},
		{"array", `[1]`, "not a JSON object"},
		{"no kind", `{"seq":1,"agent":"A"}`, "kind is missing"},
		{"no seq", `{"kind":"agent_start","agent":"A"}`, "seq is 0"},
		{"negative seq", `{"seq":-4,"kind":"agent_start","agent":"A"}`, "seq is -4"},
		{"no agent", `{"seq":1,"kind":"agent_start"}`, "agent is missing"},
		{"no tool", `{"seq":1,"kind":"tool_start","agent":"A"}`, "tool is missing"},
		{"no target", `{"seq":1,"kind":"handoff","agent":"A","status":"completed"}`, "to is missing"},
		{"no nested target", `{"seq":1,"kind":"nested_start","agent":"A"}`, "to is missing"},
		{"no status", `{"seq":1,"kind":"run_end"}`, "status is missing"},
		{"unknown status", `{"seq":1,"kind":"tool_end","tool":"t","status":"fine"}`, `status is "fine"`},
		{"unknown body", `{"seq":1,"kind":"tool_start","tool":"t","body":"mock"}`, `body is "mock"`},
		{"no mechanism", `{"seq":1,"kind":"denied","tool":"t"}`, "mechanism is missing"},
		{"denied what", `{"seq":1,"kind":"denied","mechanism":"policy"}`, "tool or to is missing"},
		{"unknown mechanism", `{"seq":1,"kind":"denied","tool":"t","mechanism":"luck"}`, `mechanism is "luck"`},
		{"unknown attribution", `{"seq":1,"kind":"tool_start","tool":"t","attribution":"psychic"}`, "attribution"},
		{"unknown delegation", `{"seq":1,"kind":"nested_start","to":"B","delegation":"magic"}`, "delegation"},
		{"unknown evidence", `{"seq":1,"kind":"tool_end","tool":"t","status":"ok","evidence":"sure"}`, "evidence"},
		{"bad time", `{"seq":1,"kind":"agent_start","agent":"A","time":"yesterday"}`, "RFC 3339"},
		{"too long", `{"seq":1,"kind":"agent_start","agent":"` + strings.Repeat("a", trace.MaxLine) + `"}`, "at most"},
		{"escapes", `{"seq":1,"kind":"tool_end","tool":"t","status":"\u001b[2J"}`, `status is "\x1b[2J"`},
		{"deep", strings.Repeat(`{"a":`, 20000), "bad JSON"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := trace.Read("t", strings.NewReader(lines(tt.line, `{"seq":2,"kind":"run_end","status":"completed"}`)))
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Events) != 1 || got.Truncated {
				t.Errorf("events %v, want the run_end only", got.Events)
			}
			if len(got.Problems) != 1 || got.Problems[0].Line != 2 || !strings.Contains(got.Problems[0].Message, tt.want) {
				t.Fatalf("problems %v, want one at line 2 with %q", got.Problems, tt.want)
			}
			if m := got.Problems[0].Message; len(m) > 400 || strings.ContainsAny(m, "\x1b\n\x00") {
				t.Errorf("message is not printable: %q", m)
			}
			if got.Complete() {
				t.Error("a trace with a lost line says that it is complete")
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	edit := func(old, new string) string { return strings.Replace(head, old, new, 1) }
	tests := []struct{ name, input, want string }{
		{"empty", "", "t.jsonl:1:1: read trace: the file is empty"},
		{"blank", "\n\n", "t.jsonl:2:1: read trace: no run_start header"},
		{"event first", `{"seq":1,"kind":"run_end","status":"completed"}` + "\n", `the first event is "run_end"`},
		{"binary", strings.Repeat("\x00\xff\n", 5000), "no run_start header in 1000 lines"},
		{"other JSON", "{}\n", `the first event is ""`},
		{"schema", edit("trace/v1", "trace/v9"), `schema is "obligato.trace/v9"`},
		{"driver", edit("induce", "hope"), `driver is "hope"`},
		{"mode", edit("simulated", "dreamt"), `mode is "dreamt"`},
		{"origin", edit("generated", "found"), `origin is "found"`},
		{"run", edit("r1", ""), "run is missing"},
		{"runtime", edit("interp", ""), "runtime is missing"},
		{"duplicate key in the header", edit(`"run":`, `"run":"x","run":`) + `{"seq":1,"kind":"message"}`, "line 1: bad JSON"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := trace.Read("t.jsonl", strings.NewReader(tt.input))
			var f *trace.FormatError
			if !errors.As(err, &f) {
				t.Fatalf("error %v, want a FormatError", err)
			}
			if !strings.Contains(err.Error(), tt.want) || f.Hint == "" {
				t.Errorf("error %q, want %q and a hint", err, tt.want)
			}
		})
	}
}

func TestReadKeepsWhatCameBeforeAReadError(t *testing.T) {
	in := io.MultiReader(strings.NewReader(lines(`{"seq":1,"kind":"agent_start","agent":"A"}`)), iotest.ErrReader(errors.New("disk on fire")))
	got, err := trace.Read("t", in)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Events) != 1 || !got.Truncated || len(got.Problems) != 1 || got.Problems[0].Message != "read: disk on fire" {
		t.Errorf("events %v, state %+v", got.Events, got.Completeness)
	}
}

func TestReadBoundsProblems(t *testing.T) {
	got, err := trace.Read("t", strings.NewReader(head+strings.Repeat("x\n", 250)))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Problems) != trace.MaxProblems || got.Dropped != 150 {
		t.Errorf("%d problems, %d dropped", len(got.Problems), got.Dropped)
	}
}

func TestReadBoundsUnknownFields(t *testing.T) {
	var b strings.Builder
	b.WriteString(head)
	for i := range 500 {
		b.WriteString(`{"seq":` + strconv.Itoa(i+1) + `,"kind":"message","f` + strconv.Itoa(i) + `":1}` + "\n")
	}
	got, err := trace.Read("t", strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(got.UnknownFields); n != 101 || got.UnknownFields[trace.OtherFields] != 400 {
		t.Errorf("%d names, %d others", n, got.UnknownFields[trace.OtherFields])
	}
}

func TestWriteRefuses(t *testing.T) {
	end := trace.Event{Seq: 1, Kind: trace.RunEnd, Status: trace.StatusCompleted}
	tests := []struct {
		name  string
		trace trace.Trace
		want  string
	}{
		{"no header", trace.Trace{}, "header: schema"},
		{"bad event", trace.Trace{Header: header(), Events: []trace.Event{{Seq: 1, Kind: trace.ToolStart}}}, "event 1: tool_start: tool is missing"},
		{"seq", trace.Trace{Header: header(), Events: []trace.Event{end, end}}, "event 2: seq 1 follows seq 1"},
		{"long", trace.Trace{Header: header(), Events: []trace.Event{{Seq: 1, Kind: "x", Name: strings.Repeat("a", trace.MaxLine)}}}, "at most"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := trace.Write(io.Discard, &tt.trace)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestRecorderRoundTrip(t *testing.T) {
	r := trace.NewRecorder(trace.Header{Run: "r1", Driver: trace.Induce, Mode: trace.Simulated, Origin: trace.Generated, Runtime: "interp"})
	r.Add(trace.Event{Kind: trace.Exposed, Agent: "A", Tools: []string{"b", "a<&>"}, Handoffs: []string{}})
	r.Add(trace.Event{Kind: trace.ToolRequest, Agent: "A", Call: "c1", Tool: strings.Repeat("é", 2000)})
	r.Add(trace.Event{Kind: trace.Denied, Agent: "A", Call: "c1", Tool: "bad \xff name", Mechanism: trace.MechanismUnknownTool})
	if n := r.Add(trace.Event{Kind: "later", Seq: 99}); n != 4 {
		t.Errorf("seq %d, want 4", n)
	}
	if !r.Trace().Truncated {
		t.Error("a recording without an end is not called truncated")
	}
	r.Add(trace.Event{Kind: trace.RunEnd, Status: trace.StatusError, Reason: trace.ReasonUnknownTool})
	want := r.Trace()
	var out bytes.Buffer
	if err := trace.Write(&out, want); err != nil {
		t.Fatal(err)
	}
	got, err := trace.Read("", bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("read back (-want +got):\n%s", d)
	}
	if !strings.HasPrefix(out.String(), `{"kind":"run_start","schema":"obligato.trace/v1"`) || !strings.Contains(out.String(), "a<&>") {
		t.Errorf("unexpected form:\n%s", out.String())
	}
}
