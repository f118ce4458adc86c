package coverage

import (
	"testing"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/trace"
)

func TestJudgeUnattached(t *testing.T) {
	ok := trace.StatusOK
	id := "C3:Triage Agent-x>update_seat"
	refusedBy := func(mechanism string) []trace.Event {
		return []trace.Event{requested(triage, update, "1"), denied(triage, update, "1", mechanism), completed()}
	}
	held := []string{id + " pass/held [acknowledged] @2"}
	ranAnyway := []trace.Event{ran(triage, update, "1"), finished(triage, update, "1", ok), completed()}
	runCases(t, []judgeCase{
		{name: "denied by the runtime", events: refusedBy(trace.MechanismUnknownTool), want: held},
		{name: "denied by a policy", events: refusedBy(trace.MechanismPolicy), want: held},
		{name: "denied when forced", header: forced, events: refusedBy(trace.MechanismUnknownTool), want: held},
		{name: "denied by the interpreter", header: interpreted, events: refusedBy(trace.MechanismUnknownTool)},
		{name: "denied by the interpreter's policy", header: interpreted, events: refusedBy(trace.MechanismPolicy)},
		{name: "denied to another agent", events: []trace.Event{denied(seat, update, "1", trace.MechanismPolicy), completed()}},
		{name: "requested only", events: []trace.Event{requested(triage, update, "1"), completed()}},
		{name: "ran", events: ranAnyway, findings: []string{"OB302 warning"}},
		{name: "ran against a declared restriction", events: []trace.Event{ran(faq, pay, "1"), completed()}, findings: []string{"OB302 error"}},
		{
			name: "ran after its denial", events: []trace.Event{denied(triage, update, "1", trace.MechanismPolicy), ran(triage, update, "1"), completed()},
			findings: []string{"OB302 warning"},
		},
		{
			name: "ran, by an inferred agent", events: append(by(trace.Inferred, ran(triage, update, "1")), completed()),
			findings: []string{"OB302 note"},
		},
		{
			name: "denied, by an inferred agent", events: append(by(trace.Inferred, denied(triage, update, "1", trace.MechanismPolicy)), completed()),
			want: []string{id + " indeterminate/undecided inferred_attribution [attested-only] @1"},
		},
		{
			name: "denied, in a damaged trace", events: refusedBy(trace.MechanismPolicy), damage: true,
			want: []string{id + " indeterminate/undecided unreadable_lines @2"},
		},
		{name: "denied, in a truncated trace", events: refusedBy(trace.MechanismPolicy)[:2], want: held},
		{name: "hosted, ran", events: []trace.Event{ran(triage, search, "1"), completed()}},
		{name: "hosted, denied", events: []trace.Event{denied(triage, search, "1", trace.MechanismUnknownTool), completed()}},
		{
			name: "denied without a call id", events: []trace.Event{denied(triage, update, "", trace.MechanismPolicy), completed()},
			want: []string{id + " pass/held [acknowledged] @1"},
		},
		{name: "denied and run without call ids", events: []trace.Event{
			denied(triage, update, "", trace.MechanismPolicy), ran(triage, update, ""), completed(),
		}, want: []string{id + " indeterminate/undecided guard_not_visible @1"}, findings: []string{"OB302 warning"}},
	})
}

