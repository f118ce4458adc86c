package obligations

import (
	"cmp"
	"slices"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/graph"
)

// pair is an agent id and a tool id.
type pair struct{ agent, tool string }

// deriver holds what the criteria share while a set is derived.
type deriver struct {
	set      *Set
	graph    *graph.Graph
	agents   map[string]manifest.Agent
	tools    map[string]manifest.Tool
	access   map[pair][]manifest.Access // sorted by source
	spelling map[graph.NodeType]map[string]string
	out      []Obligation
}

func newDeriver(s *Set) *deriver {
	d := &deriver{
		set: s, graph: s.Graph(),
		agents: map[string]manifest.Agent{}, tools: map[string]manifest.Tool{}, access: map[pair][]manifest.Access{},
		spelling: map[graph.NodeType]map[string]string{graph.AgentNode: {}, graph.ToolNode: {}},
	}
	for _, a := range s.Manifest.Agents {
		if _, ok := d.agents[a.ID]; !ok {
			d.agents[a.ID] = a
			d.spelling[graph.AgentNode][a.ID] = name(a.ID, a.RuntimeName())
		}
	}
	for _, t := range s.Manifest.Tools {
		if _, ok := d.tools[t.ID]; !ok {
			d.tools[t.ID] = t
			d.spelling[graph.ToolNode][t.ID] = name(t.ID, t.RuntimeName())
		}
	}
	for _, a := range s.Manifest.Access {
		p := pair{a.Agent, a.Tool}
		d.access[p] = append(d.access[p], a)
	}
	for _, list := range d.access {
		slices.SortFunc(list, func(a, b manifest.Access) int {
			return cmp.Or(a.Source.Compare(b.Source), cmp.Compare(a.Condition, b.Condition))
		})
	}
	return d
}

// counted reports whether an agent makes obligations.
func (d *deriver) counted(id string) bool {
	n, ok := d.graph.Agent(id)
	if !ok || !n.Reachable {
		return false
	}
	return n.Kind != string(manifest.KindOrchestrator) || d.set.Options.Orchestrators
}

// countedTool reports whether a tool makes obligations of its own. An agent
// offered as a tool is one delegation edge and no more; the paper view makes
// it a tool of kind function first.
func (d *deriver) countedTool(id string) bool {
	t, ok := d.tools[id]
	return ok && t.Kind != manifest.ToolAgent
}

func (d *deriver) add(o Obligation) {
	r := Ref{Criterion: o.Criterion}
	if o.Criterion == C4 {
		r.Kind, r.ToolName = manifest.DelegationKind(o.Kind), o.ToolName
	}
	agents, tools := d.spelling[graph.AgentNode], d.spelling[graph.ToolNode]
	o.ID = r.format(agents[o.Agent], tools[o.Tool], agents[o.From], agents[o.To])
	d.out = append(d.out, o)
}

// agentsReached adds C1: every reachable agent.
func (d *deriver) agentsReached() {
	for _, id := range d.graph.Reachable() {
		if !d.counted(id) {
			continue
		}
		a := d.agents[id]
		d.add(Obligation{
			Criterion: C1, Agent: id, Kind: string(cmp.Or(a.Kind, manifest.KindAgent)),
			Because: d.whyAgent(a), Source: a.Source,
		})
	}
}

// allowed adds C2: every allowed edge. A tool that is switched off or filtered
// out can never be called, so it is a restriction and no allowed edge.
func (d *deriver) allowed() {
	off := map[pair]bool{}
	for _, r := range d.set.Manifest.Restrictions {
		if r.EnforcedBy == manifest.ByDisabled || r.EnforcedBy == manifest.ByFilter {
			off[pair{r.Agent, r.Tool}] = true
		}
	}
	for p, list := range d.access {
		if off[p] || !d.counted(p.agent) || !d.countedTool(p.tool) {
			continue
		}
		t := d.tools[p.tool]
		d.add(Obligation{
			Criterion: C2, Agent: p.agent, Tool: p.tool, Kind: string(cmp.Or(t.Kind, manifest.ToolFunction)),
			Sensitive: t.Sensitive, Because: whyAllowed(list, t),
			Source: firstKnown(list[0].Source, d.agents[p.agent].Source),
		})
	}
}

