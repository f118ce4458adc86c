package manifest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/internal/document"
)

// Codes of the problems that make a manifest invalid, beyond those of package
// document (OB001 to OB009). They are stable.
const (
	CodeFormat    = "OB010" // neither a manifest of ours nor a benchmark file, or another version
	CodeNoAgents  = "OB020" // the workflow has no agents
	CodeNoEntry   = "OB021" // no agent is an entry
	CodeTwice     = "OB022" // two agents or two tools share an id
	CodeDangling  = "OB023" // a name stands for nothing that is declared
	CodeEdgeTwice = "OB024" // an edge or entry is given twice
	CodeAgentTool = "OB025" // a tool of kind agent does not fit its agent
	CodeOverlap   = "OB026" // a pair is both allowed and restricted (benchmark format)
)

// Problem is one reason why a manifest is invalid.
type Problem struct {
	Code     string // OBnnn, stable
	Position Position
	Message  string // one sentence without position, names quoted
	Hint     string // one next step, or empty
}

// String returns path:line:col: message.
func (p Problem) String() string {
	if p.Position.IsZero() {
		return p.Message
	}
	return p.Position.String() + ": " + p.Message
}

// InvalidError is returned by Read for a file that is no valid manifest.
type InvalidError struct {
	Problems []Problem // at least one, sorted by position, at most 100
	More     int       // how many further problems there are
}

// Error lists the problems, one a line, with their hints in brackets.
func (e *InvalidError) Error() string {
	lines := make([]string, 0, len(e.Problems)+1)
	for _, p := range e.Problems {
		line := p.String()
		if p.Hint != "" {
			line += " (" + p.Hint + ")"
		}
		lines = append(lines, line)
	}
	if e.More > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", e.More))
	}
	return strings.Join(lines, "\n")
}

// invalid returns an *InvalidError, or nil if there are no problems.
func invalid(problems []Problem, more int) error {
	if len(problems) == 0 {
		return nil
	}
	sortProblems(problems)
	if extra := len(problems) - document.MaxProblems; extra > 0 {
		problems, more = problems[:document.MaxProblems], more+extra
	}
	return &InvalidError{Problems: problems, More: more}
}

func sortProblems(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		if c := a.Position.Compare(b.Position); c != 0 {
			return c
		}
		if c := strings.Compare(a.Code, b.Code); c != 0 {
			return c
		}
		return strings.Compare(a.Message, b.Message)
	})
}

// inFile gives the problems of a document their path.
func inFile(path string, problems []document.Problem) []Problem {
	out := make([]Problem, len(problems))
	for i, p := range problems {
		out[i] = Problem{Code: p.Code, Position: at(path, p.Position), Message: p.Message, Hint: p.Hint}
	}
	return out
}

func at(path string, p document.Position) Position {
	return Position{Path: path, Line: p.Line, Col: p.Col}
}
