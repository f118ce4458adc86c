package generate

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// maxPhrase bounds a phrase that is taken from a description, in runes.
const maxPhrase = 240

var (
	// A docstring's sections; what stands behind them is for the model, not
	// for the user's mouth.
	sections = regexp.MustCompile(`(?im)^\s*(args|arguments|parameters|params|returns?|raises|yields|examples?|notes?)\s*:`)
	// What descriptions open with when they speak of the tool or the agent
	// instead of the work.
	toolOpening  = regexp.MustCompile(`(?i)^(please\s+)?((use|call|invoke) this( tool| function)?( to| for| when( you need to)?)?|(this|the|an?)( \w+)? (tool|function)( that| which| to| for| can)*|(tool|function) (to|for|that))\s+`)
	agentOpening = regexp.MustCompile(`(?i)^((this|the|an?)\s+)?([\w-]+\s+){0,4}(agent|assistant|specialist|bot|expert)\b,?\s*((that|which|who|to|for|can|may|is able to|is responsible for|responsible for|specialized in|specialised in|with|in)\s+)+`)
	youAre       = regexp.MustCompile(`(?i)^(you are|you're|act as|your (task|job|role) is( to)?|you)\s+`)
)

// sentences splits the prose part of a description into sentences without
// their final stop, in order.
func sentences(text string) []string {
	if at := sections.FindStringIndex(text); at != nil {
		text = text[:at[0]]
	}
	text = oneLine(text)
	var out []string
	start := 0
	runes := []rune(text)
	for i, r := range runes {
		end := i+1 == len(runes) || unicode.IsSpace(runes[i+1])
		if strings.ContainsRune(".!?;", r) && end {
			out = appendSentence(out, string(runes[start:i]))
			start = i + 1
		}
	}
	return appendSentence(out, string(runes[start:]))
}

// What descriptions call the user, who says "my" and "me".
var (
	theirs = regexp.MustCompile(`(?i)\b(a|the|each|an?y|every|their)\s+(customer|user|caller|client|person)(['’]s|s['’])`)
	them   = regexp.MustCompile(`(?i)\b(a|the)\s+(customer|user|caller|client)\b`)
)

// spoken puts a phrase into the user's mouth.
func spoken(s string) string {
	return imperative(lower(them.ReplaceAllString(theirs.ReplaceAllString(s, "my"), "me")))
}

// verbs that descriptions open with, in the third person there.
var verbs = strings.Fields(`add analyse analyze answer arrange ask assess assist book build calculate cancel change check collect compare compose
	compute convert coordinate create decide delete deliver describe design detect determine do draft edit estimate evaluate explain extract
	fetch fill find fix format gather generate get give guide handle help identify inspect issue list locate look maintain make manage monitor offer
	open order organise organize plan post prepare process produce provide publish query read recommend record refund reply report
	request research reserve resolve respond retrieve return review run schedule scrape search select send solve speak start suggest summarise
	summarize support take talk tell track transfer translate turn update validate verify watch write`)

// imperative turns the verb at the start of a phrase into what a user asks
// for: "writes a report" becomes "write a report".
func imperative(s string) string {
	first, rest, _ := strings.Cut(s, " ")
	for _, ending := range []struct{ cut, add string }{{"s", ""}, {"es", ""}, {"ies", "y"}} {
		if base, ok := strings.CutSuffix(first, ending.cut); ok && slices.Contains(verbs, base+ending.add) {
			return strings.TrimSpace(base + ending.add + " " + rest)
		}
	}
	return s
}

func appendSentence(out []string, s string) []string {
	s = strings.Trim(s, " .!?;:,-*#`\"'")
	if s == "" {
		return out
	}
	return append(out, clip(s, maxPhrase))
}

// oneLine replaces control characters and runs of white space by one blank.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == unicode.ReplacementChar
	}), " ")
}

// clip cuts a text to n runes, at a blank where there is one.
func clip(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	cut := string(runes[:n])
	if i := strings.LastIndexByte(cut, ' '); i > n/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:-")
}

