package syntax

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// MaxSize is the size in bytes above which a file is not read: such files are
// data, and what is made of one takes up to twenty times its source.
const MaxSize = 16 << 20

// maxErrors bounds the syntax errors that one file reports.
const maxErrors = 20

// Errors of Parse. A file with syntax errors is not among them.
var (
	ErrTooLarge = errors.New("file too large")
	ErrNotText  = errors.New("not Python text")
)

// Parse reads one source file. Syntax errors are in File.Errors and leave the
// rest of the file usable; an error is returned only when nothing can be read.
// The text must not change afterwards: nodes point into it.
func Parse(src []byte) (*File, error) {
	if err := Available(); err != nil {
		return nil, err
	}
	if len(src) > MaxSize {
		return nil, fmt.Errorf("%w: %d bytes, the bound is %d", ErrTooLarge, len(src), MaxSize)
	}
	if i := bytes.IndexByte(src, 0); i >= 0 {
		return nil, fmt.Errorf("%w: NUL byte at offset %d", ErrNotText, i)
	}
	if !utf8.Valid(src) {
		return nil, fmt.Errorf("%w: it is not UTF-8", ErrNotText)
	}
	f := &File{src: lineFeeds(src)}
	f.parse()
	slices.SortStableFunc(f.Errors, func(a, b Error) int { return a.Pos.compare(b.Pos) })
	slices.SortStableFunc(f.Comments, func(a, b Comment) int { return a.Pos.compare(b.Pos) })
	return f, nil
}

// lineFeeds writes line ends that are a carriage return alone as line feeds,
// as Python reads them and the parser does not.
func lineFeeds(src []byte) []byte {
	out := src
	for i, b := range src {
		if b != '\r' || i+1 < len(src) && src[i+1] == '\n' {
			continue
		}
		if &out[0] == &src[0] {
			out = bytes.Clone(src)
		}
		out[i] = '\n'
	}
	return out
}

// wave is how many ranges of a file are parsed before it is decided whether to
// go on: a number of its own, because it shows in what a broken file gives.
const wave = 32

// parse reads the file in ranges, side by side.
func (f *File) parse() {
	t := newTree(f.src)
	whole := compound{span: span{0, len(f.src)}}
	us := []compound{whole}
	if len(f.src) > maxPiece {
		whole.lines = lines(f.src, 0, len(f.src))
		us = units(compounds(f.src, whole.lines, 0, len(f.src)))
	}
	for broken := 0; len(us) > 0; {
		n := min(wave, len(us))
		for _, l := range f.ranges(t, us[:n]) {
			f.Body = append(f.Body, l.stmts...)
			broken += l.broken
			f.Comments = append(f.Comments, l.file.Comments[:min(len(l.file.Comments), maxComments-len(f.Comments))]...)
			for _, e := range l.file.Errors {
				f.report(e.Pos, "%s", e.Message)
			}
		}
		if us = us[n:]; len(us) > 0 && broken > maxBroken {
			f.report(t.pos(us[0].start), "too many errors: the rest of the file is not read")
			return
		}
	}
}

// ranges lowers ranges of the file, in their order.
func (f *File) ranges(t *tree, us []compound) []*lowerer {
	out := make([]*lowerer, len(us))
	one := func(i int) {
		base := *t
		l := &lowerer{t: &base, file: &File{src: f.src}, maxWork: 1<<20 + maxWork*(us[i].end-us[i].start)}
		l.stmts = l.region(us[i])
		out[i] = l
	}
	workers := min(len(us), runtime.GOMAXPROCS(0))
	if workers < 2 || len(us) < 4 {
		for i := range us {
			one(i)
		}
		return out
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(us); i = int(next.Add(1)) - 1 {
				one(i)
			}
		})
	}
	wait.Wait()
	return out
}

// report adds a syntax error, unless there are enough of them.
func (f *File) report(p Pos, format string, args ...any) {
	if len(f.Errors) == maxErrors {
		f.Errors = append(f.Errors, Error{Pos: p, Message: "more errors follow and are not listed"})
	}
	if len(f.Errors) > maxErrors {
		return
	}
	f.Errors = append(f.Errors, Error{Pos: p, Message: fmt.Sprintf(format, args...)})
}

// oneLine folds white space and cuts the text to at most n bytes.
func oneLine(src []byte, n int) string {
	if len(src) > 16*n {
		src = src[:16*n]
	}
	s := strings.Join(strings.Fields(strings.ToValidUTF8(string(src), "")), " ")
	if len(s) <= n {
		return s
	}
	cut := n - len("…")
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
