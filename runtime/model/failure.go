package model

import (
	"context"
	"errors"
)

// contextError returns nil while ctx lives, the context's own error when it
// was cancelled, and an *Error of kind ErrTimeout when its deadline passed.
func contextError(ctx context.Context) error {
	err := ctx.Err()
	if errors.Is(err, context.DeadlineExceeded) {
		return &Error{Kind: ErrTimeout, Err: err}
	}
	return err
}
