package model

import (
	"context"
	"math"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/runtime/scenario"
)

func TestScripted(t *testing.T) {
	args := map[string]any{"b": "<x>", "a": 1.0}
	steps := []scenario.Step{
		{Calls: []scenario.Call{{Name: "f", Arguments: args}, {Name: "g"}}},
		{Calls: []scenario.Call{{Name: "f"}}},
		{Text: "done"},
	}
	m := NewScripted(steps)
	args["a"] = 2.0 // the model keeps what it was given
	steps[2].Text = "changed"
	want := []Message{
		{Role: RoleAssistant, ToolCalls: []ToolCall{{"call_1", "f", `{"a":1,"b":"<x>"}`}, {"call_2", "g", `{}`}}},
		{Role: RoleAssistant, ToolCalls: []ToolCall{{"call_3", "f", `{}`}}},
		{Role: RoleAssistant, Content: "done"},
	}
	for i, w := range want {
		if m.Remaining() != len(want)-i {
			t.Errorf("remaining %d before step %d", m.Remaining(), i+1)
		}
		resp, err := m.Complete(context.Background(), hello)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(w, resp.Message); diff != "" {
			t.Errorf("step %d (-want +got):\n%s", i+1, diff)
		}
	}
	_, err := m.Complete(context.Background(), hello)
	checkError(t, err, ErrScriptEnd, 0)

	_, err = NewScripted([]scenario.Step{{Calls: []scenario.Call{{Name: "f", Arguments: map[string]any{"x": math.NaN()}}}}}).Complete(context.Background(), hello)
	checkError(t, err, ErrBadRequest, 0)
}

func TestScriptedConcurrently(t *testing.T) {
	const n = 200
	m := NewScripted(make([]scenario.Step, n, n+1))
	for i := range m.steps {
		m.steps[i].calls = []ToolCall{{Name: "f", Arguments: "{}"}}
	}
	var mu sync.Mutex
	ids := map[string]bool{}
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			resp, err := m.Complete(context.Background(), hello)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			ids[resp.Message.ToolCalls[0].ID] = true
		})
	}
	wg.Wait()
	if len(ids) != n {
		t.Errorf("%d ids for %d calls", len(ids), n)
	}
}
