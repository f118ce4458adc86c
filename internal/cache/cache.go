// Package cache keeps small pieces of derived data in a folder from one run to
// the next. An entry is a file that is written whole or not at all and that
// says what it must hold, so that several processes may share the folder and a
// damaged entry is the same as none. Nothing here fails: where the folder
// cannot be used, nothing is kept. It knows nothing of what is kept.
package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// MaxBytes is the size that the folder is kept below, as one run leaves it.
const MaxBytes = 256 << 20

const (
	shards   = 16             // folders, by the first digit of an entry's name
	maxEntry = 8 << 20        // bytes; more is not kept
	touch    = 24 * time.Hour // how exactly the time of the last use is known
)

// magic begins each entry; it changes with the form of the file.
var magic = []byte("obligato-cache-1\n")

// header is the size of what stands before the data: magic and checksum.
var header = len(magic) + sha256.Size

// Store is an open cache. The zero value and nil keep nothing.
type Store struct {
	dir   string
	build string
	now   func() time.Time
	stuck atomic.Bool // writing does not work here
	mu    sync.Mutex
	wrote map[string]bool // shards written to
}

// Open returns the cache in a folder, which is made when something is first
// kept. build names the program that made the data: entries of another one are
// not found. An empty dir keeps nothing.
func Open(dir, build string, now func() time.Time) *Store {
	return &Store{dir: dir, build: build, now: now, wrote: map[string]bool{}}
}

// name is the file of a key, and what its checksum starts from.
func (s *Store) name(key string) (shard, name string) {
	sum := sha256.Sum256([]byte(s.build + "\x00" + key))
	name = hex.EncodeToString(sum[:])
	return filepath.Join(s.dir, name[:1]), name
}

func checksum(name string, data []byte) []byte {
	h := sha256.New()
	h.Write([]byte(name))
	h.Write(data)
	return h.Sum(nil)
}

// Get returns what was kept under the key, or false.
func (s *Store) Get(key string) ([]byte, bool) {
	if s == nil || s.dir == "" {
		return nil, false
	}
	shard, name := s.name(key)
	path := filepath.Join(shard, name)
	info, err := os.Lstat(path) // a pipe would never answer
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxEntry || info.Size() < int64(header) {
		return nil, false
	}
	all, err := readFile(path, info.Size())
	if err != nil || !bytes.HasPrefix(all, magic) {
		return nil, false
	}
	data := all[header:]
	if !bytes.Equal(all[len(magic):header], checksum(name, data)) {
		return nil, false
	}
	if now := s.now(); now.Sub(info.ModTime()) > touch {
		_ = os.Chtimes(path, now, now) // then it is evicted sooner
	}
	return data, true
}

func readFile(path string, size int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all := make([]byte, size)
	_, err = io.ReadFull(f, all)
	return all, err
}

// Put keeps data under the key, if that is possible.
func (s *Store) Put(key string, data []byte) {
	if s == nil || s.dir == "" || s.stuck.Load() || len(data)+header > maxEntry {
		return
	}
	shard, name := s.name(key)
	if err := s.write(shard, name, data); err != nil {
		s.stuck.Store(true)
		return
	}
	s.mu.Lock()
	s.wrote[shard] = true
	s.mu.Unlock()
}

// temporary begins the names of files that are being written.
const temporary = "new-"

func (s *Store) write(shard, name string, data []byte) (err error) {
	if err := os.MkdirAll(shard, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(shard, temporary)
	if err != nil {
		return err
	}
	all := append(append(bytes.Clone(magic), checksum(name, data)...), data...)
	_, err = f.Write(all)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(shard, name))
	}
	if err != nil {
		_ = os.Remove(f.Name()) // Close removes what is left here later
	}
	return err
}
