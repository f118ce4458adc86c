package live

import (
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// edges adds what one agent object is attached to.
func (a *aligner) edges(x Agent) {
	from := a.agentOf[x.Key]
	for _, k := range x.Tools {
		if a.toolOf[k] == "" {
			a.open(x, "tools", "a tool without a name")
			continue
		}
		a.attach(from, a.tool[k], x)
	}
	for _, h := range x.Handoffs {
		a.handoff(from, h, x)
	}
	for _, s := range x.Servers {
		a.server(from, s, x)
	}
}

func (a *aligner) attach(from string, t Tool, x Agent) {
	id := a.toolOf[t.Key]
	if t.Enabled == Off {
		a.restrict(from, id, manifest.ByDisabled, x)
		return
	}
	a.allow(manifest.Access{Agent: from, Tool: id, How: how(t.Enabled), Derived: manifest.FromLive, Source: x.Place.Position})
	switch {
	case t.Approval != Off && t.Approval != "":
		a.restrict(from, id, manifest.ByApproval, x)
	case len(t.Guardrails) > 0:
		a.restrict(from, id, manifest.ByGuardrail, x)
	}
	if to := a.agentOf[t.Wraps]; to != "" {
		a.delegate(manifest.Delegation{From: from, To: to, Kind: manifest.AgentTool, ToolName: t.Name}, t.Enabled, x)
	}
}

func how(s Switch) manifest.How {
	if s == ByProgram {
		return manifest.Conditional
	}
	return manifest.Always
}

func (a *aligner) allow(e manifest.Access) {
	for i, old := range a.out.Access {
		if old.Agent == e.Agent && old.Tool == e.Tool {
			if e.How == manifest.Always {
				a.out.Access[i].How = manifest.Always
			}
			return
		}
	}
	if e.How == manifest.Conditional {
		e.Condition = "is_enabled"
	}
	a.out.Access = append(a.out.Access, e)
}

func (a *aligner) restrict(agent, tool string, by manifest.Mechanism, x Agent) {
	r := manifest.Restriction{Agent: agent, Tool: tool, Origin: manifest.Declared, EnforcedBy: by, Source: x.Place.Position}
	if !slices.Contains(a.out.Restrictions, r) {
		a.out.Restrictions = append(a.out.Restrictions, r)
	}
}

func (a *aligner) delegate(d manifest.Delegation, enabled Switch, x Agent) {
	d.Derived, d.Source = manifest.FromLive, x.Place.Position
	if enabled == ByProgram {
		d.Condition = "is_enabled"
	}
	same := func(o manifest.Delegation) bool {
		return o.From == d.From && o.To == d.To && o.Kind == d.Kind && o.ToolName == d.ToolName
	}
	if !slices.ContainsFunc(a.out.Delegations, same) {
		a.out.Delegations = append(a.out.Delegations, d)
	}
}

// handoff adds the edge of one element of handoffs. A Handoff that was built
// by hand may hide its target: then its name counts, as in the SDK's own
// reports.
func (a *aligner) handoff(from string, h Handoff, x Agent) {
	if h.Enabled == Off {
		return
	}
	var targets []string
	if to := a.agentOf[h.To]; to != "" {
		targets = []string{to}
	} else {
		for _, t := range a.out.Agents {
			if h.AgentName != "" && t.RuntimeName() == h.AgentName {
				targets = append(targets, t.ID)
			}
		}
	}
	if len(targets) == 0 {
		a.open(x, "handoffs", "a "+orWord(h.Class, "handoff")+" whose target is decided by its function")
	}
	for _, to := range targets {
		a.delegate(manifest.Delegation{From: from, To: to, Kind: manifest.Handoff, ToolName: a.override(to, h.ToolName)}, h.Enabled, x)
	}
}

func orWord(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// override is the tool name where it is not the SDK's default.
func (a *aligner) override(to, tool string) string {
	t, _ := a.out.Agent(to)
	if tool == manifest.HandoffToolName(t.RuntimeName()) {
		return ""
	}
	return tool
}

// server adds the tools that a static filter names, or leaves the agent's
// tools open: no server is ever connected.
func (a *aligner) server(from string, s Server, x Agent) {
	if s.Tools == nil {
		a.open(x, "tools", strings.TrimSpace("the tools of "+s.Class+" "+s.Name)+" are known when the program runs")
		return
	}
	for _, name := range s.Tools {
		if _, known := a.out.Tool(name); !known {
			a.out.Tools = append(a.out.Tools, manifest.Tool{ID: name, Kind: manifest.ToolMCP, Derived: manifest.FromToolFilter, Source: x.Place.Position})
		}
		a.allow(manifest.Access{Agent: from, Tool: name, How: manifest.Always, Derived: manifest.FromToolFilter, Source: x.Place.Position})
	}
}

// open records that an attribute of an agent stays unknown.
func (a *aligner) open(x Agent, attr, why string) {
	id := a.agentOf[x.Key]
	for i := range a.out.Agents {
		if ag := &a.out.Agents[i]; ag.ID == id && !slices.Contains(ag.Dynamic, attr) {
			ag.Dynamic = append(ag.Dynamic, attr)
		}
	}
	a.out.Unresolved = append(a.out.Unresolved, manifest.Unresolved{
		What: fmt.Sprintf("%s of %s", attr, x.Name), Why: why, Agent: id, Source: x.Place.Position,
	})
}