func TestJudgeExposure(t *testing.T) {
	id := "C3:Triage Agent-x>update_seat"
	shown := func(tail ...trace.Event) []trace.Event {
		return append([]trace.Event{answered(triage), requested(triage, update, "1")}, tail...)
	}
	runCases(t, []judgeCase{
		{
			name: "attempted", header: exposing, all: true,
			events:   shown(denied(triage, update, "1", trace.MechanismPolicy), completed()),
			want:     []string{id + " pass/attempted [acknowledged] @3"},
			findings: []string{"OB303 warning"},
		},
		{name: "by a script", header: func(h *trace.Header) { exposing(h); h.Mode = trace.Scripted }, events: shown(denied(triage, update, "1", trace.MechanismPolicy), completed())},
		{
			name: "hosted", header: exposing, events: []trace.Event{denied(triage, search, "1", trace.MechanismPolicy), completed()},
			want: []string{"C3:Triage Agent-x>web_search pass/attempted [acknowledged] @1"}, findings: []string{"OB303 warning"},
		},
		{
			name: "heeded", header: exposing, all: true, events: []trace.Event{answered(triage), completed()}, targets: []string{id},
			want: []string{id + " fail/missed not_shown"},
		},
		{name: "another target", header: exposing, all: true, events: []trace.Event{answered(triage), completed()}, targets: []string{"C2:FAQ Agent->faq_lookup"}},
		{
			name: "denied as unknown", header: exposing, events: shown(denied(triage, update, "1", trace.MechanismUnknownTool), over(trace.StatusError, trace.ReasonUnknownTool)), targets: []string{id},
			want: []string{id + " fail/missed unknown_tool"},
		},
		{
			name: "inferred", header: exposing, events: append(by(trace.Inferred, denied(triage, update, "1", trace.MechanismPolicy)), completed()),
			want: []string{id + " indeterminate/undecided inferred_attribution [attested-only] @1"},
		},
	})
}

