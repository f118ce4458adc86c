package generate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// maxObserved bounds the observed path of a counterexample, in steps.
const maxObserved = 40

// binder translates the names of a trace into ids; *obligations.Set is one.
type binder interface {
	Agent(runtimeName string) (id string, ok bool)
	ToolOf(agentID, runtimeName string) (toolID string, ok bool)
}

// counterexample says what a run showed instead of its objective. Hops are the
// agents that it should have passed.
func counterexample(b binder, o Objective, hops []string, sc *scenario.Scenario, t *trace.Trace, r coverage.Record) Counterexample {
	p := observe(b, t)
	c := Counterexample{
		Attempt: sc.Provenance.Attempt, Scenario: sc, Observed: p.steps, Seqs: p.seqs,
		Outcome: r.Outcome, Reason: r.Reason,
	}
	c.Hop, c.Strayed = p.follow(hops)
	route := hops
	if o.Obligation.Criterion == obligations.C4 {
		route = hops[:len(hops)-1]
	}
	if c.Hop < len(route) && p.acted(route[len(route)-1]) {
		c.Hop, c.Strayed = len(route), p.after(route[len(route)-1])
	}
	c.Nearest = p.nearest(o.Obligation, hops, c.Hop)
	c.Fingerprint = fingerprint(o.Obligation.ID, p.steps, string(r.Verdict))
	return c
}

// fingerprint is equal for two misses that showed the same.
func fingerprint(obligation string, observed []string, verdict string) string {
	sum := sha256.Sum256([]byte(obligation + "\x00" + strings.Join(observed, "\x1f") + "\x00" + verdict))
	return hex.EncodeToString(sum[:8])
}

// equalEnd counts the equal counterexamples at the end of a history.
func equalEnd(history []Counterexample) int {
	n := 0
	for i := len(history) - 1; i >= 0 && history[i].Fingerprint == history[len(history)-1].Fingerprint; i-- {
		n++
	}
	return n
}

// path is what a run did, in ids.
type path struct {
	agents []string // who acted, in order, without repeats in a row
	edges  []edge
	steps  []string // in words
	seqs   []int    // of the events behind the steps
}

type edge struct {
	from, to string
	tool     bool // to is a tool
}

func (e edge) String() string {
	if e.tool {
		return e.from + "->" + e.to
	}
	return e.from + "=>" + e.to
}

// observe reads the structural steps out of a trace. Messages are no steps,
// except that a refusal in the protocol's own field is told.
func observe(b binder, t *trace.Trace) path {
	var p path
	settled := settledCalls(t)
	for _, e := range t.Events {
		agent := idOf(b, e.Agent)
		switch e.Kind {
		case trace.AgentStart, trace.ModelCall:
			p.act(agent, e.Seq)
		case trace.HandoffKind:
			to := idOf(b, e.To)
			p.step(e.Seq, "%s=>%s (handoff %s)", agent, to, e.Status)
			if e.Status == trace.StatusCompleted {
				p.edges = append(p.edges, edge{agent, to, false})
			}
		case trace.NestedStart:
			to := idOf(b, e.To)
			p.step(e.Seq, "%s=>%s (%s)", agent, to, e.Delegation)
			p.edges = append(p.edges, edge{agent, to, false})
		case trace.ToolRequest:
			if !settled[e.Call] {
				p.step(e.Seq, "%s->%s (requested only)", agent, toolOf(b, agent, e.Tool))
			}
		case trace.ToolStart:
			tool := toolOf(b, agent, e.Tool)
			p.step(e.Seq, "%s->%s (ran)", agent, tool)
			p.edges = append(p.edges, edge{agent, tool, true})
		case trace.Denied:
			what := e.To
			if e.Tool != "" {
				what = toolOf(b, agent, e.Tool)
			}
			p.step(e.Seq, "%s-x>%s (denied by %s)", agent, what, e.Mechanism)
		case trace.Guardrail:
			if e.Tripped {
				p.step(e.Seq, "guardrail %s tripped", e.Name)
			}
		case trace.Message:
			if e.Status == trace.StatusRefusal {
				p.step(e.Seq, "%s refused", agent)
			}
		case trace.RunEnd:
			p.step(e.Seq, "run ended: %s", strings.TrimSpace(e.Status+" "+e.Reason))
		}
	}
	return p
}

// settledCalls returns the calls that led to anything beyond the request.
func settledCalls(t *trace.Trace) map[string]bool {
	out := map[string]bool{}
	for _, e := range t.Events {
		switch e.Kind {
		case trace.ToolStart, trace.Denied, trace.HandoffKind, trace.NestedStart:
			out[e.Call] = true
		}
	}
	return out
}

func (p *path) step(seq int, format string, args ...any) {
	if len(p.steps) < maxObserved {
		p.steps = append(p.steps, fmt.Sprintf(format, args...))
		p.seqs = append(p.seqs, seq)
	}
}

func (p *path) act(agent string, seq int) {
	if n := len(p.agents); agent == "" || n > 0 && p.agents[n-1] == agent {
		return
	}
	p.agents = append(p.agents, agent)
	p.step(seq, "%s acted", agent)
}

// follow returns the index of the first hop that was not reached in order, and
// who acted in its place.
func (p path) follow(hops []string) (hop int, strayed string) {
	for _, a := range p.agents {
		switch {
		case hop < len(hops) && a == hops[hop]:
			hop, strayed = hop+1, ""
		case hop > 0 && a != hops[hop-1] && strayed == "":
			strayed = a
		}
	}
	if hop == len(hops) {
		strayed = ""
	}
	return hop, strayed
}

func (p path) acted(agent string) bool {
	for _, a := range p.agents {
		if a == agent {
			return true
		}
	}
	return false
}

// after returns who acted right after an agent first did.
func (p path) after(agent string) string {
	for i, a := range p.agents[:max(len(p.agents)-1, 0)] {
		if a == agent {
			return p.agents[i+1]
		}
	}
	return ""
}

// nearest returns the taken edge that comes closest to the objective: one that
// shares its tool or target, else one that shares its agent, else the one by
// which the route was left, else the last.
func (p path) nearest(ob obligations.Obligation, hops []string, hop int) string {
	best, score := "", -1
	for _, e := range p.edges {
		s := 0
		switch {
		case e.tool && e.to == ob.Tool, !e.tool && ob.Tool == "" && e.to == target(ob):
			s = 3
		case e.from == acting(ob):
			s = 2
		case !e.tool && e.to == target(ob), hop > 0 && hop <= len(hops) && e.from == hops[hop-1]:
			s = 1
		}
		if s >= score {
			best, score = e.String(), s
		}
	}
	return best
}

// target is the agent that an obligation wants to see reached.
func target(ob obligations.Obligation) string {
	if ob.Criterion == obligations.C4 {
		return ob.To
	}
	return ob.Agent
}

func idOf(b binder, name string) string {
	if id, ok := b.Agent(name); ok {
		return id
	}
	return name
}

func toolOf(b binder, agent, name string) string {
	if id, ok := b.ToolOf(agent, name); ok {
		return id
	}
	return name
}
