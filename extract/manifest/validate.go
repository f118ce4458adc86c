package manifest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/obligato-dev/obligato/internal/document"
)

// Validate reports everything that makes a manifest in memory invalid, sorted
// by position; the positions are the sources of the agents, tools and edges
// concerned. Nil means valid; beyond some thousand problems no more are added. A restriction on a tool that the agent has is
// valid: it says what a guard or a prompt must hold.
func Validate(m *Manifest) []Problem {
	at := func(pointer ...string) Position { return sourceOf(m, pointer) }
	problems := checkShape(m, at)
	found, _ := check(m, at)
	problems = append(problems, found...)
	sortProblems(problems)
	return problems
}

// checkShape validates the manifest against its schema.
func checkShape(m *Manifest, at place) []Problem {
	schema, err := compileOwn()
	var data []byte
	if err == nil {
		data, err = json.Marshal(sorted(m, false))
	}
	var doc *document.Document
	if err == nil {
		doc, err = document.Parse("manifest.json", data)
	}
	if err != nil {
		return []Problem{{Code: document.CodeValue, Message: fmt.Sprintf("the manifest cannot be encoded: %v", err)}}
	}
	var problems []Problem
	for _, p := range doc.Validate(schema) {
		problems = append(problems, Problem{Code: p.Code, Position: at(p.Pointer...), Message: p.Message, Hint: p.Hint})
	}
	return problems
}

// sourceOf returns the source of the entity that the pointer leads into.
func sourceOf(m *Manifest, pointer []string) Position {
	if len(pointer) < 2 {
		return Position{}
	}
	i, err := strconv.Atoi(pointer[1])
	if err != nil || i < 0 {
		return Position{}
	}
	switch pointer[0] {
	case "agents":
		return pick(m.Agents, i, func(a Agent) Position { return a.Source })
	case "tools":
		return pick(m.Tools, i, func(t Tool) Position { return t.Source })
	case "access":
		return pick(m.Access, i, func(a Access) Position { return a.Source })
	case "restrictions":
		return pick(m.Restrictions, i, func(r Restriction) Position { return r.Source })
	case "delegations":
		return pick(m.Delegations, i, func(d Delegation) Position { return d.Source })
	case "unresolved":
		return pick(m.Unresolved, i, func(u Unresolved) Position { return u.Source })
	case "findings":
		return pick(m.Findings, i, func(f Finding) Position { return f.Source })
	case "suppressions":
		return pick(m.Suppressions, i, func(s Suppression) Position { return s.Source })
	case "overlay":
		return pick(m.Overlay, i, func(o Overlay) Position { return o.Source })
	}
	return Position{}
}

func pick[T any](list []T, i int, source func(T) Position) Position {
	if i >= len(list) {
		return Position{}
	}
	return source(list[i])
}

// check reports what the schema cannot say about a manifest of ours, and how
// many more problems there are.
func check(m *Manifest, at place) (problems []Problem, more int) {
	c := &checker{at: at}
	if len(m.Agents) == 0 {
		c.add(CodeNoAgents, at("agents"), "a workflow needs at least one agent", "the workflow has no agents")
	} else if len(m.Entries) == 0 {
		c.add(CodeNoEntry, at("entries"), "list the agent at which a run starts under entries", "no agent is an entry")
	}
	agents := c.declare("agent", "agents", "id", project(m.Agents, func(a Agent) string { return a.ID }))
	tools := c.declare("tool", "tools", "id", project(m.Tools, func(t Tool) string { return t.ID }))

	var entries once
	for i, id := range m.Entries {
		c.refer(agents, id, "entries", strconv.Itoa(i))
		c.edge(&entries, id, "entry "+document.Quote(id), "entries", strconv.Itoa(i))
	}
	c.edges(m, agents, tools)
	for i, u := range m.Unresolved {
		c.refer(agents, u.Agent, "unresolved", strconv.Itoa(i), "agent")
	}
	c.agentTools(m, agents)
	return c.problems, c.more
}

func project[T any](list []T, name func(T) string) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = name(v)
	}
	return out
}

// edges checks access, restrictions and delegations. A pair may be restricted
// by several mechanisms, but by each only once.
func (c *checker) edges(m *Manifest, agents, tools names) {
	var seen once
	toolName := m.delegationNames()
	for i, a := range m.Access {
		index := strconv.Itoa(i)
		c.refer(agents, a.Agent, "access", index, "agent")
		c.refer(tools, a.Tool, "access", index, "tool")
		c.edge(&seen, key("access", a.Agent, a.Tool), edgeName("access", a.Agent, a.Tool), "access", index)
	}
	for i, r := range m.Restrictions {
		index := strconv.Itoa(i)
		c.refer(agents, r.Agent, "restrictions", index, "agent")
		c.refer(tools, r.Tool, "restrictions", index, "tool")
		c.edge(&seen, key("restriction", r.Agent, r.Tool, string(r.EnforcedBy)), edgeName("restriction", r.Agent, r.Tool), "restrictions", index)
	}
	for i, d := range m.Delegations {
		index := strconv.Itoa(i)
		c.refer(agents, d.From, "delegations", index, "from")
		c.refer(agents, d.To, "delegations", index, "to")
		kind := cmp.Or(d.Kind, Handoff)
		c.edge(&seen, key("delegation", d.From, d.To, string(kind), toolName(d)),
			edgeName(string(kind), d.From, d.To), "delegations", index)
	}
}

func edgeName(what, from, to string) string {
	return fmt.Sprintf("%s %s -> %s", what, document.Quote(from), document.Quote(to))
}

// agentTools checks that tools of kind agent and the delegations behind them
// agree: such a tool wraps an agent, and whoever has it delegates to that
// agent under the tool's name.
func (c *checker) agentTools(m *Manifest, agents names) {
	wrappers := map[string]Tool{}
	for i, t := range m.Tools {
		index := strconv.Itoa(i)
		c.refer(agents, t.Wraps, "tools", index, "wraps")
		switch {
		case t.Kind == ToolAgent && t.Wraps == "":
			c.add(CodeAgentTool, c.at("tools", index), "add wraps: AGENT", "tool %s is of kind agent and does not say which agent it wraps", document.Quote(t.ID))
		case t.Kind != ToolAgent && t.Wraps != "":
			c.add(CodeAgentTool, c.at("tools", index, "wraps"), "add kind: agent", "tool %s wraps an agent and is not of kind agent", document.Quote(t.ID))
		case t.Kind == ToolAgent:
			wrappers[t.ID] = t
		}
	}
	delegated := map[string]bool{}
	toolName := m.delegationNames()
	for _, d := range m.Delegations {
		if d.Kind == AgentTool {
			delegated[key(d.From, d.To, toolName(d))] = true
		}
	}
	for i, a := range m.Access {
		t, ok := wrappers[a.Tool]
		if !ok || delegated[key(a.Agent, t.Wraps, t.RuntimeName())] {
			continue
		}
		c.add(CodeAgentTool, c.at("access", strconv.Itoa(i)),
			fmt.Sprintf("add to delegations: {from: %s, to: %s, kind: agent_tool, tool_name: %s}",
				document.Quote(a.Agent), document.Quote(t.Wraps), document.Quote(t.RuntimeName())),
			"agent %s has the agent tool %s and no agent_tool delegation of that name", document.Quote(a.Agent), document.Quote(a.Tool))
	}
}
