//go:build cgo

package sitter

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sitter "github.com/tree-sitter/go-tree-sitter"
	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"
)

var texts = []string{
	"", "x = 1\n", "\n\n# nothing\n", "def f(a, *b, c=1):\n    return [x for x in a if x] # é\n",
	"x = (1,\ny = 2\n", "class A(B):\n    x: int = f'{a!r:>{w}}'\n", "x = 'a\n", "if a\n    b\n", "\x01 ? def",
}

// TestSame holds that the nodes are those that go-tree-sitter gives.
func TestSame(t *testing.T) {
	l, err := New(grammar.Language())
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range texts {
		got, _, err := l.Parse([]byte(src), Options{MaxNodes: 1000, MaxOperations: 1000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(theirs(t, src), got); d != "" {
			t.Errorf("%q (-theirs +ours):\n%s", src, d)
		}
	}
}

// theirs reads the text through go-tree-sitter, node by node.
func theirs(t *testing.T, src string) []Node {
	t.Helper()
	p := sitter.NewParser()
	defer p.Close()
	if err := p.SetLanguage(sitter.NewLanguage(grammar.Language())); err != nil {
		t.Fatal(err)
	}
	tree := p.Parse([]byte(src), nil)
	defer tree.Close()
	cursor := tree.Walk()
	defer cursor.Close()
	var out []Node
	var walk func()
	walk = func() {
		n := cursor.Node()
		i := len(out)
		out = append(out, Node{
			Kind: n.Kind(), Field: cursor.FieldName(), Start: int(n.StartByte()), End: int(n.EndByte()),
			Named: n.IsNamed(), Error: n.IsError(), Missing: n.IsMissing(),
		})
		if cursor.GotoFirstChild() {
			for more := true; more; more = cursor.GotoNextSibling() {
				walk()
			}
			cursor.GotoParent()
		}
		out[i].Next = len(out)
	}
	walk()
	return out
}

func TestBounds(t *testing.T) {
	l, err := New(grammar.Language())
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x = f(1, [2])\n", 2000)
	tests := []struct {
		name, src string
		o         Options
		want      error
	}{
		{"fine", long, Options{MaxNodes: 1e6, MaxOperations: 1e6, Strict: true}, nil},
		{"broken", "x = (\n", Options{MaxNodes: 1e6, MaxOperations: 1e6, Strict: true}, ErrBroken},
		{"nodes", long, Options{MaxNodes: 100, MaxOperations: 1e6}, ErrGaveUp},
		{"operations", long, Options{MaxNodes: 1e6, MaxOperations: 10}, ErrGaveUp},
	}
	for _, tt := range tests {
		kept := []Node{{Kind: "kept"}}
		ns, _, err := l.Parse([]byte(tt.src), tt.o, kept)
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: error %v, want %v", tt.name, err, tt.want)
		}
		if err == nil && (ns[0].Kind != "kept" || ns[1].Kind != "module") {
			t.Errorf("%s: the nodes are not appended: %v", tt.name, ns[:2])
		}
	}
}
