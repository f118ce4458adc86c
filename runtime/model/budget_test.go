package model

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// fake answers with what its function returns.
type fake func(Request) (Response, error)

func (fake) Info() Info { return Info{Name: "fake", Mode: ModeLive} }
func (f fake) Complete(_ context.Context, req Request) (Response, error) {
	return f(req)
}

func TestBudget(t *testing.T) {
	text := Response{Message: Message{Role: RoleAssistant, Content: "x"}, Usage: Usage{1, 100, 20}}
	retried := text
	retried.Usage.Calls = 3
	uncounted := text
	uncounted.Usage = Usage{}
	prompt := EstimateTokens(hello)
	tests := []struct {
		name   string
		budget Budget
		resp   Response
		err    error
		calls  int // made before the cap, of at most 10
		want   Usage
	}{
		{"none", Budget{}, text, nil, 10, Usage{10, 1000, 200}},
		{"calls", Budget{MaxCalls: 3}, text, nil, 3, Usage{3, 300, 60}},
		{"retries count", Budget{MaxCalls: 4}, retried, nil, 2, Usage{6, 200, 40}},
		{"failures count", Budget{MaxCalls: 2}, Response{}, errors.New("no"), 2, Usage{2, 0, 0}},
		{"tokens", Budget{MaxTokens: 240 + prompt}, text, nil, 3, Usage{3, 300, 60}},
		{"tokens, just not", Budget{MaxTokens: 239 + prompt}, text, nil, 2, Usage{2, 200, 40}},
		{"tokens that nobody counts", Budget{MaxTokens: 4 * prompt}, uncounted, nil, 4, Usage{4, 4 * prompt, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			made := 0
			b := WithBudget(fake(func(Request) (Response, error) { made++; return tt.resp, tt.err }), tt.budget)
			for range 10 {
				_, err := b.Complete(context.Background(), hello)
				if made == tt.calls && made < 10 && err != nil && !errors.Is(err, tt.err) {
					checkError(t, err, ErrBudget, 0)
				}
			}
			if made != tt.calls || b.Usage() != tt.want {
				t.Errorf("%d calls, %+v; want %d, %+v", made, b.Usage(), tt.calls, tt.want)
			}
		})
	}
}

func TestBudgetConcurrently(t *testing.T) {
	var made atomic.Int32
	b := WithBudget(fake(func(Request) (Response, error) { made.Add(1); return Response{}, nil }), Budget{MaxCalls: 50})
	var wg sync.WaitGroup
	for range 200 {
		wg.Go(func() { _, _ = b.Complete(context.Background(), hello) })
	}
	wg.Wait()
	if made.Load() != 50 || b.Usage().Calls != 50 {
		t.Errorf("%d calls, %d counted; want 50", made.Load(), b.Usage().Calls)
	}
}

func TestBudgetSurvivesAPanic(t *testing.T) {
	b := WithBudget(fake(func(Request) (Response, error) { panic("model") }), Budget{MaxCalls: 2})
	func() {
		defer func() { _ = recover() }()
		_, _ = b.Complete(context.Background(), hello)
	}()
	if b.Usage().Calls != 1 || b.reserved != (Usage{}) {
		t.Errorf("used %+v, reserved %+v", b.Usage(), b.reserved)
	}
}

// TestBudgetShared draws two models from one budget: it is one bill.
func TestBudgetShared(t *testing.T) {
	var first, second int
	answer := Response{Usage: Usage{1, 10, 5}}
	a := WithBudget(fake(func(Request) (Response, error) { first++; return answer, nil }), Budget{MaxCalls: 3})
	b := a.Share(NewScripted(nil))
	if b.Info().Mode != ModeScripted || a.Info().Name != "fake" {
		t.Errorf("infos are %+v and %+v", a.Info(), b.Info())
	}
	b = a.Share(fake(func(Request) (Response, error) { second++; return answer, nil }))
	for range 5 {
		_, _ = a.Complete(context.Background(), hello)
		_, _ = b.Complete(context.Background(), hello)
	}
	_, err := b.Complete(context.Background(), hello)
	checkError(t, err, ErrBudget, 0)
	if first != 2 || second != 1 || a.Usage() != (Usage{3, 30, 15}) || b.Usage() != a.Usage() {
		t.Errorf("%d and %d calls, %+v and %+v", first, second, a.Usage(), b.Usage())
	}
}

// TestBudgetCapsRepetitions holds the cap also where one call repeats its
// request: a cap that retries may exceed is none.
func TestBudgetCapsRepetitions(t *testing.T) {
	for limit, want := range map[int]ErrorKind{1: ErrBudget, 3: ErrBudget, 4: ErrRateLimited, 9: ErrRateLimited} {
		requests := 0
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			requests++
			w.WriteHeader(http.StatusTooManyRequests)
		}))
		m, err := NewOpenAI(OpenAIOptions{BaseURL: s.URL, Model: "m", Sleep: func(context.Context, time.Duration) error { return nil }})
		if err != nil {
			t.Fatal(err)
		}
		b := WithBudget(m, Budget{MaxCalls: limit})
		_, err = b.Complete(context.Background(), hello)
		checkError(t, err, want, map[ErrorKind]int{ErrRateLimited: 429}[want])
		if made := min(limit, 4); requests != made || b.Usage().Calls != made || b.reserved != (Usage{}) {
			t.Errorf("cap %d: %d requests, used %+v, reserved %+v", limit, requests, b.Usage(), b.reserved)
		}
		s.Close()
	}
}
