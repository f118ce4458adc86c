// Package extract turns the source of a workflow into a manifest. A front end
// reads one language and SDK; this package defines what a front end is and
// picks one for a path. It never runs the source.
package extract

import (
	"errors"
	"io/fs"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// Frontend reads the sources of one language and SDK. It is a plain value:
// front ends are listed once, in internal/cli, and checked by Validate.
type Frontend struct {
	Name string // short and lower case, such as "python"
	Doc  string // one line: what it reads
	// Match reports whether a file could belong to this front end, by its
	// slash-separated path alone.
	Match func(path string) bool
	// Available returns nil, or says why the front end cannot run in this
	// build, with a hint. Nil means always available.
	Available func() error
	// OnDisk says that the front end asks tools that read the disk, so that it
	// needs Pass.Dir.
	OnDisk bool
	// Extract reads the pass's files and returns one manifest. What it cannot
	// decide goes to Manifest.Unresolved and Pass.Report; an error means that
	// it could not run at all. It must return for every input, in bounded
	// time and memory.
	Extract func(pass *Pass) (*manifest.Manifest, error)
}

// Pass is all of the world that a front end may touch.
type Pass struct {
	// FS holds the sources. Paths in positions are relative to its root.
	FS fs.FS
	// Dir is the directory behind FS, for front ends that are OnDisk; empty for
	// others, and where FS is not on the disk.
	Dir string
	// Files are the paths to read, sorted. Local imports are followed from
	// them within FS.
	Files []string
	// SDKModules are further names under which programs import the SDK, such as
	// vendor.agents, for copies that are kept in the tree.
	SDKModules []string
	// Workflow names the manifest.
	Workflow string
	// Report takes diagnostics: syntax errors, files given up, limits met.
	Report func(Diagnostic)
	// Cache keeps what was derived from single files; nil keeps nothing. The
	// manifest is the same with and without.
	Cache Cache
}

// Error is why a front end could not run at all, with one next step of its own.
type Error struct {
	Err  error
	Next string
}

// Error implements error.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns what went wrong.
func (e *Error) Unwrap() error { return e.Err }

// Diagnostic is something about the input that was not understood. The
// extraction goes on, and what it finds is a lower bound.
type Diagnostic struct {
	Code     string // OBnnn
	Level    manifest.Level
	Message  string
	Hint     string // one next step, or empty
	Position manifest.Position
}

// Validate reports whether the front end is completely declared.
func (f Frontend) Validate() error {
	switch {
	case f.Name == "":
		return errors.New("front end without a name")
	case f.Doc == "" || f.Match == nil || f.Extract == nil:
		return errors.New("front end " + f.Name + ": Doc, Match and Extract are required")
	}
	return nil
}
