// Package manifest holds the normalised specification of a multi-agent
// workflow: which agents and tools it declares, who may call what, who may
// delegate to whom, and what could not be resolved.
//
// The package is pure: it parses, validates and digests bytes that it is
// given, and never touches a file, a clock or the network. It knows nothing of
// obligations or runs.
package manifest

// Schema names the format that this package reads and writes.
const Schema = "obligato.manifest/v1"

// Manifest is the specification of one workflow. The zero value is an empty
// workflow, which validates as an error: nothing could be measured on it.
// Encoded manifests are sorted (see Normalize), so that equal workflows give
// equal bytes.
type Manifest struct {
	Schema      string `json:"schema" yaml:"schema"`
	Workflow    string `json:"workflow" yaml:"workflow"`
	Description string `json:"description,omitempty" yaml:"description,omitempty"`
	// Entries are the ids of the agents at which a run may start. The first is
	// the default start of a scenario.
	Entries      []string      `json:"entries" yaml:"entries"`
	Agents       []Agent       `json:"agents" yaml:"agents"`
	Tools        []Tool        `json:"tools,omitempty" yaml:"tools,omitempty"`
	Access       []Access      `json:"access,omitempty" yaml:"access,omitempty"`
	Restrictions []Restriction `json:"restrictions,omitempty" yaml:"restrictions,omitempty"`
	Delegations  []Delegation  `json:"delegations,omitempty" yaml:"delegations,omitempty"`
	Unresolved   []Unresolved  `json:"unresolved,omitempty" yaml:"unresolved,omitempty"`
	Findings     []Finding     `json:"findings,omitempty" yaml:"findings,omitempty"`
	Suppressions []Suppression `json:"suppressions,omitempty" yaml:"suppressions,omitempty"`
	Overlay      []Overlay     `json:"overlay,omitempty" yaml:"overlay,omitempty"` // edits by people, in the order in which they were made
	Sources      []SourceFile  `json:"sources,omitempty" yaml:"sources,omitempty"`
	SDK          *Component    `json:"sdk,omitempty" yaml:"sdk,omitempty"`
	Extractor    *Component    `json:"extractor,omitempty" yaml:"extractor,omitempty"`
}

// AgentKind says what stands behind an agent node.
type AgentKind string

// Agent kinds. The empty kind means KindAgent.
const (
	KindAgent        AgentKind = "agent"        // a model with instructions
	KindOrchestrator AgentKind = "orchestrator" // code that runs agents itself
	KindGuardrail    AgentKind = "guardrail"    // an agent that only a guardrail runs
)

// Agent is one declared agent. ID is the runtime name; agents that share a
// runtime name are told apart as Name@module.symbol.
type Agent struct {
	ID           string    `json:"id" yaml:"id"`
	Name         string    `json:"name,omitempty" yaml:"name,omitempty"` // runtime name; empty means ID
	Kind         AgentKind `json:"kind,omitempty" yaml:"kind,omitempty"`
	Description  string    `json:"description,omitempty" yaml:"description,omitempty"` // the handoff description
	Instructions string    `json:"instructions,omitempty" yaml:"instructions,omitempty"`
	Model        string    `json:"model,omitempty" yaml:"model,omitempty"`
	Guardrails   []string  `json:"guardrails,omitempty" yaml:"guardrails,omitempty"`
	// InputGuardrails are those of Guardrails that see the input of a run. They
	// run only where the agent is the first of it, never after a handoff.
	InputGuardrails []string `json:"input_guardrails,omitempty" yaml:"input_guardrails,omitempty"`
	// Dynamic lists the fields that are computed while the program runs, such
	// as "instructions" or "tools". An agent with dynamic tools makes no
	// derived restricted pair.
	Dynamic []string `json:"dynamic,omitempty" yaml:"dynamic,omitempty"`
	// Derived says how the agent was found; see Derivations.
	Derived   string    `json:"derived,omitempty" yaml:"derived,omitempty"`
	Certainty Certainty `json:"certainty,omitempty" yaml:"certainty,omitempty"`
	Source    Position  `json:"source,omitzero" yaml:"source,omitempty"`
}

