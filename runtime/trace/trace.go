// Package trace holds the structural events of one run and their JSON Lines
// form. A trace is the ordered list of what happened: who acted, which tool
// was requested, executed, denied, who handed over to whom. It knows no graph
// and no obligations: events carry names as their source gave them.
package trace

// Schema names the format that this package reads and writes.
const Schema = "obligato.trace/v1"

// Driver says what made the run happen.
type Driver string

// Drivers.
const (
	Wire    Driver = "wire"    // a scripted model forces the calls
	Induce  Driver = "induce"  // a model decides
	Observe Driver = "observe" // recorded elsewhere
)

// Mode says how the model's decisions came about.
type Mode string

// Modes.
const (
	Forced    Mode = "forced"    // by wire
	Scripted  Mode = "scripted"  // by a test's own scripted model
	Simulated Mode = "simulated" // by the simulated model
	Live      Mode = "live"      // by a model behind an endpoint
	Observed  Mode = "observed"  // unknown: read from a foreign trace
	Replayed  Mode = "replayed"  // from a cassette
)

// Origin says whose run it is.
type Origin string

// Origins.
const (
	Tests      Origin = "tests"
	Production Origin = "production"
	Generated  Origin = "generated"
	Wired      Origin = "wired"
)

// Header is the first line of a trace, an event of kind run_start.
type Header struct {
	Schema          string `json:"schema"`
	Run             string `json:"run"` // id, unique within a run directory
	StructureDigest string `json:"structure_digest,omitempty"`
	BehaviourDigest string `json:"behaviour_digest,omitempty"`
	Driver          Driver `json:"driver"`
	Mode            Mode   `json:"mode"`
	Origin          Origin `json:"origin"`
	Runtime         string `json:"runtime"` // interp, sdk, command, http, import:FORMAT
	Model           string `json:"model,omitempty"`
	SDK             string `json:"sdk,omitempty"`
	Scenario        string `json:"scenario,omitempty"`        // id
	ScenarioDigest  string `json:"scenario_digest,omitempty"` // of what the run was given
	Test            string `json:"test,omitempty"`
	Context         string `json:"context,omitempty"`
	// Exposure marks a run in which restricted tools were shown to the model;
	// such a run makes C3 records only.
	Exposure bool `json:"exposure,omitempty"`
}

// Kind is the kind of an event. Unknown kinds are kept and counted.
type Kind string

// Event kinds.
const (
	RunStart    Kind = "run_start"
	AgentStart  Kind = "agent_start"
	AgentEnd    Kind = "agent_end"
	ModelCall   Kind = "model_call"   // Status: ok, error (Reason: the model error kind)
	ToolRequest Kind = "tool_request" // the model asked for the tool; nothing ran yet
	Approval    Kind = "approval"     // Status: requested, granted, rejected
	ToolStart   Kind = "tool_start"   // the body starts; Body says which
	ToolEnd     Kind = "tool_end"     // Status: ok, error
	Denied      Kind = "denied"       // Mechanism says by what; Tool or To says what
	HandoffKind Kind = "handoff"      // Status: completed, failed, ignored
	NestedStart Kind = "nested_start" // To runs inside Agent's run; Delegation says how
	NestedEnd   Kind = "nested_end"
	Guardrail   Kind = "guardrail" // Name, Tripped
	Message     Kind = "message"   // an agent's or user's text; Status refusal: the protocol's refusal field
	Fault       Kind = "fault"
	Exposed     Kind = "exposed" // Tools and Handoffs shown to the model
	RunEnd      Kind = "run_end" // Status: completed, interrupted, error, timeout, budget; Reason
)

// Status values of events; which apply is said at each kind.
const (
	StatusRequested   = "requested"
	StatusGranted     = "granted"
	StatusRejected    = "rejected"
	StatusOK          = "ok"
	StatusError       = "error"
	StatusCompleted   = "completed"
	StatusFailed      = "failed"
	StatusIgnored     = "ignored"
	StatusInterrupted = "interrupted"
	StatusTimeout     = "timeout"
	StatusBudget      = "budget"
	StatusRefusal     = "refusal"
)

// Mechanisms of a denied event.
const (
	MechanismUnknownTool     = "unknown_tool"
	MechanismApproval        = "approval"
	MechanismToolGuardrail   = "tool_guardrail"
	MechanismInputGuardrail  = "input_guardrail"
	MechanismOutputGuardrail = "output_guardrail"
	MechanismPermission      = "permission"
	MechanismPolicy          = "policy"
	MechanismSandbox         = "sandbox"
)

