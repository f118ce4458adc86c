package coverage

import (
	"slices"

	"github.com/obligato-dev/obligato/runtime/trace"
)

// EndVerdict says what a run's end makes of an obligation that it targeted and
// did not show, and for which reason: a fail where the run came to an end by
// itself or by the model's behaviour and everything of it can be read;
// indeterminate where that cannot be known; blocked where only a human can
// help. It never returns Pass.
func EndVerdict(t *trace.Trace) (Verdict, string) {
	end, ok := t.End()
	if t.Truncated || !ok {
		return Indeterminate, ReasonTruncated
	}
	verdict, reason := endOf(end)
	if verdict != Fail {
		return verdict, reason
	}
	switch {
	case damaged(t):
		return Indeterminate, ReasonDamaged
	case !slices.ContainsFunc(t.Events, structural):
		return Indeterminate, ReasonNoStructure
	}
	return verdict, reason
}

// endOf maps the run_end event alone. The reason, where it is one that ends
// runs, is finer than the status; what neither knows is undecided.
func endOf(end trace.Event) (Verdict, string) {
	switch end.Status {
	case trace.StatusCompleted:
		return Fail, ReasonNotShown
	case trace.StatusTimeout:
		return Indeterminate, reasonTimeout
	case trace.StatusBudget:
		return Indeterminate, reasonBudget
	case trace.StatusInterrupted:
		if end.Reason == "" {
			return Fail, trace.ReasonApprovalPending
		}
	}
	if r, ok := LookupReason(end.Reason); ok && r.Verdict != "" {
		return r.Verdict, r.Name
	}
	return Indeterminate, ReasonUnknownEnd
}

// structural reports whether an event could witness anything. A trace without
// one comes from something that does not show structure.
func structural(e trace.Event) bool {
	switch e.Kind {
	case trace.AgentStart, trace.AgentEnd, trace.ModelCall, trace.ToolRequest, trace.ToolStart, trace.ToolEnd,
		trace.Denied, trace.HandoffKind, trace.NestedStart, trace.NestedEnd:
		return true
	}
	return false
}
