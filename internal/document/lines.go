package document

import (
	"sort"
	"unicode/utf8"
)

// lines converts byte offsets to positions. A line ends at \n, as editors and
// compilers count.
type lines struct {
	size   int
	starts []int // offset of the first byte of each line
}

func newLines(data []byte) *lines {
	l := &lines{size: len(data), starts: []int{0}}
	for i, b := range data {
		if b == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// at returns the position of an offset; offsets outside the data stand for its
// first or last byte, so that every position lies inside the file.
func (l *lines) at(offset int) Position {
	offset = max(0, min(offset, l.size-1))
	i := sort.SearchInts(l.starts, offset+1) - 1
	return Position{Line: i + 1, Col: offset - l.starts[i] + 1}
}

// yamlLines converts the marks of yaml.v3, which count characters and end a
// line at every break of YAML 1.1 (also CR, NEL, LS and PS), to positions.
type yamlLines struct {
	data   []byte
	starts []int // offset of the first byte of each YAML line
	// stops are the offsets of every stopWidth-th character of every line, and
	// first is the index of each line's first stop. Without them, a file of one
	// long line would take time in the square of its size.
	stops []int
	first []int
	real  *lines
}

// stopWidth is in characters.
const stopWidth = 256

func newYAMLLines(data []byte) *yamlLines {
	l := &yamlLines{data: data, starts: []int{0}, first: []int{0}, real: newLines(data)}
	column := 0
	for i := 0; i < len(data); {
		if n := breakAt(data[i:]); n > 0 {
			i, column = i+n, 0
			l.starts = append(l.starts, i)
			l.first = append(l.first, len(l.stops))
			continue
		}
		_, size := utf8.DecodeRune(data[i:])
		i += size
		if column++; column%stopWidth == 0 {
			l.stops = append(l.stops, i)
		}
	}
	return l
}

// breakAt returns the length of the line break that data starts with, or 0.
func breakAt(data []byte) int {
	switch data[0] {
	case '\n':
		return 1
	case '\r':
		if len(data) > 1 && data[1] == '\n' {
			return 2
		}
		return 1
	case 0xC2: // U+0085
		if len(data) > 1 && data[1] == 0x85 {
			return 2
		}
	case 0xE2: // U+2028, U+2029
		if len(data) > 2 && data[1] == 0x80 && (data[2] == 0xA8 || data[2] == 0xA9) {
			return 3
		}
	}
	return 0
}

// at returns the position of a mark: line and column from 1, the column in
// characters.
func (l *yamlLines) at(line, column int) Position {
	if line < 1 || len(l.data) == 0 {
		return l.real.at(0)
	}
	if line > len(l.starts) {
		return l.real.at(len(l.data))
	}
	offset, column := l.stop(line-1, max(0, column-1))
	for ; column > 0 && offset < len(l.data); column-- {
		_, size := utf8.DecodeRune(l.data[offset:])
		offset += size
	}
	return l.real.at(offset)
}

// stop returns the last stop at or before a character of a line, both from 0,
// and how many characters remain from there.
func (l *yamlLines) stop(line, column int) (offset, rest int) {
	first, end := l.first[line], len(l.stops)
	if line+1 < len(l.first) {
		end = l.first[line+1]
	}
	n := min(column/stopWidth, end-first)
	if n == 0 {
		return l.starts[line], column
	}
	return l.stops[first+n-1], column - n*stopWidth
}

// text returns the position of the first byte of a YAML line that is not
// blank.
func (l *yamlLines) text(line int) Position {
	line = max(1, min(line, len(l.starts)))
	offset := l.starts[line-1]
	for offset < len(l.data) && (l.data[offset] == ' ' || l.data[offset] == '\t') {
		offset++
	}
	return l.real.at(offset)
}
