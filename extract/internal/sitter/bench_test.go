//go:build cgo

package sitter

import (
	"errors"
	"strings"
	"testing"

	sitter "github.com/tree-sitter/go-tree-sitter"
	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"
)

// BenchmarkParse parses 6 KB of text: "tree" only builds the tree and copies
// nothing, "nodes" is Parse as it is used. Each runs with C's allocator, as
// this package sets it, and with the one that go-tree-sitter sets when it is
// loaded.
func BenchmarkParse(b *testing.B) {
	l, err := New(grammar.Language())
	if err != nil {
		b.Fatal(err)
	}
	text := []byte(strings.Repeat("def f(key: str, *, n=1) -> list[str]:\n    \"\"\"Do it.\"\"\"\n    out = {k: v for k, v in self.items(key) if v is not None}\n    return sorted(out, key=lambda x: x[0])[:n]\n\n\n", 32))
	for _, allocator := range []string{"c", "go"} {
		b.Run("allocator="+allocator, func(b *testing.B) {
			if allocator == "go" {
				sitter.SetAllocator(nil, nil, nil, nil)
				defer useAllocatorOfC()
			}
			b.Run("tree", func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					if _, _, err := l.Parse(text, Options{MaxOperations: 1 << 30}, nil); !errors.Is(err, ErrGaveUp) {
						b.Fatal(err)
					}
				}
			})
			b.Run("nodes", func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				var ns []Node
				for b.Loop() {
					if ns, _, err = l.Parse(text, Options{MaxNodes: 1 << 30, MaxOperations: 1 << 30}, ns[:0]); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}
