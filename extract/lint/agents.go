package lint

import (
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// sameAgents finds agents that traces cannot tell apart.
func (w *workflow) sameAgents() {
	source := func(a manifest.Agent) manifest.Position { return a.Source }
	for _, same := range namesakes(w.m.Agents, manifest.Agent.RuntimeName, source) {
		w.add(CodeSameAgent, manifest.LevelWarning, same[0].Source, "%d agents are named %q: traces cannot tell them apart (%s)",
			len(same), same[0].RuntimeName(), places(same, source))
	}
}

// namesakes lists the groups of at least two that share a name, each in order
// of its source.
func namesakes[T any](list []T, name func(T) string, at func(T) manifest.Position) [][]T {
	byName := map[string][]T{}
	var names []string
	for _, x := range list {
		n := name(x)
		if byName[n] == nil {
			names = append(names, n)
		}
		byName[n] = append(byName[n], x)
	}
	var out [][]T
	for _, n := range names {
		if same := byName[n]; len(same) > 1 {
			slices.SortStableFunc(same, func(a, b T) int { return at(a).Compare(at(b)) })
			out = append(out, same)
		}
	}
	return out
}

// places lists sources, at most five.
func places[T any](list []T, at func(T) manifest.Position) string {
	var out []string
	for _, x := range list {
		if p := at(x); !p.IsZero() && len(out) <= 5 && !slices.Contains(out, p.String()) {
			out = append(out, p.String())
		}
	}
	return enough(out, 5)
}

// enough joins at most n texts.
func enough(list []string, n int) string {
	if len(list) > n {
		list = append(slices.Clone(list[:n]), "…")
	}
	return strings.Join(list, ", ")
}

// unreachable finds agents to which nothing leads from an entry. Where edges
// may be missing, it is a note.
func (w *workflow) unreachable() {
	level, rest := manifest.LevelWarning, ""
	for _, a := range w.m.Agents {
		if unsure(a, "handoffs") || unsure(a, "tools") {
			level, rest = manifest.LevelNote, ", as far as the edges are known"
		}
	}
	for _, u := range w.m.Unresolved {
		if u.Agent == "" { // such as a run whose agent is not known
			level, rest = manifest.LevelNote, ", as far as the edges are known"
		}
	}
	for _, id := range w.graph.Unreachable() {
		a := w.agents[id]
		w.add(CodeUnreachable, level, a.Source, "no entry leads to agent %s%s", a.ID, rest)
	}
}

// dynamicInstructions finds agents whose prompt is known in part at most.
func (w *workflow) dynamicInstructions() {
	for _, a := range w.m.Agents {
		if !unsure(a, "instructions") {
			continue
		}
		rest := "nothing of the text is known"
		if a.Instructions != "" {
			rest = "a part of the text is known"
		}
		w.add(CodeInstructions, manifest.LevelNote, a.Source, "the instructions of %s are computed while the program runs; %s", a.ID, rest)
	}
}

// inputGuardrails finds input guardrails of agents that are never the first of
// a run: the SDK skips them after a handoff.
func (w *workflow) inputGuardrails() {
	first, handed := map[string]bool{}, map[string]string{}
	for _, d := range w.m.Delegations {
		if !isHandoff(d) {
			first[d.To] = true
		} else if handed[d.To] == "" {
			handed[d.To] = d.From
		}
	}
	for _, a := range w.m.Agents {
		if len(a.InputGuardrails) == 0 || w.entries[a.ID] || first[a.ID] || handed[a.ID] == "" || guardrail(a) {
			continue
		}
		w.add(CodeInputGuardrail, manifest.LevelWarning, a.Source,
			"the input guardrails of %s (%s) never run: it is reached by handoff only (from %s), and only the first agent of a run has them run",
			a.ID, enough(a.InputGuardrails, 5), handed[a.ID])
	}
}

// noWayBack finds agents that take the conversation over and cannot give it
// back to an entry.
func (w *workflow) noWayBack() {
	starts := w.starts()
	handed := w.closure(starts, func(d manifest.Delegation) (string, string) { return d.From, d.To })
	back := w.closure(starts, func(d manifest.Delegation) (string, string) { return d.To, d.From })
	var open []string // agents whose handoffs are not all known
	for _, a := range w.m.Agents {
		if unsure(a, "handoffs") {
			open = append(open, a.ID)
		}
	}
	maybe := w.closure(open, func(d manifest.Delegation) (string, string) { return d.To, d.From })
	for _, a := range w.m.Agents {
		if handed[a.ID] && !back[a.ID] && !maybe[a.ID] && !guardrail(a) {
			w.add(CodeNoWayBack, manifest.LevelNote, a.Source, "no handoff leads from %s back to %s: a conversation that it takes over stays there", a.ID, enough(starts, 3))
		}
	}
}

// starts lists the agents with which a conversation starts: the entries, and
// what an orchestrator runs.
func (w *workflow) starts() []string {
	var out []string
	known := map[string]bool{}
	add := func(id string) {
		if w.agents[id].Kind != manifest.KindOrchestrator && !known[id] {
			known[id] = true
			out = append(out, id)
		}
	}
	for _, e := range w.m.Entries {
		add(e)
	}
	for _, d := range w.m.Delegations {
		if d.Kind == manifest.Orchestrated {
			add(d.To)
		}
	}
	return out
}

// closure is what the agents reach along handoffs, themselves included; step
// gives an edge its direction.
func (w *workflow) closure(from []string, step func(manifest.Delegation) (string, string)) map[string]bool {
	next := map[string][]string{}
	for _, d := range w.m.Delegations {
		if isHandoff(d) {
			a, b := step(d)
			next[a] = append(next[a], b)
		}
	}
	seen := map[string]bool{}
	queue := slices.Clone(from)
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		if seen[id] {
			continue
		}
		seen[id] = true
		queue = append(queue, next[id]...)
	}
	return seen
}

// toItself finds handoffs that lead nowhere.
func (w *workflow) toItself() {
	for _, d := range w.m.Delegations {
		if isHandoff(d) && d.From == d.To {
			w.add(CodeToItself, manifest.LevelWarning, d.Source, "%s hands over to itself (%s): a turn passes and nothing changes", d.From, w.name(d))
		}
	}
}

// conditional finds edges that exist under a condition only.
func (w *workflow) conditional() {
	for _, a := range w.m.Access {
		if a.Condition != "" && w.tools[a.Tool].Kind != manifest.ToolAgent {
			w.add(CodeConditional, manifest.LevelNote, a.Source, "%s->%s exists under a condition only: %s", a.Agent, a.Tool, a.Condition)
		}
	}
	for _, d := range w.m.Delegations {
		if d.Condition != "" && d.Kind != manifest.Orchestrated { // how code goes on is no part of the wiring
			w.add(CodeConditional, manifest.LevelNote, d.Source, "%s=>%s exists under a condition only: %s", d.From, d.To, d.Condition)
		}
	}
}
