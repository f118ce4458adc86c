//go:build !cgo

package syntax

import "errors"

// Available says that this build cannot parse Python, and what to do.
func Available() error {
	return errors.New("the Python front end is unavailable in this build (built without cgo): " +
		"use a build with CGO_ENABLED=1 and a C compiler, or give a manifest instead of sources")
}

func parse([]byte, int, bool) (*tree, error) { return nil, Available() }
