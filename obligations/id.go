package obligations

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// arrows stand between the two ends of an edge obligation's id.
var arrows = map[Criterion]string{C2: "->", C3: "-x>", C4: "=>"}

// Ref is what an obligation id says.
type Ref struct {
	Criterion Criterion
	Agent     string                  // C1, C2, C3: agent id
	Tool      string                  // C2, C3: tool id
	From, To  string                  // C4: agent ids
	Kind      manifest.DelegationKind // C4
	ToolName  string                  // C4 of kind agent_tool
}

// name is an agent or tool id as ids of obligations spell it: the runtime
// name, escaped, and after an @ the module and symbol where two declarations
// share that name.
func name(id, runtimeName string) string {
	if rest, ok := strings.CutPrefix(id, runtimeName+"@"); ok && runtimeName != "" {
		return escape(runtimeName) + "@" + escape(rest)
	}
	return escape(id)
}

// escape writes %XX for the bytes that have a meaning in an id (% @ and the
// parenthesis that opens a suffix), for the > of an arrow, and for whatever
// does not show: control characters, bidirectional overrides, bytes that are
// not UTF-8.
func escape(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if special(r, size) || r == '>' && endsArrow(s[:i]) {
			for _, c := range []byte(s[i : i+size]) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		} else {
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// plain is the common case, told without allocating.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '%' || c == '@' || c == '(' || c == '>' {
			return false
		}
	}
	return true
}

func special(r rune, size int) bool {
	switch {
	case r == '%' || r == '@' || r == '(' || r == utf8.RuneError && size <= 1:
		return true
	case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
		return true
	}
	return unicode.Is(unicode.Bidi_Control, r)
}

func endsArrow(before string) bool {
	return strings.HasSuffix(before, "-") || strings.HasSuffix(before, "-x") || strings.HasSuffix(before, "=")
}

// String writes the id with its ends as plain ids. Obligations are named by
// the deriver, which also knows the runtime names.
func (r Ref) String() string {
	return r.format(escape(r.Agent), escape(r.Tool), escape(r.From), escape(r.To))
}

// format puts the parts of an id together; they are escaped already.
func (r Ref) format(agent, tool, from, to string) string {
	switch r.Criterion {
	case C2, C3:
		return string(r.Criterion) + ":" + agent + arrows[r.Criterion] + tool
	case C4:
		return "C4:" + from + arrows[C4] + to + r.suffix()
	}
	return string(r.Criterion) + ":" + agent
}

func (r Ref) suffix() string {
	switch r.Kind {
	case "", manifest.Handoff:
		return ""
	case manifest.AgentTool:
		return " (agent_tool " + escape(r.ToolName) + ")"
	}
	return " (" + escape(string(r.Kind)) + ")"
}

// ParseID reads an obligation's id. It accepts exactly the ids that Derive
// writes, so an id with another spelling of the same name is an error.
func ParseID(id string) (Ref, error) {
	r, err := parse(id)
	if err != nil {
		return Ref{}, fmt.Errorf("read obligation id %q: %w", id, err)
	}
	return r, nil
}

func parse(id string) (Ref, error) {
	head, rest, ok := strings.Cut(id, ":")
	r := Ref{Criterion: Criterion(head)}
	arrow, known := arrows[r.Criterion]
	if !ok || !known && r.Criterion != C1 {
		return r, errors.New("want C1:, C2:, C3: or C4: at its start")
	}
	var err error
	if r.Criterion == C1 {
		r.Agent, err = unescape(rest)
		return r, err
	}
	left, right, ok := strings.Cut(rest, arrow)
	if !ok {
		return r, fmt.Errorf("want %s between the two ends", arrow)
	}
	if r.Criterion == C4 {
		if right, err = r.parseSuffix(right); err != nil {
			return r, err
		}
	}
	a, err := unescape(left)
	if err != nil {
		return r, err
	}
	b, err := unescape(right)
	if r.Criterion == C4 {
		r.From, r.To = a, b
	} else {
		r.Agent, r.Tool = a, b
	}
	return r, err
}

// parseSuffix takes the kind off the end of a delegation's id and returns what
// stands before it.
func (r *Ref) parseSuffix(s string) (string, error) {
	before, inside, ok := strings.Cut(s, "(")
	if !ok {
		r.Kind = manifest.Handoff
		return s, nil
	}
	before, spaced := strings.CutSuffix(before, " ")
	inside, closed := strings.CutSuffix(inside, ")")
	if !spaced || !closed {
		return "", errors.New("want a kind such as (nested) at its end")
	}
	kind, toolName, named := strings.Cut(inside, " ")
	r.Kind = manifest.DelegationKind(kind)
	switch {
	case r.Kind == manifest.AgentTool && named:
		var err error
		if r.ToolName, err = decode(toolName); err == nil && escape(r.ToolName) != toolName {
			err = errors.New("the tool name is not escaped as Derive does it")
		}
		return before, err
	case (r.Kind == manifest.Orchestrated || r.Kind == manifest.Nested) && !named:
		return before, nil
	}
	return "", fmt.Errorf("unknown kind (%s)", inside)
}

// unescape reads what name wrote.
func unescape(s string) (string, error) {
	head, rest, qualified := strings.Cut(s, "@")
	id, err := decode(head)
	if err != nil {
		return "", err
	}
	if id == "" {
		return "", errors.New("a name is empty")
	}
	canonical := escape(id)
	if qualified {
		symbol, err := decode(rest)
		if err != nil {
			return "", err
		}
		canonical += "@" + escape(symbol)
		id += "@" + symbol
	}
	if canonical != s {
		return "", errors.New("a name is not escaped as Derive does it")
	}
	return id, nil
}

// decode replaces %XX by the byte.
func decode(s string) (string, error) {
	if !strings.Contains(s, "%") {
		return s, nil
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		if i+2 >= len(s) {
			return "", errors.New("a %XX is cut short")
		}
		high, low := strings.IndexByte(hexDigits, s[i+1]), strings.IndexByte(hexDigits, s[i+2])
		if high < 0 || low < 0 {
			return "", errors.New("%XX needs two digits of 0-9 A-F")
		}
		b.WriteByte(byte(high<<4 | low))
		i += 2
	}
	return b.String(), nil
}

const hexDigits = "0123456789ABCDEF"
