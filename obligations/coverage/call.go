package coverage

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// call is all that a trace says about one call of a tool. Positions are those
// of events in the trace, from 1; 0 means that there was no such event.
// Requested, denied, executed and failed are four different things.
type call struct {
	id, agent, tool string            // as the trace gives them
	attribution     trace.Attribution // the weakest of its events, ends aside
	nth             int               // in its lane, from 1

	requested int
	asked     int // approval requested
	granted   int // approval granted
	rejected  int // approval rejected
	passed    int // a guardrail on this call that did not trip
	tripped   int // a guardrail on this call that did
	denied    int
	started   int
	ended     int

	mechanism string // of the denial
	handoff   bool   // the denial says that it was a handoff's name
	// alone is set where no other call could be meant: by its id, or for want
	// of another call by the same agent of the same tool.
	alone bool
	// counted is set once the call was counted as unmapped.
	counted bool
}

// guarded reports whether anything in the trace speaks of a guard on this
// call.
func (c *call) guarded() bool {
	return c.asked+c.granted+c.rejected+c.passed+c.tripped > 0 || c.denied > 0 && c.mechanism != trace.MechanismUnknownTool
}

// refused reports whether the call was refused by something else than the
// lack of such a tool.
func (c *call) refused() bool {
	return c.rejected > 0 || c.tripped > 0 || c.denied > 0 && c.mechanism != trace.MechanismUnknownTool
}

// allowed reports whether the guard let this call pass before the body
// started, and nothing took that back. An approval is taken back by approval
// alone; any other guard also by what it says after the body ran, because then
// it has not guarded.
func (c *call) allowed(by manifest.Mechanism) bool {
	if by == manifest.ByApproval {
		granted := before(c.granted, c.started)
		return granted > before(c.rejected, c.started)
	}
	granted := max(before(c.passed, c.started), before(c.granted, c.started))
	return granted > max(before(c.rejected, c.started), c.denied) && c.tripped == 0
}

// before returns at, or 0 where it is not before the limit.
func before(at, limit int) int {
	if at < limit {
		return at
	}
	return 0
}

// calls collects the calls of a trace in the order of their first events. Its
// work does not grow with the number of calls that share an id.
type calls struct {
	list  []*call
	lanes map[lane]*queue
	last  map[lane]*call // by id, and by id and tool, whoever called
}

// lane is what the events of one call share.
type lane struct{ id, agent, tool string }

// queue holds the calls of one lane: the latest, and those that wait for their
// start or end, which matter where there are no ids to tell them apart.
type queue struct {
	latest           *call
	waiting, running []*call
}

func collectCalls(events []trace.Event) *calls {
	c := &calls{lanes: map[lane]*queue{}, last: map[lane]*call{}}
	for i, e := range events {
		c.event(e, i+1)
	}
	for _, q := range c.lanes {
		// Without ids, a lane of one call is told apart by its agent and tool.
		if k := q.latest; k.id == "" && k.nth == 1 {
			k.alone = true
		}
	}
	return c
}

func (c *calls) event(e trace.Event, at int) {
	switch e.Kind {
	case trace.ToolRequest:
		c.open(e).requested = at
	case trace.ToolStart:
		c.start(e, at)
	case trace.ToolEnd:
		c.end(e, at)
	case trace.Denied:
		c.deny(e, at)
	case trace.Approval:
		c.approval(e, at)
	case trace.Guardrail:
		c.guardrail(e, at)
	}
}

func (c *calls) start(e trace.Event, at int) {
	k := c.take(e, func(k *call) bool { return k.started == 0 })
	k.started = at
	q := c.lanes[k.lane()]
	q.running = append(q.running, k)
}

// end ends a call. An end without a start proves nothing, so it opens none.
func (c *calls) end(e trace.Event, at int) {
	if e.Call != "" {
		if k := c.current(e); k != nil && k.started > 0 && k.ended == 0 {
			k.ended = at
		}
		return
	}
	if q := c.lanes[laneOf(e)]; q != nil && len(q.running) > 0 {
		q.running[0].ended = at
		q.running = q.running[1:]
	}
}

