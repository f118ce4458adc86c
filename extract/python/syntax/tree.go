package syntax

import (
	"bytes"
	"sort"
	"sync"
	"unsafe"
)

// tree is a parsed piece of a file as plain data: nodes in pre-order, each
// with its kind and field by name. It exists so that only one file knows the
// parser.
type tree struct {
	src   []byte // of the whole file
	str   string // the same memory, so that names are no copies
	nodes []node
	lines []int // byte offset of each line's start
	near  int   // the line that was asked for last

	addressed bool // the file may hold comments to keep
}

// node is one syntax node. Anonymous nodes (keywords, operators) are kept.
type node struct {
	kind       string
	field      string // the parent's field that it fills, or empty
	start, end int    // byte offsets
	next       int    // index behind the node's last descendant
	named      bool
	bad        bool // an ERROR node, or one that the parser inserted
	missing    bool
}

// maxNodes bounds the tree of one piece. maxKept is the size up to which a
// list of nodes is kept to be used again.
const (
	maxNodes = 20_000_000
	maxKept  = 1 << 16
)

var trees = sync.Pool{New: func() any { return new(tree) }}

// newNodes returns a tree with n nodes to fill.
func newNodes(n int) *tree {
	t := trees.Get().(*tree)
	if cap(t.nodes) < n {
		t.nodes = make([]node, n)
	}
	t.nodes, t.near = t.nodes[:n], 0
	return t
}

// release gives a tree back that is not used any more.
func (t *tree) release() {
	t.src, t.str, t.lines = nil, "", nil
	if cap(t.nodes) <= maxKept {
		trees.Put(t)
	}
}

// newTree is the tree of a file without nodes: its text and lines.
func newTree(src []byte) *tree {
	t := &tree{src: src, str: unsafe.String(unsafe.SliceData(src), len(src)), lines: make([]int, 1, bytes.Count(src, []byte{'\n'})+1), addressed: bytes.Contains(src, addressee)}
	for i, b := range src {
		if b == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// pos turns a byte offset into a 1-based line and byte column.
func (t *tree) pos(offset int) Pos {
	line := t.near
	if line < 1 || t.lines[line-1] > offset || line+2 < len(t.lines) && t.lines[line+2] <= offset {
		line = sort.SearchInts(t.lines, offset+1)
	}
	for line < len(t.lines) && t.lines[line] <= offset {
		line++
	}
	t.near = line
	return Pos{Line: line, Col: offset - t.lines[line-1] + 1}
}

func (t *tree) text(i int) string { return t.str[t.nodes[i].start:t.nodes[i].end] }

// children lists the named children that are no comments.
func (t *tree) children(i int) []int {
	var out []int
	for c := i + 1; c < t.nodes[i].next; c = t.nodes[c].next {
		if n := &t.nodes[c]; n.named && n.kind != "comment" && n.kind != "line_continuation" {
			out = append(out, c)
		}
	}
	return out
}

// all lists all children.
func (t *tree) all(i int) []int {
	var out []int
	for c := i + 1; c < t.nodes[i].next; c = t.nodes[c].next {
		out = append(out, c)
	}
	return out
}

// child returns the first child in the field, or -1.
func (t *tree) child(i int, field string) int {
	for c := i + 1; c < t.nodes[i].next; c = t.nodes[c].next {
		if t.nodes[c].field == field && t.nodes[c].kind != "comment" {
			return c
		}
	}
	return -1
}

// has reports whether a child of that kind exists.
func (t *tree) has(i int, kind string) bool {
	for c := i + 1; c < t.nodes[i].next; c = t.nodes[c].next {
		if t.nodes[c].kind == kind {
			return true
		}
	}
	return false
}
