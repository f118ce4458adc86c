// Package interp runs a manifest without the program that it was taken from:
// the agents' real instructions, tool schemas and delegations before a model,
// with the semantics of the OpenAI Agents SDK, and stubs for every tool body.
//
// An offer is one thing that an agent may call: a tool, an agent as a tool, or
// a handoff. A stub answers a tool call with a text that claims no effect.
//
// What a run shows is what a model does with the structure. It shows nothing
// about code: no tool body, guardrail or orchestrator runs, so guards that are
// code cannot be seen to hold here, and a workflow that starts at an
// orchestrator cannot be run at all.
package interp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// Name is the adapter's name, and the runtime in the header of its traces.
const Name = "interp"

// DefaultMaxTurns bounds the model calls of one agent run, as in the OpenAI
// Agents SDK.
const DefaultMaxTurns = 10

// Bounds that the SDK does not have, because a manifest may be hostile.
const (
	// MaxDepth bounds how deep agents may run as tools of each other.
	MaxDepth = 8
	// MaxCalls bounds the tool calls of one model answer.
	MaxCalls = 128
	// callsPerTurn times the turn limit bounds the model calls between two
	// turns of the user, nested runs included.
	callsPerTurn = 20
)

// Options are what the interpreter takes from outside.
type Options struct {
	// Now stamps the events of live runs. Nil leaves all times out, as runs
	// that must be byte-identical always do.
	Now func() time.Time
}

// Adapter returns the interpreter as a runtime adapter.
func Adapter(o Options) runtime.Adapter {
	return runtime.Adapter{
		Name: Name,
		Doc:  "runs the manifest itself: real instructions and tool schemas, stubbed tool bodies, none of the workflow's code",
		Open: func(_ context.Context, target runtime.Target) (runtime.Session, error) { return open(o, target) },
	}
}

// session is an opened manifest.
type session struct {
	options Options
	target  runtime.Target
	world   *world
	closed  bool
}

func open(o Options, target runtime.Target) (runtime.Session, error) {
	if target.Manifest == nil || len(target.Manifest.Agents) == 0 {
		return nil, errors.New("open interpreter: the manifest has no agent")
	}
	if target.MaxTurns <= 0 {
		target.MaxTurns = DefaultMaxTurns
	}
	return &session{options: o, target: target, world: newWorld(target.Manifest)}, nil
}

// Close implements runtime.Session. It may be called again.
func (s *session) Close() error {
	s.closed = true
	return nil
}

// Run implements runtime.Session. The error is about the scenario: it names an
// agent or a tool that the manifest does not have, or has nothing to say.
func (s *session) Run(ctx context.Context, sc *scenario.Scenario, id runtime.Identity) (*trace.Trace, error) {
	r, err := s.prepare(sc, id)
	if err != nil {
		return nil, fmt.Errorf("run scenario %q: %w", sc.ID, err)
	}
	r.run(ctx)
	return r.rec.Trace(), nil
}

// prepare checks the scenario against the manifest and makes the run's header.
func (s *session) prepare(sc *scenario.Scenario, id runtime.Identity) (*run, error) {
	r := &run{
		session: s, scenario: sc, model: s.target.Model,
		shown: map[string]string{}, exposures: map[string][]offer{},
	}
	switch {
	case s.closed:
		return nil, errors.New("the session is closed")
	case len(sc.Turns) == 0 && len(sc.Script) == 0:
		return nil, errors.New("it has neither turns nor a script")
	}
	if len(sc.Script) > 0 {
		r.script = model.NewScripted(sc.Script)
		r.model = r.script
	}
	if r.model == nil {
		return nil, errors.New("there is no model and no script")
	}
	if err := r.start(); err != nil {
		return nil, err
	}
	if err := r.expose(); err != nil {
		return nil, err
	}
	h := s.header(sc, id, r.model.Info())
	if err := h.Check(); err != nil {
		return nil, err
	}
	r.rec = trace.NewRecorder(h)
	r.timed = h.Mode == trace.Live && s.options.Now != nil
	return r, nil
}

// header describes the run. A script forces the calls, so its driver is wire
// whoever wrote it; the mode says whether the wire verb did (forced) or a
// test's author (scripted). The origin is generated whoever wrote the scenario:
// the interpreter is not the program, and a run of it is no test of that.
func (s *session) header(sc *scenario.Scenario, id runtime.Identity, info model.Info) trace.Header {
	h := trace.Header{
		Schema: trace.Schema, Run: id.Run, Origin: id.Origin, Runtime: Name, Model: info.Name,
		StructureDigest: s.target.StructureDigest, BehaviourDigest: s.target.BehaviourDigest,
		Driver: trace.Induce, Mode: trace.Mode(info.Mode),
		Scenario: sc.ID, ScenarioDigest: scenario.Digest(sc), Context: sc.Context,
		Exposure: len(sc.Exposure) > 0,
	}
	if h.Origin != trace.Wired {
		h.Origin = trace.Generated
	}
	if info.Mode == model.ModeScripted {
		h.Driver = trace.Wire
		if h.Origin == trace.Wired {
			h.Mode = trace.Forced
		}
	}
	return h
}

// start finds the agent that takes the first turn.
func (r *run) start() error {
	r.agent = r.scenario.Start
	if r.agent == "" {
		if len(r.session.target.Manifest.Entries) == 0 {
			return errors.New("the manifest has no entry and the scenario no start")
		}
		r.agent = r.session.target.Manifest.Entries[0]
	}
	if r.session.world.stations[r.agent] == nil {
		return fmt.Errorf("start at agent %q: no such agent", r.agent)
	}
	return nil
}

// expose prepares the restricted tools that the scenario shows.
func (r *run) expose() error {
	w := r.session.world
	for _, p := range r.scenario.Exposure {
		if w.stations[p.Agent] == nil {
			return fmt.Errorf("expose %q to agent %q: no such agent", p.Tool, p.Agent)
		}
		tool, ok := w.tools[p.Tool]
		if !ok {
			return fmt.Errorf("expose tool %q: no such tool", p.Tool)
		}
		o := offer{kind: exposedTool, name: tool.RuntimeName(), toolID: tool.ID, parameters: parametersOf(tool)}
		o.description = model.NotPermitted + tool.Description
		r.exposures[p.Agent] = append(r.exposures[p.Agent], o)
	}
	return nil
}

// parametersOf returns the schema of the tool's arguments; an agent as a tool
// takes one text unless it says otherwise.
func parametersOf(t manifest.Tool) map[string]any {
	if t.Parameters == nil && t.Kind == manifest.ToolAgent {
		return inputSchema()
	}
	return t.Parameters
}

func inputSchema() map[string]any {
	return map[string]any{
		"type":       "object",
		"properties": map[string]any{"input": map[string]any{"type": "string"}},
		"required":   []any{"input"},
	}
}
