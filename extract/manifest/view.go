package manifest

import (
	"cmp"
	"slices"
)

// View is a manifest seen in another way, and how its names map. Obligations
// are derived from the viewed manifest; runs use the original.
type View struct {
	Manifest *Manifest
	// Agents and Tools map the original ids to the viewed ids.
	Agents, Tools map[string]string
	// Made maps the viewed id of each tool that the original does not declare
	// to the original delegations that it stands for.
	Made map[string][]Delegation
}

// Paper returns the manifest as the paper (arXiv 2605.26521) and the public
// benchmark files count: orchestrators are agents; an agent that is offered as
// a tool, or run by an orchestrator, is a tool besides being an agent, so that
// its edge counts as allowed access and as delegation; names are slugs. A tool
// that stands for an agent becomes kind function and keeps its wraps; such a
// manifest is for counting and does not pass Validate. A manifest that was
// read from the benchmark format is returned as it is.
//
// An orchestrated or agent_tool delegation whose tool is not declared gives a
// tool: called by its tool name, an orchestrated one without a tool name by
// its target.
func Paper(m *Manifest) View {
	if IsBenchmark(m) {
		v := View{Manifest: m, Agents: map[string]string{}, Tools: map[string]string{}}
		for _, a := range m.Agents {
			v.Agents[a.ID] = a.ID
		}
		for _, t := range m.Tools {
			v.Tools[t.ID] = t.ID
		}
		return v
	}
	full, made := withAgentTools(m)
	v := View{
		Agents: slugs(project(full.Agents, func(a Agent) string { return a.ID })),
		Tools:  slugs(project(full.Tools, func(t Tool) string { return t.ID })),
	}
	v.Manifest = v.rename(full)
	for id, delegations := range made {
		if v.Made == nil {
			v.Made = map[string][]Delegation{}
		}
		v.Made[v.Tools[id]] = delegations
		delete(v.Tools, id)
	}
	return v
}

// withAgentTools returns a copy in which each orchestrated and agent_tool
// delegation has its tool and access edge, and the tools made for that.
func withAgentTools(m *Manifest) (full *Manifest, made map[string][]Delegation) {
	c := *m
	c.Tools, c.Access = slices.Clone(m.Tools), slices.Clone(m.Access)
	made = map[string][]Delegation{}
	toolName := m.delegationNames()
	wrapper := map[string]string{} // runtime name and wrapped agent: tool id
	taken := map[string]bool{}
	for _, t := range c.Tools {
		taken[t.ID] = true
		if k := key(t.RuntimeName(), t.Wraps); t.Kind == ToolAgent && (wrapper[k] == "" || t.ID < wrapper[k]) {
			wrapper[k] = t.ID
		}
	}
	attached := map[string]bool{}
	for _, a := range c.Access {
		attached[key(a.Agent, a.Tool)] = true
	}
	for _, d := range m.ordered() {
		if d.Kind != Orchestrated && d.Kind != AgentTool {
			continue
		}
		name := cmp.Or(toolName(d), d.To)
		id, ok := wrapper[key(name, d.To)]
		if !ok {
			for id = name; taken[id]; {
				id += "_agent" // the name belongs to a tool that is no agent
			}
			taken[id], wrapper[key(name, d.To)] = true, id
			c.Tools = append(c.Tools, Tool{ID: id, Name: name, Kind: ToolAgent, Wraps: d.To, Derived: cmp.Or(d.Derived, string(d.Kind)), Certainty: d.Certainty, Source: d.Source})
			made[id] = nil
		}
		if edges, ok := made[id]; ok {
			made[id] = append(edges, d)
		}
		if !attached[key(d.From, id)] {
			attached[key(d.From, id)] = true
			c.Access = append(c.Access, Access{Agent: d.From, Tool: id, How: howOf(d), Condition: d.Condition, Derived: cmp.Or(d.Derived, string(d.Kind)), Certainty: d.Certainty, Source: d.Source})
		}
	}
	return &c, made
}

// ordered returns the delegations in stable order.
func (m *Manifest) ordered() []Delegation {
	c := Manifest{Delegations: slices.Clone(m.Delegations)}
	c.Normalize()
	return c.Delegations
}

func howOf(d Delegation) How {
	if d.Condition != "" {
		return Conditional
	}
	return Always
}

// rename returns a copy under the viewed names.
func (v View) rename(m *Manifest) *Manifest {
	c := *m
	c.Entries = nil
	for _, id := range m.Entries {
		c.Entries = append(c.Entries, v.agent(id))
	}
	c.Agents = slices.Clone(m.Agents)
	for i, a := range c.Agents {
		a.ID, a.Name = v.agent(a.ID), ""
		if a.Kind == KindOrchestrator {
			a.Kind = KindAgent
		}
		c.Agents[i] = a
	}
	c.Tools = slices.Clone(m.Tools)
	for i, t := range c.Tools {
		t.ID, t.Name = v.tool(t.ID), ""
		if t.Kind == ToolAgent {
			t.Kind = ToolFunction
			t.Wraps = v.agent(t.Wraps)
		}
		c.Tools[i] = t
	}
	v.renameEdges(&c, m)
	c.Normalize()
	return &c
}

func (v View) renameEdges(c, m *Manifest) {
	c.Access = slices.Clone(m.Access)
	for i := range c.Access {
		c.Access[i].Agent, c.Access[i].Tool = v.agent(c.Access[i].Agent), v.tool(c.Access[i].Tool)
	}
	c.Restrictions = slices.Clone(m.Restrictions)
	for i := range c.Restrictions {
		c.Restrictions[i].Agent, c.Restrictions[i].Tool = v.agent(c.Restrictions[i].Agent), v.tool(c.Restrictions[i].Tool)
	}
	c.Delegations = slices.Clone(m.Delegations)
	toolName := m.delegationNames()
	for i, d := range c.Delegations {
		c.Delegations[i].ToolName = slug(toolName(d))
		c.Delegations[i].From, c.Delegations[i].To = v.agent(d.From), v.agent(d.To)
	}
	c.Unresolved = slices.Clone(m.Unresolved)
	for i := range c.Unresolved {
		c.Unresolved[i].Agent = v.agent(c.Unresolved[i].Agent)
	}
	// Normalize sorts these in place, and the original must stay as it is.
	c.Findings, c.Sources = slices.Clone(m.Findings), slices.Clone(m.Sources)
	c.Overlay = slices.Clone(m.Overlay)
	for i := range c.Agents {
		c.Agents[i].Dynamic = slices.Clone(c.Agents[i].Dynamic)
	}
}

// agent returns the viewed id of an agent, or the id itself where it is not
// declared.
func (v View) agent(id string) string {
	if to, ok := v.Agents[id]; ok {
		return to
	}
	return id
}

func (v View) tool(id string) string {
	if to, ok := v.Tools[id]; ok {
		return to
	}
	return id
}
