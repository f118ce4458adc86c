package generate

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// TestLoopBounds holds the loop to its bounds whatever sessions and realisers
// do: it ends, with at most five attempts and three reruns, never runs a
// scenario again unless it was undecided, and books every objective once.
func TestLoopBounds(t *testing.T) {
	s, g := derive(t, airline(), obligations.Options{})
	objectives := Plan(s, g, PlanOptions{Expose: ExposeAll})
	ways := [][]trace.Event{
		events(atTriage, ok), events(toFAQ, ok), events(faqCall, ok), events(seatCall, ok), events(toSeat, ok),
		events(atTriage, denied(triage, "update_seat"), ok), limited, events(atTriage, limited), events(faqCall, limited),
		events(atTriage, ends(trace.StatusError, trace.ReasonMaxTurns)), events(atTriage, ends(trace.StatusTimeout, "timeout")),
		events(atTriage), nil, noKey, spent, events(seatCall, spent),
		events(toFAQ, ends(trace.StatusError, trace.ReasonMissingRuntime)),
	}
	rapid.Check(t, func(rt *rapid.T) {
		// Stops are rare, so that most loops go on to the end.
		way := rapid.IntRange(0, len(ways)*3)
		session := &fakeSession{play: func(int, *scenario.Scenario) ([]trace.Event, error) {
			n := way.Draw(rt, "way")
			if n == len(ways)*3 {
				return nil, errors.New("gone")
			}
			if n >= len(ways)-4 {
				n %= len(ways) - 4
			}
			return ways[n], nil
		}}
		realiser := fakeRealiser(func(n int, in Input) (Draft, error) {
			switch rapid.IntRange(0, 11).Draw(rt, "draft") {
			case 0:
				return Draft{}, &Error{Kind: ErrBadOutput}
			case 1:
				return Draft{}, errors.New("unheard of")
			case 2:
				return Draft{Turns: []string{"the same again"}}, nil
			case 3:
				return Draft{}, &model.Error{Kind: model.ErrServer}
			}
			return Draft{Turns: []string{fmt.Sprint("turn ", rapid.IntRange(0, 40).Draw(rt, "text"))}}, nil
		})
		journal := &memory{}
		l := Loop{Set: s, Session: session, Realiser: realiser, Journal: journal, Runtime: "interp", Model: model.Info{Name: "fake", Mode: model.ModeSimulated}}
		r, err := l.Run(context.Background(), objectives)
		if err != nil {
			rt.Fatal(err)
		}
		checkResult(rt, r, session)
		undecided := 0
		for _, e := range journal.entries {
			if e.Kind == EntryVerdict && e.Verdict == "indeterminate" {
				undecided++
			}
		}
		if r.Counts.Reruns > undecided {
			rt.Errorf("%d reruns of %d undecided runs", r.Counts.Reruns, undecided)
		}
		if r.Counts.Runs != len(session.runs) && r.Stop == nil {
			rt.Errorf("%d runs counted, %d took place", r.Counts.Runs, len(session.runs))
		}
	})
}
