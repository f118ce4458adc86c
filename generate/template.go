package generate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// Template returns the realiser that needs no model. It writes user turns from
// the workflow's own words: what tools and agents say that they are for, and
// made-up values for the parameters. Equal inputs give equal drafts.
//
// Attempts escalate, and how depends on the counterexample. The rungs:
//
//  1. what is wanted, in as few turns as will get there
//  2. also the words of the hop at which the observed path left the route, or
//     every value when the agent was reached and did not act
//  3. one turn per hop; on another route where the last one was left twice
//  4. the agents on the way by name (leading)
//  5. tool and agents by name (leading)
//
// An attempt takes the rung of its number, or the next one whose words were
// not tried yet. It skips rung 4 where the agent was reached anyway, and goes
// straight to 5 after three equal counterexamples.
func Template() Realiser {
	return Realiser{
		Name: "template",
		Doc:  "writes user turns from the descriptions in the workflow; needs no model",
		Realise: func(ctx context.Context, in Input) (Draft, error) {
			if err := ctx.Err(); err != nil {
				return Draft{}, err
			}
			return realiseTemplate(in), nil
		},
	}
}

// lastRung is the highest rung of the ladder.
const lastRung = 5

func realiseTemplate(in Input) Draft {
	w := newWriter(in)
	turns := w.fresh()
	d := Draft{Turns: turns, Leading: Leading(turns, in.Objective)}
	if !slices.Equal(w.route, in.Objective.Route) {
		d.Route = w.route
	}
	return d
}

// writer holds what one draft is made from.
type writer struct {
	in    Input
	o     Objective
	route []string // the route that the draft takes
	rung  int
	seed  uint64
	// left is the hop at which the last attempt left the route, or -1 before
	// the first; len(hops) when only the act itself was missing.
	left int
}

func newWriter(in Input) *writer {
	w := &writer{in: in, o: in.Objective, route: in.Objective.Route, seed: in.Seed, left: -1}
	if n := len(in.History); n > 0 {
		w.left = in.History[n-1].Hop
	}
	w.rung = w.climb()
	return w
}

// fresh writes the lowest rung that was not tried yet. Beyond the last one
// only the made-up values and the opening can still differ.
func (w *writer) fresh() []string {
	tried := w.tried()
	for ; w.rung <= lastRung; w.rung++ {
		w.route = w.o.Route
		if w.rung >= 3 && leftTwice(w.in.History) && len(w.o.Alternatives) > 0 {
			w.route = w.o.Alternatives[0]
		}
		if turns := w.turns(); !tried[normal("", nil, turns)] {
			return turns
		}
	}
	w.rung = lastRung
	for range maxVariants {
		w.seed++
		if turns := w.turns(); !tried[normal("", nil, turns)] {
			return turns
		}
	}
	return w.turns()
}

// maxVariants bounds the values that are tried when the words are used up.
const maxVariants = 8

// tried returns what ran for the objective, and what was refused.
func (w *writer) tried() map[string]bool {
	out := map[string]bool{}
	for _, c := range w.in.History {
		if c.Scenario != nil {
			out[normal("", nil, c.Scenario.Turns)] = true
		}
	}
	for _, r := range w.in.Refused {
		out[normal("", nil, r.Turns)] = true
	}
	return out
}

// climb chooses the rung to begin with.
func (w *writer) climb() int {
	rung := w.in.Attempt
	if rung == lastRung-1 && w.arrived() {
		rung = lastRung
	}
	if equalEnd(w.in.History) >= StuckAfter-1 {
		rung = lastRung
	}
	return min(max(rung, 1), lastRung)
}

// arrived reports whether the last attempt reached the acting agent.
func (w *writer) arrived() bool { return w.left >= len(w.o.Route) }

// leftTwice reports whether the last two attempts left the route at one hop
// before the acting agent.
func leftTwice(history []Counterexample) bool {
	n := len(history)
	if n < 2 {
		return false
	}
	a, b := history[n-1], history[n-2]
	return a.Hop == b.Hop && a.Scenario != nil && a.Hop < len(a.Scenario.Route)
}

// turns writes the whole draft.
func (w *writer) turns() []string {
	var turns []string
	if w.rung >= 3 {
		turns = w.hopByHop()
	} else if talk := w.talk(); len(talk) > 1 && w.mustArrive() {
		turns = []string{w.opener(w.purposeOf(talk[len(talk)-1]))}
	}
	request := w.request()
	if w.rung == 2 && w.arrived() {
		request = w.mendAct(request)
	}
	turns = append(turns, w.carry(request)...)
	if w.rung == 2 && !w.arrived() {
		turns = w.mendRoute(turns)
	}
	for i, t := range turns {
		turns[i] = clip(oneLine(t), maxTurn)
	}
	if len(turns) > maxTurns {
		turns = turns[len(turns)-maxTurns:]
	}
	return turns
}

// acting is the agent that has to act.
func (w *writer) acting() string { return w.route[len(w.route)-1] }

