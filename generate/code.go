package generate

import (
	"cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/interp"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// codeOnly returns the pairs of agents between which work passes in the body
// of a tool or a guardrail and in no other way.
func codeOnly(m *manifest.Manifest) map[[2]string]bool {
	out := map[[2]string]bool{}
	for _, d := range m.Delegations {
		hop := [2]string{d.From, d.To}
		nested := cmp.Or(d.Kind, manifest.Handoff) == manifest.Nested
		if only, seen := out[hop]; !seen || only {
			out[hop] = nested
		}
	}
	return out
}

// needsCode returns why the loop's runtime cannot show an objective on a
// route, or nothing where it can: the interpreter runs no body. Orchestrators
// are code too, and the interpreter says so itself when a run comes to one.
func (r *runner) needsCode(o Objective, route []string) (reason string) {
	if r.Runtime != interp.Name {
		return ""
	}
	if o.Obligation.Criterion == obligations.C4 && o.Obligation.Kind == string(manifest.Nested) {
		return trace.ReasonMissingRuntime
	}
	for i := 1; i < len(route); i++ {
		if r.codeOnly[[2]string{route[i-1], route[i]}] {
			return trace.ReasonMissingRuntime
		}
	}
	return ""
}
