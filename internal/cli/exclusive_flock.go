//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package cli

import (
	"errors"
	"os"
	"syscall"
)

// tryExclusive takes the directory for this process, without waiting. The lock
// ends with the process at the latest and leaves no file behind, which is why
// it is not a file of its own. The error is errBusy where another process has
// it.
func tryExclusive(dir string) (release func(), err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close() // nothing was written
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = errBusy
		}
		return nil, err
	}
	return func() { _ = f.Close() }, nil
}
