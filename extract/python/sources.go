package python

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// source is a file as it was read and parsed.
type source struct {
	src     []byte
	readErr error
	large   bool // it is larger than is read
	sum     string
	file    *syntax.File
	err     error // why it could not be parsed
	parsed  bool
	cells   *notebook // of a notebook
	isCells bool
}

// maxNotebook is the size in bytes above which a notebook is not read: outputs
// make them larger than programs.
const maxNotebook = 4 * syntax.MaxSize

// readSource reads a file within the bound on its size.
func readSource(fsys fs.FS, p string) *source {
	s := &source{isCells: isNotebook(p)}
	bound := syntax.MaxSize
	if s.isCells {
		bound = maxNotebook
	}
	f, err := fsys.Open(p)
	if err != nil {
		s.readErr = err
		return s
	}
	defer f.Close()
	var size int64
	if info, err := f.Stat(); err == nil {
		size = info.Size()
	}
	if size > int64(bound) {
		s.large = true
		return s
	}
	s.src, s.readErr = readAll(io.LimitReader(f, int64(bound)+1), int(size))
	if len(s.src) > bound {
		s.src, s.large = nil, true
	}
	return s
}

// readAll is io.ReadAll for a reader that probably holds size bytes.
func readAll(r io.Reader, size int) ([]byte, error) {
	buf := make([]byte, 0, size+1)
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return nil, err
		}
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
	}
}

// parse parses the file, or takes it from the cache.
func (s *source) parse(cache extract.Cache) {
	if s.parsed || s.readErr != nil || s.large {
		return
	}
	s.parsed = true
	sum := sha256.Sum256(s.src)
	s.sum = hex.EncodeToString(sum[:])
	if s.isCells {
		s.file, s.cells, s.err = parseNotebook(s.src)
		return
	}
	if cache == nil {
		s.file, s.err = syntax.Parse(s.src)
		return
	}
	key := "python-" + Version + "-" + syntax.Layout() + "-" + s.sum
	if data, ok := cache.Get(key); ok {
		if s.file, s.err = syntax.Decode(data, s.src); s.err == nil {
			return
		}
	}
	if s.file, s.err = syntax.Parse(s.src); s.err != nil {
		return
	}
	if data, err := s.file.Encode(); err == nil {
		cache.Put(key, data)
	}
}

// sideBySide calls do for 0 to n-1 on all processors.
func sideBySide(n int, do func(int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers < 2 {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wait.Wait()
}

// readAhead is how many files are read before their bytes are counted.
const readAhead = 32

// prepare reads the files of the pass, decides which take part, and parses
// those. It returns their paths in the order of the pass. What does not fit
// into the bound on all bytes is left to load, which reports it.
func (m *machine) prepare() []string {
	files := m.withoutSDK(m.pass.Files)
	m.sources = make(map[string]*source, len(files))
	for at, total := 0, 0; at < len(files) && total <= maxBytesRead; {
		n := min(readAhead, len(files)-at)
		batch := make([]*source, n)
		sideBySide(n, func(i int) { batch[i] = readSource(m.pass.FS, files[at+i]) })
		for i, s := range batch {
			m.sources[files[at+i]] = s
			total += len(s.src)
		}
		at += n
	}
	taken := m.takePart(files)
	sideBySide(len(taken), func(i int) {
		if s := m.sources[taken[i]]; s != nil {
			s.parse(m.pass.Cache)
		}
	})
	m.passOver(len(files) - len(taken))
	return taken
}

// passOver says how many files were not read as programs. It is no finding of
// the manifest: nothing is missing.
func (m *machine) passOver(n int) {
	m.passed = n
	if n > 0 && m.pass.Report != nil {
		m.pass.Report(extract.Diagnostic{
			Code: codePassedOver, Level: manifest.LevelNote,
			Message: fmt.Sprintf("%d of %d files neither name the SDK nor import one that does: they are read only where an import leads to them", n, len(m.pass.Files)),
		})
	}
}
