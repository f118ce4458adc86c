package model

import (
	"context"
	"fmt"
	"strings"
)

// SimulatedOptions are the options of the simulated model.
type SimulatedOptions struct {
	Seed uint64
	// Heed is the probability, in [0, 1], that a tool marked NotPermitted is
	// left alone. It is applied as it is: the zero value never heeds.
	Heed float64
}

// Simulated stands in for a language model. It compares the words of a request
// with those of the tools that it is offered, calls the one that fits best
// with arguments taken from the request, and says so in text when none does.
// It knows no workflow, and of a handoff only that it is a tool. Its answer is
// a function of the seed and the request; it keeps no state.
//
// It is no judge of what a real model would do. It is a cheap one that is
// wrong in plausible ways: specialists with the same words are confused, vague
// requests go nowhere.
type Simulated struct {
	seed    uint64
	heed    float64
	lexicon *lexicon
}

// NewSimulated returns a simulated model.
func NewSimulated(o SimulatedOptions) *Simulated {
	return &Simulated{seed: o.Seed, heed: o.Heed, lexicon: &lexicon{}}
}

// Info implements Model.
func (s *Simulated) Info() Info { return Info{Name: "simulated", Mode: ModeSimulated} }

// Complete implements Model. It fails only with its context.
func (s *Simulated) Complete(ctx context.Context, req Request) (Response, error) {
	if err := contextError(ctx); err != nil {
		return Response{}, err
	}
	t := s.newThought(req)
	m := t.answer()
	m.Role = RoleAssistant
	return Response{Message: m, Model: s.Info().Name, Usage: estimateUsage(req, m)}, nil
}

// thought is one answer in the making.
type thought struct {
	conversation
	model *Simulated
	req   Request
	*instructions
	offers []*document

	closed  []bool   // requests that are done, or given up
	gone    []bool   // requests that were handed over at least once
	missing []string // what a call lacked, the first such call's
	rivals  []string // tools between which a request leaves the choice
	touched bool     // some tool shares a word with some request
}

func (s *Simulated) newThought(req Request) *thought {
	t := &thought{conversation: readConversation(req.Messages), model: s, req: req}
	t.instructions = s.lexicon.instructions(t.system)
	for _, tool := range req.Tools {
		if !t.heeds(tool) {
			t.offers = append(t.offers, newDocument(s.lexicon, tool, t.instructions))
		}
	}
	t.closed = make([]bool, len(t.clauses))
	t.gone = make([]bool, len(t.clauses))
	for _, st := range t.steps {
		if st.clause >= len(t.clauses) {
			continue
		}
		switch st.outcome {
		case handedOver:
			t.gone[st.clause] = true
		case erred: // see retry
		default:
			t.closed[st.clause] = true
		}
	}
	return t
}

// heeds reports whether a marked tool is left alone. The draw is the same for
// all calls of one agent in one turn: another call is no second temptation.
func (t *thought) heeds(tool Tool) bool {
	if !strings.HasPrefix(tool.Description, NotPermitted) {
		return false
	}
	return newDigest(t.model.seed, "heed", t.system, t.text, tool.Name).draw() < t.model.heed
}

// answer decides: mend a failed call, serve a request, ask, hand back, or say
// how it ended.
func (t *thought) answer() Message {
	if len(t.clauses) == 0 || len(t.req.Tools) == 0 {
		return t.say()
	}
	if m, ok := t.retry(); ok {
		return m
	}
	for _, i := range t.order() {
		if m, ok := t.serve(i, t.query(t.clauses[i])); ok {
			return m
		}
	}
	if t.missing != nil {
		return t.say()
	}
	if m, ok := t.serveWhole(); ok {
		return m
	}
	if m, ok := t.handBack(); ok {
		return m
	}
	return t.say()
}

// order lists the open requests, first the one that was worked on last.
func (t *thought) order() []int {
	var out []int
	current := -1
	if n := len(t.steps); n > 0 {
		current = t.steps[n-1].clause
	}
	if current >= 0 && current < len(t.closed) && !t.closed[current] {
		out = append(out, current)
	}
	for i, done := range t.closed {
		if !done && i != current {
			out = append(out, i)
		}
	}
	return out
}

// Weights of what surrounds the request's own words in a query.
const (
	weightOwn   = 1.0
	weightGiven = 0.5  // labels of values
	weightTurn  = 0.15 // the rest of the turn
)

func (t *thought) query(c clause) query {
	q := query{weight: map[string]float64{}}
	l := t.model.lexicon
	own := wanted(c.text)
	q.add(l.terms(own), weightOwn)
	q.add(pairs(l, own, t.offers), weightOwn)
	q.core = len(q.terms)
	q.add(l.terms(wanted(c.data)), weightGiven)
	if len(t.clauses) > 1 {
		q.add(l.terms(wanted(t.text)), weightTurn)
	}
	return q
}

