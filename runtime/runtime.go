// Package runtime runs scenarios against a workflow and returns traces. An
// Adapter is one way to run (the manifest itself, the real SDK, any command);
// a Session is an opened workflow. Neither judges anything.
package runtime

import (
	"context"
	"errors"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// Adapter is a way to run workflows. It is a plain value: adapters are listed
// once, in internal/cli, and checked by Validate.
type Adapter struct {
	Name string // as in trace.Header.Runtime
	Doc  string // one line: what it runs, and what it never does
	// Open prepares the workflow. The error is a *model.Error-free
	// environment error: nothing can be run.
	Open func(ctx context.Context, target Target) (Session, error)
}

// Target is what a session runs.
type Target struct {
	Manifest        *manifest.Manifest // as extracted, never a view
	StructureDigest string
	BehaviourDigest string
	Model           model.Model // ignored where the scenario has a script
	// MaxTurns bounds the model calls of one agent run; 0 means 10, the
	// default of the OpenAI Agents SDK.
	MaxTurns int
}

// Session runs scenarios one at a time.
//
// Run returns a trace for every scenario that could be started, however it
// ended: failures of the model or the workflow are run_end events, and what
// happened before them is kept. An error means that there is no trace at all.
// Implementations honour the context, and close the trace with a run_end of
// status timeout when its deadline passes. A scenario with a script is played
// by that script, not by the target's model: its driver is wire, its mode
// forced where the run's origin is wired and scripted otherwise. Close may be
// called again; Run after Close is an error. Package runtimetest holds all of
// this as a test suite.
type Session interface {
	Run(ctx context.Context, s *scenario.Scenario, id Identity) (*trace.Trace, error)
	Close() error
}

// Identity is what the caller fixes of a run's header.
type Identity struct {
	Run    string       // run id
	Origin trace.Origin // generated, unless the scenario is a user's own; the interpreter knows generated and wired only
}

// Validate reports whether the adapter is completely declared.
func (a Adapter) Validate() error {
	if a.Name == "" || a.Doc == "" || a.Open == nil {
		return errors.New("adapter " + a.Name + ": Name, Doc and Open are required")
	}
	return nil
}
