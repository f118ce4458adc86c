//go:build unix && !linux

package worker

const sweeps = false
