package model

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Instructions move a choice between tools that the request speaks for anyway;
// they never make a tool fit.
func TestInstructionsAreOnlyHints(t *testing.T) {
	tools := []Tool{
		{Name: "north_desk", Description: "Answers about parcels."},
		{Name: "south_desk", Description: "Answers about parcels."},
	}
	count := func(system, text string) map[string]int {
		n := map[string]int{}
		for seed := range uint64(400) {
			resp, err := NewSimulated(SimulatedOptions{Seed: seed}).Complete(context.Background(), Request{
				Messages: []Message{{Role: RoleSystem, Content: system}, {Role: RoleUser, Content: text}}, Tools: tools,
			})
			if err != nil {
				t.Fatal(err)
			}
			n[called(resp.Message)]++
		}
		return n
	}
	const text = "The desk for damaged parcels"
	plain := count("", text)
	hinted := count("The south desk is there for damaged goods.", text)
	if plain["south_desk"] > 260 || plain["south_desk"] < 140 {
		t.Errorf("without a hint: %v", plain)
	}
	if hinted["south_desk"] <= plain["south_desk"]+20 {
		t.Errorf("a hint changes nothing: %v, before %v", hinted, plain)
	}
	if n := count("The south desk is there for kites and balloons.", "I want kites and balloons"); n["south_desk"] != 0 {
		t.Errorf("instructions alone made a choice: %v", n)
	}
}

// Other models' calls carry ids that say nothing; which request they served
// must then be read from their words.
func TestSimulatedGoesOnAfterOthers(t *testing.T) {
	d := airline(t)
	foreign := fake(func(req Request) (Response, error) {
		for i, m := range req.Messages {
			if m.Role == RoleTool {
				req.Messages[i].ToolCallID = "other-" + m.ToolCallID
			}
			for k := range m.ToolCalls {
				m.ToolCalls[k].ID = "other-" + strings.TrimPrefix(m.ToolCalls[k].ID, "other-")
			}
		}
		return NewSimulated(SimulatedOptions{Seed: 1}).Complete(context.Background(), req)
	})
	got := d.walk(t, foreign, "FAQ Agent", map[string][]string{"faq_lookup_tool": {"Yes."}}, "Is there wifi on the plane?")
	want := []string{
		`FAQ Agent -> faq_lookup_tool {"question":"Is there wifi on the plane?"}`,
		`FAQ Agent: Here is what I have: Yes.`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

func TestSimulatedConcurrently(t *testing.T) {
	d := airline(t)
	m := NewSimulated(SimulatedOptions{Seed: 5})
	texts := []string{"How much baggage may I take?", "change the seat to 12A, confirmation number ABC123", "hello", "Sing me a shanty"}
	want := make([]string, len(texts))
	for i, text := range texts {
		want[i] = fmt.Sprint(ask(t, NewSimulated(SimulatedOptions{Seed: 5}), d["Triage Agent"].tools, text))
	}
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			k := i % len(texts)
			if got := fmt.Sprint(ask(t, m, d["Triage Agent"].tools, texts[k])); got != want[k] {
				t.Errorf("%s: %s, alone %s", texts[k], got, want[k])
			}
		})
	}
	wg.Wait()
}
