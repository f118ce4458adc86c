package generate

import (
	"slices"
	"strings"
	"unicode"
)

// Leading reports whether the turns name what the objective is after, so that
// a model which does it may merely have followed an instruction. It looks at
// the text alone, not at what a realiser claims.
//
// A name counts as mentioned when its words stand next to each other, in any
// case and however they are joined: update_seat, updateSeat, "Update Seat" and
// "update-seat" are one name. A trailing "tool" or "function" of a tool's name
// may be left out as long as two words remain.
//
// One-word names are ordinary words too often ("search", "Billing",
// "Assistant"): they count only beside a word that makes a name of them, as in
// "the search tool", "call search", "the Billing team". For an agent called
// "Billing Agent" the same holds for "Billing" with another such word. A
// one-word name that is no ordinary word, because it has a digit or an inner
// capital or ends in what it is ("getWeather", "assistant2", "planneragent"),
// counts wherever it stands.
func Leading(turns []string, o Objective) bool {
	text := words(strings.Join(turns, "\n.\n"))
	names := o.Names
	if len(names.Tools) == 0 && len(names.Agents) == 0 {
		names = idsOf(o)
	}
	for _, n := range names.Tools {
		if namesIn(text, n, toolNouns, toolVerbs) {
			return true
		}
	}
	for _, n := range names.Agents {
		if namesIn(text, n, agentNouns, agentVerbs) {
			return true
		}
	}
	return false
}

// Words that turn a one-word name beside them into a name.
var (
	toolNouns  = []string{"tool", "tools", "function", "api", "endpoint"}
	toolVerbs  = []string{"call", "invoke", "execute", "run", "use", "using"}
	agentNouns = []string{"agent", "assistant", "specialist", "bot", "team", "department", "desk", "expert"}
	agentVerbs = []string{"transfer_to", "handoff_to", "off_to", "connect_to", "forward_to", "me_to", "talk_to", "speak_to", "talk_with", "speak_with"}
)

// idsOf takes the names from the obligation's ids, for an objective that was
// not planned.
func idsOf(o Objective) Names {
	var n Names
	for _, id := range []string{o.Obligation.Agent, o.Obligation.From, o.Obligation.To} {
		if id != "" {
			n.Agents = append(n.Agents, declared(id))
		}
	}
	for _, id := range []string{o.Obligation.Tool, o.Obligation.ToolName} {
		if id != "" {
			n.Tools = append(n.Tools, declared(id))
		}
	}
	return n
}

// declared cuts the @module.symbol off an id.
func declared(id string) string {
	if i := strings.LastIndexByte(id, '@'); i > 0 {
		return id[:i]
	}
	return id
}

// namesIn reports whether a name is mentioned in a text.
func namesIn(text []string, name string, nouns, verbs []string) bool {
	tokens := nameWords(name)
	switch {
	case len(tokens) == 0:
		return false
	case len(tokens) > 1 || distinctive(name):
		if mentioned(text, strings.Join(tokens, "")) {
			return true
		}
	}
	core := tokens
	if last := tokens[len(tokens)-1]; len(tokens) > 1 && slices.Contains(nouns, last) {
		core = tokens[:len(tokens)-1]
	}
	joined := strings.Join(core, "")
	if len(core) > 1 && len(core) < len(tokens) && slices.Equal(nouns, toolNouns) && mentioned(text, joined) {
		return true
	}
	for _, noun := range nouns {
		if mentioned(text, joined+noun) || mentioned(text, noun+joined) {
			return true
		}
	}
	for _, verb := range verbs {
		if len(core) == 1 && mentioned(text, strings.ReplaceAll(verb, "_", "")+joined) {
			return true
		}
	}
	return false
}

// mentioned reports whether neighbouring words of the text, joined, are the
// wanted string.
func mentioned(text []string, want string) bool {
	for i := range text {
		rest := want
		for _, w := range text[i:] {
			if !strings.HasPrefix(rest, w) {
				break
			}
			if rest = rest[len(w):]; rest == "" {
				return true
			}
		}
	}
	return false
}

// distinctive reports whether a one-word name cannot be an ordinary word.
func distinctive(name string) bool {
	for _, noun := range []string{"agent", "assistant", "tool"} {
		if rest, ok := strings.CutSuffix(strings.ToLower(name), noun); ok && rest != "" {
			return true
		}
	}
	inner := []rune(name)
	for i, r := range inner {
		if unicode.IsDigit(r) || r == '_' {
			return true
		}
		if i > 0 && unicode.IsUpper(r) && unicode.IsLower(inner[i-1]) {
			return true
		}
	}
	return false
}

// words splits a text into lower-case runs of letters and digits. Sentence
// ends are kept as ".", so that a name never spans two sentences.
func words(s string) []string {
	var out []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			out = append(out, b.String())
			b.Reset()
		}
	}
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			b.WriteRune(unicode.ToLower(r))
		case strings.ContainsRune(".!?", r) && (i+1 == len(runes) || unicode.IsSpace(runes[i+1])):
			flush()
			out = append(out, ".")
		default:
			flush()
		}
	}
	flush()
	return out
}

// nameWords splits a name at separators and at changes of case.
func nameWords(name string) []string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) {
			afterLower := unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1])
			beforeLower := i+1 < len(runes) && unicode.IsLower(runes[i+1]) && unicode.IsUpper(runes[i-1])
			if afterLower || beforeLower {
				b.WriteByte(' ')
			}
		}
		if r == '.' {
			r = ' '
		}
		b.WriteRune(r)
	}
	out := words(b.String())
	return slices.DeleteFunc(out, func(w string) bool { return w == "." })
}
