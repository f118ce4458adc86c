package graph

import (
	"cmp"
	"slices"

	gonum "gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/multi"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// vertex is a node as gonum sees it.
type vertex int64

// ID implements gonum's Node.
func (v vertex) ID() int64 { return int64(v) }

// line is an edge as gonum sees it: one of several between two nodes.
type line struct {
	from, to gonum.Node
	id       int64 // index into Graph.edges
	edge     Edge
}

// From, To, ReversedLine and ID implement gonum's Line.
func (l line) From() gonum.Node { return l.from }

func (l line) To() gonum.Node { return l.to }

func (l line) ReversedLine() gonum.Line { l.from, l.to = l.to, l.from; return l }

func (l line) ID() int64 { return l.id }

// Build returns the graph of a manifest. Edges whose ends are not declared are
// left out; manifest validation reports them. A tool of kind agent is no node:
// an agent offered as a tool is one delegation edge and nothing else (the
// paper view of a manifest makes it a tool first).
func Build(m *manifest.Manifest) *Graph {
	g := &Graph{agents: map[string]int64{}, tools: map[string]int64{}, lines: multi.NewDirectedGraph()}
	if m == nil {
		return g
	}
	g.workflow = m.Workflow
	g.addAgents(m)
	g.addTools(m)
	g.addAccess(m)
	g.addRestrictions(m)
	g.addDelegations(m)
	g.link()
	g.walk()
	return g
}

func (g *Graph) addAgents(m *manifest.Manifest) {
	unresolved := map[string]bool{}
	for _, u := range m.Unresolved {
		unresolved[u.Agent] = true
	}
	sorted := slices.Clone(m.Agents)
	slices.SortStableFunc(sorted, func(a, b manifest.Agent) int { return cmp.Compare(a.ID, b.ID) })
	for _, a := range sorted {
		if _, ok := g.agents[a.ID]; ok {
			continue // validation reports duplicates; the first stands
		}
		g.agents[a.ID] = int64(len(g.nodes))
		g.nodes = append(g.nodes, Node{
			Type: AgentNode, ID: a.ID, Name: other(a.Name, a.ID),
			Kind:       string(cmp.Or(a.Kind, manifest.KindAgent)),
			Unresolved: len(a.Dynamic) > 0 || unresolved[a.ID],
			Source:     a.Source,
		})
		g.dynamic = append(g.dynamic, DynamicTools(a))
	}
	for _, id := range m.Entries {
		i, ok := g.agents[id]
		if !ok || g.nodes[i].Entry {
			continue
		}
		g.nodes[i].Entry = true
		if !g.guardrail(i) {
			g.entries = append(g.entries, i)
		}
	}
	slices.Sort(g.entries)
}

// DynamicTools reports whether the agent's tool set is computed while the
// program runs. What is not in the manifest may then still be attached, so its
// absence restricts nothing.
func DynamicTools(a manifest.Agent) bool {
	return slices.Contains(a.Dynamic, "tools")
}

func (g *Graph) addTools(m *manifest.Manifest) {
	sorted := slices.Clone(m.Tools)
	slices.SortStableFunc(sorted, func(a, b manifest.Tool) int { return cmp.Compare(a.ID, b.ID) })
	for _, t := range sorted {
		if _, ok := g.tools[t.ID]; ok || t.Kind == manifest.ToolAgent {
			continue
		}
		g.tools[t.ID] = int64(len(g.nodes))
		g.nodes = append(g.nodes, Node{
			Type: ToolNode, ID: t.ID, Name: other(t.Name, t.ID),
			Kind:   string(cmp.Or(t.Kind, manifest.ToolFunction)),
			Source: t.Source,
		})
	}
}

func (g *Graph) addAccess(m *manifest.Manifest) {
	for _, a := range m.Access {
		g.add(Edge{
			Type: Allowed, From: a.Agent, To: a.Tool, How: cmp.Or(a.How, manifest.Always),
			Condition: a.Condition, Source: a.Source,
		}, g.tools)
	}
}

func (g *Graph) addRestrictions(m *manifest.Manifest) {
	attached := map[[2]string]bool{}
	for _, a := range m.Access {
		attached[[2]string{a.Agent, a.Tool}] = true
	}
	for _, r := range m.Restrictions {
		i, ok := g.agents[r.Agent]
		if !ok {
			continue
		}
		g.add(Edge{
			Type: Restricted, From: r.Agent, To: r.Tool, Origin: cmp.Or(r.Origin, manifest.Declared),
			EnforcedBy: Enforcement(r, attached[[2]string{r.Agent, r.Tool}], g.dynamic[i]), Source: r.Source,
		}, g.tools)
	}
}

// Enforcement is the mechanism that a restriction really has, which need not
// be the one that it names: absence cannot restrain a tool that is attached
// all the same, and then nothing but words does; a guard or a prompt says
// nothing about a tool that is not there, and then absence does. An agent with
// dynamic tools may have the tool after all, so what is named stands.
func Enforcement(r manifest.Restriction, attached, dynamic bool) manifest.Mechanism {
	switch by := r.EnforcedBy; {
	case by == manifest.ByDisabled || by == manifest.ByFilter:
		return by
	case attached && (by == "" || by == manifest.ByAbsence):
		return manifest.ByPrompt
	case by != "" && (attached || dynamic):
		return by
	}
	return manifest.ByAbsence
}

func (g *Graph) addDelegations(m *manifest.Manifest) {
	type target struct {
		to   string
		kind manifest.DelegationKind
	}
	names := map[target]string{} // the default name depends on the target alone
	for _, d := range m.Delegations {
		k := target{d.To, d.Kind}
		name, ok := names[k]
		if d.ToolName != "" || !ok {
			name = m.DelegationToolName(d)
		}
		if d.ToolName == "" {
			names[k] = name
		}
		g.add(Edge{
			Type: Delegation, From: d.From, To: d.To, Kind: cmp.Or(d.Kind, manifest.Handoff),
			ToolName: name, Condition: d.Condition, Source: d.Source,
		}, g.agents)
	}
}

// add keeps an edge whose ends exist; targets holds the nodes that it may
// point at.
func (g *Graph) add(e Edge, targets map[string]int64) {
	_, from := g.agents[e.From]
	_, to := targets[e.To]
	if from && to {
		g.edges = append(g.edges, e)
	}
}

// link sorts the edges and hands nodes and edges to gonum.
func (g *Graph) link() {
	sortEdges(g.edges)
	g.edges = slices.Compact(g.edges)
	for i := range g.nodes {
		g.lines.AddNode(vertex(i))
	}
	for i, e := range g.edges {
		to := g.tools[e.To]
		if e.Type == Delegation {
			to = g.agents[e.To]
		}
		g.lines.SetLine(line{from: vertex(g.agents[e.From]), to: vertex(to), id: int64(i), edge: e})
	}
}

func (g *Graph) guardrail(i int64) bool { return g.nodes[i].Kind == guardrailKind }

// other returns name where it says more than the id.
func other(name, id string) string {
	if name == id {
		return ""
	}
	return name
}
