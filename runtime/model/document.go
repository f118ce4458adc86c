package model

import (
	"strings"
	"sync"
)

// index is what a tool says of itself, as the ranking sees it. It is shared
// and not changed once it is made.
type index struct {
	freq        map[string]float64 // weighted term frequencies
	names       []string           // terms of the name
	name        map[string]bool    // the same
	solid       map[string]bool    // terms of name, description and parameter names
	length      float64
	distributes bool // it speaks of passing requests to others

	explained map[string]string // the parameters that it was made from
}

// document is a tool among the offers of one call.
type document struct {
	*index
	tool  Tool
	hints map[string]float64 // what the instructions add
	extra float64            // to the length
}

func (d *document) size() float64 { return d.length + d.extra }

// handoffPrefix is how the agent SDKs name a handoff.
const handoffPrefix = "transfer_to_"

// newDocument indexes a tool, and the sentences of the instructions that
// mention it.
func newDocument(l *lexicon, t Tool, in *instructions) *document {
	d := &document{index: l.index(t), tool: t}
	if len(d.names) == 0 {
		return d
	}
	for _, at := range in.mentions[d.names[0]] {
		if !in.sentences[at].names(d.names) {
			continue
		}
		if d.hints == nil {
			d.hints = map[string]float64{}
		}
		for _, term := range in.sentences[at].terms {
			d.hints[term] += weightInstruction
			d.extra += weightInstruction
		}
	}
	return d
}

func newIndex(l *lexicon, t Tool, explained map[string]string) *index {
	x := &index{
		freq: make(map[string]float64, 32), name: make(map[string]bool, 4), solid: make(map[string]bool, 24),
		names: l.terms(t.Name), explained: explained,
	}
	for _, n := range x.names {
		x.name[n] = true
	}
	x.add(x.names, weightName, true)
	x.add(l.terms(strings.TrimPrefix(t.Description, NotPermitted)), weightDescription, true)
	properties, _ := t.Parameters["properties"].(map[string]any)
	for _, p := range sortedKeys(properties) {
		x.add(l.terms(p), weightParameter, true)
		x.add(l.terms(explained[p]), weightExplanation, false)
	}
	return x
}

func (x *index) add(terms []string, weight float64, solid bool) {
	for _, t := range terms {
		x.freq[t] += weight
		x.length += weight
		if solid {
			x.solid[t] = true
			x.distributes = x.distributes || distributes[t]
		}
	}
}

// maxIndexes bounds how many tools are remembered.
const maxIndexes = 4096

// indexes remembers tools, which are the same from call to call.
type indexes struct {
	mu   sync.RWMutex
	made map[[2]string]*index // by name and description
}

// index returns the index of a tool. One that was made for the same name and
// description is used if it was made for the same parameters.
func (l *lexicon) index(t Tool) *index {
	key := [2]string{t.Name, t.Description}
	l.known.mu.RLock()
	x := l.known.made[key]
	l.known.mu.RUnlock()
	if x != nil && x.madeFor(t) {
		return x
	}
	properties, _ := t.Parameters["properties"].(map[string]any)
	explained := make(map[string]string, len(properties))
	for p, v := range properties { // into a map: the order is of no matter
		explained[p] = explanation(v)
	}
	made := newIndex(l, t, explained)
	l.known.mu.Lock()
	defer l.known.mu.Unlock()
	if l.known.made == nil {
		l.known.made = map[[2]string]*index{}
	}
	if x == nil && len(l.known.made) < maxIndexes && len(t.Name)+len(t.Description) < maxRead {
		l.known.made[key] = made
	}
	return made
}

func (x *index) madeFor(t Tool) bool {
	properties, _ := t.Parameters["properties"].(map[string]any)
	if len(properties) != len(x.explained) {
		return false
	}
	for p, v := range properties { // whether all are equal: the order is of no matter
		if text, ok := x.explained[p]; !ok || text != explanation(v) {
			return false
		}
	}
	return true
}

func explanation(property any) string {
	schema, _ := property.(map[string]any)
	text, _ := schema["description"].(string)
	return text
}
