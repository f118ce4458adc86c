package worker

import (
	_ "embed"
	"time"
)

// boot reads the script of ours from the descriptor for requests and runs it.
// The script does not stand in the arguments, where every process could read
// it, nor in a file, which would have to be removed.
//
//go:embed boot.py
var boot string

// Descriptors that a script finds open. It must close both in processes that
// run the user's code.
const (
	RequestDescriptor = 3 // requests are read here
	AnswerDescriptor  = 4 // answers are written here
)

// Command says what to start.
type Command struct {
	// Interpreter runs the script.
	Interpreter Interpreter
	// Script is the source of a program of ours. It reads requests as frames
	// until the descriptor ends, and writes one frame for each:
	// {"answer": …} or {"error": {"kind", "message", "path", "line"}}.
	Script string
	// Name stands for the script in its tracebacks.
	Name string
	// Env is the whole environment; see Environment.
	Env []string
	// Dir is the folder to start in; empty means the root, so that nothing
	// of the user's is imported by accident.
	Dir string
	// Grace is the time between SIGTERM and SIGKILL; zero means one second.
	Grace time.Duration
}
