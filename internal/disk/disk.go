// Package disk is a directory of the disk as a file system that can tell
// cheaply that a file was not touched. A stamp is what the system knows of a
// file's state; the content of a file whose stamp is the same is the same. It
// knows nothing of what is in the files.
package disk

import (
	"encoding/binary"
	"io/fs"
	"os"
	"time"
)

// settled is the age at which a change of a file counts as past. A file that
// changed later may change again without another time, because clocks of file
// systems are coarse: up to two seconds, on FAT.
const settled = 2 * time.Second

// directory is what os.DirFS returns.
type directory interface {
	fs.StatFS
	fs.ReadDirFS
	fs.ReadFileFS
	fs.ReadLinkFS
}

// FS is a directory. Make it with Dir.
type FS struct {
	directory
	now func() time.Time
}

// Dir returns the directory as os.DirFS does; now is the clock.
func Dir(path string, now func() time.Time) *FS {
	return &FS{os.DirFS(path).(directory), now}
}

// state is what a system tells of a file beside fs.FileInfo. The time of
// change is that of the last write, rename or change of attributes, which
// programs cannot set; and a file that takes the place of another one is
// another one on its device.
type state struct {
	changed      time.Time
	device, file uint64
}

// Stamp names, in bytes of no other meaning, the state of a file that this file system described, or is empty
// where no state can be relied on: the file changed less than two seconds ago
// or, by a clock that was set back since, in the future; it is no plain file;
// or the system does not tell enough.
func (f *FS) Stamp(info fs.FileInfo) string {
	s, ok := stateOf(info)
	if !ok || !info.Mode().IsRegular() {
		return ""
	}
	past := f.now().Add(-settled)
	if info.ModTime().After(past) || s.changed.After(past) {
		return ""
	}
	b := make([]byte, 0, 40)
	for _, n := range [...]uint64{uint64(info.Size()), uint64(info.ModTime().UnixNano()), uint64(s.changed.UnixNano()), s.file, s.device} {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	return string(b)
}
