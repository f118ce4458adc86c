// Package syntax reads Python source text into a small abstract syntax of its
// own: statements and expressions with 1-based positions. What the parser
// could not read becomes Bad nodes and errors with positions; the rest of the
// file stays usable. The package knows nothing of agents.
package syntax

// Pos is a place in a file: 1-based line and 1-based byte column.
type Pos struct{ Line, Col int }
