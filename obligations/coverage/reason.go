package coverage

import (
	"slices"

	"github.com/obligato-dev/obligato/runtime/trace"
)

// Reasons say why a verdict is not pass. The list is closed: a record with
// another reason is refused. The first group comes from judging a trace.
const (
	ReasonNotShown        = "not_shown"
	ReasonRefused         = "refused"
	ReasonDenied          = "denied"
	ReasonRerouted        = "rerouted"
	ReasonBreached        = "breached"
	ReasonContradicted    = "contradicted"
	ReasonGuardNotVisible = "guard_not_visible"
	ReasonInferred        = "inferred_attribution"
	ReasonUnattributed    = "unattributed"
	ReasonUnfinished      = "unfinished_call"
	ReasonTruncated       = "truncated"
	ReasonDamaged         = "unreadable_lines"
	ReasonNoStructure     = "no_structure"
	ReasonUnknownEnd      = "unknown_end"
)

// Reasons that are only ever derived, never recorded.
const (
	ReasonNotAttempted  = "not_attempted"
	ReasonNotExercised  = "not_exercised"
	ReasonNotCounted    = "not_counted"
	ReasonNotObservable = "not_observable"
)

// Reasons that the loop gives: it ran, or asked, as often as it may.
const (
	ReasonStillUndecided     = "still_undecided"
	ReasonRealiserRefused    = "realiser_refused"
	ReasonRealiserBadOutput  = "realiser_bad_output"
	ReasonRealiserError      = "realiser_error"
	ReasonDuplicateScenarios = "duplicate_scenarios"
)

// Reasons that a run's end gives, besides those of package trace. They are the
// error kinds of runtime/model, which this package must not import.
const (
	reasonTimeout         = "timeout"
	reasonBudget          = "budget"
	reasonNoCredentials   = "no_credentials"
	reasonUnauthorized    = "unauthorized"
	reasonUnreachable     = "connection_refused"
	reasonNotFound        = "not_found"
	reasonBadRequest      = "bad_request"
	reasonRateLimited     = "rate_limited"
	reasonServerError     = "server_error"
	reasonCut             = "connection_cut"
	reasonMalformed       = "malformed_answer"
	reasonScriptExhausted = "script_exhausted"
)

// A Reason documents one entry of the closed list.
type Reason struct {
	Name string // as it stands in records and reports
	Doc  string // one sentence
	// Next is the one next step: a command, in which the words ID and PATH
	// stand for the obligation and the workflow.
	Next string
	// Verdict is what a targeted obligation becomes when a run ends for this
	// reason without showing it; empty where no run ends so.
	Verdict Verdict
}

// Commands that several next steps share.
const (
	nextGenerate = "obligato generate --only ID PATH"
	nextAgain    = "obligato cover PATH"
	nextDoctor   = "obligato doctor PATH"
	nextExplain  = "obligato explain ID PATH"
)

