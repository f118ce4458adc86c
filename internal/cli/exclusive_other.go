//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package cli

import "errors"

// tryExclusive has nothing to lock with on this system.
func tryExclusive(string) (release func(), err error) { return nil, errors.ErrUnsupported }
