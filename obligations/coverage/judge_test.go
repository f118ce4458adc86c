package coverage

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/runtime/trace"
)

// judgeCase is a trace and what it says. C1 records are left out of want
// unless all is set: nearly every trace has some.
type judgeCase struct {
	name     string
	header   func(*trace.Header)
	events   []trace.Event
	damage   bool
	targets  []string
	all      bool
	want     []string
	unmapped []Unmapped
	findings []string
}

func (c judgeCase) run(t *testing.T) {
	h := header()
	if c.header != nil {
		c.header(&h)
	}
	tr := record(h, c.events...)
	if c.damage {
		tr.Problems = append(tr.Problems, trace.Problem{Line: 2, Message: "garbage"})
	}
	j := Judge(airlineSet(t), tr, JudgeOptions{Targets: c.targets})
	got := []string{}
	for _, s := range briefs(j.Records) {
		if c.all || !strings.HasPrefix(s, "C1:") {
			got = append(got, s)
		}
	}
	if c.want == nil {
		c.want = []string{}
	}
	if d := cmp.Diff(c.want, got); d != "" {
		t.Errorf("records (-want +got):\n%s", d)
	}
	if c.unmapped == nil {
		c.unmapped = []Unmapped{}
	}
	if d := cmp.Diff(c.unmapped, j.Unmapped); d != "" {
		t.Errorf("unmapped (-want +got):\n%s", d)
	}
	var codes []string
	for _, f := range j.Findings {
		codes = append(codes, f.Code+" "+string(f.Level))
	}
	if d := cmp.Diff(c.findings, codes); d != "" {
		t.Errorf("findings (-want +got):\n%s", d)
	}
	for _, r := range j.Records {
		if err := r.Validate(); err != nil {
			t.Error(err)
		}
	}
}

func runCases(t *testing.T, cases []judgeCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, c.run)
	}
}

func interpreted(h *trace.Header) { h.Runtime, h.Mode = "interp", trace.Simulated }
func forced(h *trace.Header) {
	h.Driver, h.Mode, h.Origin = trace.Wire, trace.Forced, trace.Wired
}

func imported(h *trace.Header) {
	h.Driver, h.Mode, h.Origin, h.Runtime = trace.Observe, trace.Observed, trace.Production, "import:openai"
}
func exposing(h *trace.Header) { interpreted(h); h.Exposure = true }

func TestJudgeAgents(t *testing.T) {
	runCases(t, []judgeCase{
		{
			name: "model call", all: true, events: []trace.Event{started(triage), answered(triage), completed()},
			want: []string{"C1:Triage Agent pass/witnessed [acknowledged] @2"},
		},
		{name: "started only", all: true, events: []trace.Event{started(triage), completed()}},
		{name: "model call failed", all: true, events: []trace.Event{
			started(triage),
			{Kind: trace.ModelCall, Agent: triage, Status: trace.StatusError},
			ended(triage),
			over(trace.StatusError, "unauthorized"),
		}},
		{name: "span of our own without a model call", all: true, events: []trace.Event{started(triage), ended(triage), over(trace.StatusTimeout, "timeout")}},
		{
			name: "imported span", all: true, header: imported, events: []trace.Event{started(triage), ended(triage), completed()},
			want: []string{"C1:Triage Agent pass/witnessed [acknowledged] @2"},
		},
		{name: "imported span around a failed model call", all: true, header: imported, events: []trace.Event{
			started(triage), {Kind: trace.ModelCall, Agent: triage, Status: trace.StatusError}, ended(triage), completed(),
		}},
		{name: "named in a message", all: true, events: []trace.Event{{Kind: trace.Message, Agent: faq, Name: faq}, completed()}},
		{
			name: "target of a failed handoff", all: true, events: []trace.Event{answered(triage), handed(triage, faq, trace.StatusFailed), completed()},
			want: []string{"C1:Triage Agent pass/witnessed [acknowledged] @1"},
		},
		{
			name: "inferred", all: true, events: append(by(trace.Inferred, answered(faq)), completed()),
			want: []string{"C1:FAQ Agent indeterminate/undecided inferred_attribution [attested-only] @1"},
		},
		{
			name: "inferred and certain", all: true, events: append(by(trace.Inferred, answered(faq)), answered(faq), completed()),
			want: []string{
				"C1:FAQ Agent indeterminate/undecided inferred_attribution [attested-only] @1",
				"C1:FAQ Agent pass/witnessed [acknowledged] @2",
			},
		},
		{
			name: "by ancestor", all: true, events: append(by(trace.Ancestor, answered(faq)), completed()),
			want: []string{"C1:FAQ Agent pass/witnessed [acknowledged] @1"},
		},
		{name: "no attribution", all: true, events: append(by(trace.None, answered(faq)), completed())},
		{
			name: "unknown agent", all: true, events: []trace.Event{started("Ghost"), answered("Ghost"), completed()},
			unmapped: []Unmapped{{What: UnmappedAgent, Name: "Ghost", Count: 2}},
		},
	})
}

