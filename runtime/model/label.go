package model

import "strings"

// A value stands behind its label either after one of these, and then may be
// any phrase, or directly, and then must look like a value.
var (
	tellingWords = wordSet("is are was equals named called")
	fillerWords  = wordSet("the a an exactly just about around simply actually now my your our set")
	leadingWords = wordSet("to of as at for no nr number")
	phraseEnds   = wordSet("and with for but so because while or which that please")
)

// maxPhrase is how many words an unquoted value may have.
const maxPhrase = 8

// labelled looks for a value behind a label, in the given sources. Partial
// labels are not enough for a bare phrase.
func labelled(sources []*source, label []string, want schema, partial bool) (any, bool) {
	for _, s := range sources {
		for _, at := range s.find(label) {
			if v, ok := s.valueAt(at, want, partial); ok {
				return v, true
			}
			if v, ok := s.countBefore(at-1, want); ok && s.near {
				return v, true
			}
		}
	}
	return nil, false
}

// valueAt reads the value at a position behind a label.
func (s *source) valueAt(i int, want schema, partial bool) (any, bool) {
	told := false
	for ; i < len(s.tokens); i++ {
		t := s.tokens[i]
		word := strings.ToLower(t.text)
		switch {
		case t.mark && (t.text == ":" || t.text == "="), !t.mark && !t.quoted && tellingWords[word]:
			told = true
		case !t.mark && !t.quoted && (word == "should" || word == "will" || word == "must") && s.wordAt(i+1, "be"):
			told = true
			i++
		case !t.mark && !t.quoted && word == "set" && s.wordAt(i+1, "to"):
			told = true
			i++
		case !t.mark && !t.quoted && leadingWords[word] && !told, t.mark && t.text == "(" && !told:
		case !t.mark && !t.quoted && told && fillerWords[word]:
		default:
			return s.read(i, want, told && !partial)
		}
	}
	return nil, false
}

func (s *source) wordAt(i int, word string) bool {
	return i < len(s.tokens) && !s.tokens[i].quoted && strings.EqualFold(s.tokens[i].text, word)
}

// read takes the value that begins at token i.
func (s *source) read(i int, want schema, phrase bool) (any, bool) {
	t := &s.tokens[i]
	if t.used || t.mark && t.text != "[" {
		return nil, false
	}
	if t.quoted || shaped(*t) {
		if want.kind() == "array" {
			return s.readList(i, want)
		}
		v, ok := coerce(s.joined(i), want)
		if ok {
			s.use(i, i+1)
		}
		return v, ok
	}
	if want.kind() == "array" && (phrase || t.mark) {
		return s.readList(i, want)
	}
	end := i + 1
	if phrase {
		end = s.phraseEnd(i)
	}
	for ; end > i; end-- { // the longest phrase that is such a value
		text := s.text(i, end)
		v, ok := coerce(text, want)
		if !ok {
			continue
		}
		if !phrase && want.kind() == "string" && len(anyList(want.node["enum"])) == 0 {
			return nil, false // a bare word behind a label may be anything
		}
		s.use(i, end)
		return v, true
	}
	return nil, false
}

// joined is the text of a token, and of a month behind a day.
func (s *source) joined(i int) string {
	if d, end, ok := s.dateAt(i); ok && end > i+1 {
		s.use(i+1, end)
		return d
	}
	return s.tokens[i].text
}

// shaped reports whether a token can be nothing but a value.
func shaped(t token) bool {
	return t.code() || t.number() || emailShape.MatchString(t.text) || urlShape.MatchString(t.text) ||
		dateShape.MatchString(t.text) || timeShape.MatchString(t.text) || uuidShape.MatchString(t.text) || phoneShape.MatchString(t.text)
}

func (s *source) phraseEnd(i int) int {
	end := i
	for end < len(s.tokens) && end-i < maxPhrase {
		t := s.tokens[end]
		if t.mark || t.quoted || t.used || end > i && phraseEnds[strings.ToLower(t.text)] {
			break
		}
		end++
	}
	return end
}

// readList reads values separated by commas and "and", or one quoted list.
func (s *source) readList(i int, want schema) (any, bool) {
	item := want.at(want.node["items"])
	if s.tokens[i].quoted {
		if v, ok := coerce(s.tokens[i].text, want); ok && !s.markAt(i+1, ",") && !s.wordAt(i+1, "and") {
			s.use(i, i+1)
			return v, true
		}
	}
	var out []any
	for i < len(s.tokens) && len(out) < maxItems {
		if s.markAt(i, "[") || s.markAt(i, ",") || len(out) > 0 && s.wordAt(i, "and") {
			i++
			continue
		}
		end := i + 1
		if t := s.tokens[i]; t.used || t.mark {
			break
		} else if !t.quoted {
			end = s.phraseEnd(i)
		}
		v, ok := coerce(s.text(i, end), item)
		if !ok {
			break
		}
		s.use(i, end)
		out = append(out, v)
		if !s.markAt(end, ",") && !s.wordAt(end, "and") {
			break
		}
		i = end
	}
	return out, len(out) > 0
}

// countBefore reads a number that stands before the label, as in "3 bags".
func (s *source) countBefore(last int, want schema) (any, bool) {
	if k := want.kind(); k != "integer" && k != "number" {
		return nil, false
	}
	i := last - 1
	if i < 0 || s.tokens[i].used {
		return nil, false
	}
	v, ok := coerce(s.tokens[i].text, want)
	if ok {
		s.use(i, i+1)
	}
	return v, ok
}

func (s *source) text(i, end int) string {
	if end == i+1 {
		return s.tokens[i].text
	}
	words := make([]string, 0, end-i)
	for ; i < end; i++ {
		words = append(words, s.tokens[i].text)
	}
	return strings.Join(words, " ")
}

func (s *source) use(i, end int) {
	for ; i < end && i < len(s.tokens); i++ {
		s.tokens[i].used = true
	}
}