// RuntimeName is the name that traces show for the agent.
func (a Agent) RuntimeName() string {
	if a.Name != "" {
		return a.Name
	}
	return a.ID
}

// ToolKind says where a tool's body runs.
type ToolKind string

// Tool kinds. The empty kind means ToolFunction.
const (
	ToolFunction ToolKind = "function" // code of the workflow
	ToolHosted   ToolKind = "hosted"   // runs at the model provider
	ToolMCP      ToolKind = "mcp"      // runs in an MCP server
	ToolAgent    ToolKind = "agent"    // an agent offered as a tool
)

// Effects says what a tool does to the world, where that is declared.
type Effects string

// Effects of a tool. The empty value means EffectsUnknown.
const (
	EffectsNone    Effects = "none"
	EffectsRead    Effects = "read"
	EffectsWrite   Effects = "write"
	EffectsUnknown Effects = "unknown"
)

// Tool is one declared tool. ID is the runtime name, with @module.symbol
// behind it where two different declarations share that name.
type Tool struct {
	ID          string   `json:"id" yaml:"id"`
	Name        string   `json:"name,omitempty" yaml:"name,omitempty"` // runtime name; empty means ID
	Kind        ToolKind `json:"kind,omitempty" yaml:"kind,omitempty"`
	Description string   `json:"description,omitempty" yaml:"description,omitempty"`
	// Parameters is a JSON Schema object as encoding/json decodes it, or nil
	// when the tool's parameters are not known.
	Parameters map[string]any `json:"parameters,omitzero" yaml:"parameters,omitempty"`
	Effects    Effects        `json:"effects,omitempty" yaml:"effects,omitempty"`
	Sensitive  bool           `json:"sensitive,omitempty" yaml:"sensitive,omitempty"`
	Wraps      string         `json:"wraps,omitempty" yaml:"wraps,omitempty"` // id of the agent behind a tool of kind agent
	// Function is the qualified name of the function that is the tool's body,
	// such as orders.cancel_order; empty where the source does not show one.
	Function string `json:"function,omitempty" yaml:"function,omitempty"`
	// Calls are the functions of the project that the body calls, itself or
	// through others, sorted by name; at most MaxCalls.
	Calls     []Call    `json:"calls,omitempty" yaml:"calls,omitempty"`
	Derived   string    `json:"derived,omitempty" yaml:"derived,omitempty"`     // how the tool was found; see Derivations
	Certainty Certainty `json:"certainty,omitempty" yaml:"certainty,omitempty"` // whether its declaration runs on every path
	Source    Position  `json:"source,omitzero" yaml:"source,omitempty"`
}

// RuntimeName is the name that traces show for the tool.
func (t Tool) RuntimeName() string {
	if t.Name != "" {
		return t.Name
	}
	return t.ID
}

// How says whether an access edge always exists.
type How string

// Access modes. The empty value means Always.
const (
	Always      How = "always"
	Conditional How = "conditional" // exists only under Condition
)

// Access is an allowed edge: the tool is attached to the agent.
type Access struct {
	Agent     string    `json:"agent" yaml:"agent"`
	Tool      string    `json:"tool" yaml:"tool"`
	How       How       `json:"how,omitempty" yaml:"how,omitempty"`
	Condition string    `json:"condition,omitempty" yaml:"condition,omitempty"`
	Derived   string    `json:"derived,omitempty" yaml:"derived,omitempty"` // how the edge was found; see Derivations
	Certainty Certainty `json:"certainty,omitempty" yaml:"certainty,omitempty"`
	Source    Position  `json:"source,omitzero" yaml:"source,omitempty"`
}

// Origin says whether somebody wrote a restriction down or it follows from the
// absence of an access edge.
type Origin string

// Origins of a restriction.
const (
	Declared Origin = "declared"
	Derived  Origin = "derived"
)

// Mechanism says what keeps an agent from using a tool.
type Mechanism string

