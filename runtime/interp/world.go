package interp

import (
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
)

// offerKind says what a call of an offer does.
type offerKind int

const (
	plainTool   offerKind = iota
	agentTool             // runs another agent and returns its answer
	handoff               // the other agent takes over
	exposedTool           // a restricted tool, shown behind a guard
)

// offer is one thing that an agent may call.
type offer struct {
	kind        offerKind
	name        string // as the model sees it
	description string
	parameters  map[string]any
	toolID      string // plainTool, exposedTool; agentTool where the manifest lists it
	to          string // agentTool, handoff: agent id
	approval    bool   // a call pauses until it is approved
	source      manifest.Position
}

// station is an agent with what it is offered.
type station struct {
	agent  manifest.Agent
	name   string // in traces
	offers []offer
}

// world is the manifest as runs need it. It is read-only once made.
type world struct {
	manifest *manifest.Manifest
	stations map[string]*station      // by agent id
	tools    map[string]manifest.Tool // by tool id
	access   map[string][]manifest.Access
	passes   map[string][]manifest.Delegation // by source agent
	guards   map[scenario.Pair][]manifest.Mechanism
	wrappers map[[2]string]manifest.Tool // by wrapped agent and runtime name
	// handoffs maps the name of every agent's handoff tool to the agent's
	// trace name, so that a call of one that is not offered can say whom it
	// was for. Names that several agents share are left out.
	handoffs map[string]string
}

func newWorld(m *manifest.Manifest) *world {
	w := &world{
		manifest: m, stations: map[string]*station{}, tools: map[string]manifest.Tool{},
		access: map[string][]manifest.Access{}, passes: map[string][]manifest.Delegation{},
		guards: map[scenario.Pair][]manifest.Mechanism{}, wrappers: map[[2]string]manifest.Tool{},
		handoffs: map[string]string{},
	}
	w.index()
	names := map[string]int{}
	for _, a := range m.Agents {
		names[a.RuntimeName()]++
	}
	for _, a := range m.Agents {
		name := a.RuntimeName()
		if names[name] > 1 {
			// The manifest knows which of the namesakes acts; a name would not say.
			name = a.ID
		}
		w.stations[a.ID] = &station{agent: a, name: name}
	}
	for _, a := range m.Agents {
		w.stations[a.ID].offers = w.offersOf(a)
	}
	w.nameHandoffs()
	return w
}

// index makes every later look-up direct: manifests may be large.
func (w *world) index() {
	for _, t := range w.manifest.Tools {
		w.tools[t.ID] = t
		if t.Kind == manifest.ToolAgent {
			w.wrappers[[2]string{t.Wraps, t.RuntimeName()}] = t
		}
	}
	for _, x := range w.manifest.Access {
		w.access[x.Agent] = append(w.access[x.Agent], x)
	}
	for _, d := range w.manifest.Delegations {
		w.passes[d.From] = append(w.passes[d.From], d)
	}
	for _, r := range w.manifest.Restrictions {
		p := scenario.Pair{Agent: r.Agent, Tool: r.Tool}
		w.guards[p] = append(w.guards[p], r.EnforcedBy)
	}
}

func (w *world) nameHandoffs() {
	shared := map[string]bool{}
	add := func(tool, agent string) {
		if other, ok := w.handoffs[tool]; ok && other != agent {
			shared[tool] = true
		}
		w.handoffs[tool] = agent
	}
	for _, a := range w.manifest.Agents {
		add(manifest.HandoffToolName(a.RuntimeName()), w.stations[a.ID].name)
	}
	for _, d := range w.manifest.Delegations {
		if kindOf(d) == manifest.Handoff && w.stations[d.To] != nil {
			add(w.manifest.DelegationToolName(d), w.stations[d.To].name)
		}
	}
	for tool := range shared {
		delete(w.handoffs, tool)
	}
}

