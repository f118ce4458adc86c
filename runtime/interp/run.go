package interp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// scriptPrompt is what the user says where a script makes all the decisions.
const scriptPrompt = "Play the script."

// run is one execution of a scenario.
type run struct {
	session  *session
	scenario *scenario.Scenario
	model    model.Model
	script   *model.Scripted // the model, where the scenario brings its own
	rec      *trace.Recorder
	timed    bool

	agent     string             // takes the next turn of the user
	calls     int                // numbers calls in the trace
	asked     int                // model calls since the user's last turn
	shown     map[string]string  // what the last exposed event of each agent said
	exposures map[string][]offer // by agent id
}

// stop is the end of an agent's run that is no final answer.
type stop struct {
	status string
	reason string
	// text says in a nested run's place what went wrong. Only what the model
	// itself did wrong has one: the agent that called goes on with it, as
	// under the SDK. All other stops end the whole run, because nothing that
	// follows would be the workflow's own behaviour.
	text string
}

// conversation is one run of the SDK's runner: a history that agents share as
// they hand over to each other.
type conversation struct {
	agent   string // id of the active agent
	active  bool   // its activity has begun and not ended
	history []model.Message
	depth   int // 0: the user's own; above: inside an agent tool
}

// run plays the scenario to its end.
func (r *run) run(ctx context.Context) {
	c := &conversation{agent: r.agent}
	for turn := 0; ; turn++ {
		text, ok := r.userTurn(turn)
		if !ok {
			break
		}
		r.asked = 0
		r.add(trace.Event{Kind: trace.Message, Attribution: trace.None, Name: userName})
		c.history = append(c.history, model.Message{Role: model.RoleUser, Content: text})
		if _, end := r.converse(ctx, c); end != nil {
			r.add(trace.Event{Kind: trace.RunEnd, Status: end.status, Reason: end.reason})
			return
		}
	}
	r.add(trace.Event{Kind: trace.RunEnd, Status: trace.StatusCompleted})
}

// userName marks the messages of the user, who is no agent.
const userName = "user"

// userTurn returns what the user says next. A script has as many turns as it
// takes to use up its steps.
func (r *run) userTurn(turn int) (string, bool) {
	if r.script != nil {
		return scriptPrompt, turn == 0 || r.script.Remaining() > 0
	}
	if turn >= len(r.scenario.Turns) {
		return "", false
	}
	return r.scenario.Turns[turn], true
}

// converse runs agents until one of them gives a final answer.
func (r *run) converse(ctx context.Context, c *conversation) (string, *stop) {
	if end := r.enter(c); end != nil {
		return "", end
	}
	for turn := 0; ; turn++ {
		if turn >= r.maxTurns(c) {
			return r.leave(c, "", &stop{trace.StatusError, trace.ReasonMaxTurns, textMaxTurns})
		}
		answer, end := r.ask(ctx, c)
		if end != nil {
			return r.leave(c, "", end)
		}
		if len(answer.ToolCalls) == 0 {
			return r.leave(c, answer.Content, nil)
		}
		if end := r.act(ctx, c, answer.ToolCalls); end != nil {
			return r.leave(c, "", end)
		}
	}
}

// maxTurns is the limit of the conversation. An agent as a tool has the SDK's
// default, whatever its caller was given.
func (r *run) maxTurns(c *conversation) int {
	if c.depth > 0 {
		return DefaultMaxTurns
	}
	return r.session.target.MaxTurns
}

// enter starts the activity of the conversation's agent.
func (r *run) enter(c *conversation) *stop {
	s := r.session.world.stations[c.agent]
	if s.agent.Kind == manifest.KindOrchestrator {
		return &stop{trace.StatusError, trace.ReasonMissingRuntime, ""}
	}
	r.add(trace.Event{Kind: trace.AgentStart, Agent: s.name})
	c.active = true
	return nil
}

// leave ends the activity of the conversation's agent.
func (r *run) leave(c *conversation, text string, end *stop) (string, *stop) {
	if c.active {
		r.add(trace.Event{Kind: trace.AgentEnd, Agent: r.name(c.agent)})
	}
	c.active = false
	return text, end
}

// name is an agent's name in traces.
func (r *run) name(agent string) string { return r.session.world.stations[agent].name }

// offers lists what the agent is offered in this run: its own offers, and the
// restricted tools that the scenario shows it. A name that it has anyway is
// not shown a second time: the calls could not be told apart.
func (r *run) offers(agent string) []offer {
	own := r.session.world.stations[agent].offers
	out := slices.Clone(own)
	for _, x := range r.exposures[agent] {
		if find(out, x.name) == nil {
			out = append(out, x)
		}
	}
	return out
}

