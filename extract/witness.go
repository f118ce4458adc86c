package extract

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Stamper is a file system that can tell cheaply that a file was not touched.
type Stamper interface {
	fs.FS
	// Stamp names the state of a file by what this file system said of it. Two
	// equal stamps, whenever they were taken, mean the same content. It is
	// empty where that cannot be said, such as of a file that changed so
	// recently that another change might go unseen. A file system without
	// such times, as of a git revision, is no Stamper.
	Stamp(info fs.FileInfo) string
}

// witness is a file system that notes what it was asked and a hash of what it
// answered. Several goroutines may use it at once.
type witness struct {
	fsys  fs.FS
	stamp func(fs.FileInfo) string
	mu    sync.Mutex
	seen  map[question]answer
	lost  bool // something was asked that cannot be asked again
}

func newWitness(fsys fs.FS) *witness {
	w := &witness{fsys: fsys, seen: map[question]answer{}, stamp: func(fs.FileInfo) string { return "" }}
	if s, ok := fsys.(Stamper); ok {
		w.stamp = s.Stamp
	}
	return w
}

// answer is what a file system answered, or a hash of it. Stamp is that of a
// file that was read, taken before; or empty.
type answer struct{ Text, Stamp string }

// question is one request to a file system.
type question struct {
	Kind string // how it was asked: one of the constants below
	Path string
}

// Kinds of questions.
const (
	askRead = "read" // the whole content of a file
	askStat = "stat" // what kind of file it is, and how large
	askList = "list" // the names and kinds in a directory
)

// observation is a question with its answer.
type observation struct {
	question
	answer
}

// maxWitnessed is the size in bytes above which a file's content is no answer:
// then its size is one, and reading it makes the run one that is not kept.
const maxWitnessed = 64 << 20

func (w *witness) note(kind, path, text string) { w.noteStamped(kind, path, answer{Text: text}) }

func (w *witness) noteStamped(kind, path string, a answer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	q := question{kind, path}
	if old, ok := w.seen[q]; ok {
		if old.Text != a.Text {
			w.lost = true // it changed while it was read
		}
		if old.Stamp != a.Stamp {
			a.Stamp = ""
		}
	}
	w.seen[q] = a
}

func (w *witness) observations() []observation {
	out := make([]observation, 0, len(w.seen))
	for q, answer := range w.seen {
		out = append(out, observation{q, answer})
	}
	slices.SortFunc(out, func(a, b observation) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Kind, b.Kind))
	})
	return out
}

// Open implements fs.FS.
func (w *witness) Open(name string) (fs.File, error) {
	f, err := w.fsys.Open(name)
	if err != nil {
		w.note(askRead, name, failed(err))
		return nil, err
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxWitnessed {
		w.note(askStat, name, kindOf(info, err))
		return &unwitnessed{File: f, w: w}, nil
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxWitnessed+1))
	if err != nil || len(data) > maxWitnessed {
		w.mu.Lock()
		w.lost = true
		w.mu.Unlock()
	} else {
		w.noteStamped(askRead, name, answer{digest(data), w.stamp(info)})
	}
	return &inMemory{Reader: bytes.NewReader(data), info: info, err: err}, nil
}

// Stat implements fs.StatFS.
func (w *witness) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(w.fsys, name)
	w.note(askStat, name, kindOf(info, err))
	return info, err
}

// ReadDir implements fs.ReadDirFS.
func (w *witness) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(w.fsys, name)
	w.note(askList, name, listing(list, err))
	return list, err
}

// unwitnessed is an open file of which reading is not noted.
type unwitnessed struct {
	fs.File
	w *witness
}

func (u *unwitnessed) Read(p []byte) (int, error) {
	u.w.mu.Lock()
	u.w.lost = true
	u.w.mu.Unlock()
	return u.File.Read(p)
}

// ReadDir lists a directory that was opened.
func (u *unwitnessed) ReadDir(n int) ([]fs.DirEntry, error) {
	u.w.mu.Lock()
	u.w.lost = true
	u.w.mu.Unlock()
	if d, ok := u.File.(fs.ReadDirFile); ok {
		return d.ReadDir(n)
	}
	return nil, errors.New("not a directory")
}

// inMemory is an open file that was read.
type inMemory struct {
	*bytes.Reader
	info fs.FileInfo
	err  error // after the data
}

func (f *inMemory) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *inMemory) Close() error               { return nil }

func (f *inMemory) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err == io.EOF && f.err != nil {
		err = f.err
	}
	return n, err
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func failed(err error) string { return "error: " + reason(err) }

// kindOf is the answer to a stat. The size of a directory means nothing.
func kindOf(info fs.FileInfo, err error) string {
	switch {
	case err != nil:
		return failed(err)
	case info.IsDir():
		return "directory"
	}
	return fmt.Sprintf("%s of %d bytes", info.Mode().Type(), info.Size())
}

func listing(list []fs.DirEntry, err error) string {
	h := sha256.New()
	for _, e := range list {
		fmt.Fprintf(h, "%q %s\n", e.Name(), e.Type()) // a hash: no error
	}
	if err != nil {
		return failed(err)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// unchanged asks everything again, and of a file with a stamp only for the
// stamp. Where content was the same and its stamp is another one now, asked
// takes up the new one, and restamped says so.
func unchanged(fsys fs.FS, asked []observation) (same, restamped bool) {
	stamper, _ := fsys.(Stamper)
	var next atomic.Int64
	var changed, stamped atomic.Bool
	var wait sync.WaitGroup
	for range min(len(asked), runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			w := newWitness(fsys)
			for i := int(next.Add(1)) - 1; i < len(asked) && !changed.Load(); i = int(next.Add(1)) - 1 {
				o := &asked[i]
				if o.Stamp != "" && stamper != nil && stampOf(stamper, o.Path) == o.Stamp {
					continue
				}
				now := w.ask(o.question)
				if now.Text != o.Text {
					changed.Store(true)
				} else if now.Stamp != "" && now.Stamp != o.Stamp {
					o.Stamp = now.Stamp
					stamped.Store(true)
				}
			}
		})
	}
	wait.Wait()
	return !changed.Load(), stamped.Load()
}

func stampOf(s Stamper, path string) string {
	info, err := fs.Stat(s, path)
	if err != nil {
		return ""
	}
	return s.Stamp(info)
}

// ask puts one question and returns the answer.
func (w *witness) ask(q question) answer {
	switch q.Kind {
	case askRead:
		if f, err := w.Open(q.Path); err == nil {
			f.Close()
		}
	case askStat:
		if _, err := w.Stat(q.Path); err != nil {
			return answer{Text: failed(err)}
		}
	case askList:
		if _, err := w.ReadDir(q.Path); err != nil {
			return answer{Text: failed(err)}
		}
	}
	return w.seen[q]
}
