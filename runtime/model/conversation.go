package model

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// conversation is a request as the simulated model reads it: nothing but what
// is on the wire.
type conversation struct {
	system  string
	text    string   // the user's current turn
	earlier []string // the user's turns before it, newest first
	asked   bool     // the assistant's last words before the turn were a question
	clauses []clause
	steps   []step // calls since the turn began, in order
}

// step is a call that was made in this turn, and what became of it.
type step struct {
	clause  int // index of the request that it served
	call    ToolCall
	result  string
	outcome outcome
}

// outcome is what a tool's result says.
type outcome int

const (
	unanswered outcome = iota
	succeeded
	handedOver
	erred
	denied
)

// readConversation finds the current turn and what was done about it.
func readConversation(messages []Message) conversation {
	var c conversation
	last := -1
	for i, m := range messages {
		switch m.Role {
		case RoleSystem:
			c.system = join(c.system, m.Content)
		case RoleUser:
			last = i
		}
	}
	first := last
	for first > 0 && messages[first-1].Role == RoleUser {
		first--
	}
	for i := first; i >= 0 && i <= last; i++ {
		c.text = strings.TrimSpace(c.text + "\n" + clip(messages[i].Content, maxRead))
	}
	c.before(messages[:max(first, 0)])
	c.clauses = c.requests()
	c.after(messages[last+1:])
	return c
}

// before reads what came before the turn.
func (c *conversation) before(messages []Message) {
	spoken := false
	for i := len(messages) - 1; i >= 0; i-- {
		switch m := messages[i]; m.Role {
		case RoleUser:
			c.earlier = append(c.earlier, clip(m.Content, maxRead))
			spoken = true
		case RoleAssistant:
			if m.Content != "" && !spoken {
				c.asked = strings.Contains(m.Content, "?")
				spoken = true
			}
		}
	}
}

// maxAnswers is how many turns in a row may be answers to questions about one
// request.
const maxAnswers = 4

// requests splits the turn. An answer to a question goes on with the request
// that the question was about.
func (c *conversation) requests() []clause {
	own := readClauses(c.text)
	if !c.asked || !answering(own) {
		return own
	}
	given := strings.ReplaceAll(c.text, "\n", " ")
	for i, text := range c.earlier {
		before := readClauses(text)
		if i == maxAnswers || len(before) == 0 {
			break
		}
		if i+1 < len(c.earlier) && answering(before) {
			given = join(text, given)
			continue
		}
		open := before[len(before)-1]
		open.data = join(open.data, given)
		return []clause{open}
	}
	return own
}

// answering reports whether a turn only gives values.
func answering(turn []clause) bool {
	for _, part := range turn {
		if !isData(part.text) && len(splitWords(part.text)) > 4 {
			return false
		}
	}
	return true
}

// callID matches the ids that this model gives: they say which request a call
// serves, so that no state is needed to go on.
var callID = regexp.MustCompile(`^call_(\d{1,3})_[0-9a-f]{12}$`)

// after reads what was done since the turn began.
func (c *conversation) after(messages []Message) {
	byID := map[string]int{}
	for _, m := range messages {
		for _, call := range m.ToolCalls {
			byID[call.ID] = len(c.steps)
			c.steps = append(c.steps, step{clause: c.served(call), call: call})
		}
		if m.Role != RoleTool {
			continue
		}
		if i, ok := byID[m.ToolCallID]; ok {
			c.steps[i].result = strings.TrimSpace(clip(m.Content, maxRead))
			c.steps[i].outcome = outcomeOf(c.steps[i].result)
		}
	}
}

// served returns the request that a call serves; for the calls of another
// model it is the one with most words in common.
func (c *conversation) served(call ToolCall) int {
	if m := callID.FindStringSubmatch(call.ID); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil && n >= 1 && n <= len(c.clauses) {
			return n - 1
		}
	}
	have := map[string]bool{}
	for _, w := range splitWords(call.Name + " " + call.Arguments) {
		have[w] = !stopWords[w]
	}
	best, most := 0, 0
	for i, part := range c.clauses {
		n := 0
		for _, w := range splitWords(part.whole()) {
			if have[w] {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}

var (
	errorOpening = regexp.MustCompile(`(?i)^\W*(an? )?(unexpected |internal |tool |runtime |validation )?(error|exception|traceback|failure|failed|invalid|missing|unable to|could not|cannot|timeout|timed out)\b`)
	notFound     = regexp.MustCompile(`(?i)^tool\b.{0,120}\bnot found\b|^multiple handoffs\b`)
	notAllowed   = regexp.MustCompile(`(?i)^\W*(not permitted|not allowed|permission denied|access denied|forbidden|denied|unauthori[sz]ed)\b|\bnot approved\b|\bwas rejected\b`)
)

// outcomeOf classifies a tool's result.
func outcomeOf(result string) outcome {
	if strings.HasPrefix(result, "{") {
		var object map[string]any
		if json.Unmarshal([]byte(result), &object) == nil {
			if name, ok := object["assistant"].(string); ok && name != "" && len(object) == 1 {
				return handedOver
			}
			if e, ok := object["error"]; ok && e != nil && e != "" && e != false {
				return erred
			}
			return succeeded
		}
	}
	switch {
	case notAllowed.MatchString(clip(result, 200)):
		return denied
	case errorOpening.MatchString(clip(result, 200)), notFound.MatchString(clip(result, 200)):
		return erred
	}
	return succeeded
}

// assistant returns the name in a handoff's result.
func (s step) assistant() string {
	var object map[string]any
	if s.outcome != handedOver || json.Unmarshal([]byte(s.result), &object) != nil {
		return ""
	}
	name, _ := object["assistant"].(string)
	return name
}
