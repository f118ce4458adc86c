package lint

import (
	"fmt"
	"slices"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// bodies finds tools whose body does what another tool is there for, past its
// approval, guardrails and restrictions.
func (w *workflow) bodies() {
	byFunction := map[string][]manifest.Tool{}
	callers := map[string][]manifest.Tool{}
	for _, t := range w.m.Tools {
		if t.Function != "" {
			byFunction[t.Function] = append(byFunction[t.Function], t)
		}
		for _, c := range t.Calls {
			callers[c.Function] = append(callers[c.Function], t)
		}
	}
	told := map[[2]string]bool{} // ids of a tool and of the one that it calls
	for _, t := range w.m.Tools {
		w.calls(t, byFunction, told)
	}
	for _, guarded := range w.m.Tools {
		if !guardsEffect(guarded) {
			continue
		}
		seen := map[string]bool{guarded.ID: true}
		for _, c := range guarded.Calls {
			for _, t := range callers[c.Function] {
				if !seen[t.ID] && !told[[2]string{t.ID, guarded.ID}] && !guardsEffect(t) && !harmless(t) {
					seen[t.ID] = true
					w.shared(t, guarded, byFunction, callers)
				}
			}
		}
	}
}

// calls reports the functions of other tools that the tool's body calls.
func (w *workflow) calls(t manifest.Tool, byFunction map[string][]manifest.Tool, told map[[2]string]bool) {
	for _, c := range t.Calls {
		for _, other := range byFunction[c.Function] {
			if pair := [2]string{t.ID, other.ID}; c.Function != t.Function && !told[pair] {
				told[pair] = true
				w.add(CodeCallsTool, manifest.LevelWarning, at(c.Source, t.Source),
					"%s calls the function of tool %s: the same effect without the tool%s", w.held(t), other.ID, w.without(t, other))
			}
		}
	}
}

func at(p, fallback manifest.Position) manifest.Position {
	if p.IsZero() {
		return fallback
	}
	return p
}

// guardsEffect reports whether it was declared that the tool's effect matters.
func guardsEffect(t manifest.Tool) bool { return t.Sensitive || t.Effects == manifest.EffectsWrite }

// harmless reports whether it was declared that the tool changes nothing.
func harmless(t manifest.Tool) bool {
	return t.Effects == manifest.EffectsNone || t.Effects == manifest.EffectsRead
}

// shared reports functions that the bodies of both call. What a tool calls
// that is declared to change nothing cannot be the effect.
func (w *workflow) shared(t, guarded manifest.Tool, byFunction, callers map[string][]manifest.Tool) {
	own := map[string]bool{}
	for _, c := range guarded.Calls {
		own[c.Function] = true
	}
	var names []string
	var where manifest.Position
	for _, c := range t.Calls {
		if !own[c.Function] || len(byFunction[c.Function]) > 0 || slices.ContainsFunc(callers[c.Function], harmless) {
			continue
		}
		if len(names) == 0 {
			where = at(c.Source, t.Source)
		}
		names = append(names, c.Function+"()")
	}
	if len(names) > 0 {
		w.add(CodeSharedCallee, manifest.LevelWarning, where, "%s calls %s, which %s also calls: perhaps the same effect without the tool%s",
			w.held(t), enough(names, 3), guarded.ID, w.without(t, guarded))
	}
}

// held names a tool with the agents that have it.
func (w *workflow) held(t manifest.Tool) string {
	if holders := w.toolHolder[t.ID]; len(holders) > 0 {
		return fmt.Sprintf("%s (%s)", t.ID, enough(holders, 3))
	}
	return t.ID
}

// without names the agents that get at the effect of a tool that they do not
// have.
func (w *workflow) without(t, other manifest.Tool) string {
	var out []string
	for _, a := range w.toolHolder[t.ID] {
		if !slices.Contains(w.toolHolder[other.ID], a) {
			out = append(out, a)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return fmt.Sprintf(", for %s, which does not have %s", enough(out, 3), other.ID)
}