// Bodies of a tool_start event.
const (
	BodyReal     = "real"
	BodyStubbed  = "stubbed"
	BodyReplaced = "replaced"
)

// Reasons of a run_end event besides the model error kinds (see
// runtime/model), which are used as they are.
const (
	ReasonMaxTurns        = "max_turns"
	ReasonUnknownTool     = "unknown_tool"
	ReasonTripwire        = "guardrail_tripped"
	ReasonApprovalPending = "approval_pending"
	ReasonMissingRuntime  = "missing_runtime"
	ReasonCancelled       = "cancelled"
	ReasonBadArguments    = "bad_arguments"
	ReasonNestingLimit    = "nesting_limit" // of a tool_end: agents as tools called each other too deeply
)

// Attribution says how an event's agent is known. Inference only ever lowers
// the evidence level.
type Attribution string

// Attributions. The empty value means explicit.
const (
	Explicit Attribution = ""
	Ancestor Attribution = "ancestor"
	Inferred Attribution = "inferred"
	None     Attribution = "none"
)

// Event is one structural event. Which fields are set depends on Kind.
type Event struct {
	Seq         int         `json:"seq"`            // 1-based, strictly increasing
	Time        string      `json:"time,omitempty"` // RFC 3339; absent where runs must be byte-identical
	Kind        Kind        `json:"kind"`
	Agent       string      `json:"agent,omitempty"`
	Call        string      `json:"call,omitempty"` // call id: ties request, approval, start, end and denial together
	Tool        string      `json:"tool,omitempty"`
	To          string      `json:"to,omitempty"`         // target agent of handoff and nested events
	Delegation  string      `json:"delegation,omitempty"` // nested: agent_tool, orchestrated, nested
	Status      string      `json:"status,omitempty"`
	Body        string      `json:"body,omitempty"`
	Mechanism   string      `json:"mechanism,omitempty"`
	Name        string      `json:"name,omitempty"` // of a guardrail or fault; message: "user" if no agent speaks; model_call: the model that answered, if another than the header's
	Tripped     bool        `json:"tripped,omitempty"`
	Reason      string      `json:"reason,omitempty"`
	Tools       []string    `json:"tools,omitempty"`    // exposed
	Handoffs    []string    `json:"handoffs,omitempty"` // exposed: tool names
	Attribution Attribution `json:"attribution,omitempty"`
	// Evidence is set on tool_end by a check of the effect: verified,
	// verified-custom or unverified, with Want and Got for the last.
	Evidence string `json:"evidence,omitempty"`
	Want     string `json:"want,omitempty"`
	Got      string `json:"got,omitempty"`
	Payload  string `json:"payload,omitempty"` // keyed hash, never the payload itself
}

// Trace is one run as read or recorded.
type Trace struct {
	Header Header
	Events []Event // without run_start
	Completeness
}

// Completeness says how far a trace can be trusted to hold all that happened.
// Coverage from an incomplete trace is a lower bound.
type Completeness struct {
	Lines        int          `json:"lines"`                   // lines read, header included
	Truncated    bool         `json:"truncated,omitempty"`     // no run_end
	UnknownKinds map[Kind]int `json:"unknown_kinds,omitempty"` // counted, kept as events
	// UnknownFields counts, by name, fields that the format does not define.
	// Their values are not kept.
	UnknownFields map[string]int `json:"unknown_fields,omitempty"`
	Problems      []Problem      `json:"problems,omitempty"` // lines that could not be read
	// Dropped counts problems beyond those listed.
	Dropped int `json:"dropped,omitempty"`
}

// Problem is a line that could not be read.
type Problem struct {
	Path    string `json:"path,omitempty"`
	Line    int    `json:"line"` // 1-based
	Message string `json:"message"`
}

// Complete reports whether nothing is known to be missing.
func (c Completeness) Complete() bool {
	return !c.Truncated && len(c.Problems) == 0 && c.Dropped == 0
}

// End returns the run_end event, and whether there is one.
func (t *Trace) End() (Event, bool) {
	for i := len(t.Events) - 1; i >= 0; i-- {
		if t.Events[i].Kind == RunEnd {
			return t.Events[i], true
		}
	}
	return Event{}, false
}
