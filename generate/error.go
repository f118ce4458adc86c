package generate

import (
	"context"
	"errors"

	"github.com/obligato-dev/obligato/runtime/model"
)

// ErrorKind says why a realiser gave no draft. It is one of the kinds below or
// an error kind of runtime/model.
type ErrorKind string

// Error kinds of a realiser's own.
const (
	ErrRefused   ErrorKind = "realiser_refused"    // the model refused, in the protocol's own field
	ErrBadOutput ErrorKind = "realiser_bad_output" // no valid draft, also after one repair
	ErrUnknown   ErrorKind = "realiser_error"      // anything that the realiser did not classify
)

// Error is a realiser's failure. It says nothing about the workflow: no run
// took place and no attempt is spent.
type Error struct {
	Kind  ErrorKind
	Hint  string // one next step, or empty
	Usage model.Usage
	Err   error // the cause; may be nil
}

// Error implements error.
func (e *Error) Error() string {
	s := "realise scenario: " + string(e.Kind)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Blocked reports whether only a human can mend the cause.
func (k ErrorKind) Blocked() bool { return model.ErrorKind(k).Blocked() }

// classify gives every error of a realiser its kind. A cancelled context is
// nobody's failure and stays what it is.
func classify(ctx context.Context, err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	var m *model.Error
	if errors.As(err, &m) {
		return &Error{Kind: ErrorKind(m.Kind), Hint: m.Hint, Err: err}
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return &Error{Kind: ErrorKind(model.ErrTimeout), Err: err}
	}
	return &Error{Kind: ErrUnknown, Err: err}
}
