//go:build !linux && !darwin

package disk

import "io/fs"

// Without a time of change that programs cannot set, as on Windows, a file
// that was unpacked or copied may hold something else with the old time.
func stateOf(fs.FileInfo) (state, bool) { return state{}, false }