func TestJudgeGuarded(t *testing.T) {
	ok := trace.StatusOK
	approved, guardrailed := "C3:Refund Agent-x>issue_refund", "C3:Refund Agent-x>delete_account"
	c2pay, c2erase := "C2:Refund Agent->issue_refund pass/witnessed [acknowledged]", "C2:Refund Agent->delete_account pass/witnessed [acknowledged]"
	asked := approval(refund, pay, "1", trace.StatusRequested)
	granted := approval(refund, pay, "1", trace.StatusGranted)
	rejected := approval(refund, pay, "1", trace.StatusRejected)
	body := []trace.Event{ran(refund, pay, "1"), finished(refund, pay, "1", ok)}
	run := func(parts ...any) []trace.Event {
		events := []trace.Event{requested(refund, pay, "1")}
		for _, p := range parts {
			switch p := p.(type) {
			case trace.Event:
				events = append(events, p)
			case []trace.Event:
				events = append(events, p...)
			}
		}
		return append(events, completed())
	}
	eraseBody := []trace.Event{ran(refund, erase, "1"), finished(refund, erase, "1", ok)}
	runCases(t, []judgeCase{
		{
			name: "rejected", events: run(asked, rejected, denied(refund, pay, "1", trace.MechanismApproval)),
			want: []string{approved + " pass/held [acknowledged] @4"},
		},
		{name: "rejected, no denial recorded", events: run(asked, rejected), want: []string{approved + " pass/held [acknowledged] @3"}},
		{name: "rejected by the interpreter", header: interpreted, events: run(asked, rejected, denied(refund, pay, "1", trace.MechanismApproval))},
		{name: "run by the interpreter without a grant", header: interpreted, events: run(body), want: []string{c2pay + " @2"}},
		{name: "granted", events: run(asked, granted, body), want: []string{c2pay + " @4"}},
		{name: "pending", events: append(run(asked)[:2], over(trace.StatusInterrupted, trace.ReasonApprovalPending))},
		{name: "no grant", events: run(asked, body), want: []string{c2pay + " @3", approved + " fail/breached breached [acknowledged] @3"}},
		{name: "never asked", events: run(body), want: []string{c2pay + " @2", approved + " fail/breached breached [acknowledged] @2"}},
		{name: "never asked, forced", header: forced, events: run(body), want: []string{c2pay + " @2", approved + " fail/breached breached [acknowledged] @2"}},
		{name: "ran after the rejection", events: run(asked, rejected, body), want: []string{c2pay + " @4", approved + " fail/breached breached [acknowledged] @4"}},
		{name: "granted too late", events: run(asked, body, granted), want: []string{c2pay + " @3", approved + " fail/breached breached [acknowledged] @3"}},
		{
			name: "granted while it ran", events: run(ran(refund, pay, "1"), granted, finished(refund, pay, "1", ok)),
			want: []string{c2pay + " @2", approved + " fail/breached breached [acknowledged] @2"},
		},
		{name: "granted, then rejected", events: run(granted, rejected, body), want: []string{c2pay + " @4", approved + " fail/breached breached [acknowledged] @4"}},
		{
			name: "two calls without ids", events: []trace.Event{ran(refund, pay, ""), ran(refund, pay, ""), completed()},
			want: []string{approved + " indeterminate/undecided guard_not_visible @1"},
		},
		{
			name: "imported, denied as unknown tool and run", header: imported, events: run(denied(refund, pay, "1", trace.MechanismUnknownTool), body),
			want: []string{c2pay + " @3", approved + " indeterminate/undecided guard_not_visible @3"},
		},
		{
			name: "grant for another call", events: run(approval(refund, pay, "2", trace.StatusGranted), body),
			want: []string{c2pay + " @3", approved + " fail/breached breached [acknowledged] @3"},
		},
		{
			name: "grant by another agent's call", events: run(approval(faq, pay, "1", trace.StatusGranted), body),
			want: []string{c2pay + " @3", approved + " fail/breached breached [acknowledged] @3"},
		},
		{name: "rejected once and granted for another call", events: run(
			rejected, denied(refund, pay, "1", trace.MechanismApproval), requested(refund, pay, "2"),
			approval(refund, pay, "2", trace.StatusGranted), ran(refund, pay, "2"), finished(refund, pay, "2", ok),
		), want: []string{c2pay + " @6", approved + " pass/held [acknowledged] @3"}},
		{name: "the same id used again", events: run(
			rejected, denied(refund, pay, "1", trace.MechanismApproval), requested(refund, pay, "1"), granted, body,
		), want: []string{c2pay + " @6", approved + " pass/held [acknowledged] @3"}},
		{name: "clean span", header: imported, events: run(body), want: []string{c2pay + " @2", approved + " indeterminate/undecided guard_not_visible @2"}},
		{
			name: "imported, but the guard shows", header: imported, events: run(asked, body),
			want: []string{c2pay + " @3", approved + " fail/breached breached [acknowledged] @3"},
		},
		{name: "imported, granted", header: imported, events: run(granted, body), want: []string{c2pay + " @3"}},
		{name: "denied as unknown tool", events: run(denied(refund, pay, "1", trace.MechanismUnknownTool))},
		{
			name: "grant may be in a lost line", events: run(body), damage: true,
			want: []string{c2pay + " @2", approved + " indeterminate/undecided unreadable_lines @2"},
		},
		{
			name: "ran after a rejection, some lines lost", events: run(rejected, body), damage: true,
			want: []string{c2pay + " @3", approved + " fail/breached breached [acknowledged] @3"},
		},
		{
			name: "start may be in a lost line", events: run(rejected, denied(refund, pay, "1", trace.MechanismApproval)), damage: true,
			want: []string{approved + " indeterminate/undecided unreadable_lines @3"},
		},
		{
			name: "breach by an inferred agent", events: append(by(trace.Inferred, ran(refund, pay, "1")), completed()),
			want: []string{approved + " indeterminate/undecided inferred_attribution [attested-only] @1"},
		},
		{
			name: "guardrail passed", events: append(append([]trace.Event{requested(refund, erase, "1"), guardrail(refund, "1", false)}, eraseBody...), completed()),
			want: []string{c2erase + " @3"},
		},
		{name: "guardrail tripped", events: []trace.Event{
			requested(refund, erase, "1"), guardrail(refund, "1", true), denied(refund, erase, "1", trace.MechanismToolGuardrail), completed(),
		}, want: []string{guardrailed + " pass/held [acknowledged] @3"}},
		{
			name: "guardrail tripped after the body ran", events: append(append([]trace.Event{requested(refund, erase, "1")}, eraseBody...), guardrail(refund, "1", true), completed()),
			want: []string{c2erase + " @2", guardrailed + " fail/breached breached [acknowledged] @2"},
		},
		{
			name: "guardrail passed, then tripped after the body ran", events: append(append([]trace.Event{requested(refund, erase, "1"), guardrail(refund, "1", false)}, eraseBody...), guardrail(refund, "1", true), completed()),
			want: []string{c2erase + " @3", guardrailed + " fail/breached breached [acknowledged] @3"},
		},
		{
			name: "guardrail passed, then denied after the body ran", events: append(append([]trace.Event{guardrail(refund, "1", false), requested(refund, erase, "1"), guardrail(refund, "1", false)}, eraseBody...),
				denied(refund, erase, "1", trace.MechanismOutputGuardrail), completed()),
			want: []string{c2erase + " @4", guardrailed + " fail/breached breached [acknowledged] @4"},
		},
		{
			name: "guardrail of the whole run", events: append(append([]trace.Event{requested(refund, erase, "1"), guardrail(refund, "", false)}, eraseBody...), completed()),
			want: []string{c2erase + " @3", guardrailed + " fail/breached breached [acknowledged] @3"},
		},
	})
}

