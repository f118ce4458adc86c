package cache

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// abandoned is the age at which a file that is being written was left behind
// by a process that ended.
const abandoned = time.Hour

// Close brings the parts of the folder that were written to below their bound,
// the entries that were used longest ago first. The store stays usable.
func (s *Store) Close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for shard := range s.wrote {
		s.trim(shard, MaxBytes/shards)
	}
	clear(s.wrote)
}

type entry struct {
	path string
	size int64
	used time.Time
}

// trim removes entries until a folder holds at most three quarters of limit,
// if it holds more than limit.
func (s *Store) trim(shard string, limit int64) {
	list, err := os.ReadDir(shard)
	if err != nil {
		return
	}
	var entries []entry
	var total int64
	for _, d := range list {
		info, err := d.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		e := entry{filepath.Join(shard, d.Name()), info.Size(), info.ModTime()}
		if strings.HasPrefix(d.Name(), temporary) {
			if s.now().Sub(e.used) > abandoned {
				_ = os.Remove(e.path) // another process may have done so
			}
			continue
		}
		entries = append(entries, e)
		total += e.size
	}
	if total <= limit {
		return
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.path, b.path))
	})
	for _, e := range entries {
		if total <= limit/4*3 {
			return
		}
		if os.Remove(e.path) == nil {
			total -= e.size
		}
	}
}
