package coverage

import (
	"sort"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// act is an event that an agent itself brought about: the predicate of C1.
// Being started, being named and speaking are none: a started agent whose
// model never answered has done nothing, and text proves nothing.
type act struct {
	at    int    // position of the event
	agent string // id
	by    trace.Attribution
}

// collectActs lists the acts in order. It also counts agents' names that bind
// to nothing.
func (j *judge) collectActs() []act {
	var out []act
	failed := map[string]bool{} // by name: its latest model call gave nothing
	for i, e := range j.t.Events {
		if e.Agent == "" || e.Kind == trace.Message {
			continue
		}
		id, ok := j.agent(e.Agent)
		switch e.Kind {
		case trace.AgentStart:
			delete(failed, e.Agent)
		case trace.ModelCall:
			failed[e.Agent] = e.Status == trace.StatusError
		}
		if ok && j.acted(e, id, failed[e.Agent]) {
			out = append(out, act{i + 1, id, e.Attribution})
		}
	}
	return out
}

// acted reports whether the event shows that its agent acted. A closed span
// does where the source may show no model calls, unless a model call that
// failed is the last thing in it; our own runs always show them, and close the
// span of an agent that never got to call its model. An orchestrator has no
// model: its start is its code running.
func (j *judge) acted(e trace.Event, id string, failed bool) bool {
	switch e.Kind {
	case trace.ModelCall:
		return e.Status != trace.StatusError
	case trace.ToolRequest, trace.ToolStart, trace.NestedStart:
		return true
	case trace.HandoffKind:
		return e.Status == trace.StatusCompleted
	case trace.AgentEnd:
		runtime := j.t.Header.Runtime
		return !failed && runtime != interpreter && runtime != "sdk"
	case trace.AgentStart:
		i, ok := j.x.agents[id]
		return ok && j.x.set.Obligations[i].Kind == string(manifest.KindOrchestrator)
	}
	return false
}

// agents judges C1.
func (j *judge) agents() {
	for _, a := range j.acts {
		if i, ok := j.x.agents[a.agent]; ok {
			j.witness(&j.x.set.Obligations[i], Witnessed, Acknowledged, a.by, a.at)
		}
	}
}

// actsNext reports whether the first act behind a position is the agent's, and
// its agent is no guess.
func (j *judge) actsNext(agent string, at int) bool {
	i := sort.Search(len(j.acts), func(i int) bool { return j.acts[i].at > at })
	// The one who hands over may end its own span first.
	for ; i < len(j.acts) && j.event(j.acts[i].at).Kind == trace.AgentEnd; i++ {
		if j.acts[i].agent == agent {
			break
		}
	}
	return i < len(j.acts) && j.acts[i].agent == agent && certain(j.acts[i].by)
}

// actsWithin reports whether the agent acts between two positions.
func (j *judge) actsWithin(agent string, from, to int) bool {
	i := sort.Search(len(j.acts), func(i int) bool { return j.acts[i].at > from })
	for ; i < len(j.acts) && j.acts[i].at < to; i++ {
		if j.acts[i].agent == agent && certain(j.acts[i].by) {
			return true
		}
	}
	return false
}

func certain(a trace.Attribution) bool { return a == trace.Explicit || a == trace.Ancestor }