func TestJudgeTools(t *testing.T) {
	ok := trace.StatusOK
	id := "C2:FAQ Agent->faq_lookup"
	verify := func(level string) trace.Event {
		e := finished(faq, lookup, "1", ok)
		e.Evidence, e.Want, e.Got = level, "", ""
		if level == "unverified" {
			e.Want, e.Got = "seat 1A", "seat 2B"
		}
		return e
	}
	stub := func(e trace.Event) trace.Event { e.Body = trace.BodyStubbed; return e }
	runCases(t, []judgeCase{
		{
			name: "ran", events: []trace.Event{requested(faq, lookup, "1"), ran(faq, lookup, "1"), finished(faq, lookup, "1", ok), completed()},
			want: []string{id + " pass/witnessed [acknowledged] @2"},
		},
		{
			name: "ran and failed", events: []trace.Event{ran(faq, lookup, "1"), finished(faq, lookup, "1", trace.StatusError), completed()},
			want: []string{id + " pass/errored [acknowledged] @1"},
		},
		{name: "requested only", events: []trace.Event{requested(faq, lookup, "1"), completed()}},
		{name: "ended without a start", events: []trace.Event{requested(faq, lookup, "1"), finished(faq, lookup, "1", trace.StatusError), completed()}},
		{name: "another call ended", events: []trace.Event{ran(faq, lookup, "1"), finished(faq, lookup, "2", ok), completed()}},
		{
			name: "by another agent", events: []trace.Event{ran(triage, lookup, "1"), finished(triage, lookup, "1", ok), completed()},
			findings: []string{"OB302 warning"},
		},
		{name: "id shared with another agent", events: []trace.Event{
			ran(faq, lookup, "1"), ran(triage, update, "1"), finished(triage, update, "1", ok), completed(),
		}, findings: []string{"OB302 warning"}},
		{name: "denied", events: []trace.Event{requested(seat, update, "1"), denied(seat, update, "1", trace.MechanismPermission), completed()}},
		{
			name: "verified", events: []trace.Event{ran(faq, lookup, "1"), verify("verified"), completed()},
			want: []string{id + " pass/witnessed [verified] @1"},
		},
		{
			name: "own check", events: []trace.Event{ran(faq, lookup, "1"), verify("verified-custom"), completed()},
			want: []string{id + " pass/witnessed [verified-custom] @1"},
		},
		{
			name: "stub cannot be verified", events: []trace.Event{stub(ran(faq, lookup, "1")), verify("verified"), completed()},
			want: []string{id + " pass/witnessed [acknowledged] @1"},
		},
		{
			name: "the interpreter cannot verify", header: interpreted, events: []trace.Event{ran(faq, lookup, "1"), verify("verified"), completed()},
			want: []string{id + " pass/witnessed [acknowledged] @1"},
		},
		{
			name: "contradicted", events: []trace.Event{ran(faq, lookup, "1"), verify("unverified"), completed()},
			want: []string{id + " fail/contradicted contradicted [unverified] @1"},
		},
		{name: "contradicted once of twice", events: []trace.Event{
			ran(faq, lookup, "1"), verify("unverified"), ran(faq, lookup, "2"), finished(faq, lookup, "2", ok), completed(),
		}, want: []string{
			id + " fail/contradicted contradicted [unverified] @1",
			id + " pass/witnessed [acknowledged] @3",
		}},
		{
			name: "inferred", events: append(by(trace.Inferred, ran(faq, lookup, "1"), finished(faq, lookup, "1", ok)), completed()),
			want: []string{id + " indeterminate/undecided inferred_attribution [attested-only] @1"},
		},
		{
			name: "inferred and verified", events: append(by(trace.Inferred, ran(faq, lookup, "1"), verify("verified")), completed()),
			want: []string{id + " pass/witnessed [acknowledged] @1"},
		},
		{
			name: "caller unknown", events: append(by(trace.None, ran(faq, lookup, "1"), finished(faq, lookup, "1", ok)), completed()),
			unmapped: []Unmapped{{What: UnmappedCaller, Name: lookup, Count: 1}},
		},
		{name: "ended before its start", events: []trace.Event{requested(faq, lookup, "1"), finished(faq, lookup, "1", ok), ran(faq, lookup, "1"), completed()}},
		{name: "unknown tool, requested only", events: []trace.Event{requested(faq, "crm_note", "1"), completed()}},
		{
			name: "no ids", events: []trace.Event{ran(faq, lookup, ""), ran(faq, lookup, ""), finished(faq, lookup, "", ok), completed()},
			want: []string{id + " pass/witnessed [acknowledged] @1"},
		},
		{name: "best of several", events: []trace.Event{
			ran(faq, lookup, "1"), finished(faq, lookup, "1", ok), ran(faq, lookup, "2"),
			{Kind: trace.ToolEnd, Agent: faq, Tool: lookup, Call: "2", Status: ok, Evidence: "verified"},
			completed(),
		}, want: []string{id + " pass/witnessed [verified] @3"}},
		{
			name: "unknown tool of a known agent", events: []trace.Event{ran(faq, "crm_note", "1"), finished(faq, "crm_note", "1", ok), completed()},
			unmapped: []Unmapped{{What: UnmappedTool, Name: "crm_note", Agent: faq, Count: 1}},
		},
		{name: "shown but not in the manifest", events: []trace.Event{
			{Kind: trace.Exposed, Agent: faq, Tools: []string{lookup, "crm_note"}},
			{Kind: trace.Exposed, Agent: faq, Tools: []string{"crm_note"}},
			{Kind: trace.Exposed, Agent: triage, Tools: []string{ask}, Handoffs: []string{"transfer_to_faq_agent"}},
			completed(),
		}, unmapped: []Unmapped{{What: UnmappedTool, Name: "crm_note", Agent: faq, Count: 1}}},
		{name: "denied name of a handoff", events: []trace.Event{
			{Kind: trace.Denied, Agent: faq, Tool: "transfer_to_seat_agent", To: seat, Call: "1", Mechanism: trace.MechanismUnknownTool},
			over(trace.StatusError, trace.ReasonUnknownTool),
		}},
		{name: "exposure run", header: exposing, events: []trace.Event{answered(faq), ran(faq, lookup, "1"), finished(faq, lookup, "1", ok), completed()}, all: true},
	})
}

