package scenario

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/obligato-dev/obligato/internal/canonical"
	"github.com/obligato-dev/obligato/internal/document"
)

// Read reads one scenario from YAML or JSON. The path is used in messages, and
// its base name must be the scenario's id with an extension; an empty path, or
// "-" for standard input, is any name. The error is a *document.Error that
// names line and column of each problem.
func Read(path string, data []byte) (*Scenario, error) {
	doc, err := document.Parse(path, data)
	if err != nil {
		return nil, err
	}
	if problems := validate(doc); len(problems) > 0 {
		return nil, refuse(path, problems)
	}
	s := &Scenario{}
	if err := doc.Decode(s); err != nil {
		return nil, refuse(path, []document.Problem{{
			Code: document.CodeType, Position: document.Position{Line: 1, Col: 1}, Message: err.Error(),
		}})
	}
	if problems := check(doc, s, path); len(problems) > 0 {
		return nil, refuse(path, problems)
	}
	return s, nil
}

func refuse(path string, problems []document.Problem) error {
	document.Sort(problems)
	e := &document.Error{Path: path, Problems: problems}
	if n := len(problems); n > document.MaxProblems {
		e.Problems, e.More = problems[:document.MaxProblems], n-document.MaxProblems
	}
	return e
}

// check holds the rules that the schema cannot say.
func check(doc *document.Document, s *Scenario, file string) []document.Problem {
	var out []document.Problem
	add := func(message, hint string, pointer ...string) {
		out = append(out, document.Problem{
			Code: document.CodeValue, Position: doc.KeyPosition(pointer...), Message: message, Hint: hint,
		})
	}
	switch {
	case len(s.Turns) > 0 && len(s.Script) > 0:
		add("turns and script are both set", "keep one of them", "script")
	case len(s.Turns) == 0 && len(s.Script) == 0:
		add("neither turns nor script is set", "say what the user says under turns")
	}
	for i, step := range s.Script {
		if (step.Text == "") == (len(step.Calls) == 0) {
			add("a step is either calls or a text", "", "script", fmt.Sprint(i))
		}
	}
	if !SafeID(s.ID) {
		add(fmt.Sprintf("id %s is no safe file name", document.Quote(s.ID)), "use letters, digits, - _ and single dots", "id")
	} else if want, ok := fileID(file); ok && want != s.ID {
		add(fmt.Sprintf("id %s differs from the file's name", document.Quote(s.ID)), "rename the file or the scenario", "id")
	}
	return out
}

// fileID returns the id that a file's name stands for.
func fileID(file string) (string, bool) {
	if file == "" || file == "-" {
		return "", false
	}
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	return strings.TrimSuffix(base, path.Ext(base)), true
}

// maxID bounds an id in bytes: with an extension it must fit a file name on
// every file system, and traces are named by it too.
const maxID = 120

// SafeID reports whether an id can be a file's name everywhere: letters,
// digits, "-", "_" and single dots inside, at most 120 bytes.
func SafeID(id string) bool {
	if id == "" || len(id) > maxID || strings.Contains(id, "..") || strings.HasSuffix(id, ".") {
		return false
	}
	for i, c := range []byte(id) {
		alnum := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !alnum && (i == 0 || !strings.ContainsRune("-_.", rune(c))) {
			return false
		}
	}
	return true
}

// Encode returns the scenario as YAML. Equal scenarios give equal bytes, and
// Read returns the scenario again; what Read would refuse is an error.
func Encode(s *Scenario) ([]byte, error) {
	c := *s
	if c.Schema == "" {
		c.Schema = Schema
	}
	data, err := encodable(&c)
	if err != nil {
		return nil, fmt.Errorf("encode scenario %s: %w", document.Quote(c.ID), err)
	}
	out, err := document.EncodeYAML(data)
	if err != nil {
		return nil, fmt.Errorf("encode scenario %s: %w", document.Quote(c.ID), err)
	}
	if _, err := Read("", out); err != nil {
		return nil, fmt.Errorf("encode scenario %s: %w", document.Quote(c.ID), err)
	}
	return out, nil
}

// encodable returns the scenario as JSON in the order of its fields, and
// refuses texts that would not come back as they are.
func encodable(s *Scenario) ([]byte, error) {
	for _, turn := range s.Turns {
		if !utf8.ValidString(turn) {
			return nil, errors.New("a turn is not UTF-8")
		}
	}
	return json.Marshal(s)
}

// Digest identifies what the scenario gives to a run: all but its id,
// objective, expectations, route and provenance. It is empty for a scenario
// that has no JSON form, which Encode refuses.
func Digest(s *Scenario) string {
	c := *s
	c.Schema, c.ID, c.Objective, c.Expect, c.Route, c.Provenance = Schema, "", "", nil, nil, nil
	c.Exposure = slices.Clone(c.Exposure)
	slices.SortFunc(c.Exposure, func(a, b Pair) int {
		if d := strings.Compare(a.Agent, b.Agent); d != 0 {
			return d
		}
		return strings.Compare(a.Tool, b.Tool)
	})
	digest, err := canonical.Digest(c)
	if err != nil {
		return ""
	}
	return digest
}