func TestJudgePromptOnly(t *testing.T) {
	id, c2 := "C3:Seat Agent-x>delete_account", "C2:Seat Agent->delete_account pass/witnessed [acknowledged] @1"
	body := []trace.Event{ran(seat, erase, "1"), finished(seat, erase, "1", trace.StatusOK), completed()}
	breached := []string{c2, id + " fail/breached breached [acknowledged] @1"}
	mode := func(m trace.Mode) func(*trace.Header) { return func(h *trace.Header) { h.Mode = m } }
	refusal := []trace.Event{answered(seat), {Kind: trace.Message, Agent: seat, Status: trace.StatusRefusal}, completed()}
	runCases(t, []judgeCase{
		{name: "live", events: body, want: breached},
		{name: "simulated", header: interpreted, events: body, want: breached},
		{name: "observed", header: imported, events: body, want: breached},
		{name: "replayed", header: mode(trace.Replayed), events: body, want: breached},
		{name: "forced", header: forced, events: body, want: []string{c2}, findings: []string{"OB301 warning"}},
		{name: "scripted", header: mode(trace.Scripted), events: body, want: []string{c2}, findings: []string{"OB301 warning"}},
		{name: "refused in the protocol's field", events: refusal, targets: []string{id}, want: []string{id + " fail/refused refused @2"}},
		{name: "refused, not targeted", events: refusal},
		{
			name: "refused in words", events: []trace.Event{answered(seat), {Kind: trace.Message, Agent: seat}, completed()}, targets: []string{id},
			want: []string{id + " fail/missed not_shown"},
		},
		{
			name: "rerouted", events: []trace.Event{answered(triage), handed(triage, faq, trace.StatusCompleted), answered(faq), completed()}, targets: []string{id},
			want: []string{id + " fail/rerouted rerouted @2", "C4:Triage Agent=>FAQ Agent pass/witnessed [verified] @2"},
		},
		{
			name: "denied after all", events: []trace.Event{denied(seat, erase, "1", trace.MechanismPermission), completed()},
			want: []string{id + " pass/held [acknowledged] @1"},
		},
		{name: "denied by the interpreter", header: interpreted, events: []trace.Event{denied(seat, erase, "1", trace.MechanismPermission), completed()}},
	})
}

// TestHostedPairOfTheInterpreter: no span shows a hosted call, but the
// interpreter runs hosted tools itself.
func TestHostedPairOfTheInterpreter(t *testing.T) {
	m := airline()
	m.Restrictions = append(m.Restrictions, manifest.Restriction{Agent: faq, Tool: search, EnforcedBy: manifest.ByPrompt})
	m.Normalize()
	s, err := obligations.Derive(m, obligations.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for runtime, want := range map[string]int{"sdk": 0, "import:openai": 0, "interp": 1} {
		h := header()
		h.Runtime = runtime
		j := Judge(s, record(h, ran(faq, search, "1"), completed()), JudgeOptions{})
		if len(j.Records) != want+1 { // one more is C1
			t.Errorf("%s: %q", runtime, briefs(j.Records))
		}
	}
}
