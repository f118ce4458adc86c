package live

import (
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/canonical"
)

func (x *comparison) access() {
	type pair struct{ agent, tool string }
	static, running := map[pair]bool{}, map[pair]bool{}
	for _, a := range x.static.Access {
		static[pair{a.Agent, a.Tool}] = true
	}
	for _, a := range x.running.Access {
		running[pair{a.Agent, a.Tool}] = true
		if x.both(a.Agent) && !static[pair{a.Agent, a.Tool}] {
			x.add(Difference{
				Subject: "access " + a.Agent + " -> " + a.Tool, Side: LiveOnly, Source: x.agentPlace(a.Agent, a.Source),
				Cause: x.c.liveOnly(x.open(a.Agent, "tools"), a.Source),
			})
		}
	}
	for _, a := range x.static.Access {
		if x.both(a.Agent) && !running[pair{a.Agent, a.Tool}] && a.Derived != manifest.FromOverlay {
			x.add(Difference{
				Subject: "access " + a.Agent + " -> " + a.Tool, Side: StaticOnly, Source: a.Source,
				Cause: x.c.staticOnly(a.Certainty, a.Source),
			})
		}
	}
}

// agentPlace is where the static manifest has an agent, which is where a
// reader looks for an edge that only the running program shows.
func (x *comparison) agentPlace(id string, otherwise manifest.Position) manifest.Position {
	if a, ok := x.static.Agent(id); ok && !a.Source.IsZero() {
		return a.Source
	}
	return otherwise
}

// ofSDK tells restrictions that the SDK's own options make from those that
// somebody declared elsewhere. Front ends write the option as the reason.
func ofSDK(r manifest.Restriction) bool {
	return r.EnforcedBy == manifest.ByDisabled && (r.Reason == "" || strings.HasPrefix(r.Reason, "is_enabled")) ||
		strings.HasPrefix(r.Reason, "needs_approval") || strings.HasPrefix(r.Reason, "tool_input_guardrails")
}

func (x *comparison) restrictions() {
	type edge struct {
		agent, tool string
		by          manifest.Mechanism
	}
	static, running := map[edge]bool{}, map[edge]bool{}
	for _, r := range x.static.Restrictions {
		static[edge{r.Agent, r.Tool, r.EnforcedBy}] = true
	}
	for _, r := range x.running.Restrictions {
		running[edge{r.Agent, r.Tool, r.EnforcedBy}] = true
		if x.both(r.Agent) && !static[edge{r.Agent, r.Tool, r.EnforcedBy}] {
			cause := x.c.liveOnly(x.open(r.Agent, "tools"), r.Source)
			if r.EnforcedBy == manifest.ByDisabled && x.conditional(r.Agent, r.Tool) {
				cause = CauseConditional
			}
			x.add(Difference{Subject: subject(r), Side: LiveOnly, Source: x.agentPlace(r.Agent, r.Source), Cause: cause})
		}
	}
	for _, r := range x.static.Restrictions {
		if ofSDK(r) && x.both(r.Agent) && !running[edge{r.Agent, r.Tool, r.EnforcedBy}] {
			x.add(Difference{Subject: subject(r), Side: StaticOnly, Source: r.Source, Cause: x.c.staticOnly(manifest.Certain, r.Source)})
		}
	}
}

// conditional reports whether the source attaches the tool on a condition.
func (x *comparison) conditional(agent, tool string) bool {
	return slices.ContainsFunc(x.static.Access, func(a manifest.Access) bool {
		return a.Agent == agent && a.Tool == tool && a.How == manifest.Conditional
	})
}

func subject(r manifest.Restriction) string {
	return "restriction " + r.Agent + " -x> " + r.Tool + " by " + string(r.EnforcedBy)
}

// delegations compares handoffs and agent tools. Two edges between the same
// agents that differ in the tool's name alone are one difference.
func (x *comparison) delegations() {
	type ends struct {
		from, to string
		kind     manifest.DelegationKind
	}
	kinds := func(m *manifest.Manifest) (map[ends][]manifest.Delegation, []ends) {
		by := map[ends][]manifest.Delegation{}
		var order []ends
		for _, d := range m.Delegations {
			k := ends{d.From, d.To, d.Kind}
			if k.kind == "" {
				k.kind = manifest.Handoff
			}
			if k.kind != manifest.Handoff && k.kind != manifest.AgentTool || !x.both(d.From) || !x.both(d.To) {
				continue
			}
			if by[k] == nil {
				order = append(order, k)
			}
			by[k] = append(by[k], d)
		}
		return by, order
	}
	static, order := kinds(x.static)
	running, more := kinds(x.running)
	for _, k := range more {
		if static[k] == nil {
			order = append(order, k)
		}
	}
	for _, k := range order {
		x.between(static[k], running[k])
	}
}

// between compares the delegations of one kind from one agent to another.
func (x *comparison) between(static, running []manifest.Delegation) {
	left := slices.Clone(running)
	var lacking []manifest.Delegation
	for _, s := range static {
		name := x.static.DelegationToolName(s)
		i := slices.IndexFunc(left, func(r manifest.Delegation) bool { return x.running.DelegationToolName(r) == name })
		if i < 0 {
			lacking = append(lacking, s)
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	if len(lacking) == 1 && len(left) == 1 {
		s := lacking[0]
		dynamic := slices.ContainsFunc(x.static.Unresolved, func(u manifest.Unresolved) bool { return u.Agent == s.From })
		x.add(Difference{
			Subject: "tool name of " + edgeText(s), Side: Otherwise, Source: s.Source, Cause: value(dynamic, "", ""),
			Static: short(x.static.DelegationToolName(s)), Live: short(x.running.DelegationToolName(left[0])),
		})
		return
	}
	for _, s := range lacking {
		if s.Derived == manifest.FromOverlay {
			continue
		}
		x.add(Difference{Subject: edgeText(s), Side: StaticOnly, Source: s.Source, Cause: x.c.staticOnly(s.Certainty, s.Source)})
	}
	for _, r := range left {
		attr := "handoffs"
		if r.Kind == manifest.AgentTool {
			attr = "tools"
		}
		x.add(Difference{
			Subject: edgeText(r), Side: LiveOnly, Source: x.agentPlace(r.From, r.Source),
			Cause: x.c.liveOnly(x.open(r.From, attr), r.Source),
		})
	}
}

func edgeText(d manifest.Delegation) string {
	if d.Kind == manifest.AgentTool {
		return "agent tool " + d.From + " => " + d.To
	}
	return "handoff " + d.From + " => " + d.To
}

// schemaText is one text for equal schemas; empty where nothing is known.
func schemaText(schema map[string]any) string {
	if schema == nil {
		return ""
	}
	data, err := canonical.JSON(schema)
	if err != nil {
		return "not JSON: " + err.Error()
	}
	return string(data)
}
