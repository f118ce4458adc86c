package model

import "math"

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

// corpus is what is offered for one request.
type corpus struct {
	documents []*document
	average   float64 // length
}

func newCorpus(documents []*document) corpus {
	c := corpus{documents: documents}
	for _, d := range documents {
		c.average += d.size()
	}
	if len(documents) > 0 {
		c.average /= float64(len(documents))
	}
	return c
}

// rarity is the inverse document frequency.
func (c corpus) rarity(term string) float64 {
	n, df := float64(len(c.documents)), 0.0
	for _, d := range c.documents {
		if d.freq[term] > 0 || d.hints[term] > 0 {
			df++
		}
	}
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
	rare := make([]float64, len(q.terms))
	for i, t := range q.terms {
		rare[i] = c.rarity(t)
	}
	out := make([]match, 0, len(c.documents))
	for _, d := range c.documents {
		m := match{document: d}
		for i, t := range q.terms {
			f := d.freq[t] + d.hints[t]
			if f == 0 {
				continue
			}
			norm := saturation * (1 - lengthBias + lengthBias*d.size()/c.average)
			m.score += q.weight[t] * rare[i] * f * (saturation + 1) / (f + norm)
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
