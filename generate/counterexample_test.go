package generate

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

func traceOf(parts ...[]trace.Event) *trace.Trace {
	r := trace.NewRecorder(trace.Header{Schema: trace.Schema, Run: "r"})
	for _, e := range events(parts...) {
		r.Add(e)
	}
	return r.Trace()
}

func TestCounterexample(t *testing.T) {
	requested := []trace.Event{{Kind: trace.ToolRequest, Agent: seat, Tool: "update_seat", Call: "c"}}
	refused := []trace.Event{{Kind: trace.Message, Agent: triage, Status: trace.StatusRefusal}}
	talk := []trace.Event{{Kind: trace.Message, Agent: triage}}
	tests := []struct {
		name       string
		obligation string
		trace      *trace.Trace
		hop        int
		strayed    string
		nearest    string
		last       string // observed step before the end
	}{
		{"nothing happened", c2Seat, traceOf(ok), 0, "", "", ""},
		{"stayed at the entry", c2Seat, traceOf(atTriage, talk, ok), 1, "", "", "Triage Agent acted"},
		{"refused", c2Seat, traceOf(atTriage, refused, ok), 1, "", "", "Triage Agent refused"},
		{"went elsewhere", c2Seat, traceOf(toFAQ, ok), 1, faq, "Triage Agent=>FAQ Agent", "FAQ Agent acted"},
		{"went elsewhere and came back", c2Seat, traceOf(toFAQ, hands(faq, triage), ok), 1, faq, "Triage Agent=>FAQ Agent", "Triage Agent acted"},
		{"reached, not called", c2Seat, traceOf(toSeat, ok), 2, "", "Triage Agent=>Seat Booking Agent", "Seat Booking Agent acted"},
		{"reached, only asked for", c2Seat, traceOf(toSeat, requested, ok), 2, "", "Triage Agent=>Seat Booking Agent", "Seat Booking Agent->update_seat (requested only)"},
		{"the tool, by another", c2Seat, traceOf(toFAQ, calls(faq, "update_seat"), ok), 1, faq, "FAQ Agent->update_seat", "FAQ Agent->update_seat (ran)"},
		{"handed on after it was reached", c2Seat, traceOf(toSeat, hands(seat, triage), ok), 2, "", "Seat Booking Agent=>Triage Agent", "Triage Agent acted"},
		{"back edge not taken", "C4:FAQ Agent=>Triage Agent", traceOf(toFAQ, ok), 2, "", "Triage Agent=>FAQ Agent", "FAQ Agent acted"},
		{"denied", c3Triage, traceOf(atTriage, denied(triage, "faq_lookup_tool"), ok), 1, "", "", "Triage Agent-x>faq_lookup_tool (denied by policy)"},
	}
	s, g := derive(t, airline(), obligations.Options{})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := Plan(s, g, PlanOptions{Open: only(tt.obligation), Expose: ExposeAll})[0]
			sc := &scenario.Scenario{Provenance: &scenario.Provenance{Attempt: 3}}
			c := counterexample(s, o, o.Hops(), sc, tt.trace, coverage.Record{Verdict: coverage.Fail, Outcome: coverage.Missed, Reason: "not_shown"})
			if c.Hop != tt.hop || c.Strayed != tt.strayed || c.Nearest != tt.nearest {
				t.Errorf("hop %d, strayed %q, nearest %q; want %d, %q, %q", c.Hop, c.Strayed, c.Nearest, tt.hop, tt.strayed, tt.nearest)
			}
			last := ""
			if n := len(c.Observed); n > 1 {
				last = c.Observed[n-2]
			}
			if last != tt.last {
				t.Errorf("observed %q, want %q before the end", c.Observed, tt.last)
			}
			if c.Attempt != 3 || c.Reason != "not_shown" || len(c.Seqs) != len(c.Observed) {
				t.Errorf("counterexample is %+v", c)
			}
		})
	}
}

func TestFingerprint(t *testing.T) {
	a := fingerprint("C1:A", []string{"x", "y"}, "fail")
	for name, b := range map[string]string{
		"obligation": fingerprint("C1:B", []string{"x", "y"}, "fail"), "path": fingerprint("C1:A", []string{"x"}, "fail"),
		"steps": fingerprint("C1:A", []string{"xy"}, "fail"), "verdict": fingerprint("C1:A", []string{"x", "y"}, "pass"),
	} {
		if a == b {
			t.Errorf("another %s gives the same fingerprint", name)
		}
	}
	if a != fingerprint("C1:A", []string{"x", "y"}, "fail") {
		t.Error("equal misses differ")
	}
}

func TestObservedIsBounded(t *testing.T) {
	s, _ := derive(t, airline(), obligations.Options{})
	var long [][]trace.Event
	for range 500 {
		long = append(long, hands(triage, faq), hands(faq, triage))
	}
	p := observe(s, traceOf(events(long...)))
	if diff := cmp.Diff(maxObserved, len(p.steps)); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
}