// mustArrive reports whether the request alone would not lead to the acting
// agent: because it is another's business, or several could do it.
func (w *writer) mustArrive() bool {
	if len(w.route) < 2 {
		return false
	}
	switch w.o.Obligation.Criterion {
	case obligations.C1:
		return false
	case obligations.C2:
		return w.in.Workflow.holders(w.o.Obligation.Tool) > 1
	}
	return true
}

// hopByHop writes one turn per agent on the way, behind the entry.
func (w *writer) hopByHop() []string {
	route := w.talk()[1:]
	if w.o.Obligation.Criterion == obligations.C1 && len(route) == len(w.route)-1 && len(route) > 0 {
		route = route[:len(route)-1] // the last hop is the request itself
	}
	var turns []string
	for _, id := range route {
		turn := w.opener(w.hopWords(id))
		turns = append(turns, w.address(id)+turn)
	}
	return turns
}

// address asks for an agent by name, on the rungs where that is due.
func (w *writer) address(id string) string {
	switch w.rung {
	case lastRung - 1:
		return fmt.Sprintf("I would like to speak to the %s. ", w.name(id))
	case lastRung:
		return fmt.Sprintf("Transfer me to the %s. ", w.name(id))
	}
	return ""
}

// mendRoute adds the words of the hop at which the last attempt left the route
// to the turn that has to take it.
func (w *writer) mendRoute(turns []string) []string {
	if hops := w.o.Hops(); w.left >= 1 && w.left < len(hops) {
		turns[0] = join(turns[0], w.contrast(hops[w.left], turns[0]))
	}
	return turns
}

// mendAct says more to an agent that was reached and did not act: the words of
// the agent that it did not delegate to, or that it has all it needs.
func (w *writer) mendAct(request []string) []string {
	last := len(request) - 1
	switch hops := w.o.Hops(); {
	case len(hops) > len(w.o.Route) && w.left < len(hops):
		request[last] = join(request[last], w.contrast(hops[w.left], request[last]))
	case last == 0 && len(w.talk()) == len(w.route):
		request = append(request, w.insist())
	default:
		request[last] = join(request[last], w.insist())
	}
	return request
}

// contrast gives the words of a hop that was missed, unless the turn has them,
// and those that tell it from the agent that took the conversation instead.
func (w *writer) contrast(hop, turn string) string {
	s := ""
	phrase := w.hopWords(hop)
	if !strings.Contains(turn, phrase) {
		s = "It is about this: " + phrase + "."
	}
	rival := ""
	if n := len(w.in.History); n > 0 && w.in.History[n-1].Strayed != "" {
		rival = w.hopWords(w.in.History[n-1].Strayed)
	}
	if own := distinct(phrase, rival); len(own) > 0 && (rival != "" || s == "") {
		s = join(s, "What matters is "+strings.Join(own, ", ")+".")
	}
	return s
}

// insist repeats the request to an agent that did not act on it.
func (w *writer) insist() string {
	return "You have all that you need now, so please go ahead: " + w.want() + "."
}

// hopWords are the words that lead to an agent: what it is for, and what its
// name is about. A name that is about nothing but itself is left out, until
// names are due anyway.
func (w *writer) hopWords(id string) string {
	phrase := w.purposeOf(id)
	about := strings.Join(topic(w.name(id)), " ")
	if about == "" || strings.Contains(strings.ToLower(phrase), about) {
		return phrase
	}
	full := phrase + ", to do with " + about
	if w.rung < lastRung-1 && Leading([]string{full}, w.o) {
		return phrase
	}
	return full
}

func (w *writer) purposeOf(id string) string { return agentPhrase(w.in.Workflow, id, w.o) }

func (w *writer) name(id string) string {
	if a, ok := w.in.Workflow.Agent(id); ok {
		return a.RuntimeName()
	}
	return id
}

// openers start a request; the seed chooses, and not the objective: where two
// objectives ask for the same, their drafts are equal and run once.
var openers = []string{"Please do this for me: ", "I would like this: ", "Could you do this: "}

func (w *writer) opener(phrase string) string {
	return openers[pick(w.seed, "opener", len(openers))] + phrase + "."
}

// toolTurn asks for what a tool does, with values.
func (w *writer) toolTurn(t manifest.Tool) []string {
	phrase := toolPhrase(t, w.o)
	all := w.rung > 1
	values := sayValues(Values(t.Parameters, w.seed, all, phrase))
	switch {
	case w.rung == lastRung:
		return []string{join(fmt.Sprintf("Use the %s tool: %s.", t.RuntimeName(), phrase), values)}
	case w.rung == lastRung-1 && len(w.route) == 1:
		return []string{join(fmt.Sprintf("You are the %s, so this is for you: %s.", w.name(w.acting()), phrase), values)}
	case w.rung == 3 && len(w.route) == 1 && values != "":
		return []string{w.opener(phrase), join("Here are the details.", values) + " Please go ahead: " + phrase + "."}
	}
	return []string{join(w.opener(phrase), values)}
}

// sayValues writes values as sentences of the form NAME is "VALUE".
func sayValues(values []Value) string {
	var out []string
	for _, v := range values {
		out = append(out, fmt.Sprintf("The %s is %q.", v.Words, v.Text))
	}
	return strings.Join(out, " ")
}

func join(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}
