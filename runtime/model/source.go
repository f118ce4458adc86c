package model

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTokens bounds how many words of a text arguments are looked for in.
const maxTokens = 4000

// token is a word, a quoted text or a mark of a text that arguments are taken
// from.
type token struct {
	text   string   // as written, without quotes
	parts  []string // its lower-case words, for labels
	quoted bool
	mark   bool // punctuation
	used   bool // an argument has been taken from it
	start  bool // first of a sentence: its capital means nothing
}

// source is a text that arguments are taken from. Of a source that is not
// near, only what is labelled is taken: it was said about something else.
type source struct {
	tokens []token
	near   bool
}

func newSource(text string, near bool) *source {
	s := &source{near: near}
	text = clip(text, maxRead)
	start := true
	for i := 0; i < len(text) && len(s.tokens) < maxTokens; {
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			start = start || r == '\n'
			i += size
			continue
		}
		t, n := nextToken(text, i)
		t.start = start
		start = t.mark && strings.Contains(".!?;", t.text)
		if !t.mark {
			t.parts = splitWords(t.text)
		}
		s.tokens = append(s.tokens, t)
		i += n
	}
	return s
}

// nextToken reads the token at i and returns its length in bytes.
func nextToken(text string, i int) (token, int) {
	if end := quoteEnd(text, i); end > i {
		_, open := utf8.DecodeRuneInString(text[i:])
		_, shut := utf8.DecodeRuneInString(text[end:])
		inner := text[i+open : end]
		if text[i] == '"' {
			inner = unescape(inner)
		}
		return token{text: inner, quoted: true}, end + shut - i
	}
	end := i
	marks := "\"“”`,;!?=()[]{}<>"
	if urlOpening.MatchString(text[i:min(len(text), i+8)]) {
		marks = "\"“”`<>,;!()"
	}
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if unicode.IsSpace(r) || strings.ContainsRune(marks, r) && !numberComma(text, end) {
			break
		}
		end += size
	}
	word := strings.TrimRight(text[i:end], ".:'’?")
	if word == "" || end == i {
		_, size := utf8.DecodeRuneInString(text[i:])
		return token{text: text[i : i+size], mark: true}, size
	}
	return token{text: word}, len(word)
}

// numberComma reports whether a comma groups digits, as in 1,200.
func numberComma(text string, i int) bool {
	digit := func(j int) bool { return j >= 0 && j < len(text) && text[j] >= '0' && text[j] <= '9' }
	return text[i] == ',' && digit(i-1) && digit(i+1) && digit(i+2) && digit(i+3) && !digit(i+4)
}

func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "\n", `\t`, "\t").Replace(s)
}

// Shapes of values.
var (
	emailShape  = regexp.MustCompile(`^[\w.+-]+@[\w-]+(\.[\w-]+)+$`)
	urlShape    = regexp.MustCompile(`^(?i)(https?://\S+|www\.\S+\.\S+)$`)
	urlOpening  = regexp.MustCompile(`^(?i)(https?://|www\.)`)
	uuidShape   = regexp.MustCompile(`^(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	dateShape   = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$|^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$`)
	timeShape   = regexp.MustCompile(`^(?i)\d{1,2}:\d{2}(:\d{2})?(am|pm)?$|^\d{1,2}(am|pm)$`)
	phoneShape  = regexp.MustCompile(`^\+\d[\d-]{5,}$`)
	numberShape = regexp.MustCompile(`^[$€£]?[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?%?$`)
	tickerShape = regexp.MustCompile(`^[A-Z]{1,5}$`)
	codeShape   = regexp.MustCompile(`^#?[A-Za-z0-9]+([-_/][A-Za-z0-9]+)*$`)
)

// code reports whether a token looks like an identifier: letters and digits
// mixed, or a number behind a #.
func (t token) code() bool {
	if t.quoted || t.mark || !codeShape.MatchString(t.text) || dateShape.MatchString(t.text) || timeShape.MatchString(t.text) {
		return false
	}
	digit := strings.ContainsAny(t.text, "0123456789")
	letter := strings.IndexFunc(t.text, unicode.IsLetter) >= 0
	return digit && (letter || t.text[0] == '#' || strings.ContainsAny(t.text, "-_/")) && !ordinal.MatchString(t.text)
}

var ordinal = regexp.MustCompile(`^(?i)\d+(st|nd|rd|th|s|k|m|h|min|kg|km|usd|eur)$`)

func (t token) number() bool { return !t.mark && numberShape.MatchString(t.text) }

// capital reports whether a word is written like a name.
func (t token) capital() bool {
	r, _ := utf8.DecodeRuneInString(t.text)
	return !t.mark && !t.quoted && unicode.IsUpper(r) && t.text != "I" && !strings.HasPrefix(t.text, "I'")
}

// find returns where a label ends, for each place where its words stand one
// after the other, in order.
func (s *source) find(label []string) []int {
	var out []int
	for i := range s.tokens {
		if end, ok := s.matchAt(i, label); ok {
			out = append(out, end)
		}
	}
	return out
}

func (s *source) matchAt(i int, label []string) (int, bool) {
	for len(label) > 0 {
		if i >= len(s.tokens) {
			return 0, false
		}
		t := s.tokens[i]
		// A quoted label is the key of a JSON object.
		if t.mark || len(t.parts) == 0 || len(t.parts) > len(label) || t.quoted && !s.markAt(i+1, ":") {
			return 0, false
		}
		for k, p := range t.parts {
			if !sameWord(p, label[k]) {
				return 0, false
			}
		}
		label = label[len(t.parts):]
		i++
	}
	return i, true
}

func (s *source) markAt(i int, mark string) bool {
	return i >= 0 && i < len(s.tokens) && s.tokens[i].mark && s.tokens[i].text == mark
}

// sameWord compares words but for a plural s.
func sameWord(a, b string) bool {
	return a == b || len(a) > 3 && len(b) > 3 && strings.TrimSuffix(a, "s") == strings.TrimSuffix(b, "s")
}