func find(offers []offer, name string) *offer {
	for i := range offers {
		if offers[i].name == name {
			return &offers[i]
		}
	}
	return nil
}

// ask calls the model for the conversation's agent.
func (r *run) ask(ctx context.Context, c *conversation) (model.Message, *stop) {
	s := r.session.world.stations[c.agent]
	if end := interrupted(ctx); end != nil {
		return model.Message{}, end
	}
	if r.asked >= callsPerTurn*max(r.session.target.MaxTurns, DefaultMaxTurns) {
		return model.Message{}, &stop{trace.StatusError, trace.ReasonMaxTurns, ""}
	}
	r.asked++
	offers := r.offers(c.agent)
	r.show(s.name, offers)
	var messages []model.Message
	if s.agent.Instructions != "" {
		messages = append(messages, model.Message{Role: model.RoleSystem, Content: s.agent.Instructions})
	}
	messages = append(messages, c.history...)
	answer, err := r.model.Complete(ctx, model.Request{Messages: messages, Tools: modelTools(offers)})
	if err == nil && len(answer.Message.ToolCalls) > MaxCalls {
		err = &model.Error{Kind: model.ErrMalformed, Err: fmt.Errorf("%d calls in one answer", len(answer.Message.ToolCalls))}
	}
	if err != nil {
		end := failed(ctx, err)
		r.add(trace.Event{Kind: trace.ModelCall, Agent: s.name, Status: trace.StatusError, Reason: end.reason})
		return model.Message{}, end
	}
	r.note(s.name, answer)
	m := answer.Message
	m.Role = model.RoleAssistant
	m.ToolCalls = identified(m.ToolCalls)
	c.history = append(c.history, m)
	return m, nil
}

// identified gives an id to calls that have none or share one, so that each
// result in the history answers one call.
func identified(calls []model.ToolCall) []model.ToolCall {
	out := slices.Clone(calls)
	seen := map[string]bool{}
	for i := range out {
		for n := i + 1; out[i].ID == "" || seen[out[i].ID]; n++ {
			out[i].ID = fmt.Sprintf("call_%d", n)
		}
		seen[out[i].ID] = true
	}
	return out
}

// note records an answer without its text.
func (r *run) note(agent string, answer model.Response) {
	call := trace.Event{Kind: trace.ModelCall, Agent: agent, Status: trace.StatusOK}
	if answer.Model != r.model.Info().Name {
		call.Name = answer.Model // an alias was resolved, or another model answered
	}
	r.add(call)
	switch m := answer.Message; {
	case m.Refusal != "":
		r.add(trace.Event{Kind: trace.Message, Agent: agent, Status: trace.StatusRefusal})
	case strings.TrimSpace(m.Content) != "":
		r.add(trace.Event{Kind: trace.Message, Agent: agent})
	}
}

// show records what an agent is offered, where that changed.
func (r *run) show(agent string, offers []offer) {
	e := trace.Event{Kind: trace.Exposed, Agent: agent}
	for _, o := range offers {
		if o.kind == handoff {
			e.Handoffs = append(e.Handoffs, o.name)
		} else {
			e.Tools = append(e.Tools, o.name)
		}
	}
	slices.Sort(e.Tools)
	slices.Sort(e.Handoffs)
	key := strings.Join(e.Tools, "\x00") + "\x01" + strings.Join(e.Handoffs, "\x00")
	if old, ok := r.shown[agent]; ok && old == key {
		return
	}
	r.shown[agent] = key
	r.add(e)
}

// add records an event.
func (r *run) add(e trace.Event) {
	if r.timed {
		e.Time = r.session.options.Now().UTC().Format(time.RFC3339Nano)
	}
	r.rec.Add(e)
}

// interrupted says how a context that is done ends a run.
func interrupted(ctx context.Context) *stop {
	switch err := ctx.Err(); {
	case err == nil:
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return &stop{trace.StatusTimeout, string(model.ErrTimeout), ""}
	}
	return &stop{trace.StatusInterrupted, trace.ReasonCancelled, ""}
}

// failed says how a model that gave no answer ends a run.
func failed(ctx context.Context, err error) *stop {
	if end := interrupted(ctx); end != nil {
		return end
	}
	kind := model.ErrMalformed // whatever is no model error is no completion either
	var e *model.Error
	if errors.As(err, &e) {
		kind = e.Kind
	}
	switch kind {
	case model.ErrTimeout:
		return &stop{trace.StatusTimeout, string(kind), ""}
	case model.ErrBudget:
		return &stop{trace.StatusBudget, string(kind), ""}
	}
	return &stop{trace.StatusError, string(kind), ""}
}