func TestJudgeDelegations(t *testing.T) {
	done, agentTool := trace.StatusCompleted, "agent_tool"
	handoff, tool, inner := "C4:Triage Agent=>FAQ Agent", "C4:Triage Agent=>Helper Agent (agent_tool ask_helper)", "C4:Refund Agent=>Clerk Agent (nested)"
	ns, ne := trace.NestedStart, trace.NestedEnd
	runCases(t, []judgeCase{
		{
			name: "target acts next", events: []trace.Event{answered(triage), handed(triage, faq, done), ended(triage), started(faq), answered(faq), completed()},
			want: []string{handoff + " pass/witnessed [verified] @2"},
		},
		{
			name: "target never acts", events: []trace.Event{answered(triage), handed(triage, faq, done), ended(triage), started(faq), completed()},
			want: []string{handoff + " pass/witnessed [acknowledged] @2"},
		},
		{
			name: "target acts next, it seems", events: append([]trace.Event{handed(triage, faq, done)}, append(by(trace.Inferred, answered(faq)), completed())...),
			want: []string{handoff + " pass/witnessed [acknowledged] @1"},
		},
		{
			name: "another acts next", events: []trace.Event{handed(triage, faq, done), answered(seat), answered(faq), completed()},
			want: []string{handoff + " pass/witnessed [acknowledged] @1"},
		},
		{name: "failed", events: []trace.Event{answered(triage), handed(triage, faq, trace.StatusFailed), answered(faq), completed()}},
		{
			name: "ignored", events: []trace.Event{handed(triage, seat, done), handed(triage, faq, trace.StatusIgnored), answered(seat), completed()},
			want: []string{"C4:Triage Agent=>Seat Agent pass/witnessed [verified] @1"},
		},
		{name: "words of nobody", events: []trace.Event{{Kind: trace.Message, Agent: "user"}, completed()}},
		{name: "words", events: []trace.Event{{Kind: trace.Message, Agent: triage, To: faq}, answered(faq), completed()}},
		{
			name: "inferred", events: append(by(trace.Inferred, handed(triage, faq, done)), completed()),
			want: []string{handoff + " indeterminate/undecided inferred_attribution [attested-only] @1"},
		},
		{
			name: "inferred but the target acts", events: append(by(trace.Inferred, handed(triage, faq, done)), answered(faq), completed()),
			want: []string{handoff + " pass/witnessed [acknowledged] @1"},
		},
		{name: "attribution unknown", events: append(by(trace.None, handed(triage, faq, done)), completed())},
		{
			name: "undeclared", events: []trace.Event{handed(seat, faq, done), completed()},
			unmapped: []Unmapped{{What: UnmappedDelegation, Name: faq, Agent: seat, Count: 1}},
		},
		{
			name: "unknown target", events: []trace.Event{handed(triage, "Ghost", done), completed()},
			unmapped: []Unmapped{{What: UnmappedAgent, Name: "Ghost", Count: 1}},
		},
		{name: "agent tool", events: []trace.Event{
			ran(triage, ask, "1"), nested(ns, triage, helper, agentTool, "1"), answered(helper),
			nested(ne, triage, helper, agentTool, "1"), finished(triage, ask, "1", trace.StatusOK), completed(),
		}, want: []string{tool + " pass/witnessed [verified] @2"}},
		{name: "agent tool whose agent did nothing", events: []trace.Event{
			ran(triage, ask, "1"), nested(ns, triage, helper, agentTool, "1"), nested(ne, triage, helper, agentTool, "1"),
			finished(triage, ask, "1", trace.StatusError), completed(),
		}, want: []string{tool + " pass/witnessed [acknowledged] @2"}},
		{name: "agent tool cut off after the target acted", events: []trace.Event{
			ran(triage, ask, "1"), nested(ns, triage, helper, agentTool, "1"), answered(helper),
		}, want: []string{tool + " pass/witnessed [acknowledged] @2"}},
		{name: "agent tool cut off before", events: []trace.Event{ran(triage, ask, "1"), nested(ns, triage, helper, agentTool, "1")}},
		{name: "agent tool whose caller is inferred", events: append(by(trace.Inferred, ran(triage, ask, "1")),
			nested(ns, triage, helper, agentTool, "1"), nested(ne, triage, helper, agentTool, "1"), completed(),
		), want: []string{tool + " indeterminate/undecided inferred_attribution [attested-only] @2"}},
		{name: "nested run after its call ended", events: []trace.Event{
			ran(triage, ask, "1"), finished(triage, ask, "1", trace.StatusOK),
			nested(ns, triage, helper, agentTool, "1"), answered(helper), nested(ne, triage, helper, agentTool, "1"), completed(),
		}},
		{name: "agent tool called only", events: []trace.Event{ran(triage, ask, "1"), finished(triage, ask, "1", trace.StatusOK), completed()}},
		{name: "nested run without a call", events: []trace.Event{
			nested(ns, triage, helper, agentTool, "1"), answered(helper), nested(ne, triage, helper, agentTool, "1"), completed(),
		}},
		{name: "nested run in another agent's call", events: []trace.Event{
			ran(faq, ask, "1"), nested(ns, triage, helper, agentTool, "1"), answered(helper), nested(ne, triage, helper, agentTool, "1"), completed(),
		}, unmapped: []Unmapped{{What: UnmappedAccess, Name: ask, Agent: faq, Count: 1}}},
		{
			name: "handoff is no agent tool", events: []trace.Event{handed(triage, helper, done), answered(helper), completed()},
			unmapped: []Unmapped{{What: UnmappedDelegation, Name: helper, Agent: triage, Count: 1}},
		},
		{name: "nested in a tool body", events: []trace.Event{
			nested(ns, refund, clerk, "nested", ""), answered(clerk), nested(ne, refund, clerk, "nested", ""), completed(),
		}, want: []string{inner + " pass/witnessed [verified] @1"}},
	})
}
