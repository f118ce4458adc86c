package model

import (
	"strings"
)

// maxQuote bounds how much of a tool's result is repeated, in bytes.
const maxQuote = 200

// say ends the turn in words: with JSON where that was asked for, with a
// question, with what was done, or with a refusal.
func (t *thought) say() Message {
	if t.req.Output != nil {
		return Message{Content: t.output()}
	}
	if t.missing != nil {
		return Message{Content: "To go on I need the following: " + strings.Join(t.missing, ", ") + ". Could you give me that?"}
	}
	if text := t.results(); text != "" {
		return Message{Content: text}
	}
	if t.rivals != nil {
		return Message{Content: "I am not sure which of these you mean: " + strings.Join(names(t.rivals), ", ") + ". Could you say more?"}
	}
	words := 0
	for _, c := range t.clauses {
		words += len(t.model.lexicon.terms(wanted(c.text)))
	}
	switch {
	case words == 0:
		return Message{Content: "Hello. What can I do for you?"}
	case len(t.req.Tools) == 0:
		return Message{Content: "This is my answer about " + subject(t) + "."}
	case t.touched || t.arrived():
		return Message{Content: "I am not sure what you would like me to do. Could you say it in other words?"}
	}
	return Message{Refusal: "I cannot help with that here."}
}

// results says what the calls of this turn came to.
func (t *thought) results() string {
	var out []string
	for _, st := range t.steps {
		quote := strings.Join(strings.Fields(clip(st.result, maxQuote)), " ")
		switch st.outcome {
		case succeeded:
			if quote == "" {
				quote = "done"
			}
			out = append(out, "Here is what I have: "+quote)
		case erred:
			out = append(out, "Something went wrong: "+quote)
		case denied:
			out = append(out, "I may not do that: "+quote)
		}
	}
	return strings.Join(out, "\n")
}

// arrived reports whether the conversation was handed over in this turn.
func (t *thought) arrived() bool {
	for _, gone := range t.gone {
		if gone {
			return true
		}
	}
	return false
}

func names(tools []string) []string {
	out := make([]string, 0, len(tools))
	for _, name := range tools {
		out = append(out, strings.Join(splitWords(strings.TrimPrefix(name, handoffPrefix)), " "))
	}
	return out
}

// subject is what the turn is about, in a few of its words.
func subject(t *thought) string {
	text := strings.Join(strings.Fields(t.text), " ")
	if len(text) > maxQuote {
		text = clip(text, maxQuote) + " …"
	}
	return strings.TrimRight(text, ".!? ")
}
