package coverage

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// allowed judges C2: the agent itself called the tool and its body ran to an
// end. A request, a denied call and a call by somebody else are no start, and
// a start without an end decides nothing.
func (j *judge) allowed() {
	for _, c := range j.calls {
		if c.started == 0 {
			continue
		}
		p, ok := j.pair(c)
		if !ok {
			continue
		}
		if i, ok := j.x.access[p]; ok && c.ended > 0 {
			j.execution(i, c)
		}
	}
	j.standIns()
}

// standIns judges C2 of the tools that only the paper view has, which no trace
// can show as calls: code that ran the agent called its tool.
func (j *judge) standIns() {
	for _, h := range j.hops {
		if h.kind == manifest.AgentTool || j.hopLevel(h) == NoEvidence {
			continue
		}
		tool, ok := j.x.set.StandIn(h.from, h.to, h.kind)
		if !ok {
			continue
		}
		if i, ok := j.x.access[pair{h.from, tool}]; ok {
			j.witness(&j.x.set.Obligations[i], Witnessed, Acknowledged, h.by, h.at)
		}
	}
}

// execution records a body that ran to its end.
func (j *judge) execution(i int, c *call) {
	o, end := &j.x.set.Obligations[i], j.event(c.ended)
	switch {
	case end.Evidence == string(Unverified) && certain(c.attribution):
		j.contradiction(i, c)
	case end.Evidence == string(Unverified) && c.attribution == trace.Inferred:
		j.record(o, Indeterminate, Undecided, ReasonInferred, AttestedOnly, c.started)
	case end.Status == trace.StatusError:
		j.witness(o, Errored, Acknowledged, c.attribution, c.started)
	default:
		j.witness(o, Witnessed, j.level(c), c.attribution, c.started)
	}
}

// level returns the evidence of a call that ended well. Only a check of the
// effect raises it, and there is no effect where the body was not the real
// one.
func (j *judge) level(c *call) Evidence {
	body := j.event(c.started).Body
	if j.t.Header.Runtime == interpreter || body == trace.BodyStubbed || body == trace.BodyReplaced {
		return Acknowledged
	}
	switch level := Evidence(j.event(c.ended).Evidence); level {
	case Verified, VerifiedCustom:
		return level
	}
	return Acknowledged
}

// contradiction records a read-back that found something else.
func (j *judge) contradiction(i int, c *call) {
	o, end := &j.x.set.Obligations[i], j.event(c.ended)
	j.record(o, Fail, Contradicted, ReasonContradicted, Unverified, c.started)
	s := slot{o.ID, Fail, Contradicted}
	r := j.records[s]
	if r.Seq == j.event(c.started).Seq {
		r.Want, r.Got = end.Want, end.Got
		j.records[s] = r
	}
}

// pair binds a call to agent and tool ids. It counts what does not bind, once
// a call.
func (j *judge) pair(c *call) (pair, bool) {
	if c.agent == "" || c.attribution == trace.None {
		j.count(c, UnmappedCaller, c.tool, "")
		return pair{}, false
	}
	agent, ok := j.x.set.Agent(c.agent)
	if !ok {
		return pair{}, false // counted where the acts were collected
	}
	if c.handoff || j.x.agentTools[pair{c.agent, c.tool}] && !j.viewed(agent, c.tool) {
		return pair{}, false // a delegation
	}
	tool, ok := j.x.set.ToolOf(agent, c.tool)
	if !ok {
		j.count(c, UnmappedTool, c.tool, c.agent)
		return pair{}, false
	}
	p := pair{agent, tool}
	_, allowed := j.x.access[p]
	_, restricted := j.x.forbid[p]
	if _, reachable := j.x.agents[agent]; reachable && !allowed && !restricted {
		j.count(c, UnmappedAccess, c.tool, c.agent)
		return pair{}, false
	}
	return p, true
}

// viewed reports whether an agent tool is also a tool: in the paper view.
func (j *judge) viewed(agent, name string) bool {
	tool, ok := j.x.set.ToolOf(agent, name)
	if !ok {
		return false
	}
	_, ok = j.x.access[pair{agent, tool}]
	return ok
}

// count counts an unmapped call once, however often it is looked at.
func (j *judge) count(c *call, what, name, agent string) {
	if !c.counted {
		c.counted = true
		j.unmapped.add(what, name, agent)
	}
}

// exposed counts tools that were shown to an agent and are neither allowed nor
// restricted there: the manifest lacks them.
func (j *judge) exposed() {
	seen := map[pair]bool{}
	for _, e := range j.t.Events {
		if e.Kind != trace.Exposed {
			continue
		}
		for _, name := range e.Tools {
			if p := (pair{e.Agent, name}); !seen[p] {
				seen[p] = true
				j.pair(&call{agent: e.Agent, tool: name, attribution: e.Attribution})
			}
		}
	}
}
