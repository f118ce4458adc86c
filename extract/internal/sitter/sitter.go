//go:build cgo

// Package sitter parses source text with a tree-sitter grammar and answers
// with the tree as a flat list of nodes in pre-order. It makes one call into C
// for a text where go-tree-sitter makes several for each node, which took
// longer than parsing. It knows no language: a grammar comes in as a value.
package sitter

// #include <stdlib.h>
// #include "walk.h"
import "C"

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	sitter "github.com/tree-sitter/go-tree-sitter" // links the C library
)

// Errors of Parse.
var (
	// ErrBroken says that the text has a syntax error.
	ErrBroken = errors.New("syntax error")
	// ErrGaveUp says that a bound was met.
	ErrGaveUp = errors.New("the parser gave up")
)

// Language is a grammar with the names of its kinds and fields.
type Language struct {
	lang   unsafe.Pointer
	kinds  []Kind
	fields []string
}

// Kind describes one kind of node.
type Kind struct {
	Name  string
	Named bool // a rule of the grammar, no keyword or operator
}

// plainAllocator undoes what go-tree-sitter does when it is loaded: each piece
// of memory that the parser takes is a call into Go, with which parsing takes
// 1.6 times as much processor time (BenchmarkParse). The memory is the same,
// from malloc.
var plainAllocator = sync.OnceFunc(useAllocatorOfC)

func useAllocatorOfC() { C.obligato_plain_allocator() }

// errorKind is tree-sitter's kind of an ERROR node.
const errorKind = 0xFFFF

// New reads the names of a grammar, as the Language function of a grammar's
// Go binding gives it.
func New(grammar unsafe.Pointer) (*Language, error) {
	plainAllocator()
	l := sitter.NewLanguage(grammar)
	if v := l.AbiVersion(); v < sitter.MIN_COMPATIBLE_LANGUAGE_VERSION || v > sitter.LANGUAGE_VERSION {
		return nil, fmt.Errorf("load grammar: its format %d is not supported", v)
	}
	out := &Language{lang: grammar, fields: []string{""}} // field ids start at 1
	for id := range l.NodeKindCount() {
		out.kinds = append(out.kinds, Kind{l.NodeKindForId(uint16(id)), l.NodeKindIsNamed(uint16(id))})
	}
	for id := uint32(1); id <= l.FieldCount(); id++ {
		out.fields = append(out.fields, l.FieldNameForId(uint16(id)))
	}
	return out, nil
}

// Node is one syntax node. Keywords and operators are nodes, too.
type Node struct {
	Kind       string
	Field      string // the parent's field that it fills, or empty
	Start, End int    // byte offsets
	Next       int    // index behind the node's last descendant
	Named      bool
	Error      bool // could not be read
	Missing    bool // inserted by the parser
}

// Options bound one call of Parse.
type Options struct {
	// Strict makes any syntax error an error, soon after it is met. Without
	// it the parser recovers, for which it may take the square of the text.
	Strict bool
	// MaxNodes bounds the tree, and MaxOperations the work, in hundreds of the
	// parser's operations. They count the same on every machine.
	MaxNodes, MaxOperations int
}

// Parse reads a text of less than 4 GiB into nodes, the root first, which are
// appended to into. With ErrBroken and ErrGaveUp comes the byte offset at
// which the parser stopped, or 0 when it read everything.
func (l *Language) Parse(src []byte, o Options, into []Node) (nodes []Node, stopped int, err error) {
	text := (*C.char)(unsafe.Pointer(unsafe.SliceData(src)))
	var t C.obligato_tree
	code := C.obligato_parse((*C.TSLanguage)(l.lang), text, C.uint32_t(len(src)), C.bool(o.Strict),
		C.uint32_t(o.MaxOperations), C.uint32_t(o.MaxNodes), &t)
	defer C.free(unsafe.Pointer(t.nodes))
	switch code {
	case C.PARSE_DONE:
		return l.nodes(unsafe.Slice(t.nodes, int(t.count)), into), 0, nil
	case C.PARSE_BROKEN:
		return nil, int(t.stopped), ErrBroken
	case C.PARSE_TOO_MANY:
		return nil, 0, fmt.Errorf("%w: more than %d syntax nodes", ErrGaveUp, o.MaxNodes)
	case C.PARSE_NO_MEMORY:
		return nil, 0, fmt.Errorf("%w: no memory", ErrGaveUp)
	}
	return nil, int(t.stopped), ErrGaveUp
}

func (l *Language) nodes(flat []C.obligato_node, into []Node) []Node {
	for i := range flat {
		f := &flat[i]
		n := Node{
			Field: l.fields[f.field], Start: int(f.start), End: int(f.end), Next: int(f.next),
			Error: f.flags&C.NODE_ERROR != 0, Missing: f.flags&C.NODE_MISSING != 0,
		}
		if f.kind == errorKind || int(f.kind) >= len(l.kinds) {
			n.Kind, n.Named, n.Error = "ERROR", true, true
		} else {
			n.Kind, n.Named = l.kinds[f.kind].Name, l.kinds[f.kind].Named
		}
		into = append(into, n)
	}
	return into
}
