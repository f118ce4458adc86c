package model

import (
	"context"
	"fmt"
	"sync"
)

// Budget caps what a model may be asked. The zero value caps nothing.
type Budget struct {
	MaxCalls  int // requests, retries included; 0 means no cap
	MaxTokens int // prompt and completion together; 0 means no cap
}

// Budgeted is a model behind a budget. A call that would exceed it is not
// made. Requests in flight are counted when they start, so that concurrent
// callers cannot pass the cap together.
type Budgeted struct {
	model  Model
	budget Budget

	mu       sync.Mutex
	used     Usage
	reserved Usage
}

// WithBudget puts m behind b.
func WithBudget(m Model, b Budget) *Budgeted { return &Budgeted{model: m, budget: b} }

// Info implements Model; it is that of the model behind the budget.
func (b *Budgeted) Info() Info { return b.model.Info() }

// Usage returns what has been used, failed calls included. Where the endpoint
// counts no tokens, an estimate stands for them: a cap on tokens must be able
// to trip with every endpoint.
func (b *Budgeted) Usage() Usage {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.used
}

// Complete implements Model. It returns an *Error of kind ErrBudget, without
// asking the model, when the call would exceed the budget.
func (b *Budgeted) Complete(ctx context.Context, req Request) (Response, error) {
	want := Usage{Calls: 1, PromptTokens: EstimateTokens(req), CompletionTokens: max(req.MaxTokens, 0)}
	if err := b.reserve(want); err != nil {
		return Response{}, err
	}
	done := false
	defer func() {
		if !done { // the model panicked: the reservation must not outlive it
			b.settle(want, want)
		}
	}()
	resp, err := b.model.Complete(ctx, req)
	done = true
	b.settle(want, spent(resp, err, want))
	return resp, err
}

func (b *Budgeted) reserve(want Usage) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	after := b.used.Add(b.reserved).Add(want)
	switch limit := b.budget; {
	case limit.MaxCalls > 0 && after.Calls > limit.MaxCalls:
		return budgetError("calls", b.used.Calls, limit.MaxCalls)
	case limit.MaxTokens > 0 && after.PromptTokens+after.CompletionTokens > limit.MaxTokens:
		return budgetError("tokens", b.used.PromptTokens+b.used.CompletionTokens, limit.MaxTokens)
	}
	b.reserved = b.reserved.Add(want)
	return nil
}

func budgetError(what string, used, limit int) error {
	return &Error{
		Kind: ErrBudget,
		Hint: "raise the cap on " + what,
		Err:  fmt.Errorf("%d of %d %s used, the next call would exceed the cap", used, limit, what),
	}
}

func (b *Budgeted) settle(reserved, spent Usage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reserved.Calls -= reserved.Calls
	b.reserved.PromptTokens -= reserved.PromptTokens
	b.reserved.CompletionTokens -= reserved.CompletionTokens
	b.used = b.used.Add(spent)
}

// spent is what a call used: as reported, with the estimate where nothing is.
func spent(resp Response, err error, want Usage) Usage {
	u := resp.Usage
	u.Calls = max(u.Calls, 1)
	if err == nil && u.PromptTokens == 0 {
		u.PromptTokens = want.PromptTokens
	}
	return u
}
