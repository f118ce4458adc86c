// Package document reads a YAML or JSON file into one tree that remembers
// where everything stands, so that each later complaint can name a line and a
// column.
//
// A Document is the tree of one file; a Problem is one complaint about it. The
// tree follows the JSON data model whichever syntax the file is in: objects
// with string keys, arrays, strings, finite numbers, true, false, null. What
// YAML has beyond that is refused with a position, or read as YAML 1.2 and
// JSON agree on it (yes, no, on, off and dates are strings).
//
// The package bounds what hostile input can cost (MaxSize, MaxDepth, MaxNodes,
// MaxAliased) and never panics on input. It knows no file format; the schema
// comes in as an argument.
package document

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/obligato-dev/obligato/internal/canonical"
)

// Bounds on one document. They leave room for workflows of ten thousand agents
// and keep the worst file under a gigabyte of memory and, on a slow machine,
// ten seconds: schema validation of half a million values that all violate it.
const (
	MaxSize     = 64 << 20           // bytes
	MaxDepth    = canonical.MaxDepth // levels of arrays and objects
	MaxNodes    = 500_000            // values and keys, after aliases are expanded
	MaxAliased  = 100_000            // values that YAML aliases may add
	MaxProblems = 100                // problems that are kept; the rest is counted
)

// Position is a place in the document. The zero value is no place.
type Position struct {
	Line int // 1-based
	Col  int // 1-based byte column
}

// Document is the tree of one file.
type Document struct {
	path string
	root *node
}

// shape is a type of the JSON data model.
type shape uint8

const (
	null shape = iota
	boolean
	number
	text
	array
	object
)

// node is one value. Exactly the fields of its kind are set.
type node struct {
	kind  shape
	plain bool     // an unquoted YAML scalar, which quotes would make a string
	truth bool     // boolean
	pos   Position // of the value's first byte
	text  string   // text: the string; number: as written
	keys  []key    // object: parallel to items
	items []*node  // array, object
}

// key is one key of an object.
type key struct {
	name string
	pos  Position
}

// Parse reads one document. The name decides the syntax: .json is JSON, .yaml
// and .yml are YAML; anything else is JSON if it starts with a brace and reads
// as such, else YAML. The name is used for messages and never opened. The
// error, if any, is an *Error.
func Parse(name string, data []byte) (*Document, error) {
	data = trimBOM(data)
	problems := &list{}
	if err := admissible(data, problems); err {
		return nil, problems.err(name)
	}
	var root *node
	if isJSON(name, data) {
		root = parseJSON(data, problems)
	} else {
		root = parseYAML(data, problems)
	}
	if problems.total == 0 && (root == nil || root.kind == null) {
		problems.add(Problem{Code: CodeSyntax, Position: Position{1, 1}, Message: "the file is empty"})
	}
	if problems.total > 0 {
		return nil, problems.err(name)
	}
	return &Document{path: name, root: root}, nil
}

// trimBOM drops a UTF-8 byte order mark; editors do not count it as a column.
func trimBOM(data []byte) []byte {
	if strings.HasPrefix(string(data[:min(3, len(data))]), "\ufeff") {
		return data[3:]
	}
	return data
}

// admissible refuses what no parser should be given, and reports whether it
// did.
func admissible(data []byte, problems *list) (refused bool) {
	if len(data) > MaxSize {
		problems.add(Problem{
			Code: CodeLimit, Position: Position{1, 1},
			Message: fmt.Sprintf("the file has %d bytes; the limit is %d", len(data), MaxSize),
			Hint:    "split the file",
		})
		return true
	}
	if i := invalidByte(data); i >= 0 {
		problems.add(Problem{
			Code: CodeEncoding, Position: newLines(data).at(i),
			Message: fmt.Sprintf("byte 0x%02x is not text in UTF-8", data[i]),
			Hint:    "save the file as UTF-8",
		})
		return true
	}
	return false
}

// invalidByte returns the offset of the first byte that is not UTF-8 or is a
// NUL, or -1.
func invalidByte(data []byte) int {
	for i := 0; i < len(data); {
		if b := data[i]; b != 0 && b < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		if r == 0 || r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// Path returns the name that the document was parsed under.
func (d *Document) Path() string { return d.path }

// Position returns the place of the value that the pointer leads to: object
// keys and decimal array indices from the root. Where the tree ends before the
// pointer does, it is the place of the last value on the way.
func (d *Document) Position(pointer ...string) Position {
	n, _ := d.find(pointer)
	return n.pos
}

// KeyPosition returns the place of the key that the pointer ends in, or what
// Position returns where that is no object key.
func (d *Document) KeyPosition(pointer ...string) Position {
	if len(pointer) == 0 {
		return d.root.pos
	}
	last := len(pointer) - 1
	if parent, ok := d.find(pointer[:last]); ok && parent.kind == object {
		if i := parent.index(pointer[last]); i >= 0 {
			return parent.keys[i].pos
		}
	}
	return d.Position(pointer...)
}

// Has reports whether the pointer leads to a value, null included.
func (d *Document) Has(pointer ...string) bool {
	_, ok := d.find(pointer)
	return ok
}

// Keys lists the keys of the object that the pointer leads to, in the order of
// the file; none where it leads to no object.
func (d *Document) Keys(pointer ...string) []string {
	n, ok := d.find(pointer)
	if !ok {
		return nil
	}
	var out []string
	for _, k := range n.keys {
		out = append(out, k.name)
	}
	return out
}

// Sub returns the part of the document that the pointer leads to as a document
// of its own, with the positions that it has in the whole.
func (d *Document) Sub(pointer ...string) (*Document, bool) {
	n, ok := d.find(pointer)
	if !ok {
		return nil, false
	}
	return &Document{path: d.path, root: n}, true
}

// find follows the pointer and reports whether it got to its end.
func (d *Document) find(pointer []string) (*node, bool) {
	n := d.root
	for _, token := range pointer {
		i := n.index(token)
		if i < 0 {
			return n, false
		}
		n = n.items[i]
	}
	return n, true
}

// index returns the position of a child in items, or -1.
func (n *node) index(token string) int {
	switch n.kind {
	case object:
		for i, k := range n.keys {
			if k.name == token {
				return i
			}
		}
	case array:
		if i, ok := arrayIndex(token); ok && i < len(n.items) {
			return i
		}
	}
	return -1
}

// arrayIndex reads a decimal index without sign or leading zeros.
func arrayIndex(token string) (int, bool) {
	if token == "" || len(token) > 9 || token != "0" && token[0] == '0' {
		return 0, false
	}
	n := 0
	for _, c := range []byte(token) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// isJSON decides the syntax; see Parse.
func isJSON(name string, data []byte) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".json":
		return true
	case ".yaml", ".yml":
		return false
	}
	head := strings.TrimLeft(string(data[:min(len(data), 512)]), " \t\r\n")
	return strings.HasPrefix(head, "{") && canonical.Strict(data) == nil
}
