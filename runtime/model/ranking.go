package model

import (
	"math"
	"strings"
)

// The ranking is BM25 over four fields, with these weights. A name says more
// than a description; what the instructions say about a tool is only a hint.
const (
	weightName        = 3.0
	weightDescription = 1.0
	weightParameter   = 1.0
	weightExplanation = 0.5 // of a parameter
	weightInstruction = 0.3

	saturation = 1.2 // k1
	lengthBias = 0.5 // b
)

// How sure a choice must be.
const (
	// jitter is how far the seed may move a score, up or down: two tools whose
	// scores are closer than that are confused now and then.
	jitter = 0.15
	// rival is the share of the best score from which another tool that shares
	// the same single word may be meant just as well.
	rival = 0.5
	// enough is the number of matched words, a generic verb counting half,
	// that carries a choice by itself; enoughShare is the share of a short
	// request's words that does.
	enough      = 1.5
	enoughShare = 0.34
)

// document is a tool as the ranking sees it.
type document struct {
	tool   Tool
	offer  int                // index among the offers
	freq   map[string]float64 // weighted term frequencies
	name   map[string]bool    // terms of the name
	solid  map[string]bool    // terms of name, description and parameter names
	length float64
}

func (d *document) add(terms []string, weight float64, solid bool) {
	for _, t := range terms {
		d.freq[t] += weight
		d.length += weight
		if solid {
			d.solid[t] = true
		}
	}
}

// handoffPrefix is how the agent SDKs name a handoff.
const handoffPrefix = "transfer_to_"

// newDocument indexes a tool.
func newDocument(l *lexicon, i int, t Tool, system []sentence, mentions map[string][]int) *document {
	d := &document{tool: t, offer: i, freq: make(map[string]float64, 32), name: make(map[string]bool, 4), solid: make(map[string]bool, 24)}
	name := l.terms(t.Name)
	for _, n := range name {
		d.name[n] = true
	}
	d.add(name, weightName, true)
	d.add(l.terms(strings.TrimPrefix(t.Description, NotPermitted)), weightDescription, true)
	properties, _ := t.Parameters["properties"].(map[string]any)
	for _, p := range sortedKeys(properties) {
		d.add(l.terms(p), weightParameter, true)
		if schema, ok := properties[p].(map[string]any); ok {
			text, _ := schema["description"].(string)
			d.add(l.terms(text), weightExplanation, false)
		}
	}
	if len(name) > 0 {
		for _, at := range mentions[name[0]] {
			if system[at].names(name) {
				d.add(system[at].terms, weightInstruction, false)
			}
		}
	}
	return d
}

// sentence is one of the system instructions.
type sentence struct {
	text  string
	terms []string
	set   map[string]bool
}

// names reports whether a sentence mentions all terms of a name.
func (s sentence) names(terms []string) bool {
	for _, t := range terms {
		if !s.set[t] {
			return false
		}
	}
	return len(terms) > 0
}

// maxSentences bounds how much of the instructions is read.
const maxSentences = 200

// readInstructions splits the system message and indexes its terms.
func readInstructions(l *lexicon, system string) ([]sentence, map[string][]int) {
	mentions := map[string][]int{}
	var out []sentence
	for _, text := range splitSentences(system) {
		if len(out) == maxSentences {
			break
		}
		s := sentence{text: text, terms: l.terms(text)}
		s.set = make(map[string]bool, len(s.terms))
		for _, t := range s.terms {
			if !s.set[t] {
				s.set[t] = true
				mentions[t] = append(mentions[t], len(out))
			}
		}
		out = append(out, s)
	}
	return out, mentions
}

// corpus is what is offered in one call.
type corpus struct {
	documents []*document
	seen      map[string]int // in how many documents a term occurs
	average   float64        // length
}

func newCorpus(documents []*document) corpus {
	c := corpus{documents: documents, seen: map[string]int{}}
	for _, d := range documents {
		c.average += d.length
		for t := range d.freq { // counts only: the order is of no matter
			c.seen[t]++
		}
	}
	if len(documents) > 0 {
		c.average /= float64(len(documents))
	}
	return c
}

func (c corpus) rarity(term string) float64 {
	n, df := float64(len(c.documents)), float64(c.seen[term])
	return math.Log(1 + (n-df+0.5)/(df+0.5))
}

// query is what is looked for: terms in order of first mention, each once.
type query struct {
	terms  []string
	weight map[string]float64
	core   int // terms[:core] are the request's own words
}

func (q *query) add(terms []string, weight float64) {
	for _, t := range terms {
		if _, ok := q.weight[t]; !ok {
			q.weight[t] = weight
			q.terms = append(q.terms, t)
		}
	}
}

// match is how well one document answers a query.
type match struct {
	document *document
	score    float64 // before the seed moves it
	moved    float64
	words    float64 // matched words of the request, generic verbs counting half
	named    bool    // one of them is in the tool's name
	fits     bool
}

// rank scores every document. The order is that of the offers.
func (c corpus) rank(q query, draw func(tool string) float64) []match {
	total := 0.0
	for _, t := range q.terms[:q.core] {
		total += strength(t)
	}
	out := make([]match, 0, len(c.documents))
	for _, d := range c.documents {
		m := match{document: d}
		for i, t := range q.terms {
			f, ok := d.freq[t]
			if !ok {
				continue
			}
			norm := saturation * (1 - lengthBias + lengthBias*d.length/c.average)
			m.score += q.weight[t] * c.rarity(t) * f * (saturation + 1) / (f + norm)
			if i < q.core && d.solid[t] {
				m.words += strength(t)
				m.named = m.named || d.name[t] && !genericVerbs[t]
			}
		}
		m.moved = m.score * (1 + jitter*(2*draw(d.tool.Name)-1))
		m.fits = m.named || m.words >= enough || total > 0 && m.words/total >= enoughShare
		out = append(out, m)
	}
	return out
}

func strength(term string) float64 {
	if genericVerbs[term] {
		return 0.5
	}
	return 1
}

// choice is what a ranking comes to.
type choice struct {
	best    *match
	rivals  []string // names of equally good tools, when it is unclear which is meant
	touched bool     // something shares a word with the request
}

// choose takes the best match that fits. It is unclear which one is meant when
// a single word speaks for several equally.
func choose(matches []match) choice {
	var c choice
	for i := range matches {
		m := &matches[i]
		c.touched = c.touched || m.words > 0
		if m.fits && (c.best == nil || m.moved > c.best.moved) {
			c.best = m
		}
	}
	if c.best == nil || c.best.words > 1 {
		return c
	}
	for i := range matches {
		m := &matches[i]
		if m != c.best && m.fits && m.words >= c.best.words && m.named == c.best.named && m.score >= rival*c.best.score {
			c.rivals = append(c.rivals, m.document.tool.Name)
		}
	}
	if c.rivals != nil {
		c.rivals = append(c.rivals, c.best.document.tool.Name)
		c.best = nil
	}
	return c
}