// toolPhrase is what a tool does, in its own words and fit for a user's mouth.
// Of several sentences it prefers one that does not name the objective.
func toolPhrase(t manifest.Tool, o Objective) string {
	all := sentences(t.Description)
	for i, s := range all {
		all[i] = spoken(toolOpening.ReplaceAllString(s, ""))
	}
	if p := unnamed(all, o); p != "" {
		return p
	}
	return strings.Join(topic(t.RuntimeName()), " ")
}

// agentPhrase is what an agent is for: its handoff description; else what its
// tools do; else the first instruction that is a task; else the words of its
// name.
func agentPhrase(w Workflow, id string, o Objective) string {
	a, ok := w.Agent(id)
	if !ok {
		return ""
	}
	all := sentences(a.Description)
	for i, s := range all {
		all[i] = spoken(agentOpening.ReplaceAllString(s, ""))
	}
	if p := unnamed(all, o); p != "" {
		return p
	}
	var does []string
	for _, t := range w.toolsOf(id) {
		if t.Description != "" && len(does) < 2 {
			does = append(does, toolPhrase(t, o))
		}
	}
	if len(does) > 0 {
		return strings.Join(does, ", and ")
	}
	if p := instructionPhrase(a, o); p != "" {
		return p
	}
	return strings.Join(topic(a.RuntimeName()), " ")
}

// instructionPhrase takes the task out of instructions such as "You are an
// agent that books seats".
func instructionPhrase(a manifest.Agent, o Objective) string {
	var tasks []string
	for _, s := range sentences(a.Instructions) {
		if s = youAre.ReplaceAllString(s, ""); s == "" {
			continue
		}
		tasks = append(tasks, spoken(agentOpening.ReplaceAllString(s, "")))
		if len(tasks) == 3 {
			break
		}
	}
	return unnamed(tasks, o)
}

// unnamed returns the first phrase that is not leading, else the first.
func unnamed(phrases []string, o Objective) string {
	for _, p := range phrases {
		if p != "" && !Leading([]string{p}, o) {
			return p
		}
	}
	for _, p := range phrases {
		if p != "" {
			return p
		}
	}
	return ""
}

// Words of a name that say nothing about what it is for.
var generic = []string{"agent", "assistant", "bot", "tool", "function", "specialist", "manager", "helper", "the", "a", "and", "of", "for", "to"}

// topic returns the words of a name that say what it is about.
func topic(name string) []string {
	var out []string
	for _, w := range nameWords(name) {
		if !slices.Contains(generic, w) && !unicode.IsDigit([]rune(w)[0]) && !compressed(w) {
			out = append(out, w)
		}
	}
	return out
}

// compressed reports whether a word is a whole name without its separators,
// such as "planneragent": no user says that.
func compressed(w string) bool {
	for _, noun := range []string{"agent", "assistant", "tool", "bot", "manager"} {
		if len(w) > len(noun) && strings.HasSuffix(w, noun) {
			return true
		}
	}
	return false
}

// lower puts the first letter of a sentence into lower case, unless the first
// word is an abbreviation.
func lower(s string) string {
	runes := []rune(s)
	if len(runes) == 0 || (len(runes) > 1 && unicode.IsUpper(runes[1])) {
		return s
	}
	runes[0] = unicode.ToLower(runes[0])
	return string(runes)
}

// Longer words that tell nothing apart.
var filler = []string{"about", "with", "that", "this", "them", "they", "from", "their", "your", "what", "which", "when", "into", "given", "other", "such", "these", "those", "have", "will", "than", "then"}

// distinct returns the words of a phrase that a rival phrase lacks: what tells
// one specialist from the other. Short words are left out.
func distinct(phrase, rival string) []string {
	theirs := words(rival)
	var out []string
	for _, w := range words(phrase) {
		if len([]rune(w)) > 3 && !slices.Contains(theirs, w) && !slices.Contains(out, w) && !slices.Contains(generic, w) && !slices.Contains(filler, w) {
			out = append(out, w)
		}
	}
	return out
}
