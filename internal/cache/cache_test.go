package cache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func open(t *testing.T, dir, build string) *Store {
	t.Helper()
	return Open(dir, build, time.Now)
}

// files lists all files below the folder.
func files(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestKeeps(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "later")
	s := open(t, dir, "one")
	if _, ok := s.Get("a"); ok {
		t.Error("found in an empty cache")
	}
	s.Put("a", []byte("data"))
	s.Put("empty", nil)
	for _, again := range []*Store{s, open(t, dir, "one")} {
		if data, ok := again.Get("a"); !ok || string(data) != "data" {
			t.Errorf("got %q, %v", data, ok)
		}
		if data, ok := again.Get("empty"); !ok || len(data) != 0 {
			t.Errorf("got %q, %v for no data", data, ok)
		}
	}
	if _, ok := open(t, dir, "two").Get("a"); ok {
		t.Error("another build found it")
	}
	info, err := os.Stat(files(t, dir)[0])
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v: others could read it", info.Mode(), err)
	}
}

func TestDamaged(t *testing.T) {
	data := bytes.Repeat([]byte("data"), 100)
	tests := []struct {
		name   string
		damage func(path string, all []byte) error
	}{
		{"cut", func(p string, all []byte) error { return os.WriteFile(p, all[:len(all)-1], 0o600) }},
		{"flipped", func(p string, all []byte) error { all[len(all)/2] ^= 1; return os.WriteFile(p, all, 0o600) }},
		{"grown", func(p string, all []byte) error { return os.WriteFile(p, append(all, 'x'), 0o600) }},
		{"empty", func(p string, _ []byte) error { return os.WriteFile(p, nil, 0o600) }},
		{"huge", func(p string, _ []byte) error { return os.Truncate(p, 1<<40) }},
		{"directory", func(p string, _ []byte) error { return replace(p, func() error { return os.Mkdir(p, 0o700) }) }},
		{"link", func(p string, _ []byte) error { return replace(p, func() error { return os.Symlink("/dev/zero", p) }) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir, "")
			s.Put("a", data)
			path := files(t, dir)[0]
			all, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := tt.damage(path, all); err != nil {
				t.Skip(err)
			}
			if got, ok := s.Get("a"); ok {
				t.Errorf("got %d bytes", len(got))
			}
			s.Put("a", data)
			if got, ok := s.Get("a"); tt.name != "directory" && (!ok || !bytes.Equal(got, data)) {
				t.Error("it was not written anew")
			}
		})
	}
}

func replace(path string, with func() error) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	return with()
}

// TestOtherName holds that an entry does not answer for another key.
func TestOtherName(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, "")
	s.Put("a", []byte("data"))
	shard, name := s.name("b")
	if err := os.MkdirAll(shard, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(files(t, dir)[0], filepath.Join(shard, name)); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Get("b"); ok {
		t.Error("an entry of another key was taken")
	}
}

func TestUnusable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Store{nil, {}, open(t, "", ""), open(t, file, ""), open(t, "/proc/no/such", "")} {
		s.Put("a", []byte("data"))
		s.Put("a", []byte("data"))
		if _, ok := s.Get("a"); ok {
			t.Error("found where nothing can be kept")
		}
		s.Close()
	}
}

func TestTrim(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	s := Open(dir, "", func() time.Time { return now })
	shard := filepath.Join(dir, "0")
	if err := os.MkdirAll(shard, 0o700); err != nil {
		t.Fatal(err)
	}
	at := func(name string, size int, age time.Duration) {
		p := filepath.Join(shard, name)
		if err := os.WriteFile(p, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(p, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 10 {
		at(fmt.Sprintf("0%d", i), 100, time.Duration(i)*time.Minute)
	}
	at(temporary+"old", 100, 2*abandoned)
	at(temporary+"young", 100, time.Minute)
	s.trim(shard, 1000)
	if got := len(files(t, dir)); got != 11 {
		t.Errorf("%d files left within the bound, want 11", got)
	}
	s.trim(shard, 800)
	var left []string
	for _, f := range files(t, dir) {
		left = append(left, filepath.Base(f))
	}
	want := "[00 01 02 03 04 05 " + temporary + "young]"
	if fmt.Sprint(left) != want {
		t.Errorf("left %v, want %s", left, want)
	}
}

// TestUsed holds that an entry that is used counts as young.
func TestUsed(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, "")
	s.Put("a", []byte("data"))
	path := files(t, dir)[0]
	old := time.Now().Add(-100 * time.Hour)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	s.Get("a")
	if info, err := os.Stat(path); err != nil || time.Since(info.ModTime()) > time.Hour {
		t.Errorf("last use %v, %v", info.ModTime(), err)
	}
}

func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	var wait sync.WaitGroup
	for w := range 8 {
		s := open(t, dir, "")
		wait.Go(func() {
			for i := range 50 {
				key := fmt.Sprint(i % 7)
				s.Put(key, bytes.Repeat([]byte(key), 1000))
				if data, ok := s.Get(key); !ok || !bytes.Equal(data, bytes.Repeat([]byte(key), 1000)) {
					t.Errorf("process %d: %s is wrong", w, key)
				}
			}
			s.Close()
		})
	}
	wait.Wait()
	for _, f := range files(t, dir) {
		if len(filepath.Base(f)) != 64 {
			t.Errorf("left behind: %s", f)
		}
	}
}
