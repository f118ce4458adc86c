package cli

import (
	"context"
	"errors"
	"fmt"
	"syscall"
)

// Exit codes. Where several apply, usage wins over a finding, a finding over
// the budget, the budget over undecided.
const (
	exitOK        = 0
	exitFinding   = 1 // a product finding: breach, error-level finding, unmet expectation
	exitUsage     = 2 // usage or environment, or nothing was measured
	exitUndecided = 3 // a targeted obligation ended indeterminate or blocked
	exitBudget    = 4 // a cap was reached before a decision
	exitInterrupt = 130
)

// Interrupt is the cause of a context that a signal cancelled. The exit code
// is 128 and the signal's number, as of a process that it killed.
type Interrupt struct{ Signal syscall.Signal }

// Error implements error.
func (i *Interrupt) Error() string { return fmt.Sprintf("interrupted (%s)", i.Signal) }

// interruption is the exit code of a cancelled context.
func interruption(ctx context.Context) int {
	var i *Interrupt
	if errors.As(context.Cause(ctx), &i) {
		return 128 + int(i.Signal)
	}
	return exitInterrupt
}

// rank orders exit codes by precedence.
var rank = map[int]int{exitOK: 0, exitUndecided: 1, exitBudget: 2, exitFinding: 3, exitUsage: 4}

// worse returns the exit code that wins.
func worse(a, b int) int {
	if rank[b] > rank[a] {
		return b
	}
	return a
}

// failure is an error that carries an exit code and one next step.
type failure struct {
	code int
	hint string
	err  error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// usage makes an error that ends the command with exit 2.
func usage(err error, hint string) error {
	return &failure{code: exitUsage, hint: hint, err: err}
}

// exitWith ends the command with a code after its results were printed; there
// is nothing more to say.
type exitWith int

func (e exitWith) Error() string { return "exit" }

// code returns the exit code that an error stands for.
func code(err error) int {
	var f *failure
	var e exitWith
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &e):
		return int(e)
	case errors.As(err, &f):
		return f.code
	case errors.Is(err, context.Canceled):
		return exitInterrupt
	}
	return exitUsage
}

// worseOf returns the error whose exit code wins; the first of two equals.
func worseOf(a, b error) error {
	if rank[code(b)] > rank[code(a)] {
		return b
	}
	return a
}
