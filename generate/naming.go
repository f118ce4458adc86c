package generate

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// naming translates ids of the obligations into ids and names of the manifest
// that runs use. The two differ in the paper view only.
type naming struct{ set *obligations.Set }

// agent returns the id under which runs know an agent. An id that two agents
// share in the view stays as it is.
func (n naming) agent(id string) string {
	if o, ok := n.set.OriginalAgent(id); ok {
		return o
	}
	return id
}

// tool returns the id under which runs know a tool, and whether they do: the
// paper view has tools that exist in the view only.
func (n naming) tool(id string) (string, bool) {
	o, ok := n.set.OriginalTool(id)
	if !ok {
		return id, false
	}
	_, ok = n.set.Original.Tool(o)
	return o, ok
}

// route translates a route.
func (n naming) route(ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = n.agent(id)
	}
	return out
}

// agentName returns the runtime name of an agent of the viewed manifest.
func (n naming) agentName(a manifest.Agent) string {
	if o, ok := n.set.Original.Agent(n.agent(a.ID)); ok {
		return o.RuntimeName()
	}
	return a.RuntimeName()
}

// name returns the runtime name of an agent by its id in the view.
func (n naming) name(id string) (string, bool) {
	a, ok := n.set.Manifest.Agent(id)
	if !ok {
		return "", false
	}
	return n.agentName(a), true
}

// toolName returns the runtime name of a tool of the viewed manifest.
func (n naming) toolName(t manifest.Tool) string {
	if id, ok := n.tool(t.ID); ok {
		if o, ok := n.set.Original.Tool(id); ok {
			return o.RuntimeName()
		}
	}
	return t.RuntimeName()
}
