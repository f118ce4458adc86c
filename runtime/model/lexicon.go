package model

import (
	"strings"
	"sync"
	"unicode"

	"github.com/kljensen/snowball/english"
)

// Bounds on what the simulated model reads; longer texts are cut.
const (
	maxRead  = 32 << 10 // bytes of one message
	maxWord  = 64       // bytes of one word that is stemmed
	maxStems = 1 << 16  // entries of the cache of stems
)

// lexicon splits texts into stems and indexes tools. It remembers both, since
// the same few are read over and over; what it remembers changes no answer.
type lexicon struct {
	mu      sync.RWMutex
	stems   map[string]string
	systems map[string]*instructions
	known   indexes
}

// stem returns the stem of a lower-case word.
func (l *lexicon) stem(word string) string {
	l.mu.RLock()
	s, ok := l.stems[word]
	l.mu.RUnlock()
	if ok {
		return s
	}
	s = word
	if len(word) <= maxWord && isASCIIWord(word) {
		s = english.Stem(word, true)
	}
	l.mu.Lock()
	if l.stems == nil {
		l.stems = map[string]string{}
	}
	if len(l.stems) < maxStems {
		l.stems[word] = s
	}
	l.mu.Unlock()
	return s
}

func isASCIIWord(w string) bool {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return true
}

// terms returns the stems of a text's words in order, without stop words.
func (l *lexicon) terms(text string) []string {
	words := splitWords(text)
	out := words[:0]
	for _, w := range words {
		if !stopWords[w] {
			out = append(out, l.stem(w))
		}
	}
	return out
}

// splitWords returns the lower-case words of a text or a name: runs of letters
// and runs of digits, also cut where camelCase changes case.
func splitWords(text string) []string {
	text = text[:min(len(text), maxRead)]
	out := make([]string, 0, len(text)/6+1)
	start := -1
	var before rune
	end := func(i int) {
		if start >= 0 {
			out = append(out, strings.ToLower(text[start:i]))
			start = -1
		}
	}
	for i, r := range text {
		letter, digit := unicode.IsLetter(r) || unicode.IsMark(r), unicode.IsDigit(r)
		switch {
		case (r == '\'' || r == '’') && start >= 0 && unicode.IsLetter(before):
			// "don't", "customer's": one word, cut below
			before = r
			continue
		case !letter && !digit:
			end(i)
		case start < 0:
			start = i
		case digit != unicode.IsDigit(before) && before != '\'' && before != '’',
			unicode.IsUpper(r) && unicode.IsLower(before),
			unicode.IsUpper(before) && unicode.IsUpper(r) && nextIsLower(text[i+len(string(r)):]):
			end(i)
			start = i
		}
		before = r
	}
	end(len(text))
	for i, w := range out {
		out[i] = withoutApostrophe(w)
	}
	return out
}

// nextIsLower tells the N of HTTPName from the P.
func nextIsLower(rest string) bool {
	for _, r := range rest {
		return unicode.IsLower(r)
	}
	return false
}

func withoutApostrophe(w string) string {
	w = strings.ReplaceAll(w, "’", "'")
	w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "'")
	if strings.Contains(w, "'") {
		w = strings.ReplaceAll(w, "'", "")
	}
	return w
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// stopWords say nothing about what is wanted: function words, the manners of
// requests, and the words of every tool and handoff.
var stopWords = wordSet(`a about above after again all also am an and any anything are as at back be because been before being
	both but by can cannot cant could couldnt d did didnt do does doesnt doing done dont down during each either else etc every
	few first for from further get give go going got had has have having he hello help her here hers hey hi him his how i id if ill im in
	into is isnt it its itself ive just know let lets like ll m may me might mine more most must my myself need needs no nor not now
	of off ok okay on once one only or other our ours out over own please re s same she should so some somebody someone something
	such t tell than thank thanks that the their them then there these they thing things this those through to too under until up
	us use used uses using ve very want wants was way we well were what when where which while who whom whose why will with without
	would wouldnt yes you your yours yourself
	agent agents assist assistance assistant bot delegate function functions handle handles handoff handoffs perform request requests requested
	specialist tool tools transfer transfers user users ahead settled details matters`)

// genericVerbs are what half of all tools do: that a request shares one of
// them is weak evidence.
var genericVerbs = wordSet(`add ask call chang change check collect comput creat create delet delete do edit execut execute fetch find generat generate
	get handl insert list load look lookup make manag manage obtain perform process produc provid provide put read receiv remov remove retriev
	retrieve return run save search send set show start store submit take tell updat update use view work write`)
