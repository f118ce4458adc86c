package coverage

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// Next steps where a generated scenario, run by the interpreter, shows
// nothing: only traces of the real program do. And where it shows something
// only when the tool is put before the model.
const (
	nextScore  = "obligato score --traces FILES PATH"
	nextExpose = "obligato generate --expose all --only ID PATH"
)

// step returns the next step of an open obligation: that of its reason, unless
// it proposes a scenario that could not be planned.
func step(o obligations.Obligation, d Derived) string {
	next := NextStep(d.Reason)
	switch {
	case next != nextGenerate:
		return next
	case o.Class == obligations.ClassCode, o.Kind == string(manifest.KindOrchestrator), o.Kind == string(manifest.Orchestrated), o.Kind == string(manifest.Nested):
		return nextScore
	case o.Class == obligations.ClassAbsence:
		return nextExpose
	}
	return next
}
