package trace_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/runtime/trace"
)

// FuzzRead: no input may panic, and what was read can be written and read back
// to the same events, without a problem.
func FuzzRead(f *testing.F) {
	f.Add([]byte(head))
	f.Add([]byte(lines(
		`{"seq":1,"time":"2026-01-02T03:04:05Z","kind":"agent_start","agent":"Triage"}`,
		`{"seq":2,"kind":"exposed","agent":"Triage","tools":["a"],"handoffs":[]}`,
		`{"seq":4,"kind":"handoff","agent":"Triage","to":"FAQ","status":"completed"}`,
		`{"seq":5,"kind":"warp","x":1}`, "garbage \xff",
		`{"seq":6,"kind":"run_end","status":"error","reason":"max_turns"}`,
		`{"seq":7,"kind":"message"}`,
	)))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := trace.Read("f", bytes.NewReader(data))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := trace.Write(&out, first); err != nil {
			t.Fatalf("write what was read: %v", err)
		}
		second, err := trace.Read("f", bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatalf("read what was written: %v", err)
		}
		if d := cmp.Diff(first.Header, second.Header); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff(first.Events, second.Events); d != "" {
			t.Error(d)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	r := trace.NewRecorder(header())
	for range 2000 {
		r.Add(trace.Event{Kind: trace.ToolRequest, Agent: "Triage Agent", Call: "call_1", Tool: "lookup"})
	}
	var buf bytes.Buffer
	if err := trace.Write(&buf, r.Trace()); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(buf.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := trace.Read("b", bytes.NewReader(buf.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}
