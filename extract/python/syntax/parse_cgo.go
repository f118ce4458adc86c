//go:build cgo

package syntax

import (
	"sync"

	"github.com/obligato-dev/obligato/extract/internal/sitter"
	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"
)

// Available reports that this build can parse Python.
func Available() error {
	_, err := python()
	return err
}

var python = sync.OnceValues(func() (*sitter.Language, error) { return sitter.New(grammar.Language()) })

// buffers are lists of nodes that are used again.
var buffers = sync.Pool{New: func() any { return new([]sitter.Node) }}

// parse reads a piece of source that stands at the offset start of its file.
// The bound on operations, 100 for 300 bytes of usual code, is far from what
// a piece needs; it keeps the time of a large one within bounds.
func parse(src []byte, start int, strict bool) (*tree, error) {
	l, err := python()
	if err != nil {
		return nil, err
	}
	buf := buffers.Get().(*[]sitter.Node)
	defer buffers.Put(buf)
	ns, _, err := l.Parse(src, sitter.Options{Strict: strict, MaxNodes: maxNodes, MaxOperations: 2_000 + len(src)/20}, (*buf)[:0])
	if err != nil {
		return nil, err
	}
	if cap(ns) < maxKept {
		*buf = ns
	}
	t := newNodes(len(ns))
	for i := range ns {
		n := &ns[i]
		t.nodes[i] = node{
			kind: n.Kind, field: n.Field, start: n.Start + start, end: n.End + start,
			next: n.Next, named: n.Named, bad: n.Error || n.Missing, missing: n.Missing,
		}
	}
	return t, nil
}
