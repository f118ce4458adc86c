package trace

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Check reports the first reason why the header cannot be relied on: a value
// outside the closed lists, or a missing field that every trace has.
func (h Header) Check() error {
	switch {
	case h.Schema != Schema:
		return fmt.Errorf("schema is %s, want %q", show(h.Schema), Schema)
	case h.Run == "":
		return errors.New("run is missing")
	case h.Runtime == "":
		return errors.New("runtime is missing")
	case !slices.Contains([]Driver{Wire, Induce, Observe}, h.Driver):
		return fmt.Errorf("driver is %s, want wire, induce or observe", show(string(h.Driver)))
	case !slices.Contains([]Mode{Forced, Scripted, Simulated, Live, Observed, Replayed}, h.Mode):
		return fmt.Errorf("mode is %s, want forced, scripted, simulated, live, observed or replayed", show(string(h.Mode)))
	case !slices.Contains([]Origin{Tests, Production, Generated, Wired}, h.Origin):
		return fmt.Errorf("origin is %s, want tests, production, generated or wired", show(string(h.Origin)))
	}
	return nil
}

// rule says which fields an event of a known kind must have. A nil statuses
// list means that the kind has no status; an empty string in it makes the
// status optional.
type rule struct {
	agent    bool
	tool     bool
	to       bool
	statuses []string
}

var rules = map[Kind]rule{
	AgentStart:  {agent: true},
	AgentEnd:    {agent: true},
	ModelCall:   {statuses: []string{"", StatusOK, StatusError}},
	ToolRequest: {tool: true},
	Approval:    {tool: true, statuses: []string{StatusRequested, StatusGranted, StatusRejected}},
	ToolStart:   {tool: true},
	ToolEnd:     {tool: true, statuses: []string{StatusOK, StatusError}},
	Denied:      {},
	HandoffKind: {statuses: []string{StatusCompleted, StatusFailed, StatusIgnored}},
	NestedStart: {to: true},
	NestedEnd:   {to: true, statuses: []string{"", StatusOK, StatusError}},
	Guardrail:   {},
	Message:     {statuses: []string{"", StatusRefusal}},
	Fault:       {},
	Exposed:     {},
	RunEnd:      {statuses: []string{StatusCompleted, StatusInterrupted, StatusError, StatusTimeout, StatusBudget}},
}

var (
	mechanisms = []string{
		MechanismUnknownTool, MechanismApproval, MechanismToolGuardrail, MechanismInputGuardrail,
		MechanismOutputGuardrail, MechanismPermission, MechanismPolicy, MechanismSandbox,
	}
	bodies       = []string{"", BodyReal, BodyStubbed, BodyReplaced}
	delegations  = []string{"", "agent_tool", "orchestrated", "nested"}
	evidences    = []string{"", "verified", "verified-custom", "unverified"}
	attributions = []Attribution{Explicit, Ancestor, Inferred, None}
)

// Known reports whether this version of the format defines the kind.
func (k Kind) Known() bool {
	_, ok := rules[k]
	return ok || k == RunStart
}

// Check reports the first reason why the event cannot be judged: a value
// outside the closed lists, or a missing field without which an event of its
// kind says nothing. Events of unknown kinds need a seq and a kind only.
func (e Event) Check() error {
	switch {
	case e.Kind == "":
		return errors.New("kind is missing")
	case e.Kind == RunStart:
		return errors.New("a second run_start: a file holds one run")
	case e.Seq < 1:
		return fmt.Errorf("seq is %d, want 1 or more", e.Seq)
	}
	r, ok := rules[e.Kind]
	if !ok {
		return nil
	}
	if err := e.checkFields(r); err != nil {
		return fmt.Errorf("%s: %w", e.Kind, err)
	}
	return nil
}

func (e Event) checkFields(r rule) error {
	if err := e.checkSubject(r); err != nil {
		return err
	}
	if err := oneOf("attribution", e.Attribution, attributions); err != nil {
		return err
	}
	if err := oneOf("body", e.Body, bodies); err != nil {
		return err
	}
	if err := oneOf("delegation", e.Delegation, delegations); err != nil {
		return err
	}
	if err := oneOf("evidence", e.Evidence, evidences); err != nil {
		return err
	}
	if r.statuses != nil {
		if err := oneOf("status", e.Status, r.statuses); err != nil {
			return err
		}
	}
	if e.Time != "" {
		if _, err := time.Parse(time.RFC3339Nano, e.Time); err != nil {
			return fmt.Errorf("time is %s, want RFC 3339", show(e.Time))
		}
	}
	return nil
}

// checkSubject checks who and what the event speaks of.
func (e Event) checkSubject(r rule) error {
	switch {
	case r.agent && e.Agent == "" && e.Attribution != None:
		return errors.New("agent is missing")
	case r.tool && e.Tool == "":
		return errors.New("tool is missing")
	case r.to && e.To == "":
		return errors.New("to is missing")
	case e.Kind == HandoffKind && e.To == "" && e.Status != StatusFailed:
		return errors.New("to is missing")
	case e.Kind == Denied && e.Tool == "" && e.To == "":
		return errors.New("tool or to is missing")
	case e.Kind == Denied:
		return oneOf("mechanism", e.Mechanism, mechanisms)
	}
	return nil
}

func oneOf[T ~string](field string, got T, want []T) error {
	if slices.Contains(want, got) {
		return nil
	}
	if got == "" {
		return fmt.Errorf("%s is missing", field)
	}
	return fmt.Errorf("%s is %s, which this version does not define", field, show(string(got)))
}
