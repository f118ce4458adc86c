package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// maxCarried bounds a request that travels inside another, in runes.
const maxCarried = 500

// talk returns the part of the route that the user talks to: handoffs pass the
// conversation on, and what runs as a tool of another agent only ever reads
// what that agent writes into the call.
func (w *writer) talk() []string {
	for i := 1; i < len(w.route); i++ {
		if w.in.Workflow.nested(w.route[i-1], w.route[i]) {
			return w.route[:i]
		}
	}
	return w.route
}

// carry packs a request for an agent that runs as a tool into what its caller
// is asked for, once for each such hop.
func (w *writer) carry(request []string) []string {
	talk := len(w.talk())
	if talk == len(w.route) {
		return request
	}
	text := strings.Join(request, " ")
	for i := len(w.route) - 1; i >= talk; i-- {
		if from, to := w.route[i-1], w.route[i]; w.in.Workflow.nested(from, to) {
			text = w.passOn(from, to, text)
		}
	}
	return []string{text}
}

// passOn asks an agent for what another one does as its tool, with the request
// for that one as the value of the parameter that takes it.
func (w *writer) passOn(from, to, request string) string {
	t := w.in.Workflow.agentTool(from, to, w.toolName(from, to))
	phrase := w.purposeOf(to)
	if t.Description != "" {
		phrase = toolPhrase(t, w.o)
	}
	values := Values(t.Parameters, w.seed, false, phrase)
	if i := carrier(values); i >= 0 {
		values[i].Text = clip(oneLine(strings.ReplaceAll(request, `"`, "'")), maxCarried)
	}
	if w.rung == lastRung && t.Name != "" {
		return join(fmt.Sprintf("Use the %s tool: %s.", t.Name, phrase), sayValues(values))
	}
	return join(w.opener(phrase), sayValues(values))
}

// toolName is the name of the tool behind a hop, where the objective fixes it.
func (w *writer) toolName(from, to string) string {
	if ob := w.o.Obligation; ob.From == from && ob.To == to {
		return ob.ToolName
	}
	return ""
}

// Parameters that take a request in words.
var carriers = []string{"input", "request", "task", "query", "question", "message", "prompt", "instructions", "instruction", "text", "content", "topic"}

// carrier returns the index of the value that can carry a request: the one
// with a fitting name, or the only one; -1 where there is none.
func carrier(values []Value) int {
	for _, name := range carriers {
		for i, v := range values {
			if slices.Contains(strings.Fields(v.Words), name) {
				return i
			}
		}
	}
	if len(values) == 1 {
		return 0
	}
	return -1
}

// nested reports whether a hop only exists as an agent tool.
func (w Workflow) nested(from, to string) bool {
	found := false
	for _, d := range w.Delegations {
		if d.From != from || d.To != to {
			continue
		}
		if d.Kind != manifest.AgentTool {
			return false
		}
		found = true
	}
	return found
}

// agentTool returns the tool as which an agent offers another: the one with
// the name, or else the first. Its parameters are never nil, because the SDK
// gives an agent tool one text called input.
func (w Workflow) agentTool(from, to, name string) manifest.Tool {
	var out manifest.Tool
	for _, d := range w.Delegations {
		if d.From != from || d.To != to || d.Kind != manifest.AgentTool || name != "" && d.ToolName != "" && d.ToolName != name {
			continue
		}
		if out.Name = d.ToolName; out.Name == "" {
			out.Name = name
		}
		for _, t := range w.Tools {
			// The paper view makes functions of tools that wrap agents.
			if t.Wraps == to && (t.ID == out.Name || t.Name == out.Name) {
				out.Name, out.Description, out.Parameters = t.RuntimeName(), t.Description, t.Parameters
				break
			}
		}
		break
	}
	if out.Parameters == nil {
		out.Parameters = map[string]any{
			"required":   []any{"input"},
			"properties": map[string]any{"input": map[string]any{"type": "string"}},
		}
	}
	return out
}
