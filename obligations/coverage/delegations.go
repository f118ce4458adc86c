package coverage

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// hop is one passing of work from one agent to another: a completed handoff,
// or a run inside another. Failed and ignored handoffs are none.
type hop struct {
	at       int
	from, to string // ids
	kind     manifest.DelegationKind
	tool     string // runtime name of the agent tool, where one was called
	by       trace.Attribution
	ended    int // position of the nested run's end, or 0
	// proper is unset for an agent tool's run that no call of its agent
	// belongs to.
	proper bool
}

// collectHops lists the hops in order, and counts targets that bind to
// nothing.
func (j *judge) collectHops(c *calls) []hop {
	var out []hop
	ends := pairNested(j.t.Events)
	for i, e := range j.t.Events {
		switch {
		case e.Kind == trace.HandoffKind && e.Status == trace.StatusCompleted:
			h := hop{at: i + 1, kind: manifest.Handoff, by: e.Attribution, proper: true}
			out = j.bind(out, h, e.Agent, e.To)
		case e.Kind == trace.NestedStart:
			h := hop{at: i + 1, kind: manifest.DelegationKind(e.Delegation), by: e.Attribution, ended: ends[i+1], proper: true}
			from := e.Agent
			k := c.current(trace.Event{Call: e.Call, Agent: e.Agent, Tool: e.Tool})
			if k != nil && 0 < k.started && k.started < h.at && (k.ended == 0 || k.ended > h.at) {
				h.tool, h.by = k.tool, weaker(h.by, k.attribution)
				if from == "" {
					from = k.agent
				}
			}
			out = j.bind(out, h.classified(), from, e.To)
		}
	}
	return out
}

// classified settles the kind of a nested run that does not say it, and
// whether an agent tool's run has its call.
func (h hop) classified() hop {
	if h.kind == "" {
		h.kind = manifest.Nested
		if h.tool != "" {
			h.kind = manifest.AgentTool
		}
	}
	h.proper = h.kind != manifest.AgentTool || h.tool != ""
	return h
}

// bind adds the hop with its agents bound to ids.
func (j *judge) bind(out []hop, h hop, from, to string) []hop {
	var okFrom, okTo bool
	if from != "" {
		h.from, okFrom = j.x.set.Agent(from) // a wrong name was counted as an actor's
	}
	if h.to, okTo = j.agent(to); !okFrom || !okTo {
		return out
	}
	return append(out, h)
}

// pairNested maps the position of each nested run's start to that of its end.
func pairNested(events []trace.Event) map[int]int {
	type run struct{ to, call string }
	ends := map[int]int{}
	open := map[run][]int{}
	for i, e := range events {
		r := run{e.To, e.Call}
		switch stack := open[r]; {
		case e.Kind == trace.NestedStart:
			open[r] = append(stack, i+1)
		case e.Kind == trace.NestedEnd && len(stack) > 0:
			ends[stack[len(stack)-1]] = i + 1
			open[r] = stack[:len(stack)-1]
		}
	}
	return ends
}

// delegations judges C4.
func (j *judge) delegations() {
	for _, h := range j.hops {
		o, ok := j.x.delegation(edge{h.from, h.to, h.kind}, h.tool)
		switch level := j.hopLevel(h); {
		case !ok:
			if _, reachable := j.x.agents[h.from]; reachable {
				e := j.event(h.at)
				j.unmapped.add(UnmappedDelegation, e.To, e.Agent)
			}
		case h.proper && level != NoEvidence:
			j.witness(o, Witnessed, level, h.by, h.at)
		}
	}
}

// hopLevel returns the evidence of a hop: a handoff, or a nested run with its
// end, is acknowledged; that the target then acted verifies it. A nested run
// without an end in which the target acted is acknowledged too; without both
// it is nothing yet.
func (j *judge) hopLevel(h hop) Evidence {
	if h.kind == manifest.Handoff {
		if j.actsNext(h.to, h.at) {
			return Verified
		}
		return Acknowledged
	}
	limit := h.ended
	if limit == 0 {
		limit = len(j.t.Events) + 1
	}
	switch acted := j.actsWithin(h.to, h.at, limit); {
	case acted && h.ended > 0:
		return Verified
	case acted || h.ended > 0:
		return Acknowledged
	}
	return NoEvidence
}
