//go:build cgo && !unix

package python

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }
