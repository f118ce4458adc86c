package coverage

import (
	"slices"

	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// misses records, for what the scenario targeted and the run did not show, why
// it did not. Whatever the run did show before its end stands.
func (j *judge) misses() {
	for _, id := range slices.Compact(slices.Sorted(slices.Values(j.options.Targets))) {
		o, ok := j.x.lookup(id)
		if !ok {
			j.unmapped.add(UnmappedTarget, id, "")
			continue
		}
		if j.t.Header.Exposure && o.Criterion != obligations.C3 || j.cannotTell(o) || j.said(id) {
			continue
		}
		j.miss(o)
	}
}

// cannotTell reports that the run could not have shown the obligation, so that
// not showing it says nothing: the interpreter runs no guard, and what it
// denies by itself is denied by construction.
func (j *judge) cannotTell(o *obligations.Obligation) bool {
	if j.t.Header.Runtime != interpreter || o.Criterion != obligations.C3 {
		return false
	}
	return o.Class == obligations.ClassCode || o.Class == obligations.ClassAbsence && !j.t.Header.Exposure
}

// said reports whether there is already a record of the obligation.
func (j *judge) said(id string) bool {
	for v, list := range outcomes {
		for _, out := range list {
			if _, ok := j.records[slot{id, v, out}]; ok {
				return true
			}
		}
	}
	return false
}

func (j *judge) miss(o *obligations.Obligation) {
	verdict, reason := EndVerdict(j.t)
	if verdict != Fail {
		j.record(o, verdict, Undecided, reason, NoEvidence, 0)
		return
	}
	if at := j.unfinished(o); at > 0 {
		j.record(o, Indeterminate, Undecided, ReasonUnfinished, AttestedOnly, at)
		return
	}
	if at := j.unattributed(o); at > 0 {
		j.record(o, Indeterminate, Undecided, ReasonUnattributed, AttestedOnly, at)
		return
	}
	outcome, finer, at := j.classify(o)
	if reason == ReasonNotShown {
		reason = finer
	}
	j.record(o, Fail, outcome, reason, NoEvidence, at)
}

// unfinished returns the position of a start that would witness the obligation
// if its end were in the trace, or 0.
func (j *judge) unfinished(o *obligations.Obligation) int {
	switch o.Criterion {
	case obligations.C2:
		for _, c := range j.calls {
			if c.started > 0 && c.ended == 0 && j.isCall(o, c) {
				return c.started
			}
		}
	case obligations.C4:
		for _, h := range j.hops {
			p, ok := j.x.delegation(edge{h.from, h.to, h.kind}, h.tool)
			if ok && p.ID == o.ID && h.ended == 0 {
				return h.at
			}
		}
	}
	return 0
}

// unattributed returns the position of a start of the obligation's tool that
// may have been its agent's, or 0.
func (j *judge) unattributed(o *obligations.Obligation) int {
	if o.Criterion != obligations.C2 {
		return 0
	}
	for _, c := range j.calls {
		if c.started == 0 || c.agent != "" && c.attribution != trace.None {
			continue
		}
		if tool, ok := j.x.set.ToolOf(o.Agent, c.tool); ok && tool == o.Tool {
			return c.started
		}
	}
	return 0
}

// classify says what the run did instead, from structure alone: text that
// reads like a refusal is none.
func (j *judge) classify(o *obligations.Obligation) (out Outcome, reason string, at int) {
	for i, e := range j.t.Events {
		if e.Kind == trace.Message && e.Status == trace.StatusRefusal {
			return Refused, ReasonRefused, i + 1
		}
	}
	for _, c := range j.calls {
		if c.started == 0 && c.refused() && j.isCall(o, c) {
			return Refused, ReasonDenied, max(c.denied, c.rejected, c.tripped)
		}
	}
	if at := j.rerouted(o); at > 0 {
		return Rerouted, ReasonRerouted, at
	}
	return Missed, ReasonNotShown, 0
}

// rerouted returns the position at which another took the work: the acting
// agent passed it on elsewhere, or was never asked while others were, or
// somebody else called the tool. 0 where none did.
func (j *judge) rerouted(o *obligations.Obligation) int {
	subject := o.Agent
	if o.Criterion == obligations.C4 {
		subject = o.From
	}
	acted := slices.ContainsFunc(j.acts, func(a act) bool { return a.agent == subject })
	for _, h := range j.hops {
		if slices.Contains(j.options.Route, h.to) {
			continue
		}
		if !acted && h.to != subject || acted && h.from == subject && h.to != o.To {
			return h.at
		}
	}
	for _, c := range j.calls {
		if c.started > 0 && o.Tool != "" && !j.isCall(o, c) && j.isTool(o, c) {
			return c.started
		}
	}
	return 0
}

// isCall reports whether the call is one by the obligation's agent of its
// tool.
func (j *judge) isCall(o *obligations.Obligation, c *call) bool {
	agent, ok := j.x.set.Agent(c.agent)
	return ok && agent == o.Agent && j.isTool(o, c)
}

// isTool reports whether the call is one of the obligation's tool, by whomever.
func (j *judge) isTool(o *obligations.Obligation, c *call) bool {
	agent, ok := j.x.set.Agent(c.agent)
	if !ok || o.Tool == "" {
		return false
	}
	tool, ok := j.x.set.ToolOf(agent, c.tool)
	return ok && tool == o.Tool
}
