package coverage

import (
	"fmt"
	"testing"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// Agents and tools of the workflow that the tests judge.
const (
	triage = "Triage Agent"
	faq    = "FAQ Agent"
	seat   = "Seat Agent"
	refund = "Refund Agent"
	helper = "Helper Agent"
	clerk  = "Clerk Agent" // runs inside a tool of Refund Agent

	lookup = "faq_lookup"
	update = "update_seat"
	pay    = "issue_refund"   // Refund Agent: behind an approval
	erase  = "delete_account" // Refund Agent: behind a guardrail; Seat Agent: only words
	search = "web_search"     // hosted; FAQ Agent
	ask    = "ask_helper"     // Helper Agent as a tool of Triage Agent
)

// airline is a workflow with one edge of every kind.
func airline() *manifest.Manifest {
	at := func(line int) manifest.Position { return manifest.Position{Path: "app.py", Line: line, Col: 1} }
	m := &manifest.Manifest{
		Schema: manifest.Schema, Workflow: "airline", Entries: []string{triage},
		Agents: []manifest.Agent{
			{ID: triage, Source: at(1)},
			{ID: faq, Source: at(2)},
			{ID: seat, Source: at(3)},
			{ID: refund, Source: at(4)},
			{ID: helper, Source: at(5)},
			{ID: clerk, Source: at(6)},
		},
		Tools: []manifest.Tool{
			{ID: lookup, Source: at(10)},
			{ID: update, Source: at(11)},
			{ID: pay, Source: at(12), Sensitive: true},
			{ID: erase, Source: at(13), Sensitive: true},
			{ID: search, Kind: manifest.ToolHosted, Source: at(14)},
			{ID: ask, Kind: manifest.ToolAgent, Wraps: helper, Source: at(15)},
		},
		Access: []manifest.Access{
			{Agent: faq, Tool: lookup, Source: at(20)},
			{Agent: faq, Tool: search, Source: at(21)},
			{Agent: seat, Tool: update, Source: at(22)},
			{Agent: seat, Tool: erase, Source: at(23)},
			{Agent: refund, Tool: pay, Source: at(24)},
			{Agent: refund, Tool: erase, Source: at(25)},
			{Agent: triage, Tool: ask, Source: at(26)},
		},
		Restrictions: []manifest.Restriction{
			{Agent: refund, Tool: pay, EnforcedBy: manifest.ByApproval, Source: at(30)},
			{Agent: refund, Tool: erase, EnforcedBy: manifest.ByGuardrail, Source: at(31)},
			{Agent: seat, Tool: erase, EnforcedBy: manifest.ByPrompt, Source: at(32)},
			{Agent: faq, Tool: pay, EnforcedBy: manifest.ByAbsence, Source: at(33)},
		},
		Delegations: []manifest.Delegation{
			{From: triage, To: faq, Source: at(40)},
			{From: triage, To: seat, Source: at(41)},
			{From: triage, To: refund, Source: at(42)},
			{From: faq, To: triage, Source: at(43)},
			{From: triage, To: helper, Kind: manifest.AgentTool, ToolName: ask, Source: at(44)},
			{From: refund, To: clerk, Kind: manifest.Nested, Source: at(45)},
		},
	}
	m.Normalize()
	return m
}

func airlineSet(t testing.TB) *obligations.Set {
	t.Helper()
	s, err := obligations.Derive(airline(), obligations.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// header is of a run in which a live model decided, recorded under the SDK.
func header() trace.Header {
	return trace.Header{
		Schema: trace.Schema, Run: "run-1", Driver: trace.Induce, Mode: trace.Live, Origin: trace.Generated,
		Runtime: "sdk", Model: "model-1", ScenarioDigest: "sha256:aa", BehaviourDigest: "sha256:bb",
	}
}

// record builds a trace as a recorder would.
func record(h trace.Header, events ...trace.Event) *trace.Trace {
	r := trace.NewRecorder(h)
	for _, e := range events {
		r.Add(e)
	}
	return r.Trace()
}

func started(agent string) trace.Event { return trace.Event{Kind: trace.AgentStart, Agent: agent} }
func ended(agent string) trace.Event   { return trace.Event{Kind: trace.AgentEnd, Agent: agent} }

func answered(agent string) trace.Event {
	return trace.Event{Kind: trace.ModelCall, Agent: agent, Status: trace.StatusOK}
}

func call3(kind trace.Kind, agent, tool, id string) trace.Event {
	return trace.Event{Kind: kind, Agent: agent, Tool: tool, Call: id}
}

func requested(agent, tool, id string) trace.Event {
	return call3(trace.ToolRequest, agent, tool, id)
}

func ran(agent, tool, id string) trace.Event {
	e := call3(trace.ToolStart, agent, tool, id)
	e.Body = trace.BodyReal
	return e
}

func finished(agent, tool, id, status string) trace.Event {
	e := call3(trace.ToolEnd, agent, tool, id)
	e.Status = status
	return e
}

func denied(agent, tool, id, mechanism string) trace.Event {
	e := call3(trace.Denied, agent, tool, id)
	e.Mechanism = mechanism
	return e
}

func approval(agent, tool, id, status string) trace.Event {
	e := call3(trace.Approval, agent, tool, id)
	e.Status = status
	return e
}

func guardrail(agent, id string, tripped bool) trace.Event {
	return trace.Event{Kind: trace.Guardrail, Agent: agent, Call: id, Name: "guard", Tripped: tripped}
}

func handed(from, to, status string) trace.Event {
	return trace.Event{Kind: trace.HandoffKind, Agent: from, To: to, Status: status}
}

func nested(kind trace.Kind, from, to, how, id string) trace.Event {
	return trace.Event{Kind: kind, Agent: from, To: to, Delegation: how, Call: id}
}

func over(status, reason string) trace.Event {
	return trace.Event{Kind: trace.RunEnd, Status: status, Reason: reason}
}

func completed() trace.Event { return over(trace.StatusCompleted, "") }

// by sets the attribution of events.
func by(a trace.Attribution, events ...trace.Event) []trace.Event {
	for i := range events {
		events[i].Attribution = a
	}
	return events
}

// brief writes a record without its run.
func brief(r Record) string {
	s := fmt.Sprintf("%s %s/%s", r.Obligation, r.Verdict, r.Outcome)
	if r.Reason != "" {
		s += " " + r.Reason
	}
	if r.Evidence != NoEvidence {
		s += " [" + string(r.Evidence) + "]"
	}
	if r.Seq > 0 {
		s += fmt.Sprintf(" @%d", r.Seq)
	}
	return s
}

func briefs(records []Record) []string {
	out := []string{}
	for _, r := range records {
		out = append(out, brief(r))
	}
	return out
}
