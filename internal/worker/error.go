package worker

import "fmt"

// Kind says what went wrong with a worker. The list is closed.
type Kind string

// Kinds of an Error.
const (
	KindNoInterpreter Kind = "no_interpreter" // none was found, or the one that was named is none
	KindSDKMissing    Kind = "sdk_missing"    // the interpreter has no SDK, or one that does not load
	KindImport        Kind = "import_failed"  // the user's code raised while it was imported
	KindTimeout       Kind = "timed_out"      // no answer before the deadline; the worker was killed
	KindDied          Kind = "died"           // the process ended, or was killed, without an answer
	KindProtocol      Kind = "protocol"       // an answer that is no frame, or too large
	KindUnsupported   Kind = "unsupported"    // no workers on this operating system
)

// Error is why a worker gave no answer. A cancelled context is not an Error:
// its cause is returned as it is.
type Error struct {
	Kind    Kind
	Message string
	// Path and Line are the place in the user's code, where one is known.
	// Line is 1-based.
	Path string
	Line int
	// Output is the tail of what the process printed, cleaned of control
	// characters; at most MaxOutput bytes.
	Output string
}

// Error implements error.
func (e *Error) Error() string {
	if e.Path != "" {
		return fmt.Sprintf("%s:%d: %s", e.Path, e.Line, e.Message)
	}
	return e.Message
}
