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

// sweepBelow kills the processes that come from a process which is still there
// and adopts what its children leave behind: they may have dropped both the
// group and the cookie.
func sweepBelow(root int) {
	for range 8 {
		if !killBelow(root) {
			return
		}
	}
}

func killBelow(root int) bool {
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return false
	}
	children := map[int][]int{}
	for _, dir := range dirs {
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil {
			continue
		}
		if parent, alive := parentOf(filepath.Join(dir, "stat")); alive {
			children[parent] = append(children[parent], pid)
		}
	}
	found := false
	for rest := children[root]; len(rest) > 0; {
		pid := rest[0]
		rest = append(rest[1:], children[pid]...)
		found = true
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may be gone already
	}
	return found
}

// parentOf reads the parent of a process that has not ended from "pid (name)
// state parent ..."; the name may hold anything.
func parentOf(path string) (parent int, alive bool) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	if len(fields) < 2 || bytes.Equal(fields[0], []byte("Z")) {
		return 0, false
	}
	parent, err = strconv.Atoi(string(fields[1]))
	return parent, err == nil
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
