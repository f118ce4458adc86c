package graph

import (
	"slices"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// Hop is one step of a route: the delegation edges from one agent to the next,
// at least one, sorted.
type Hop struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Edges []Edge `json:"edges"`
}

// Caller is one agent that may call a tool.
type Caller struct {
	Agent  string `json:"agent"`
	Access Edge   `json:"access"` // the allowed edge
	// Guards are the declared restrictions on the pair: what refuses a call, or
	// what should.
	Guards []Edge `json:"guards"`
	// Routes are hops from an entry to the agent, the shortest first; a route
	// of no hops means that the agent is an entry itself. Without routes, no
	// entry reaches the agent.
	Routes [][]Hop `json:"routes"`
}

// Callers returns the agents that may call a tool, each with at most n routes
// (see Routes), sorted by agent. It reports false for a tool that the workflow
// does not have. What an agent with an unknown tool set may call is not known:
// see DynamicAgents.
func (g *Graph) Callers(tool string, n int) ([]Caller, bool) {
	if _, ok := g.tools[tool]; !ok {
		return nil, false
	}
	callers := []Caller{}
	for _, e := range g.edges {
		if e.Type == Allowed && e.To == tool {
			callers = append(callers, Caller{
				Agent: e.From, Access: e, Guards: g.guards(e.From, tool), Routes: g.hops(e.From, n),
			})
		}
	}
	return callers, true
}

func (g *Graph) guards(agent, tool string) []Edge {
	out := []Edge{}
	for _, e := range g.edges {
		if e.Type == Restricted && e.From == agent && e.To == tool {
			out = append(out, e)
		}
	}
	return out
}

// hops gives the routes to an agent their edges.
func (g *Graph) hops(to string, n int) [][]Hop {
	routes := [][]Hop{}
	for _, route := range g.Routes(to, n) {
		hops := []Hop{}
		for i := 1; i < len(route); i++ {
			hops = append(hops, Hop{From: route[i-1], To: route[i], Edges: g.between(route[i-1], route[i])})
		}
		routes = append(routes, hops)
	}
	return routes
}

func (g *Graph) between(from, to string) []Edge {
	var out []Edge
	for _, e := range g.edges {
		if e.Type == Delegation && e.From == from && e.To == to {
			out = append(out, e)
		}
	}
	return out
}

// DynamicAgents lists the reachable agents whose tool sets are not known, by
// id: each may have any tool.
func (g *Graph) DynamicAgents() []string {
	var out []string
	for id, i := range g.agents {
		if g.dynamic[i] && g.nodes[i].Reachable {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

// HostedAccess lists the allowed edges of reachable agents to tools that run at
// the model's provider: nothing shows what such a tool does.
func (g *Graph) HostedAccess() []Edge {
	var out []Edge
	for _, e := range g.edges {
		if e.Type != Allowed || !g.nodes[g.agents[e.From]].Reachable {
			continue
		}
		if g.nodes[g.tools[e.To]].Kind == string(manifest.ToolHosted) {
			out = append(out, e)
		}
	}
	return out
}