// wanted is a text without the values in it: quoted texts and codes say
// nothing about what is wanted.
func wanted(text string) string {
	s := newSource(text, true)
	words := make([]string, 0, len(s.tokens))
	for _, tok := range s.tokens {
		if !tok.mark && !tok.code() && !emailShape.MatchString(tok.text) && !urlShape.MatchString(tok.text) && (!tok.quoted || len(s.tokens) < 3) {
			words = append(words, tok.text)
		}
	}
	return strings.Join(words, " ")
}

// pairs joins neighbouring words where a tool writes them as one: "look up"
// for lookup.
func pairs(l *lexicon, text string, offers []*document) []string {
	words := splitWords(text)
	var out []string
	for i := 1; i < len(words); i++ {
		joined := l.stem(words[i-1] + words[i])
		for _, d := range offers {
			if d.solid[joined] {
				out = append(out, joined)
				break
			}
		}
	}
	return out
}

// serve looks for a tool for one request and calls it. It reports false, and
// notes why, when there is nothing to call.
func (t *thought) serve(i int, q query) (Message, bool) {
	if q.core == 0 {
		return Message{}, false
	}
	c := newCorpus(t.candidates(i))
	text := t.clauses[i].text
	matches := c.rank(q, func(tool string) float64 {
		return newDigest(t.model.seed, "rank", text, tool).draw()
	})
	found := choose(matches)
	t.touched = t.touched || found.touched
	if found.rivals != nil && t.rivals == nil {
		t.rivals = found.rivals
	}
	if found.best == nil {
		return Message{}, false
	}
	return t.call(i, found.best.document.tool)
}

// candidates are the offers that were not tried for a request, and lead to no
// agent that had it already.
func (t *thought) candidates(i int) []*document {
	had := map[string]bool{}
	for _, st := range t.steps {
		if st.clause != i {
			continue
		}
		switch st.outcome {
		case handedOver:
			had[st.call.Name] = true
			had[handoffName(st.assistant())] = true
		case denied, erred:
			had[st.call.Name] = true
		}
	}
	var out []*document
	for _, d := range t.offers {
		if !had[d.tool.Name] {
			out = append(out, d)
		}
	}
	return out
}

// handoffName is the default name of the handoff to an agent.
func handoffName(agent string) string {
	return handoffPrefix + strings.ToLower(strings.Map(func(r rune) rune {
		if r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9') {
			return r
		}
		return '_'
	}, agent))
}

// call calls a tool for a request, unless something is missing or it would
// repeat a call of this turn.
func (t *thought) call(i int, tool Tool) (Message, bool) {
	f := t.filler(i, tool)
	args, missing := f.fill(tool.Parameters)
	if len(missing) > 0 {
		if t.missing == nil {
			t.missing = missing
		}
		return Message{}, false
	}
	return t.callWith(i, tool, args)
}

func (t *thought) callWith(i int, tool Tool, args map[string]any) (Message, bool) {
	text, err := argumentText(args)
	if err != nil { // values come from texts: all can be encoded
		return Message{}, false
	}
	for _, st := range t.steps {
		if st.call.Name == tool.Name && sameArguments(st.call.Arguments, text) {
			t.closed[i] = true // asked and answered before
			return Message{}, false
		}
	}
	return Message{ToolCalls: []ToolCall{{ID: t.callID(i, tool.Name, text), Name: tool.Name, Arguments: text}}}, true
}

// callID depends on the whole conversation, so that it is unique in it.
func (t *thought) callID(i int, name, args string) string {
	d := newDigest(t.model.seed, "call")
	for _, m := range t.req.Messages {
		d = d.add(string(m.Role)).add(strings.TrimSpace(m.Content)).add(m.ToolCallID)
		for _, c := range m.ToolCalls {
			d = d.add(c.ID).add(c.Name)
		}
	}
	return fmt.Sprintf("call_%d_%s", i+1, d.add(name).add(args).hex12())
}

// filler reads the texts for the arguments of one request: the request itself,
// then its turn, and, for what is labelled only, tool results and earlier
// turns.
func (t *thought) filler(i int, tool Tool) *filler {
	c := t.clauses[i]
	f := &filler{free: c.text, sources: []*source{newSource(c.whole(), true)}}
	if len(t.clauses) > 1 {
		f.sources = append(f.sources, newSource(t.text, len(t.clauses) == 2))
	}
	for k := len(t.steps) - 1; k >= 0; k-- {
		f.sources = append(f.sources, newSource(t.steps[k].result, false))
	}
	for _, text := range t.earlier {
		f.sources = append(f.sources, newSource(text, false))
	}
	if isHandoff(tool.Name) {
		f.lenient = true
	}
	if takesInput(tool) {
		f.free = c.whole()
	}
	return f
}

func isHandoff(name string) bool { return strings.HasPrefix(name, handoffPrefix) }

// takesInput reports whether a tool takes nothing but a request in words, as
// agents do that are offered as tools.
func takesInput(tool Tool) bool {
	names, required, _ := newSchema(tool.Parameters).properties()
	return len(names) == 1 && required == 1 && names[0] == "input"
}
