package disk

import (
	"io/fs"
	"syscall"
	"time"
)

func stateOf(info fs.FileInfo) (state, bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return state{}, false
	}
	return state{time.Unix(0, s.Ctim.Nano()), uint64(s.Dev), s.Ino}, true
}
