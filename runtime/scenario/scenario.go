// Package scenario holds executable tests of a workflow as they lie on disk:
// what a user says, or which calls a script forces, and which obligations the
// test was written for. It knows no graph and runs nothing.
package scenario

// Schema names the format that this package reads and writes.
const Schema = "obligato.scenario/v1"

// Scenario is one test. Either Turns or Script is set, never both.
type Scenario struct {
	Schema string   `json:"schema" yaml:"schema"`
	ID     string   `json:"id" yaml:"id"`                             // file name without .yaml: letters, digits, - _ .
	Turns  []string `json:"turns,omitempty" yaml:"turns,omitempty"`   // what the user says, in order
	Script []Step   `json:"script,omitempty" yaml:"script,omitempty"` // what a scripted model answers, in order
	Start  string   `json:"start,omitempty" yaml:"start,omitempty"`   // agent id; empty means the workflow's entry
	// Objective is the obligation that the scenario was written for; Expect
	// lists further obligations that it must witness.
	Objective string   `json:"objective,omitempty" yaml:"objective,omitempty"`
	Expect    []string `json:"expect,omitempty" yaml:"expect,omitempty"`
	Route     []string `json:"route,omitempty" yaml:"route,omitempty"` // agent ids from the start to the target
	// Exposure lists restricted tools that the run shows to an agent, marked
	// as not permitted and behind a guard.
	Exposure   []Pair            `json:"exposure,omitempty" yaml:"exposure,omitempty"`
	Approvals  map[string]string `json:"approvals,omitempty" yaml:"approvals,omitempty"` // tool id: grant or reject; missing: the run pauses
	Context    string            `json:"context,omitempty" yaml:"context,omitempty"`
	Provenance *Provenance       `json:"provenance,omitempty" yaml:"provenance,omitempty"`
}

// Pair is an agent and a tool, by id.
type Pair struct {
	Agent string `json:"agent" yaml:"agent"`
	Tool  string `json:"tool" yaml:"tool"`
}

// Step is one answer of a scripted model: calls, or a text.
type Step struct {
	Calls []Call `json:"calls,omitempty" yaml:"calls,omitempty"`
	Text  string `json:"text,omitempty" yaml:"text,omitempty"`
}

// Call is one forced call. Arguments are JSON values.
type Call struct {
	Name      string         `json:"name" yaml:"name"`
	Arguments map[string]any `json:"arguments,omitempty" yaml:"arguments,omitempty"`
}

// Decisions in Approvals.
const (
	Grant  = "grant"
	Reject = "reject"
)

// Provenance says how a generated scenario came about. It is no part of the
// scenario's digest.
type Provenance struct {
	Realiser string `json:"realiser" yaml:"realiser"` // template or model
	Model    string `json:"model,omitempty" yaml:"model,omitempty"`
	Seed     uint64 `json:"seed,omitempty" yaml:"seed,omitempty"`
	Attempt  int    `json:"attempt,omitempty" yaml:"attempt,omitempty"` // 1-based
	// Leading marks a scenario that names the tool or agent that it is after,
	// so that a model may merely have followed an instruction.
	Leading      bool   `json:"leading,omitempty" yaml:"leading,omitempty"`
	PromptDigest string `json:"prompt_digest,omitempty" yaml:"prompt_digest,omitempty"`
}