// offersOf lists what the agent is offered: tools, agents as tools among them,
// then handoffs; each in the order of the source where that is known. Of several offers with
// one name the last wins, and a handoff beats a tool.
func (w *world) offersOf(a manifest.Agent) []offer {
	list := inSourceOrder(append(w.toolOffers(a.ID), w.agentToolOffers(a.ID)...))
	list = append(list, inSourceOrder(w.handoffOffers(a.ID))...)
	last := map[string]int{}
	for i, o := range list {
		last[o.name] = i
	}
	var out []offer
	for i, o := range list {
		if last[o.name] == i {
			out = append(out, o)
		}
	}
	return out
}

func (w *world) toolOffers(agent string) []offer {
	var out []offer
	for _, x := range w.access[agent] {
		t, ok := w.tools[x.Tool]
		if !ok || t.Kind == manifest.ToolAgent || w.restricted(agent, t.ID, manifest.ByDisabled, manifest.ByFilter) {
			continue
		}
		out = append(out, offer{
			kind: plainTool, name: t.RuntimeName(), description: t.Description, parameters: t.Parameters,
			toolID: t.ID, approval: w.restricted(agent, t.ID, manifest.ByApproval), source: x.Source,
		})
	}
	return out
}

func (w *world) agentToolOffers(agent string) []offer {
	var out []offer
	for _, d := range w.passes[agent] {
		target := w.stations[d.To]
		if kindOf(d) != manifest.AgentTool || target == nil {
			continue
		}
		o := offer{
			kind: agentTool, name: w.manifest.DelegationToolName(d), to: d.To, parameters: inputSchema(),
			description: target.agent.Description, source: d.Source,
		}
		if t, ok := w.wrappers[[2]string{d.To, o.name}]; ok {
			if w.restricted(agent, t.ID, manifest.ByDisabled, manifest.ByFilter) {
				continue
			}
			o.toolID, o.parameters = t.ID, parametersOf(t)
			o.approval = w.restricted(agent, t.ID, manifest.ByApproval)
			if t.Description != "" {
				o.description = t.Description
			}
		}
		if o.description == "" {
			o.description = "Asks the agent " + target.agent.RuntimeName() + " and returns its answer."
		}
		out = append(out, o)
	}
	return out
}

func (w *world) handoffOffers(agent string) []offer {
	var out []offer
	for _, d := range w.passes[agent] {
		target := w.stations[d.To]
		if kindOf(d) != manifest.Handoff || target == nil {
			continue
		}
		text := "Hands the conversation over to the agent " + target.agent.RuntimeName() + "."
		out = append(out, offer{
			kind: handoff, name: w.manifest.DelegationToolName(d), to: d.To, source: d.Source,
			description: strings.TrimSpace(text + " " + target.agent.Description),
		})
	}
	return out
}

func (w *world) restricted(agent, tool string, by ...manifest.Mechanism) bool {
	return slices.ContainsFunc(w.guards[scenario.Pair{Agent: agent, Tool: tool}], func(m manifest.Mechanism) bool {
		return slices.Contains(by, m)
	})
}

func kindOf(d manifest.Delegation) manifest.DelegationKind {
	if d.Kind == "" {
		return manifest.Handoff
	}
	return d.Kind
}

// inSourceOrder restores the order in which the source attached the offers,
// which a sorted manifest has lost. Without positions in one file there is no
// such order, and the manifest's stays.
func inSourceOrder(list []offer) []offer {
	for _, o := range list {
		if o.source.Line == 0 || o.source.Path != list[0].source.Path {
			return list
		}
	}
	slices.SortStableFunc(list, func(a, b offer) int { return a.source.Compare(b.source) })
	return list
}

// modelTools shows the offers to a model.
func modelTools(offers []offer) []model.Tool {
	var out []model.Tool
	for _, o := range offers {
		out = append(out, model.Tool{Name: o.name, Description: o.description, Parameters: o.parameters})
	}
	return out
}