// declaredRestrictions adds C3 for the pairs that somebody wrote down.
func (d *deriver) declaredRestrictions() {
	written := map[pair][]manifest.Restriction{}
	for _, r := range d.set.Manifest.Restrictions {
		if r.Origin == manifest.Derived && (d.set.Options.Restrict == DeclaredOnly || graph.DynamicTools(d.agents[r.Agent])) {
			continue
		}
		p := pair{r.Agent, r.Tool}
		r.EnforcedBy = d.enforcement(p, r)
		written[p] = append(written[p], r)
	}
	for p, list := range written {
		if !d.counted(p.agent) || !d.countedTool(p.tool) {
			continue
		}
		slices.SortFunc(list, compareRestrictions)
		t, first := d.tools[p.tool], list[0]
		d.add(Obligation{
			Criterion: C3, Agent: p.agent, Tool: p.tool, Kind: string(cmp.Or(t.Kind, manifest.ToolFunction)),
			Class: ClassOf(first.EnforcedBy), EnforcedBy: first.EnforcedBy, Origin: cmp.Or(first.Origin, manifest.Declared),
			Sensitive: t.Sensitive, Because: d.whyRestricted(list, t),
			Source: firstKnown(first.Source, d.agents[p.agent].Source),
		})
	}
}

func (d *deriver) enforcement(p pair, r manifest.Restriction) manifest.Mechanism {
	return graph.Enforcement(r, len(d.access[p]) > 0, graph.DynamicTools(d.agents[p.agent]))
}

// strength orders mechanisms by what stops a call first. Where several apply
// to one pair, the first names its class.
var strength = []manifest.Mechanism{
	manifest.ByDisabled, manifest.ByFilter, manifest.ByGuardrail, manifest.ByApproval, manifest.ByPolicy,
	manifest.ByAbsence, manifest.ByPrompt,
}

func compareRestrictions(a, b manifest.Restriction) int {
	return cmp.Or(
		cmp.Compare(slices.Index(strength, a.EnforcedBy), slices.Index(strength, b.EnforcedBy)),
		cmp.Compare(cmp.Or(a.Origin, manifest.Declared), cmp.Or(b.Origin, manifest.Declared)),
		a.Source.Compare(b.Source),
		cmp.Compare(a.Reason, b.Reason),
	)
}

// derivedRestrictions adds C3 for the pairs that follow from absence alone.
func (d *deriver) derivedRestrictions() {
	if d.set.Options.Restrict == DeclaredOnly {
		return
	}
	for e := range d.graph.Complement() {
		t := d.tools[e.To]
		d.add(Obligation{
			Criterion: C3, Agent: e.From, Tool: e.To, Kind: string(cmp.Or(t.Kind, manifest.ToolFunction)),
			Class: ClassAbsence, EnforcedBy: manifest.ByAbsence, Origin: manifest.Derived,
			Sensitive: t.Sensitive, Because: whyAbsent(e.From, t), Source: e.Source,
		})
	}
}

// delegations adds C4. Two edges that differ in nothing that an id says (two
// handoffs between the same agents under different tool names) are one
// obligation: either of them shows that the work can go that way.
func (d *deriver) delegations() {
	type edge struct {
		from, to, toolName string
		kind               manifest.DelegationKind
	}
	merged := map[edge][]graph.Edge{}
	var order []edge
	for _, e := range d.graph.Edges() {
		if e.Type != graph.Delegation || !d.counted(e.From) || !d.counted(e.To) ||
			e.Kind == manifest.Orchestrated && !d.set.Options.Orchestrators {
			continue
		}
		k := edge{from: e.From, to: e.To, kind: e.Kind}
		if e.Kind == manifest.AgentTool {
			k.toolName = e.ToolName
		}
		if merged[k] == nil {
			order = append(order, k)
		}
		merged[k] = append(merged[k], e)
	}
	for _, k := range order {
		list := merged[k]
		slices.SortStableFunc(list, func(a, b graph.Edge) int { // one that always exists speaks for all
			return cmp.Compare(min(len(a.Condition), 1), min(len(b.Condition), 1))
		})
		d.add(Obligation{
			Criterion: C4, From: k.from, To: k.to, Kind: string(k.kind), ToolName: list[0].ToolName,
			Because: whyDelegation(list), Source: firstKnown(list[0].Source, d.agents[k.from].Source),
		})
	}
}

// firstKnown returns the first position that is known.
func firstKnown(positions ...manifest.Position) manifest.Position {
	return cmp.Or(positions...)
}
