package trace_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/obligato-dev/obligato/runtime/trace"
)

func lineSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(trace.SchemaJSON()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///trace.v1.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:///trace.v1.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func accepts(t *testing.T, s *jsonschema.Schema, line []byte) bool {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return s.Validate(v) == nil
}

// The shipped schema and the reader agree, over every combination of a kind
// with the values that the format defines and one that it does not.
func TestSchemaAgreesWithCheck(t *testing.T) {
	s := lineSchema(t)
	kinds := []trace.Kind{
		trace.AgentStart, trace.AgentEnd, trace.ModelCall, trace.ToolRequest, trace.Approval, trace.ToolStart, trace.ToolEnd, trace.Denied,
		trace.HandoffKind, trace.NestedStart, trace.NestedEnd, trace.Guardrail, trace.Message, trace.Fault, trace.Exposed, trace.RunEnd, "later",
	}
	statuses := []string{"", "requested", "granted", "rejected", "ok", "error", "completed", "failed", "ignored", "interrupted", "timeout", "budget", "refusal"}
	subjects := []trace.Event{{}, {Agent: "A"}, {Tool: "t"}, {To: "B"}, {Attribution: trace.None}, {Agent: "A", Tool: "t", To: "B", Mechanism: "policy"}}
	extras := []trace.Event{{}, {Body: "stubbed"}, {Delegation: "nested"}, {Evidence: "verified"}, {Time: "2026-01-02T03:04:05Z"}}
	n := 0
	for _, kind := range kinds {
		for _, status := range statuses {
			for _, subject := range subjects {
				for _, extra := range extras {
					e := subject
					e.Seq, e.Kind, e.Status = 1, kind, status
					e.Body, e.Delegation, e.Evidence, e.Time = extra.Body, extra.Delegation, extra.Evidence, extra.Time
					if kind != trace.Denied && status != "" && !takesStatus(kind) {
						continue // the reader does not look at a status that a kind does not have
					}
					n++
					line, err := json.Marshal(e)
					if err != nil {
						t.Fatal(err)
					}
					if want := e.Check() == nil; accepts(t, s, line) != want {
						t.Errorf("%s: reader accepts %v, schema %v (%v)", line, want, !want, e.Check())
					}
				}
			}
		}
	}
	if n < 1000 {
		t.Errorf("only %d events compared", n)
	}
}

func takesStatus(k trace.Kind) bool {
	switch k {
	case trace.ModelCall, trace.Approval, trace.ToolEnd, trace.HandoffKind, trace.NestedEnd, trace.Message, trace.RunEnd:
		return true
	}
	return false
}

func TestSchemaRefuses(t *testing.T) {
	s := lineSchema(t)
	for _, line := range []string{
		`{"seq":0,"kind":"message"}`, `{"kind":"message"}`, `{"seq":1}`, `[]`,
		`{"seq":1,"kind":"tool_start","tool":"t","body":"mock"}`,
		`{"seq":1,"kind":"nested_start","to":"B","delegation":"magic"}`,
		`{"seq":1,"kind":"denied","tool":"t","mechanism":"luck"}`,
		`{"seq":1,"kind":"tool_end","tool":"t","status":"ok","evidence":"sure"}`,
		`{"kind":"run_start","schema":"obligato.trace/v2","run":"r","driver":"wire","mode":"forced","origin":"wired","runtime":"interp"}`,
		`{"kind":"run_start","schema":"obligato.trace/v1","run":"r","driver":"luck","mode":"forced","origin":"wired","runtime":"interp"}`,
	} {
		if accepts(t, s, []byte(line)) {
			t.Errorf("accepted: %s", line)
		}
	}
}

// What the interpreter writes is what the schema describes.
func TestSchemaAcceptsRecordedTraces(t *testing.T) {
	s := lineSchema(t)
	files, err := filepath.Glob("../interp/testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recorded traces: %v", err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			if !accepts(t, s, line) {
				t.Errorf("%s: refused: %s", f, line)
			}
		}
	}
}
