package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"
)

var errBusy = errors.New("another process is writing there")

// How often it is looked whether a file that another process changes is free,
// half a minute in all, and the pause between.
const (
	exclusiveTries = 3000
	exclusivePause = 10 * time.Millisecond
)

// exclusive runs f while no other process does the same for the file, so that
// what is read and written back holds what others wrote. Where the file system
// has no locks, f runs without.
func exclusive(file string, f func() error) error {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	for try := 1; ; try++ {
		release, err := tryExclusive(filepath.Dir(file))
		switch {
		case err == nil:
			defer release()
			return f()
		case !errors.Is(err, errBusy):
			return f()
		case try == exclusiveTries:
			return usage(fmt.Errorf("write %s: %w", file, err), "wait until it has ended, and run the command again")
		}
		time.Sleep(exclusivePause)
	}
}
