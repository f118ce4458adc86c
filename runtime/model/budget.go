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
// made, nor is the repetition of one. Requests in flight are counted when they
// start, so that concurrent callers cannot pass the cap together.
type Budgeted struct {
	model Model
	*ledger
}

// ledger is the bill of one budget, for all models that draw on it.
type ledger struct {
	budget Budget

	mu       sync.Mutex
	used     Usage
	reserved Usage
}

// repeater is a model that repeats requests on its own. It asks before each
// repetition, and ends with the error that it is told.
type repeater interface {
	complete(ctx context.Context, req Request, allow func() error) (Response, error)
}

// WithBudget puts m behind b.
func WithBudget(m Model, b Budget) *Budgeted { return &Budgeted{m, &ledger{budget: b}} }

// Share puts m behind the same budget as b: both draw on it, and Usage of
// either is the sum of both. It is for models that are on one bill.
func (b *Budgeted) Share(m Model) *Budgeted { return &Budgeted{m, b.ledger} }

// Info implements Model; it is that of the model behind the budget.
func (b *Budgeted) Info() Info { return b.model.Info() }

// Usage returns what has been used, failed calls included, by all models that
// share the budget. Where the endpoint counts no tokens, an estimate stands
// for them: a cap on tokens must be able to trip with every endpoint.
func (l *ledger) Usage() Usage {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.used
}

// Complete implements Model. It returns an *Error of kind ErrBudget when the
// call would exceed the budget: without asking the model, or, where the model
// has to repeat its request, instead of the repetition.
func (b *Budgeted) Complete(ctx context.Context, req Request) (Response, error) {
	want := Usage{Calls: 1, PromptTokens: EstimateTokens(req), CompletionTokens: max(req.MaxTokens, 0)}
	if err := b.reserve(want); err != nil {
		return Response{}, err
	}
	once := want
	done := false
	defer func() {
		if !done { // the model panicked: the reservation must not outlive it
			b.settle(want, want)
		}
	}()
	resp, err := b.call(ctx, req, func() error {
		if err := b.reserve(Usage{Calls: 1}); err != nil {
			return err
		}
		want.Calls++
		return nil
	})
	done = true
	b.settle(want, spent(resp, err, once))
	return resp, err
}

func (b *Budgeted) call(ctx context.Context, req Request, allow func() error) (Response, error) {
	if m, ok := b.model.(repeater); ok {
		return m.complete(ctx, req, allow)
	}
	return b.model.Complete(ctx, req)
}

func (l *ledger) reserve(want Usage) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	after := l.used.Add(l.reserved).Add(want)
	switch limit := l.budget; {
	case limit.MaxCalls > 0 && after.Calls > limit.MaxCalls:
		return budgetError("calls", l.used.Calls+l.reserved.Calls, limit.MaxCalls)
	case limit.MaxTokens > 0 && after.PromptTokens+after.CompletionTokens > limit.MaxTokens:
		return budgetError("tokens", l.used.PromptTokens+l.used.CompletionTokens, limit.MaxTokens)
	}
	l.reserved = l.reserved.Add(want)
	return nil
}

func budgetError(what string, used, limit int) error {
	return &Error{
		Kind: ErrBudget,
		Hint: "raise the cap on " + what,
		Err:  fmt.Errorf("%d of %d %s used, the next call would exceed the cap", used, limit, what),
	}
}

func (l *ledger) settle(reserved, spent Usage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reserved.Calls -= reserved.Calls
	l.reserved.PromptTokens -= reserved.PromptTokens
	l.reserved.CompletionTokens -= reserved.CompletionTokens
	l.used = l.used.Add(spent)
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
