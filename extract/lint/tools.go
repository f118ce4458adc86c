package lint

import (
	"cmp"
	"slices"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// orphans finds tools that no agent has and nothing restricts.
func (w *workflow) orphans() {
	named := map[string]bool{}
	for _, a := range w.m.Access {
		named[a.Tool] = true
	}
	for _, r := range w.m.Restrictions {
		named[r.Tool] = true
	}
	open := false
	for _, a := range w.m.Agents {
		open = open || unsure(a, "tools")
	}
	for _, t := range w.m.Tools {
		if !named[t.ID] && t.Kind != manifest.ToolAgent {
			w.add(CodeOrphan, manifest.LevelNote, t.Source, "%s", Orphan(t.ID, open))
		}
	}
}

// Orphan says that no agent has the tool; open tells that some agent's tools
// are not all known.
func Orphan(tool string, open bool) string {
	s := "tool " + tool + " is declared and no agent has it"
	if open {
		s += ", as far as the tool sets are known"
	}
	return s
}

// sameTools finds tools that traces cannot tell apart.
func (w *workflow) sameTools() {
	source := func(t manifest.Tool) manifest.Position { return t.Source }
	for _, same := range namesakes(w.m.Tools, manifest.Tool.RuntimeName, source) {
		w.add(CodeSameTool, manifest.LevelNote, same[0].Source, "%d different tools are named %q (%s)", len(same), same[0].RuntimeName(), places(same, source))
	}
}

// unknownTools finds agents of which no absence of a tool can be derived.
func (w *workflow) unknownTools() {
	for _, a := range w.m.Agents {
		if unsure(a, "tools") {
			w.add(CodeUnknownTools, manifest.LevelNote, a.Source, "the tools of %s are not all known, so that nothing is derived from the absence of one", a.ID)
		}
	}
}

// switchedOff finds tools that is_enabled=False takes from an agent.
func (w *workflow) switchedOff() {
	for _, r := range w.m.Restrictions {
		if r.EnforcedBy == manifest.ByDisabled {
			w.add(CodeSwitchedOff, manifest.LevelNote, r.Source, "tool %s is listed for %s and switched off", r.Tool, r.Agent)
		}
	}
}

// offer is one thing that an agent offers its model under a name.
type offer struct {
	name    string
	edge    string // as obligations write it
	handoff bool
	certain bool
	at      manifest.Position
}

// collisions finds what an agent has and its model never sees, because another
// offer has the same name.
func (w *workflow) collisions() {
	for _, a := range w.m.Agents {
		offers := map[string][]offer{}
		var names []string
		for _, o := range w.offers(a.ID) {
			if offers[o.name] == nil {
				names = append(names, o.name)
			}
			offers[o.name] = append(offers[o.name], o)
		}
		for _, name := range names {
			if list := offers[name]; len(list) > 1 {
				w.collide(a, list)
			}
		}
	}
}

// offers lists what the SDK routes by name: function, MCP and agent tools, and
// handoffs. Hosted tools are routed by their type.
func (w *workflow) offers(agent string) []offer {
	var out []offer
	for _, x := range w.access[agent] {
		t, ok := w.tools[x.Tool]
		if !ok || t.Kind == manifest.ToolHosted {
			continue
		}
		edge := agent + "->" + t.ID
		if t.Kind == manifest.ToolAgent {
			edge = agent + "=>" + t.Wraps
		}
		out = append(out, offer{t.RuntimeName(), edge, false, x.Condition == "" && x.Certainty == manifest.Certain, x.Source})
	}
	for _, d := range w.delegates[agent] {
		if isHandoff(d) {
			out = append(out, offer{w.name(d), agent + "=>" + d.To, true, d.Condition == "" && d.Certainty == manifest.Certain, d.Source})
		}
	}
	return out
}

// pythonSDK is the package whose rule for equal names is known: any handoff
// beats a tool, and else the last one wins.
const pythonSDK = "openai-agents"

// collide reports the losers among offers of one name. Only where one surely
// hides the other is it an error.
func (w *workflow) collide(a manifest.Agent, list []offer) {
	slices.SortStableFunc(list, func(a, b offer) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.edge, b.edge)) })
	rule := w.m.SDK != nil && w.m.SDK.Name == pythonSDK
	level := manifest.LevelError
	if !rule || made(a) {
		level = manifest.LevelWarning
	}
	var handoffs []offer
	for _, o := range list {
		if o.handoff {
			handoffs = append(handoffs, o)
		}
		if !o.certain {
			level = manifest.LevelWarning
		}
	}
	winners := list
	if len(handoffs) > 0 {
		winners = handoffs
	}
	winner, known := last(winners)
	if !rule || !known {
		w.add(collisionCode(winners[0], winners[0]), level, winners[0].at, "%s offers %s under one name, %q: the model sees only one of them, and the others cannot be covered",
			a.ID, edges(list), list[0].name)
		return
	}
	for _, o := range list {
		if o == winner {
			continue
		}
		w.add(collisionCode(o, winner), level, o.at, "%s is never offered: %s has the same name, %q, and %s; the edge cannot be covered",
			o.edge, winner.edge, o.name, ruleOf(o, winner))
	}
}

// made reports whether one declaration stands for several agents, whose tools
// may then belong to different ones.
func made(a manifest.Agent) bool {
	return a.Derived != manifest.FromLiteral && a.Derived != manifest.FromVariable && a.Derived != manifest.FromSubclass
}

// last is the offer that stands last in the source, if the source shows which.
func last(list []offer) (offer, bool) {
	x := list[len(list)-1]
	for _, o := range list[:len(list)-1] {
		if o.at.Path != x.at.Path || o.at == x.at {
			return offer{}, false
		}
	}
	return x, true
}

func collisionCode(loser, winner offer) string {
	switch {
	case loser.handoff:
		return CodeHandoffHidden
	case winner.handoff:
		return CodeToolBehind
	}
	return CodeToolHidden
}

func ruleOf(loser, winner offer) string {
	if winner.handoff && !loser.handoff {
		return "a handoff wins over a tool"
	}
	return "the last one wins"
}

func edges(list []offer) string {
	var out []string
	for _, o := range list {
		out = append(out, o.edge)
	}
	return enough(out, 5)
}
