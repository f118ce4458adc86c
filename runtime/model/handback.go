package model

import "strings"

// willing is the probability that a request which fits nothing is passed on to
// an agent that takes such requests.
const willing = 0.85

var (
	// Stems of the words with which instructions speak of what an agent does
	// not do, and of passing a conversation on.
	beyond = wordSet("cannot cant unabl outsid unrelat els otherwis beyond unsur don doesn no not anyth answer relat differ other")
	passOn = wordSet("transfer hand handoff pass return rout escal send deleg direct redirect back give")
	// Stems of the words that describe whoever distributes requests.
	distributes = wordSet("triag rout router dispatch dispatcher coordin orchestr recept receptionist appropri contact deleg generalist")
)

// handBack passes a request on that fits nothing here: to where the
// instructions send such requests, or else to an agent that distributes them.
func (t *thought) handBack() (Message, bool) {
	for _, i := range t.order() {
		if len(t.model.lexicon.terms(wanted(t.clauses[i].text))) == 0 {
			continue
		}
		d := t.wayBack(i)
		if d == nil {
			continue
		}
		if newDigest(t.model.seed, "back", t.system, t.clauses[i].text, d.tool.Name).draw() >= willing {
			continue
		}
		if m, ok := t.call(i, d.tool); ok {
			return m, true
		}
	}
	return Message{}, false
}

// wayBack returns the handoff for what an agent does not do itself.
func (t *thought) wayBack(i int) *document {
	var general *document
	for _, d := range t.candidates(i) {
		if !isHandoff(d.tool.Name) {
			continue
		}
		for _, s := range t.sentences {
			if s.names(d.names) && s.speaksOf(beyond) && s.speaksOf(passOn) {
				return d
			}
		}
		if general == nil && d.distributes {
			general = d
		}
	}
	return general
}

// speaksOf looks at all words, stop words too.
func (s sentence) speaksOf(words map[string]bool) bool {
	for _, w := range splitWords(s.text) {
		if words[w] {
			return true
		}
		for n := min(len(w), 12); n > 3; n-- { // a stem is nearly always a prefix
			if words[w[:n]] {
				return true
			}
		}
	}
	return false
}

// serveWhole looks at the open requests of a turn together, for what is said
// in several short sentences.
func (t *thought) serveWhole() (Message, bool) {
	open := t.order()
	if len(open) < 2 {
		return Message{}, false
	}
	var all []string
	for _, i := range open {
		all = append(all, t.clauses[i].text)
	}
	return t.serve(open[0], t.query(clause{text: strings.Join(all, " ")}))
}
