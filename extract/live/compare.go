package live

import (
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// Side says which reading shows something.
type Side string

// Sides of a Difference.
const (
	StaticOnly Side = "source only"
	LiveOnly   Side = "running program only"
	Otherwise  Side = "otherwise" // both, with another value
)

// Difference is one thing on which the two readings do not agree.
type Difference struct {
	Subject string // such as "agent Billing" or "parameters of tool refund"
	Side    Side
	Cause   Cause
	Source  manifest.Position
	// Static and Live are the values where both sides have one.
	Static, Live string
}

// String is the difference as one line without its place.
func (d Difference) String() string {
	s := fmt.Sprintf("%s: %s (%s)", d.Subject, d.Side, d.Cause)
	if d.Side == Otherwise {
		s += fmt.Sprintf(": source %s, running program %s", d.Static, d.Live)
	}
	return s
}

// Compare lists the differences between the static manifest and the running
// program, as Align wrote it, by place. It compares what an import can show:
// agents, tools and their facts, access, restrictions by is_enabled, approval
// and tool guardrails, handoffs and agent tools. An edge of an agent that one
// side lacks is no difference of its own, and neither is what people declare
// in an overlay.
func Compare(static, running *manifest.Manifest, c Circumstances) []Difference {
	x := &comparison{static: static, running: running, c: c.compared(static, running)}
	x.agents()
	x.tools()
	x.access()
	x.restrictions()
	x.delegations()
	slices.SortStableFunc(x.found, func(a, b Difference) int {
		if n := a.Source.Compare(b.Source); n != 0 {
			return n
		}
		return strings.Compare(a.String(), b.String())
	})
	return x.found
}

type comparison struct {
	static, running *manifest.Manifest
	c               Circumstances
	found           []Difference
}

func (x *comparison) add(d Difference) { x.found = append(x.found, d) }

// agents compares the agents, and remembers which both sides have.
func (x *comparison) agents() {
	for _, s := range x.static.Agents {
		if s.Kind == manifest.KindOrchestrator || s.Derived == manifest.FromOverlay {
			continue
		}
		if r, ok := x.running.Agent(s.ID); ok {
			x.agent(s, r)
			continue
		}
		x.add(Difference{Subject: "agent " + s.ID, Side: StaticOnly, Cause: x.c.staticOnly(s.Certainty, s.Source), Source: s.Source})
	}
	for _, r := range x.running.Agents {
		if _, ok := x.static.Agent(r.ID); !ok {
			unknown := x.unresolvedAt(r.Source)
			x.add(Difference{Subject: "agent " + r.ID, Side: LiveOnly, Cause: x.c.liveOnly(unknown, r.Source), Source: r.Source})
		}
	}
}

// agent compares the facts of one agent.
func (x *comparison) agent(s, r manifest.Agent) {
	fact := func(name, static, running string) {
		if static != running {
			x.add(Difference{
				Subject: name + " of agent " + s.ID, Side: Otherwise, Source: s.Source,
				Cause: value(slices.Contains(s.Dynamic, name), static, running), Static: short(static), Live: short(running),
			})
		}
	}
	fact("description", s.Description, r.Description)
	if !slices.Contains(r.Dynamic, "instructions") {
		fact("instructions", s.Instructions, r.Instructions)
	}
	fact("model", s.Model, r.Model)
	fact("guardrails", strings.Join(s.Guardrails, ", "), strings.Join(r.Guardrails, ", "))
}

func (x *comparison) tools() {
	for _, s := range x.static.Tools {
		if r, ok := x.running.Tool(s.ID); ok {
			x.tool(s, r)
			continue
		}
		if x.reached(s.ID) && s.Derived != manifest.FromOverlay {
			x.add(Difference{Subject: "tool " + s.ID, Side: StaticOnly, Cause: x.toolCause(s), Source: s.Source})
		}
	}
	for _, r := range x.running.Tools {
		if _, ok := x.static.Tool(r.ID); !ok {
			x.add(Difference{Subject: "tool " + r.ID, Side: LiveOnly, Cause: x.c.liveOnly(x.attachedOpenly(r.ID), r.Source), Source: r.Source})
		}
	}
}

// reached reports whether an agent that both sides have is to have the tool.
func (x *comparison) reached(tool string) bool {
	has := func(agent, t string) bool { return t == tool && x.both(agent) }
	return slices.ContainsFunc(x.static.Access, func(a manifest.Access) bool { return has(a.Agent, a.Tool) }) ||
		slices.ContainsFunc(x.static.Restrictions, func(r manifest.Restriction) bool { return has(r.Agent, r.Tool) })
}

// toolCause is that of its edges: a tool is seen where an agent has it.
func (x *comparison) toolCause(t manifest.Tool) Cause {
	for _, a := range x.static.Access {
		if a.Tool == t.ID && x.both(a.Agent) {
			return x.c.staticOnly(manifest.Weaker(t.Certainty, a.Certainty), a.Source)
		}
	}
	return x.c.staticOnly(t.Certainty, t.Source)
}

// attachedOpenly reports whether each agent that has the tool has tools which
// the static reading could not know.
func (x *comparison) attachedOpenly(tool string) bool {
	found := false
	for _, a := range x.running.Access {
		if a.Tool != tool {
			continue
		}
		s, ok := x.static.Agent(a.Agent)
		if ok && !slices.Contains(s.Dynamic, "tools") {
			return false
		}
		found = true
	}
	return found
}

func (x *comparison) tool(s, r manifest.Tool) {
	fact := func(name, static, running string, dynamic bool) {
		if static != running {
			x.add(Difference{
				Subject: name + " of tool " + s.ID, Side: Otherwise, Source: s.Source,
				Cause: value(dynamic, static, running), Static: short(static), Live: short(running),
			})
		}
	}
	fact("kind", string(s.Kind), string(r.Kind), false)
	fact("agent", s.Wraps, r.Wraps, false)
	if r.Description == "" && r.Parameters == nil {
		return // the SDK's own tools have neither; a front end may describe them
	}
	if r.Kind == manifest.ToolFunction && r.Function == "" && s.Description == "" && s.Parameters == nil {
		x.add(Difference{
			Subject: "description and parameters of tool " + s.ID, Side: LiveOnly, Cause: CauseSDKText, Source: s.Source,
		})
		return
	}
	fact("description", s.Description, r.Description, false)
	fact("parameters", schemaText(s.Parameters), schemaText(r.Parameters), s.Parameters == nil)
}

func (x *comparison) both(agent string) bool {
	_, s := x.static.Agent(agent)
	_, r := x.running.Agent(agent)
	return s && r
}

func (x *comparison) unresolvedAt(p manifest.Position) bool {
	return slices.ContainsFunc(x.static.Unresolved, func(u manifest.Unresolved) bool {
		return u.Source.Path == p.Path && u.Source.Line == p.Line
	})
}

// open reports whether the static reading says that it does not know all of an
// agent's attribute.
func (x *comparison) open(agent, attr string) bool {
	a, _ := x.static.Agent(agent)
	return slices.Contains(a.Dynamic, attr)
}

// short bounds a value for a message.
func short(s string) string {
	const most = 300
	if s == "" {
		return "nothing"
	}
	if len(s) > most {
		return fmt.Sprintf("%q… (%d bytes)", strings.ToValidUTF8(s[:most], ""), len(s))
	}
	return fmt.Sprintf("%q", s)
}
