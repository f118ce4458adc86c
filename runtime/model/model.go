// Package model talks to chat models: an OpenAI-compatible endpoint, a
// deterministic simulated model, and a scripted one. A model is whatever
// answers a conversation with text or tool calls; this package does not run
// tools and knows nothing of agents, manifests or coverage.
package model

import "context"

// Role says who speaks in a message.
type Role string

// Roles, as in the chat completions protocol.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
)

// Message is one entry of a conversation.
type Message struct {
	Role       Role
	Content    string
	Refusal    string     // set where the model refuses in the protocol's own field; text is never read as a refusal
	ToolCalls  []ToolCall // only of RoleAssistant
	ToolCallID string     // only of RoleTool: the call that this answers
}

// ToolCall is a model's request to call a tool. It is a request, not a run.
type ToolCall struct {
	ID        string
	Name      string
	Arguments string // JSON text as the model wrote it; it may be malformed
}

// Tool is something that the model may call: a function, or a handoff, which
// looks the same on the wire.
type Tool struct {
	Name        string
	Description string
	Parameters  map[string]any // JSON Schema of the arguments; nil means an empty object
}

// OutputSchema asks for an answer that is JSON of this schema.
type OutputSchema struct {
	Name   string
	Schema map[string]any
}

// Request is one call of a model.
type Request struct {
	Messages []Message
	Tools    []Tool
	Output   *OutputSchema // nil: free text
	// MaxTokens bounds the answer; 0 leaves it to the endpoint.
	MaxTokens int
}

// Usage counts tokens of one or several calls.
type Usage struct {
	Calls            int `json:"calls"`
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
}

// Add returns the sum of both counts.
func (u Usage) Add(v Usage) Usage {
	return Usage{u.Calls + v.Calls, u.PromptTokens + v.PromptTokens, u.CompletionTokens + v.CompletionTokens}
}

// Response is a model's answer.
type Response struct {
	Message Message // of RoleAssistant
	Model   string  // the id that the endpoint reports, which may differ from the one asked for
	Usage   Usage
}

// Mode says how a model's answers come about. Its values are a subset of the
// trace modes; results must carry them wherever they are printed.
type Mode string

// Modes of a model.
const (
	ModeLive      Mode = "live"      // a model behind an endpoint
	ModeSimulated Mode = "simulated" // the lexical simulation of this package
	ModeScripted  Mode = "scripted"  // a fixed script
)

// Info identifies a model in traces and reports.
type Info struct {
	Name string // such as "gpt-4.1-mini" or "simulated"
	Mode Mode
}

// Model answers conversations. Implementations are safe for concurrent use,
// return an *Error for every failure that is not a cancelled context, and
// never print or record a key.
type Model interface {
	Info() Info
	Complete(ctx context.Context, req Request) (Response, error)
}

// ErrorKind classifies why a model gave no usable answer. The kind, never the
// message, decides the verdict of a run.
type ErrorKind string

// Error kinds. Those for which Blocked reports true need a human; the rest
// may go away on their own.
const (
	ErrNoCredentials ErrorKind = "no_credentials"     // no key configured
	ErrUnauthorized  ErrorKind = "unauthorized"       // 401 or 403
	ErrUnreachable   ErrorKind = "connection_refused" // nothing listens, or the name does not resolve
	ErrNotFound      ErrorKind = "not_found"          // 404: no such model or path
	ErrBadRequest    ErrorKind = "bad_request"        // another 4xx: the request itself is refused
	ErrRateLimited   ErrorKind = "rate_limited"       // 429 after all retries
	ErrServer        ErrorKind = "server_error"       // 5xx after all retries
	ErrCut           ErrorKind = "connection_cut"     // the answer broke off
	ErrMalformed     ErrorKind = "malformed_answer"   // the answer is not a completion
	ErrTimeout       ErrorKind = "timeout"
	ErrBudget        ErrorKind = "budget" // a cap on calls, tokens or cost is reached
	ErrScriptEnd     ErrorKind = "script_exhausted"
)

// Error is a model call that gave no usable answer.
type Error struct {
	Kind   ErrorKind
	Status int // HTTP status, 0 when there was none
	Hint   string
	Err    error // the cause; may be nil
}

// Error implements error.
func (e *Error) Error() string {
	s := "call model: " + string(e.Kind)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Blocked reports whether only a human can mend the cause, so that another
// try would be wasted.
func (k ErrorKind) Blocked() bool {
	switch k {
	case ErrNoCredentials, ErrUnauthorized, ErrUnreachable, ErrNotFound, ErrBadRequest:
		return true
	}
	return false
}
