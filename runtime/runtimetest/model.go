package runtimetest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/obligato-dev/obligato/runtime/model"
)

// modelName is what the suite's model is called in headers.
const modelName = "contract"

// Answer is what the suite's model does when it is asked once.
type Answer func(ctx context.Context) (model.Message, error)

// Text answers with a text.
func Text(s string) Answer {
	return func(context.Context) (model.Message, error) {
		return model.Message{Role: model.RoleAssistant, Content: s}, nil
	}
}

// Call answers with one call.
func Call(name string, arguments map[string]any) Answer {
	return func(context.Context) (model.Message, error) {
		if arguments == nil {
			arguments = map[string]any{}
		}
		text, err := json.Marshal(arguments)
		if err != nil {
			return model.Message{}, fmt.Errorf("encode arguments: %w", err)
		}
		return model.Message{Role: model.RoleAssistant, ToolCalls: []model.ToolCall{
			{ID: "call_of_" + name, Name: name, Arguments: string(text)},
		}}, nil
	}
}

// Fail answers with an error.
func Fail(err error) Answer {
	return func(context.Context) (model.Message, error) { return model.Message{}, err }
}

// Hang answers when the context is done.
func Hang() Answer {
	return func(ctx context.Context) (model.Message, error) {
		<-ctx.Done()
		return model.Message{}, ctx.Err()
	}
}

// Model plays answers in order. It says that it is a simulated one, so that
// its runs must be byte-identical. Use Answers or Always.
type Model struct {
	answers []Answer
	always  bool

	mu       sync.Mutex
	requests []model.Request
}

// Answers returns a model that gives each answer once, and then the error of a
// script that has ended.
func Answers(list ...Answer) *Model { return &Model{answers: list} }

// Always returns a model that gives the same answer for ever.
func Always(a Answer) *Model { return &Model{answers: []Answer{a}, always: true} }

// Info implements model.Model.
func (m *Model) Info() model.Info { return model.Info{Name: modelName, Mode: model.ModeSimulated} }

// Requests returns what the model was asked so far.
func (m *Model) Requests() []model.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.requests)
}

// Complete implements model.Model.
func (m *Model) Complete(ctx context.Context, req model.Request) (model.Response, error) {
	m.mu.Lock()
	n := len(m.requests)
	req.Messages, req.Tools = slices.Clone(req.Messages), slices.Clone(req.Tools)
	m.requests = append(m.requests, req)
	m.mu.Unlock()
	if m.always {
		n = 0
	}
	if n >= len(m.answers) {
		return model.Response{}, &model.Error{Kind: model.ErrScriptEnd}
	}
	message, err := m.answers[n](ctx)
	if err != nil {
		return model.Response{}, err
	}
	return model.Response{Message: message, Model: modelName, Usage: model.Usage{Calls: 1}}, nil
}