func (c *calls) deny(e trace.Event, at int) {
	if e.Tool == "" {
		return // a denied handoff
	}
	k := c.take(e, func(k *call) bool { return k.denied == 0 })
	k.denied, k.mechanism, k.handoff = at, e.Mechanism, e.To != ""
}

func (c *calls) approval(e trace.Event, at int) {
	k := c.current(e)
	if e.Call == "" {
		k = nil
		if q := c.lanes[laneOf(e)]; q != nil && len(q.waiting) > 0 {
			k = q.waiting[0]
		}
	}
	if k == nil || k.ended > 0 {
		k = c.open(e)
	}
	k.attribution = weaker(k.attribution, e.Attribution)
	switch e.Status {
	case trace.StatusRequested:
		k.asked = at
	case trace.StatusGranted:
		k.granted = at
	case trace.StatusRejected:
		k.rejected = at
	}
}

// guardrail takes guardrails on one call only; those on a whole run say
// nothing about it.
func (c *calls) guardrail(e trace.Event, at int) {
	k := c.current(e)
	switch {
	case e.Call == "" || k == nil:
	case e.Tripped:
		k.tripped = at
	case k.started == 0:
		k.passed = at
	}
}

// open starts a new call.
func (c *calls) open(e trace.Event) *call {
	k := &call{id: e.Call, agent: e.Agent, tool: e.Tool, attribution: e.Attribution, alone: e.Call != "", nth: 1}
	q := c.lanes[k.lane()]
	if q == nil {
		q = &queue{}
		c.lanes[k.lane()] = q
	} else {
		k.nth = q.latest.nth + 1
	}
	q.latest = k
	q.waiting = append(q.waiting, k)
	c.list = append(c.list, k)
	c.last[lane{id: k.id, tool: k.tool}] = k
	c.last[lane{id: k.id}] = k
	return k
}

// take returns the call that a start or a denial belongs to, or opens one.
// With an id it is the latest call of that id, whatever became of it so far: a
// body that starts after its denial must meet that denial. Without an id it is
// the earliest that waits.
func (c *calls) take(e trace.Event, fits func(*call) bool) *call {
	var k *call
	if e.Call != "" {
		if k = c.current(e); k != nil && !fits(k) {
			k = nil
		}
	} else if q := c.lanes[laneOf(e)]; q != nil && len(q.waiting) > 0 {
		k = q.waiting[0]
	}
	if k == nil {
		k = c.open(e)
	}
	k.attribution = weaker(k.attribution, e.Attribution)
	if q := c.lanes[k.lane()]; len(q.waiting) > 0 && q.waiting[0] == k {
		q.waiting = q.waiting[1:]
	}
	return k
}

// current returns the latest call with the event's id, by the same agent of
// the same tool. An event that does not say its agent, or its tool, goes to
// the latest call with that id; the same id under another agent is another
// call.
func (c *calls) current(e trace.Event) *call {
	if e.Call == "" {
		return nil
	}
	if q := c.lanes[laneOf(e)]; q != nil {
		return q.latest
	}
	k := c.last[lane{id: e.Call, tool: e.Tool}]
	if k == nil || e.Agent != "" && e.Agent != k.agent {
		return nil
	}
	return k
}

func laneOf(e trace.Event) lane { return lane{e.Call, e.Agent, e.Tool} }

func (k *call) lane() lane { return lane{k.id, k.agent, k.tool} }

// weaker returns the attribution that says less.
func weaker(a, b trace.Attribution) trace.Attribution {
	order := map[trace.Attribution]int{trace.Explicit: 0, trace.Ancestor: 1, trace.Inferred: 2, trace.None: 3}
	if order[b] > order[a] {
		return b
	}
	return a
}
