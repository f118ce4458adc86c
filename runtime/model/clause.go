package model

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxClauses bounds how many requests of one turn are followed.
const maxClauses = 24

// clause is one request of a user's turn.
type clause struct {
	text string // what is wanted
	data string // the sentences that only give values, such as `The seat is "12A".`
}

// whole is all that was said for the request.
func (c clause) whole() string { return strings.TrimSpace(c.text + " " + c.data) }

// connectors separate two requests within a sentence. A bare "and" does so
// only before the words that open a request.
var connectors = regexp.MustCompile(`(?i)(?:,\s*|\s+)(?:and\s+then|and\s+also|and\s+after\s+that|and\s+finally|then|after\s+that|afterwards|also|finally)\s+|` +
	`(?:,\s*|\s+)and\s+(?:please\s+|(?:can|could|would)\s+you\s+|i\s+(?:also\s+)?(?:want|need|would\s+like)\s+|(?:tell|show|give)\s+me\s+)`)

// readClauses splits a user's turn into requests. Sentences that only give
// values belong to the request before them, or else to the one after.
func readClauses(text string) []clause {
	var out []clause
	lead := ""
	for _, s := range splitSentences(text) {
		for _, part := range splitConnected(s) {
			switch {
			case !isData(part):
				out = append(out, clause{text: part, data: lead})
				lead = ""
			case len(out) > 0:
				last := &out[len(out)-1]
				last.data = join(last.data, part)
			default:
				lead = join(lead, part)
			}
		}
	}
	if lead != "" && len(out) == 0 {
		out = append(out, clause{text: lead})
	}
	if len(out) > maxClauses {
		rest := out[maxClauses-1:]
		for _, c := range rest[1:] {
			rest[0].data = join(rest[0].data, c.whole())
		}
		out = out[:maxClauses]
	}
	return out
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// splitSentences cuts a text at line ends and at . ! ? ; before a blank, but
// not within quotes or behind an abbreviation.
func splitSentences(text string) []string {
	text = clip(text, maxRead)
	mask := maskQuotes(text)
	var out []string
	start := 0
	for i := 0; i < len(mask); i++ {
		cut := mask[i] == '\n' || mask[i] == '\r'
		if !cut && strings.IndexByte(".!?;", mask[i]) >= 0 {
			cut = i+1 == len(mask) || isBlank(mask[i+1])
			cut = cut && !(mask[i] == '.' && abbreviated(mask[start:i]))
		}
		if cut {
			out = appendTrimmed(out, text[start:i+1])
			start = i + 1
		}
	}
	return appendTrimmed(out, text[start:])
}

func appendTrimmed(out []string, s string) []string {
	s = strings.TrimSpace(s)
	if strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
		return out
	}
	return append(out, s)
}

var abbreviations = wordSet("e.g i.e no nr mr mrs ms dr st vs approx dept ref")

func abbreviated(before string) bool {
	word := before[strings.LastIndexAny(before, " \t(")+1:]
	return abbreviations[strings.ToLower(word)]
}

func splitConnected(s string) []string {
	var out []string
	start := 0
	for _, at := range connectors.FindAllStringIndex(maskQuotes(s), -1) {
		// A connector at the very start opens the sentence: "Also, ...".
		if len(splitWords(s[start:at[0]])) < 2 {
			continue
		}
		out = appendTrimmed(out, s[start:at[0]])
		start = at[0]
	}
	return appendTrimmed(out, s[start:])
}

// maskQuotes replaces what stands in quotes by x, byte for byte, so that
// positions stay.
func maskQuotes(s string) string {
	b := []byte(s)
	for i := 0; i < len(b); {
		if end := quoteEnd(s, i); end > i {
			for j := i + 1; j < end; j++ {
				b[j] = 'x'
			}
			i = end
		}
		i++
	}
	return string(b)
}

// quoteEnd returns the position of the quote that closes the one at i, or -1
// when none opens there. A single quote must stand at a word's edge, since it
// is an apostrophe elsewhere.
func quoteEnd(s string, i int) int {
	switch {
	case s[i] == '"' || s[i] == '`':
		for j := i + 1; j < len(s); j++ {
			if s[j] == '\\' && s[i] == '"' {
				j++
			} else if s[j] == s[i] {
				return j
			}
		}
	case strings.HasPrefix(s[i:], "“"):
		if n := strings.Index(s[i:], "”"); n > 0 {
			return i + n
		}
	case s[i] == '\'' && (i == 0 || strings.IndexByte(" (:=", s[i-1]) >= 0):
		for j := i + 2; j < len(s); j++ {
			if s[j] == '\'' && (j+1 == len(s) || strings.IndexByte(" ).,;:!?", s[j+1]) >= 0) {
				return j
			}
		}
	}
	return -1
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// clip cuts a text to n bytes at most, between runes.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

var (
	// giving is SUBJECT is VALUE, and the like.
	giving = regexp.MustCompile(`(?i)^(?:(?:and|so|then|also|with|where|here,?)\s+)*((?:the|my|our|your|his|her|their|its)\s+)?([\pL\pN_' -]{1,60}?)\s*(?:\s(?:is|are|equals|was|should be)\s|=|:\s)\s*(\S.*)$`)
	// A sentence whose subject holds one of these asks or tells something.
	asking = wordSet(`what which who whom whose where when why how is are can could would do does did will shall should i me you we it this that these there
		please want need like use tell show give find let make get something else go for`)
)

// isData reports whether a sentence only gives a value.
func isData(s string) bool {
	if strings.HasSuffix(s, "?") {
		return false
	}
	m := giving.FindStringSubmatch(maskQuotes(s))
	if m == nil {
		return false
	}
	words := strings.Fields(strings.ToLower(m[2]))
	if len(words) == 0 || len(words) > 6 {
		return false
	}
	for _, w := range words {
		if asking[w] {
			return false
		}
	}
	return true
}
