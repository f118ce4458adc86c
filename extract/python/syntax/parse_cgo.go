//go:build cgo

package syntax

import (
	"errors"
	"sync"
	"time"

	sitter "github.com/tree-sitter/go-tree-sitter"
	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"
)

// Available reports that this build can parse Python.
func Available() error { return nil }

// errorKind is tree-sitter's kind id of an ERROR node.
const errorKind = 0xFFFF

// chunk is how many bytes the parser is given at a time: go-tree-sitter copies
// them at each request and keeps the copies until the parse ends.
const chunk = 4 << 10

// language holds the grammar and its names by id, asked once.
type language struct {
	lang   *sitter.Language
	kinds  []string
	named  []bool
	fields []string
}

var python = sync.OnceValue(func() *language {
	l := &language{lang: sitter.NewLanguage(grammar.Language())}
	for id := range l.lang.NodeKindCount() {
		l.kinds = append(l.kinds, l.lang.NodeKindForId(uint16(id)))
		l.named = append(l.named, l.lang.NodeKindIsNamed(uint16(id)))
	}
	l.fields = append(l.fields, "") // field ids start at 1
	for id := uint32(1); id <= l.lang.FieldCount(); id++ {
		l.fields = append(l.fields, l.lang.FieldNameForId(uint16(id)))
	}
	return l
})

// parse reads the source into a tree. It counts the parser's calls back (one
// every 100 operations, 300 bytes of usual code), so that it ends at the same
// place on every machine. Recovery from errors takes the square of the text
// that is broken, and the parser does not tell that it is recovering; so a
// clock stops what the count lets through, far beyond the usual duration.
func parse(src []byte) (*tree, error) {
	l := python()
	p := sitter.NewParser()
	defer p.Close()
	if err := p.SetLanguage(l.lang); err != nil {
		return nil, err
	}
	budget := 2_000 + len(src)/50
	deadline := time.Now().Add(2*time.Second + time.Duration(len(src))*5*time.Microsecond)
	options := &sitter.ParseOptions{ProgressCallback: func(sitter.ParseState) bool {
		budget--
		return budget < 0 || budget%16 == 0 && time.Now().After(deadline)
	}}
	st := p.ParseWithOptions(func(offset int, _ sitter.Point) []byte {
		if offset >= len(src) {
			return nil
		}
		return src[offset:min(len(src), offset+chunk)]
	}, nil, options)
	if st == nil {
		return nil, errGaveUp
	}
	defer st.Close()
	t := newTree(src)
	return t, t.copy(l, st)
}

// copy walks the parser's tree once, without recursion.
func (t *tree) copy(l *language, st *sitter.Tree) error {
	cursor := st.Walk()
	defer cursor.Close()
	var open []int
	for {
		if len(t.nodes) >= maxNodes {
			return errors.New("too many syntax nodes")
		}
		open = append(open, len(t.nodes))
		t.nodes = append(t.nodes, t.read(l, cursor))
		if cursor.GotoFirstChild() {
			continue
		}
		for {
			t.nodes[open[len(open)-1]].next = len(t.nodes)
			open = open[:len(open)-1]
			if len(open) == 0 {
				return nil
			}
			if cursor.GotoNextSibling() {
				break
			}
			cursor.GotoParent()
		}
	}
}

func (t *tree) read(l *language, cursor *sitter.TreeCursor) node {
	n := cursor.Node()
	id := n.KindId()
	start, end := n.ByteRange()
	out := node{start: int(start), end: int(end), field: l.fields[cursor.FieldId()]}
	if id == errorKind || int(id) >= len(l.kinds) {
		out.kind, out.named, out.bad = "ERROR", true, true
		return out
	}
	out.kind, out.named = l.kinds[id], l.named[id]
	if start == end && n.IsMissing() {
		out.bad, out.missing = true, true
	}
	return out
}
