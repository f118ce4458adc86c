//go:build unix && !linux

package worker

// sweep does nothing: only Linux shows the environment of other processes. A
// process that leaves the group of its worker stays.
func sweep(string) {}

// sweepBelow does nothing, for the same reason.
func sweepBelow(int) {}
