package coverage

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// Index is an obligation set prepared for judging many traces. It holds no
// state of any trace and is safe for concurrent use, as long as the set does
// not change.
type Index struct {
	set    *obligations.Set
	byID   map[string]int // into set.Obligations
	agents map[string]int // C1 by agent id
	access map[pair]int   // C2
	forbid map[pair]int   // C3
	edges  map[edge][]int // C4; several where the names of agent tools differ
	// agentTools holds the runtime names of agents and of the agent tools that
	// they have: calls of these are delegations.
	agentTools map[pair]bool
}

// pair is an agent and a tool, both by id or both by name.
type pair struct{ agent, tool string }

// edge is a delegation edge between agent ids.
type edge struct {
	from, to string
	kind     manifest.DelegationKind
}

// NewIndex prepares a set.
func NewIndex(s *obligations.Set) *Index {
	n := len(s.Obligations)
	x := &Index{
		set: s, byID: make(map[string]int, n), agents: map[string]int{}, edges: map[edge][]int{},
		access: map[pair]int{}, forbid: make(map[pair]int, n), agentTools: map[pair]bool{},
	}
	for i, o := range s.Obligations {
		x.byID[o.ID] = i
		switch o.Criterion {
		case obligations.C1:
			x.agents[o.Agent] = i
		case obligations.C2:
			x.access[pair{o.Agent, o.Tool}] = i
		case obligations.C3:
			x.forbid[pair{o.Agent, o.Tool}] = i
		case obligations.C4:
			e := edge{o.From, o.To, kindOf(o.Kind)}
			x.edges[e] = append(x.edges[e], i)
		}
	}
	x.addAgentTools()
	return x
}

// addAgentTools notes under which names the agents of a run can call agents.
func (x *Index) addAgentTools() {
	m := x.set.Original
	if m == nil {
		m = x.set.Manifest
	}
	if m == nil {
		return
	}
	for _, d := range m.Delegations {
		if d.Kind != manifest.AgentTool {
			continue
		}
		if from, ok := m.Agent(d.From); ok {
			x.agentTools[pair{from.RuntimeName(), m.DelegationToolName(d)}] = true
		}
	}
}

func kindOf(kind string) manifest.DelegationKind {
	if kind == "" {
		return manifest.Handoff
	}
	return manifest.DelegationKind(kind)
}

// delegation returns the obligation of an edge. Where several agent tools of
// one agent run the same target, the name of the called tool decides.
func (x *Index) delegation(e edge, toolName string) (*obligations.Obligation, bool) {
	list := x.edges[e]
	if len(list) == 1 {
		return &x.set.Obligations[list[0]], true
	}
	for _, i := range list {
		o := &x.set.Obligations[i]
		if toolName == "" || o.ToolName == "" {
			continue
		}
		tool, ok := x.set.ToolOf(e.from, toolName)
		if o.ToolName == toolName || ok && o.ToolName == tool {
			return o, true
		}
	}
	return nil, false
}

func (x *Index) lookup(id string) (*obligations.Obligation, bool) {
	i, ok := x.byID[id]
	if !ok {
		return nil, false
	}
	return &x.set.Obligations[i], true
}
