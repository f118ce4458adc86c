package manifest

import (
	"fmt"
	"strconv"
	"strings"
)

// Position is a place in a source file, written path:line:col. The zero value
// means that the place is not known and is left out of every output.
type Position struct {
	Path string // slash-separated, relative to the extraction root
	Line int    // 1-based
	Col  int    // 1-based byte column
}

// IsZero reports whether the place is unknown.
func (p Position) IsZero() bool { return p == Position{} }

// String returns path:line:col, without the parts that are not known.
func (p Position) String() string {
	switch {
	case p.IsZero():
		return ""
	case p.Line == 0:
		return p.Path
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.Path, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.Path, p.Line, p.Col)
}

// Compare orders positions by path, line and column.
func (p Position) Compare(q Position) int {
	if c := strings.Compare(p.Path, q.Path); c != 0 {
		return c
	}
	if p.Line != q.Line {
		return p.Line - q.Line
	}
	return p.Col - q.Col
}

// MarshalText implements encoding.TextMarshaler; JSON and YAML use it.
func (p Position) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It reads what String
// writes; a path may itself hold colons.
func (p *Position) UnmarshalText(text []byte) error {
	*p = ParsePosition(string(text))
	return nil
}

// ParsePosition reads path, path:line or path:line:col.
func ParsePosition(s string) Position {
	head, last, ok := cutNumber(s)
	if !ok {
		return Position{Path: s}
	}
	if path, line, ok := cutNumber(head); ok {
		return Position{Path: path, Line: line, Col: last}
	}
	return Position{Path: head, Line: last}
}

// cutNumber splits a positive decimal number off the end of "head:number".
func cutNumber(s string) (head string, number int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	if err != nil || n <= 0 {
		return s, 0, false
	}
	return s[:i], n, true
}
