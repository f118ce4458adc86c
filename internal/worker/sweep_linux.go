package worker

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// maxEnviron bounds what is read of the environment of one process.
const maxEnviron = 1 << 20

// sweep kills the processes that carry the cookie: those that left the group
// of their worker, as daemons do. Children that appear meanwhile are found in
// the next round.
func sweep(cookie string) {
	mark := []byte(cookieName + "=" + cookie)
	for range 8 {
		if !killMarked(mark) {
			return
		}
	}
}

func killMarked(mark []byte) bool {
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return false
	}
	found := false
	for _, dir := range dirs {
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil || pid == os.Getpid() || !carries(filepath.Join(dir, "environ"), mark) {
			continue
		}
		found = true
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may be gone already
	}
	return found
}

func carries(path string, mark []byte) bool {
	f, err := os.Open(path)
	if err != nil {
		return false // not ours, or gone
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxEnviron))
	return err == nil && bytes.Contains(data, mark)
}
