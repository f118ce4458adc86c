package model

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/obligato-dev/obligato/runtime/scenario"
)

// Scripted is a model that answers with the steps of a script, in order,
// whatever it is asked. Several runs that share one Scripted share its
// position: a nested run of an agent tool takes the next step.
type Scripted struct {
	steps []answer

	mu    sync.Mutex
	next  int
	calls int // given out so far: numbers the call ids
}

// answer is a step whose arguments are JSON text already, so that a caller
// who changes the script afterwards does not change the model.
type answer struct {
	text  string
	calls []ToolCall // without ids
	err   error
}

// NewScripted returns a model that plays the steps once.
func NewScripted(steps []scenario.Step) *Scripted {
	s := &Scripted{steps: make([]answer, 0, len(steps))}
	for i, step := range steps {
		s.steps = append(s.steps, newAnswer(i, step))
	}
	return s
}

func newAnswer(i int, step scenario.Step) answer {
	a := answer{text: step.Text}
	for _, c := range step.Calls {
		args, err := argumentText(c.Arguments)
		if err != nil {
			a.err = fmt.Errorf("encode arguments of %s in step %d: %w", c.Name, i+1, err)
		}
		a.calls = append(a.calls, ToolCall{Name: c.Name, Arguments: args})
	}
	return a
}

// Info implements Model.
func (s *Scripted) Info() Info { return Info{Name: "scripted", Mode: ModeScripted} }

// Remaining returns how many steps have not been asked for.
func (s *Scripted) Remaining() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.steps) - s.next
}

// Complete implements Model. It returns an *Error of kind ErrScriptEnd when
// the script has no further step, and of kind ErrBadRequest for a step whose
// arguments are not JSON values.
func (s *Scripted) Complete(ctx context.Context, req Request) (Response, error) {
	if err := contextError(ctx); err != nil {
		return Response{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next >= len(s.steps) {
		return Response{}, &Error{
			Kind: ErrScriptEnd,
			Hint: "the run asked for more answers than the script has; end the script with a text",
			Err:  fmt.Errorf("all %d steps are used", len(s.steps)),
		}
	}
	a := s.steps[s.next]
	s.next++
	if a.err != nil {
		return Response{}, &Error{Kind: ErrBadRequest, Err: a.err}
	}
	m := Message{Role: RoleAssistant, Content: a.text}
	for _, c := range a.calls {
		s.calls++
		c.ID = fmt.Sprintf("call_%d", s.calls)
		m.ToolCalls = append(m.ToolCalls, c)
	}
	return Response{Message: m, Model: s.Info().Name, Usage: estimateUsage(req, m)}, nil
}

// argumentText returns the JSON text of an object, keys sorted, nothing
// escaped for HTML.
func argumentText(args map[string]any) (string, error) {
	if len(args) == 0 {
		return "{}", nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(args); err != nil {
		return "", err
	}
	return string(bytes.TrimRight(b.Bytes(), "\n")), nil
}
