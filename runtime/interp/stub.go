package interp

import (
	"bytes"
	"encoding/json"
)

// maxEcho bounds the arguments that a stub repeats, in bytes.
const maxEcho = 2000

// stubAnswer is what stands for a tool's result. It depends on the tool's name
// and arguments alone, and says plainly that nothing was done, so that no
// model is led to report an effect.
func stubAnswer(tool string, arguments map[string]any) string {
	var v struct {
		Tool     string         `json:"tool"`
		Received map[string]any `json:"received,omitempty"`
		Note     string         `json:"note"`
	}
	v.Tool = tool
	v.Note = "Test double: the request was received. Nothing was looked up or changed."
	if text, err := compact(arguments); err == nil && len(text) <= maxEcho {
		v.Received = arguments
	}
	text, err := compact(v)
	if err != nil {
		return v.Note
	}
	return text
}

// compact returns JSON on one line, keys of maps sorted, nothing escaped for
// HTML.
func compact(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return string(bytes.TrimRight(b.Bytes(), "\n")), nil
}

// Texts that a model reads in place of a tool's result.
const (
	textNotPermitted = "Not permitted."
	textNotApproved  = "The tool was not run: its approval was rejected."
	textIgnored      = "This handoff was ignored: only the first of several in one answer is taken."
	textUnknownTool  = "it called a tool that it does not have"
	textMaxTurns     = "it used up its turns"
	textNesting      = "agents call each other too deeply"
)

// errorText is what a model reads when a tool failed.
func errorText(cause string) string {
	return "An error occurred while running the tool: " + cause + "."
}

// transferText is what the target of a handoff reads as the result of the
// handoff's call.
func transferText(agent string) string {
	text, err := compact(map[string]string{"assistant": agent})
	if err != nil {
		return agent
	}
	return text
}
