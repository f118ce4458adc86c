package worker

import (
	"strings"
	"sync"
	"unicode"
)

// MaxOutput bounds what is kept of the text that a worker prints, in bytes.
// The end is kept: that is where an error stands.
const MaxOutput = 8 << 10

// tail keeps the end of what is written to it. It may be used from several
// goroutines.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(p) > MaxOutput {
		t.kept = append(t.kept[:0], p[len(p)-MaxOutput:]...)
		return len(p), nil
	}
	if over := len(t.kept) + len(p) - MaxOutput; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	t.kept = append(t.kept, p...)
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return clean(string(t.kept))
}

// clean takes out bad UTF-8 and everything that is neither printable nor a
// line end or tab.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(s, "\ufffd"))
}
