package interp

import (
	"context"
	"strconv"

	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// request is one call of a model answer.
type request struct {
	model.ToolCall
	id    string // in the trace; the model's own id may be empty, repeated or random
	offer *offer // nil: the agent has no such tool
}

// act carries out the calls of one answer in the order of the SDK: an
// unavailable call aborts the turn before anything runs; tools run before a
// handoff; a call that waits for approval stops the run after the other tools;
// the first of several handoffs is taken.
func (r *run) act(ctx context.Context, c *conversation, calls []model.ToolCall) *stop {
	agent := r.name(c.agent)
	requests := r.requests(c, calls)
	var unknown *request
	for i := range requests {
		q := &requests[i]
		if q.offer == nil && unknown == nil {
			unknown = q
		}
		if q.offer == nil || q.offer.kind != handoff {
			r.add(trace.Event{Kind: trace.ToolRequest, Agent: agent, Call: q.id, Tool: q.Name})
		}
	}
	if unknown != nil {
		r.add(trace.Event{
			Kind: trace.Denied, Agent: agent, Call: unknown.id, Tool: unknown.Name,
			To: r.session.world.handoffs[unknown.Name], Mechanism: trace.MechanismUnknownTool,
		})
		r.ignore(c, requests, trace.ReasonUnknownTool)
		return &stop{trace.StatusError, trace.ReasonUnknownTool, textUnknownTool}
	}
	pending, end := r.runTools(ctx, c, requests)
	if end != nil {
		r.ignore(c, requests, end.reason)
		return end
	}
	if pending {
		r.ignore(c, requests, trace.ReasonApprovalPending)
		return &stop{trace.StatusInterrupted, trace.ReasonApprovalPending, ""}
	}
	return r.handOver(c, requests)
}

// requests matches calls with what the agent is offered.
func (r *run) requests(c *conversation, calls []model.ToolCall) []request {
	offers := r.offers(c.agent)
	out := make([]request, len(calls))
	for i, call := range calls {
		r.calls++
		out[i] = request{ToolCall: call, id: "call_" + strconv.Itoa(r.calls), offer: find(offers, call.Name)}
	}
	return out
}

// runTools runs everything but handoffs, in order, and reports whether a call
// waits for its approval.
func (r *run) runTools(ctx context.Context, c *conversation, requests []request) (pending bool, end *stop) {
	for i := range requests {
		q := &requests[i]
		if q.offer.kind == handoff {
			continue
		}
		text, waits, end := r.runTool(ctx, c, q)
		if end != nil {
			return false, end
		}
		pending = pending || waits
		if !waits {
			c.answer(q, text)
		}
	}
	return pending, nil
}

// runTool runs one call and returns what the model reads as its result.
func (r *run) runTool(ctx context.Context, c *conversation, q *request) (text string, waits bool, end *stop) {
	agent := r.name(c.agent)
	event := trace.Event{Agent: agent, Call: q.id, Tool: q.Name}
	if q.offer.kind == exposedTool {
		r.add(with(event, trace.Denied, func(e *trace.Event) { e.Mechanism = trace.MechanismPolicy }))
		return textNotPermitted, false, nil
	}
	if q.offer.approval {
		switch granted, waits := r.approve(event, q.offer.toolID); {
		case waits:
			return "", true, nil
		case !granted:
			return textNotApproved, false, nil
		}
	}
	args, err := parseArguments(q.Arguments, q.offer.parameters)
	if err != nil {
		// No tool_start: the body of the tool never ran.
		r.add(with(event, trace.ToolEnd, func(e *trace.Event) {
			e.Status, e.Reason = trace.StatusError, trace.ReasonBadArguments
		}))
		return errorText(err.Error()), false, nil
	}
	if q.offer.kind == agentTool {
		text, end := r.nest(ctx, c, event, q.offer, args)
		return text, false, end
	}
	r.add(with(event, trace.ToolStart, func(e *trace.Event) { e.Body = trace.BodyStubbed }))
	r.add(with(event, trace.ToolEnd, func(e *trace.Event) { e.Status = trace.StatusOK }))
	return stubAnswer(q.Name, args), false, nil
}

// approve asks the scenario, as the human in the loop, whether the call may
// run.
func (r *run) approve(event trace.Event, tool string) (granted, waits bool) {
	decide := func(status string) {
		r.add(with(event, trace.Approval, func(e *trace.Event) { e.Status = status }))
	}
	decide(trace.StatusRequested)
	switch r.scenario.Approvals[tool] {
	case scenario.Grant:
		decide(trace.StatusGranted)
		return true, false
	case scenario.Reject:
		decide(trace.StatusRejected)
		r.add(with(event, trace.Denied, func(e *trace.Event) { e.Mechanism = trace.MechanismApproval }))
		return false, false
	}
	return false, true
}

// nest runs an agent as a tool: a conversation of its own, with its own count
// of turns. What its model does wrong becomes the tool's error text.
func (r *run) nest(ctx context.Context, c *conversation, event trace.Event, o *offer, args map[string]any) (string, *stop) {
	finish := func(reason string) {
		r.add(with(event, trace.ToolEnd, func(e *trace.Event) {
			e.Status, e.Reason = trace.StatusOK, reason
			if reason != "" {
				e.Status = trace.StatusError
			}
		}))
	}
	if c.depth >= MaxDepth {
		finish(trace.ReasonNestingLimit)
		return errorText(textNesting), nil
	}
	r.add(with(event, trace.ToolStart, func(e *trace.Event) { e.Body = trace.BodyStubbed }))
	nested := with(event, trace.NestedStart, func(e *trace.Event) {
		e.Tool, e.To, e.Delegation = "", r.name(o.to), "agent_tool"
	})
	r.add(nested)
	inner := &conversation{agent: o.to, depth: c.depth + 1}
	inner.history = []model.Message{{Role: model.RoleUser, Content: input(args)}}
	text, end := r.converse(ctx, inner)
	if end == nil {
		r.add(with(nested, trace.NestedEnd, func(e *trace.Event) { e.Status = trace.StatusOK }))
		finish("")
		return text, nil
	}
	r.add(with(nested, trace.NestedEnd, func(e *trace.Event) {
		if e.Reason = end.reason; end.status != trace.StatusInterrupted {
			e.Status = trace.StatusError
		}
	}))
	if end.text == "" {
		// The tool neither answered nor failed: the run stops inside it.
		return "", end
	}
	finish(end.reason)
	return errorText(end.text), nil
}

// input is what the agent behind a tool reads as the user's request.
func input(args map[string]any) string {
	if text, ok := args["input"].(string); ok && len(args) == 1 {
		return text
	}
	text, err := compact(args)
	if err != nil {
		return ""
	}
	return text
}

// handOver takes the first handoff among the calls, if there is one.
func (r *run) handOver(c *conversation, requests []request) *stop {
	from := r.name(c.agent)
	var taken *request
	for i := range requests {
		q := &requests[i]
		if q.offer.kind != handoff {
			continue
		}
		status := trace.StatusCompleted
		if taken != nil {
			status = trace.StatusIgnored
			c.answer(q, textIgnored)
		} else {
			taken = q
		}
		r.add(trace.Event{Kind: trace.HandoffKind, Agent: from, Call: q.id, To: r.name(q.offer.to), Status: status})
	}
	if taken == nil {
		return nil
	}
	c.answer(taken, transferText(r.session.world.stations[taken.offer.to].agent.RuntimeName()))
	r.leave(c, "", nil)
	c.agent = taken.offer.to
	return r.enter(c)
}

// ignore records the handoffs of a turn that was given up before them.
func (r *run) ignore(c *conversation, requests []request, reason string) {
	for _, q := range requests {
		if q.offer != nil && q.offer.kind == handoff {
			r.add(trace.Event{
				Kind: trace.HandoffKind, Agent: r.name(c.agent), Call: q.id, To: r.name(q.offer.to),
				Status: trace.StatusIgnored, Reason: reason,
			})
		}
	}
}

// answer adds a call's result to the history.
func (c *conversation) answer(q *request, text string) {
	c.history = append(c.history, model.Message{Role: model.RoleTool, ToolCallID: q.ToolCall.ID, Content: text})
}

// with returns a copy of the event as another kind.
func with(e trace.Event, k trace.Kind, edit func(*trace.Event)) trace.Event {
	e.Kind = k
	edit(&e)
	return e
}
