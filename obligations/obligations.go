// Package obligations derives from a workflow's manifest what a test suite
// must exercise: reachable agents (C1), allowed tool edges (C2), restricted
// tool edges (C3) and delegation edges (C4). It says nothing of whether they
// have been exercised; obligations/coverage does.
package obligations

import (
	"github.com/obligato-dev/obligato/extract/manifest"
)

// Criterion is one of the four structural coverage criteria
// (arXiv 2605.26521).
type Criterion string

// The criteria.
const (
	C1 Criterion = "C1" // reachable agents
	C2 Criterion = "C2" // allowed tool edges
	C3 Criterion = "C3" // restricted tool edges
	C4 Criterion = "C4" // delegation edges
)

// Criteria lists all criteria in report order.
var Criteria = []Criterion{C1, C2, C3, C4}

// Class groups restricted pairs by what enforces them.
type Class string

// Classes of a C3 obligation.
const (
	ClassCode    Class = "code"    // attached and guarded: approval, guardrail, policy
	ClassPrompt  Class = "prompt"  // attached, and only words forbid it
	ClassAbsence Class = "absence" // not attached: absence, disabled, filter
)

// Classes lists all classes in report order.
var Classes = []Class{ClassCode, ClassPrompt, ClassAbsence}

// ClassOf returns the class that a mechanism belongs to.
func ClassOf(m manifest.Mechanism) Class {
	switch m {
	case manifest.ByApproval, manifest.ByGuardrail, manifest.ByPolicy:
		return ClassCode
	case manifest.ByPrompt:
		return ClassPrompt
	}
	return ClassAbsence
}

// Obligation is one thing that a test suite must exercise. Its ID depends on
// the criterion and the subject alone, never on position or order.
type Obligation struct {
	ID        string    `json:"id"`
	Criterion Criterion `json:"criterion"`
	Agent     string    `json:"agent,omitempty"` // C1, C2, C3: agent id
	Tool      string    `json:"tool,omitempty"`  // C2, C3: tool id
	From      string    `json:"from,omitempty"`  // C4: agent id
	To        string    `json:"to,omitempty"`    // C4: agent id
	// Kind is the delegation kind (C4), the tool kind (C2, C3) or the agent
	// kind (C1).
	Kind     string `json:"kind,omitempty"`
	ToolName string `json:"tool_name,omitempty"` // C4: the name under which the model sees the edge
	// Class, EnforcedBy and Origin are set for C3 only.
	Class      Class              `json:"class,omitempty"`
	EnforcedBy manifest.Mechanism `json:"enforced_by,omitempty"`
	Origin     manifest.Origin    `json:"origin,omitempty"`
	Sensitive  bool               `json:"sensitive,omitempty"`
	Because    string             `json:"because"` // the construct that makes it an obligation
	Source     manifest.Position  `json:"source,omitzero"`
}

// Restrict says which pairs count as restricted.
type Restrict string

// Values of Restrict. The empty value means Complement.
const (
	Complement   Restrict = "complement" // reachable agent x tool that is not allowed, and all declared
	DeclaredOnly Restrict = "declared"
)

// View selects how the manifest is seen. The empty value is the manifest as
// it is.
type View string

// Views.
const (
	ViewNone  View = ""
	ViewPaper View = "paper"
)

// Options select which obligations are derived.
type Options struct {
	Restrict Restrict
	View     View
	// Orchestrators makes orchestrated edges and orchestrator nodes count.
	// The paper view implies it.
	Orchestrators bool
}

// Set is the obligations of one workflow under one choice of options.
type Set struct {
	// Digest identifies the set: structure digest and options. Profiles of
	// different sets never merge.
	Digest          string
	StructureDigest string
	BehaviourDigest string
	Options         Options
	// Manifest is the manifest that the obligations speak of: viewed, where a
	// view was asked for. Original is the manifest that runs use.
	Manifest *manifest.Manifest
	Original *manifest.Manifest
	// Obligations are sorted by criterion, then by ID.
	Obligations []Obligation
	// Unreachable lists agent ids that make no obligation because no entry
	// reaches them; Guardrails lists guardrail agents.
	Unreachable []string
	Guardrails  []string
	// names maps runtime names of the original manifest to viewed ids.
	names binding
}
