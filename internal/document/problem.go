package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Codes of the problems that a file of any format can have. They are stable.
const (
	CodeSyntax      = "OB001" // neither YAML nor JSON, or empty
	CodeEncoding    = "OB002" // not UTF-8
	CodeDuplicate   = "OB003" // an object has a key twice
	CodeLimit       = "OB004" // larger, deeper or more than we read
	CodeUnsupported = "OB005" // YAML beyond the JSON data model
	CodeUnknownKey  = "OB006" // a key that the format does not have
	CodeMissingKey  = "OB007" // a key that the format requires
	CodeType        = "OB008" // a value of the wrong type
	CodeValue       = "OB009" // a value outside the allowed ones
)

// Problem is one complaint about a document.
type Problem struct {
	Code     string // OBnnn, stable
	Position Position
	// Pointer leads to the value: object keys and array indices from the root.
	// It is nil where there is no tree to point into.
	Pointer []string
	Message string // one sentence without position, names quoted
	Hint    string // one next step, or empty
}

// Error is what is wrong with one file: at least one problem, sorted by
// position.
type Error struct {
	Path     string
	Problems []Problem // at most MaxProblems
	More     int       // how many further problems were not kept
}

// Error lists the problems, one a line, each with path:line:col.
func (e *Error) Error() string {
	var b strings.Builder
	for i, p := range e.Problems {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s:%d:%d: %s", e.Path, p.Position.Line, p.Position.Col, p.Message)
		if p.Hint != "" {
			fmt.Fprintf(&b, " (%s)", p.Hint)
		}
	}
	if e.More > 0 {
		fmt.Fprintf(&b, "\n%s: %d more", e.Path, e.More)
	}
	return b.String()
}

// list gathers problems up to MaxProblems and counts the rest.
type list struct {
	problems []Problem
	total    int
}

func (l *list) add(p Problem) {
	l.total++
	if len(l.problems) < MaxProblems {
		l.problems = append(l.problems, p)
	}
}

func (l *list) err(path string) *Error {
	Sort(l.problems)
	return &Error{Path: path, Problems: l.problems, More: l.total - len(l.problems)}
}

// Sort orders problems by position, then code, then message.
func Sort(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		if a.Position.Line != b.Position.Line {
			return a.Position.Line - b.Position.Line
		}
		if a.Position.Col != b.Position.Col {
			return a.Position.Col - b.Position.Col
		}
		if c := strings.Compare(a.Code, b.Code); c != 0 {
			return c
		}
		return strings.Compare(a.Message, b.Message)
	})
}

// maxQuoted bounds how much of a foreign name a message repeats, in bytes.
const maxQuoted = 80

// Quote quotes a name from a foreign file for a message: control characters
// are escaped, so that they never reach a terminal, and long ones are cut.
func Quote(s string) string {
	if len(s) <= maxQuoted {
		return strconv.Quote(s)
	}
	cut := maxQuoted
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "…"
}