// Mechanisms, grouped by the enforcement classes of the design: absence,
// disabled and filter leave the tool unattached; approval, guardrail and
// policy guard an attached tool; prompt is nothing but words.
const (
	ByAbsence   Mechanism = "absence"
	ByDisabled  Mechanism = "disabled"
	ByFilter    Mechanism = "filter"
	ByApproval  Mechanism = "approval"
	ByGuardrail Mechanism = "guardrail"
	ByPolicy    Mechanism = "policy"
	ByPrompt    Mechanism = "prompt"
)

// Restriction is a restricted edge: the agent must not use the tool freely.
type Restriction struct {
	Agent      string    `json:"agent" yaml:"agent"`
	Tool       string    `json:"tool" yaml:"tool"`
	Origin     Origin    `json:"origin,omitempty" yaml:"origin,omitempty"`           // empty means Declared
	EnforcedBy Mechanism `json:"enforced_by,omitempty" yaml:"enforced_by,omitempty"` // empty: absence when unattached, else prompt
	Reason     string    `json:"reason,omitempty" yaml:"reason,omitempty"`
	Source     Position  `json:"source,omitzero" yaml:"source,omitempty"`
}

// DelegationKind says how one agent passes work to another.
type DelegationKind string

// Delegation kinds. The empty kind means Handoff.
const (
	Handoff      DelegationKind = "handoff"      // the target takes over the conversation
	AgentTool    DelegationKind = "agent_tool"   // the target runs as a tool of the source
	Orchestrated DelegationKind = "orchestrated" // code of an orchestrator runs the target
	Nested       DelegationKind = "nested"       // a tool or guardrail body runs the target
)

// Delegation is an edge between two agents. ToolName is the name under which
// the model sees it; empty means the SDK's default for the kind.
type Delegation struct {
	From      string         `json:"from" yaml:"from"`
	To        string         `json:"to" yaml:"to"`
	Kind      DelegationKind `json:"kind,omitempty" yaml:"kind,omitempty"`
	ToolName  string         `json:"tool_name,omitempty" yaml:"tool_name,omitempty"`
	Condition string         `json:"condition,omitempty" yaml:"condition,omitempty"`
	Derived   string         `json:"derived,omitempty" yaml:"derived,omitempty"` // how the edge was found; see Derivations
	Certainty Certainty      `json:"certainty,omitempty" yaml:"certainty,omitempty"`
	Source    Position       `json:"source,omitzero" yaml:"source,omitempty"`
}

// Unresolved is something in the source that the front end could not decide.
// It stays visible in every later report, because totals may be too low.
type Unresolved struct {
	What   string   `json:"what" yaml:"what"` // such as "tools of Billing Agent"
	Why    string   `json:"why" yaml:"why"`
	Agent  string   `json:"agent,omitempty" yaml:"agent,omitempty"` // id of the agent it concerns, if one
	Source Position `json:"source,omitzero" yaml:"source,omitempty"`
}

// Level orders findings by weight.
type Level string

// Levels of a finding.
const (
	LevelError   Level = "error"
	LevelWarning Level = "warning"
	LevelNote    Level = "note"
)

// Finding is a remark about the workflow with a stable code (OBnnn).
type Finding struct {
	Code    string `json:"code" yaml:"code"`
	Level   Level  `json:"level" yaml:"level"`
	Message string `json:"message" yaml:"message"`
	// Suppressed is the reason for which the source asks not to count the
	// finding; empty where it counts.
	Suppressed string   `json:"suppressed,omitempty" yaml:"suppressed,omitempty"`
	Source     Position `json:"source,omitzero" yaml:"source,omitempty"`
}

// SourceFile names one file that the manifest was made from.
type SourceFile struct {
	Path   string `json:"path" yaml:"path"`
	SHA256 string `json:"sha256" yaml:"sha256"` // lower-case hex
}

// Component names a piece of software and its version.
type Component struct {
	Name    string `json:"name" yaml:"name"`
	Version string `json:"version,omitempty" yaml:"version,omitempty"`
}
