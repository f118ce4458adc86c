//go:build cgo

package python

import "embed"

// cases are the marker programs, as seeds for the fuzzer.
//
//go:embed testdata/cases
var cases embed.FS