// Reasons is the closed list, sorted by name.
var Reasons = sortReasons(
	Reason{ReasonNotShown, "The run ended by itself and the evidence is not in it.", nextGenerate, Fail},
	Reason{ReasonRefused, "The model refused, in the protocol's own field.", nextGenerate, Fail},
	Reason{ReasonDenied, "The call was asked for and denied.", nextExplain, ""},
	Reason{ReasonRerouted, "Another agent took the work.", nextExplain, Fail},
	Reason{ReasonBreached, "A restricted tool ran.", nextExplain, ""},
	Reason{ReasonContradicted, "The effect was read back and differs from the claim.", nextExplain, ""},
	Reason{ReasonGuardNotVisible, "The tool ran, and this trace format cannot show whether its guard allowed it.", nextExplain, ""},
	Reason{ReasonInferred, "Which agent acted was guessed, and a guess covers nothing.", nextExplain, ""},
	Reason{ReasonUnattributed, "The tool ran, and the trace cannot tell by whom.", nextExplain, ""},
	Reason{ReasonUnfinished, "The tool's body started and no end of it was seen.", nextAgain, ""},
	Reason{ReasonTruncated, "The trace stops before the run's end.", nextAgain, Indeterminate},
	Reason{ReasonDamaged, "Lines of the trace could not be read, and the evidence may be in them.", nextAgain, Indeterminate},
	Reason{ReasonNoStructure, "The trace has no agent, model or tool event at all.", nextDoctor, Indeterminate},
	Reason{ReasonUnknownEnd, "The run ended in a way that this version does not know.", nextDoctor, Indeterminate},

	Reason{ReasonNotAttempted, "Nothing has been run for it, and no trace shows it.", nextGenerate, ""},
	Reason{ReasonNotExercised, "No trace shows an attempt on the restricted tool.", nextGenerate, ""},
	Reason{ReasonNotCounted, "Only witnesses of a mode or origin that does not count show it.", nextGenerate, ""},
	Reason{ReasonNotObservable, "The tool runs at the model's provider, where exported spans do not show it.", nextExplain, ""},

	Reason{ReasonStillUndecided, "The same scenario ran as often as it may and stayed undecided.", nextDoctor, ""},
	Reason{ReasonRealiserRefused, "The model that writes scenarios refused.", "obligato generate --realiser template --only ID PATH", ""},
	Reason{ReasonRealiserBadOutput, "The model that writes scenarios gave none, also after one repair.", "obligato generate --realiser template --only ID PATH", ""},
	Reason{ReasonRealiserError, "The realiser ended with an error.", nextDoctor, ""},
	Reason{ReasonDuplicateScenarios, "The realiser wrote only scenarios that had already run.", nextExplain, ""},

	Reason{trace.ReasonMaxTurns, "The agents took as many turns as they may.", nextGenerate, Fail},
	Reason{trace.ReasonUnknownTool, "The model called a tool that its agent does not have, and the run died of it.", nextGenerate, Fail},
	Reason{trace.ReasonTripwire, "A guardrail ended the run.", nextGenerate, Fail},
	Reason{trace.ReasonApprovalPending, "The run waits for an approval that the scenario does not give.", nextGenerate, Fail},
	Reason{trace.ReasonBadArguments, "The model's arguments ended the run.", nextGenerate, Fail},
	Reason{reasonScriptExhausted, "The scenario's script ended before the run did.", nextExplain, Fail},
	Reason{trace.ReasonCancelled, "The run was stopped from outside.", nextAgain, Indeterminate},
	Reason{trace.ReasonMissingRuntime, "What the workflow needs to run is missing.", nextDoctor, Blocked},

	Reason{reasonTimeout, "The run, or the model, took longer than it may.", nextAgain, Indeterminate},
	Reason{reasonBudget, "A cap on calls, tokens, cost or time was reached: raise it.", nextAgain, Indeterminate},
	Reason{reasonRateLimited, "The endpoint refused for its rate limit, after all retries.", nextAgain, Indeterminate},
	Reason{reasonServerError, "The endpoint failed, after all retries.", nextAgain, Indeterminate},
	Reason{reasonCut, "The endpoint's answer broke off.", nextAgain, Indeterminate},
	Reason{reasonMalformed, "The endpoint's answer is not a completion.", nextDoctor, Indeterminate},
	Reason{reasonNoCredentials, "No key is configured: set OPENAI_API_KEY.", nextDoctor, Blocked},
	Reason{reasonUnauthorized, "The endpoint refused the key: check OPENAI_API_KEY.", nextDoctor, Blocked},
	Reason{reasonUnreachable, "Nothing listens at the endpoint: check OPENAI_BASE_URL.", nextDoctor, Blocked},
	Reason{reasonNotFound, "The endpoint knows no such model or path: check the model's name.", nextDoctor, Blocked},
	Reason{reasonBadRequest, "The endpoint refused the request itself.", nextDoctor, Blocked},
)

func sortReasons(list ...Reason) []Reason {
	slices.SortFunc(list, func(a, b Reason) int { return compareStrings(a.Name, b.Name) })
	return list
}

// LookupReason returns the documentation of a reason.
func LookupReason(name string) (Reason, bool) {
	i, ok := slices.BinarySearchFunc(Reasons, name, func(r Reason, name string) int { return compareStrings(r.Name, name) })
	if !ok {
		return Reason{}, false
	}
	return Reasons[i], true
}

// NextStep returns the one next step for a reason, with ID and PATH standing
// for the obligation and the workflow. A reason outside the list gives doctor.
func NextStep(reason string) string {
	if r, ok := LookupReason(reason); ok {
		return r.Next
	}
	return nextDoctor
}
