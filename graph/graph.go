// Package graph turns a workflow's manifest into its coordination graph: typed
// nodes (agents and tools) and typed edges (allowed, restricted, delegation).
// It answers which agents the entries reach and by which routes, and writes
// the graph as DOT, Mermaid or JSON.
//
// A route is the list of agent ids from an entry to an agent, along delegation
// edges of every kind. Everything that the package returns is sorted, so equal
// manifests give equal answers.
//
// The package is pure. It derives no obligations (obligations does) and knows
// nothing of runs.
package graph

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/graph/multi"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// NodeType tells agents from tools. An agent and a tool may share an id.
type NodeType string

// Node types.
const (
	AgentNode NodeType = "agent"
	ToolNode  NodeType = "tool"
)

// Node is an agent or a tool. Type and ID identify it.
type Node struct {
	Type NodeType `json:"type"`
	ID   string   `json:"id"`
	Name string   `json:"name,omitempty"` // runtime name, where it is not the id
	// Kind is the manifest's agent or tool kind, never empty.
	Kind string `json:"kind"`
	// Entry marks an agent at which a run may start.
	Entry bool `json:"entry,omitempty"`
	// Reachable marks an agent that an entry reaches (guardrail agents never
	// are), or a tool that such an agent may call.
	Reachable bool `json:"reachable"`
	// Unresolved marks an agent of which the extraction could not decide
	// something; edges may be missing.
	Unresolved bool              `json:"unresolved,omitempty"`
	Source     manifest.Position `json:"source,omitzero"`
}

// EdgeType says what an edge means.
type EdgeType string

// Edge types.
const (
	Allowed    EdgeType = "allowed"    // agent to tool: attached
	Restricted EdgeType = "restricted" // agent to tool: must not be used freely
	Delegation EdgeType = "delegation" // agent to agent
)

// Edge is one edge. Between two nodes there may be several.
type Edge struct {
	Type EdgeType `json:"type"`
	From string   `json:"from"` // agent id
	To   string   `json:"to"`   // tool id, or agent id of a delegation
	// Kind is the delegation kind; empty for the other types.
	Kind manifest.DelegationKind `json:"kind,omitempty"`
	// ToolName is the name under which the model sees a handoff or an agent
	// tool, the SDK's default where none is declared.
	ToolName string `json:"tool_name,omitempty"`
	// How is set for allowed edges, Condition for whatever is conditional.
	How       manifest.How `json:"how,omitempty"`
	Condition string       `json:"condition,omitempty"`
	// Origin and EnforcedBy are set for restricted edges.
	Origin     manifest.Origin    `json:"origin,omitempty"`
	EnforcedBy manifest.Mechanism `json:"enforced_by,omitempty"`
	Source     manifest.Position  `json:"source,omitzero"`
}

// Graph is the coordination graph of one manifest. The zero value is empty.
type Graph struct {
	workflow string
	nodes    []Node // agents by id, then tools by id; the index is the gonum id
	edges    []Edge // without the complement
	agents   map[string]int64
	tools    map[string]int64
	entries  []int64 // sorted, without guardrail agents
	lines    *multi.DirectedGraph
	next     [][]int64 // delegation targets of each agent, sorted, no guardrail agents
	parent   []int64   // on the least shortest route; origin at entries, unreached elsewhere
	dynamic  []bool    // agents whose tool set is not known: they have no complement
}

// Empty reports whether the graph has no agent. Such a graph is never written.
func (g *Graph) Empty() bool { return len(g.agents) == 0 }

// Workflow is the manifest's workflow name.
func (g *Graph) Workflow() string { return g.workflow }

// Nodes returns all nodes: agents by id, then tools by id.
func (g *Graph) Nodes() []Node { return slices.Clone(g.nodes) }

// Edges returns the declared edges: allowed, restricted, delegation, each
// sorted by its ends. Restricted edges that follow from absence alone are many
// and not among them; see Complement.
func (g *Graph) Edges() []Edge { return slices.Clone(g.edges) }

// Agent returns the node of an agent.
func (g *Graph) Agent(id string) (Node, bool) {
	i, ok := g.agents[id]
	if !ok {
		return Node{}, false
	}
	return g.nodes[i], true
}

// edgeRank orders the edge types in outputs.
var edgeRank = map[EdgeType]int{Allowed: 0, Restricted: 1, Delegation: 2}

func compareEdges(a, b Edge) int {
	return cmp.Or(
		cmp.Compare(edgeRank[a.Type], edgeRank[b.Type]),
		cmp.Compare(a.From, b.From),
		cmp.Compare(a.To, b.To),
		cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.ToolName, b.ToolName),
		cmp.Compare(a.EnforcedBy, b.EnforcedBy),
		cmp.Compare(a.How, b.How),
		cmp.Compare(a.Condition, b.Condition),
		cmp.Compare(a.Origin, b.Origin),
		a.Source.Compare(b.Source),
	)
}

func sortEdges(edges []Edge) { slices.SortFunc(edges, compareEdges) }
