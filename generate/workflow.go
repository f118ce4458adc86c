package generate

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// Workflow is what realisers may know of the program under test: the ids are
// those that obligations use, the names those that the program shows.
type Workflow struct {
	Name        string
	Description string
	Entries     []string
	Agents      []manifest.Agent
	Tools       []manifest.Tool
	Access      []manifest.Access
	Delegations []manifest.Delegation

	agents map[string]int
	tools  map[string]int
}

// NewWorkflow describes the workflow of a set of obligations.
func NewWorkflow(s *obligations.Set) Workflow {
	m := s.Manifest
	n := naming{s}
	w := Workflow{
		Name: m.Workflow, Description: m.Description, Entries: append([]string(nil), m.Entries...),
		Agents: append([]manifest.Agent(nil), m.Agents...), Tools: append([]manifest.Tool(nil), m.Tools...),
		Access:      append([]manifest.Access(nil), m.Access...),
		Delegations: append([]manifest.Delegation(nil), m.Delegations...),
		agents:      make(map[string]int, len(m.Agents)), tools: make(map[string]int, len(m.Tools)),
	}
	for i, a := range w.Agents {
		w.Agents[i].Name = n.agentName(a)
		w.agents[a.ID] = i
	}
	for i, t := range w.Tools {
		w.Tools[i].Name = n.toolName(t)
		w.tools[t.ID] = i
	}
	return w
}

// Agent returns an agent by id.
func (w Workflow) Agent(id string) (manifest.Agent, bool) {
	if i, ok := w.agents[id]; ok {
		return w.Agents[i], true
	}
	return manifest.Agent{}, false
}

// Tool returns a tool by id.
func (w Workflow) Tool(id string) (manifest.Tool, bool) {
	if i, ok := w.tools[id]; ok {
		return w.Tools[i], true
	}
	return manifest.Tool{}, false
}

// toolsOf returns the tools attached to an agent, in the manifest's order.
func (w Workflow) toolsOf(agent string) []manifest.Tool {
	var out []manifest.Tool
	for _, a := range w.Access {
		if a.Agent != agent {
			continue
		}
		if t, ok := w.Tool(a.Tool); ok {
			out = append(out, t)
		}
	}
	return out
}

// holders counts the agents that have a tool attached.
func (w Workflow) holders(tool string) int {
	n := 0
	for _, a := range w.Access {
		if a.Tool == tool {
			n++
		}
	}
	return n
}

// targets returns the ids that an agent can delegate to, in the manifest's
// order, each once.
func (w Workflow) targets(agent string) []string {
	var out []string
	seen := map[string]bool{}
	for _, d := range w.Delegations {
		if d.From == agent && !seen[d.To] {
			seen[d.To] = true
			out = append(out, d.To)
		}
	}
	return out
}
