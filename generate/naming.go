package generate

import (
	"slices"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// naming translates ids of the obligations into ids and names of the manifest
// that runs use. The two differ in the paper view only.
type naming struct {
	set           *obligations.Set
	viewed        bool
	agents, tools map[string]string // viewed id -> original id
}

func newNaming(s *obligations.Set) naming {
	n := naming{set: s}
	if s.Options.View != obligations.ViewPaper || s.Original == nil {
		return n
	}
	v := manifest.Paper(s.Original)
	n.viewed, n.agents, n.tools = true, invert(v.Agents), invert(v.Tools)
	return n
}

// invert turns original -> viewed around. Where several originals share a
// viewed id, the least stands for it.
func invert(m map[string]string) map[string]string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	out := make(map[string]string, len(m))
	for _, k := range keys {
		if _, taken := out[m[k]]; !taken {
			out[m[k]] = k
		}
	}
	return out
}

// agent returns the id under which runs know an agent.
func (n naming) agent(id string) string {
	if !n.viewed {
		return id
	}
	if o, ok := n.agents[id]; ok {
		return o
	}
	return id
}

// tool returns the id under which runs know a tool, and whether they do: the
// paper view has tools that exist in the view only.
func (n naming) tool(id string) (string, bool) {
	if n.viewed {
		o, ok := n.tools[id]
		if !ok {
			return id, false
		}
		id = o
	}
	_, ok := n.original().Tool(id)
	return id, ok
}

func (n naming) original() *manifest.Manifest {
	if n.set.Original != nil {
		return n.set.Original
	}
	return n.set.Manifest
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
	if o, ok := n.original().Agent(n.agent(a.ID)); ok {
		return o.RuntimeName()
	}
	return a.RuntimeName()
}

// toolName returns the runtime name of a tool of the viewed manifest.
func (n naming) toolName(t manifest.Tool) string {
	if id, ok := n.tool(t.ID); ok {
		if o, ok := n.original().Tool(id); ok {
			return o.RuntimeName()
		}
	}
	return t.RuntimeName()
}
