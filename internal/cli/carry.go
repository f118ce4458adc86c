package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/internal/shell"
	"github.com/obligato-dev/obligato/obligations"
)

// capReached begins the next step of a run that a cap ended: the caps of that
// run are left out of it.
const capReached = "raise the cap"

// carry puts the flags of this invocation into a next command. Without them it
// would speak of other obligations, or quietly ask another model. It needs no
// exercise flags (nil) where nothing is run.
func carry(next string, set setFlags, ex *exerciseFlags) string {
	before, rest, ok := strings.Cut(next, "obligato ")
	if !ok {
		return next
	}
	verb, args, _ := strings.Cut(rest, " ")
	var flags []string
	for _, name := range set.sdkModules {
		flags = append(flags, "--sdk-module", shell.Quote(name))
	}
	if slices.Contains([]string{"cover", "score", "next", "obligations", "explain", "generate", "run"}, verb) {
		flags = append(flags, set.changed()...)
	}
	if ex != nil && slices.Contains([]string{"cover", "generate"}, verb) {
		flags = append(flags, ex.changed(args, strings.HasPrefix(before, capReached))...)
	}
	if len(flags) == 0 {
		return next
	}
	return strings.TrimRight(before+"obligato "+verb+" "+strings.Join(flags, " ")+" "+args, " ")
}

// changed lists the flags that choose other obligations than the default.
func (f setFlags) changed() []string {
	var out []string
	if f.view != "" {
		out = append(out, "--view", shell.Quote(f.view))
	}
	if f.restrict != "" && f.restrict != string(obligations.Complement) {
		out = append(out, "--restrict", shell.Quote(f.restrict))
	}
	if f.orchestrators {
		out = append(out, "--orchestrators")
	}
	return out
}

// changed lists the flags that choose another model, realiser, seed or cap
// than the default, unless the command says a seed itself.
func (f *exerciseFlags) changed(args string, uncapped bool) []string {
	var out []string
	if !f.model.simulated() {
		out = append(out, "--model", shell.Quote(f.model.name))
	}
	if f.realiser != realiserAuto && !strings.Contains(args, "--realiser ") {
		out = append(out, "--realiser", shell.Quote(f.realiser))
	}
	if f.realiserModel != "" {
		out = append(out, "--realiser-model", shell.Quote(f.realiserModel))
	}
	if f.model.seed != 1 && !strings.Contains(args, "--seed ") {
		out = append(out, "--seed", fmt.Sprint(f.model.seed))
	}
	if f.model.maxCalls != 0 && !uncapped {
		out = append(out, "--max-calls", fmt.Sprint(f.model.maxCalls))
	}
	if f.model.maxTokens != 0 && !uncapped {
		out = append(out, "--max-tokens", fmt.Sprint(f.model.maxTokens))
	}
	return out
}

// next fills a command of the measurement in and carries its flags.
func (m *measurement) next(command, id string) string {
	return carry(shell.Fill(command, id, m.workflow.path), m.flags, m.exercise)
}
