//go:build !unix

package worker

import (
	"context"
	"runtime"
)

// Worker is a running interpreter.
type Worker struct{}

// Start returns an error of KindUnsupported: there are process groups on Unix
// only.
func Start(context.Context, Command) (*Worker, error) {
	return nil, &Error{Kind: KindUnsupported, Message: "no workers on " + runtime.GOOS + ": run obligato on Linux, macOS or in WSL"}
}

// Call is never reached.
func (w *Worker) Call(context.Context, any, any) error {
	return &Error{Kind: KindUnsupported, Message: "no workers on " + runtime.GOOS}
}

// Close does nothing.
func (w *Worker) Close() error { return nil }
