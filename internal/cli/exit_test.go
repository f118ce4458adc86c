package cli

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// TestWorse holds the precedence 2 > 1 > 4 > 3 > 0, in whatever order the
// codes come.
func TestWorse(t *testing.T) {
	order := []int{exitOK, exitUndecided, exitBudget, exitFinding, exitUsage}
	for i, low := range order {
		for _, high := range order[i:] {
			if got := worse(low, high); got != high {
				t.Errorf("worse(%d, %d) = %d", low, high, got)
			}
			if got := worse(high, low); got != high {
				t.Errorf("worse(%d, %d) = %d", high, low, got)
			}
		}
	}
}

func TestCode(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want int
	}{
		{"no error", nil, 0},
		{"any error is of the environment", errors.New("x"), exitUsage},
		{"usage", usage(errors.New("x"), "y"), exitUsage},
		{"wrapped usage", fmt.Errorf("a: %w", usage(errors.New("x"), "y")), exitUsage},
		{"a verdict", exitWith(exitUndecided), exitUndecided},
		{"interrupted", fmt.Errorf("a: %w", context.Canceled), exitInterrupt},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := code(tt.err); got != tt.want {
				t.Errorf("code = %d, want %d", got, tt.want)
			}
		})
	}
}
