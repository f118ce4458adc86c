package syntax

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// MaxSize is the size in bytes above which a file is not read: such files are
// data, and a tree takes about fifty times its source.
const MaxSize = 2 << 20

// maxErrors bounds the syntax errors that one file reports.
const maxErrors = 20

// errGaveUp says that the parser met its bound.
var errGaveUp = errors.New("the parser gave up")

// Errors of Parse. A file with syntax errors is not among them.
var (
	ErrTooLarge = errors.New("file too large")
	ErrNotText  = errors.New("not Python text")
)

// Parse reads one source file. Syntax errors are in File.Errors and leave the
// rest of the file usable; an error is returned only when nothing can be read.
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
	f := &File{src: src}
	t, err := parse(src)
	if errors.Is(err, errGaveUp) { // piece by piece, the damage is smaller
		l := &lowerer{t: newTree(src), file: f}
		pieces := margins(src, 0, len(src))
		if len(pieces) < 2 {
			return nil, fmt.Errorf("%w: %w", ErrNotText, err)
		}
		f.Body = l.pieces(pieces)
	} else if err != nil {
		return nil, err
	} else {
		l := &lowerer{t: t, file: f}
		f.Body = l.module(0)
	}
	sort.SliceStable(f.Errors, func(i, j int) bool {
		a, b := f.Errors[i].Pos, f.Errors[j].Pos
		return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
	})
	return f, nil
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
