//go:build cgo

package cli

// Without cgo there is no Python front end, and only the manifest is measured.
func init() { measuredPaths = append(measuredPaths, seatsProgram) }
