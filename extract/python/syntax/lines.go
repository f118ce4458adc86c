package syntax

import "bytes"

// A file is cut into pieces that are parsed by themselves, for three reasons:
// a mistake costs only its piece, the parser's recovery takes the square of
// what it is given, and pieces can be parsed side by side. To cut safely, only
// strings, brackets and line ends need to be known.

// line is one logical line: a statement, or the head of a compound one.
type line struct {
	start  int  // byte offset of the physical line it begins on
	at     int  // byte offset of its first token
	end    int  // byte offset behind its line end
	indent int  // columns, tabs to the next multiple of 8
	opens  bool // it ends with a colon, so that a block may follow
	odd    bool // its brackets do not match
}

// Bounds of a text in which much stays open, each of which is looked for to
// the end of the text.
const (
	maxLost   = 50      // lines, and then only openReach bytes are looked at
	maxGone   = 2_000   // lines, and then the rest is one line
	openReach = 4 << 10 // bytes
)

// maxFormat bounds how deeply formatted strings are read into one another.
const maxFormat = 20

// scanner finds logical lines.
type scanner struct {
	src      []byte
	end      int
	i        int
	brackets []byte
	last     byte // last significant byte of the line
	odd      bool // a bracket of the line has no partner
	lost     int  // lines of which something stays open to the end
	// prefix is told where each string prefix and its quote begin, or nil.
	prefix func(start, quote int)
}

// lines lists the logical lines of src[start:end], where start is the start of
// a physical line. Blank lines and comments belong to no line.
func lines(src []byte, start, end int) []line {
	return (&scanner{src: src, end: end, i: start}).lines()
}

func (s *scanner) lines() []line {
	var out []line
	for s.i < s.end {
		l := line{start: s.i}
		l.at, l.indent = s.indentation(s.i)
		s.i = l.at
		if s.i < s.end && s.src[s.i] != '\n' && s.src[s.i] != '#' {
			s.bounded(&l)
			out = append(out, l)
			continue
		}
		s.i = s.lineEnd(s.i)
	}
	return out
}

func (s *scanner) lineEnd(i int) int {
	if k := bytes.IndexByte(s.src[i:s.end], '\n'); k >= 0 {
		return i + k + 1
	}
	return s.end
}

// indentation measures the white space at i.
func (s *scanner) indentation(i int) (at, columns int) {
	for ; i < s.end; i++ {
		switch s.src[i] {
		case ' ':
			columns++
		case '\t':
			columns += 8 - columns%8
		case '\f', '\r':
			columns = 0
		default:
			return i, columns
		}
	}
	return i, columns
}

// bounded is statement within the bounds above.
func (s *scanner) bounded(l *line) {
	end := s.end
	switch {
	case s.lost > maxGone:
		s.i, l.end, l.odd = end, end, true
		return
	case s.lost > maxLost:
		s.end = min(end, s.lineEnd(min(end, s.i+openReach)))
	}
	s.odd = false
	s.statement(l)
	l.odd = s.odd || len(s.brackets) > 0
	s.end = end
}

// statement reads to the end of the logical line. A line that begins with a
// word that no expression holds ends it, too, whatever is open: then a bracket
// was forgotten. Where something stays open to the end, the line is cut before
// the next one that could start a statement.
func (s *scanner) statement(l *line) {
	s.brackets, s.last = s.brackets[:0], 0
	for s.i < s.end {
		c := s.src[s.i]
		switch {
		case c == '\n':
			s.i++
			if len(s.brackets) == 0 || s.forgotten(l.indent, hardStart) {
				l.end, l.opens = s.i, s.last == ':'
				return
			}
		case c == '#':
			s.i = max(s.i, s.lineEnd(s.i)-1)
			if s.i < s.end && s.src[s.i] != '\n' {
				s.i = s.end
			}
		case c == '\\' && s.i+1 < s.end && s.src[s.i+1] == '\n':
			s.i += 2
		case c == '\\' && s.i+2 < s.end && s.src[s.i+1] == '\r' && s.src[s.i+2] == '\n':
			s.i += 3
		case c == '"' || c == '\'':
			s.last = c
			if !s.string(0) {
				s.cutOpen(l)
				return
			}
		default:
			s.token(c)
			s.i++
		}
	}
	if len(s.brackets) > 0 {
		s.cutOpen(l)
		return
	}
	l.end, l.opens = s.end, s.last == ':'
}

func (s *scanner) token(c byte) {
	switch c {
	case '(', '[', '{':
		s.brackets = append(s.brackets, c)
	case ')', ']', '}':
		n := len(s.brackets)
		if n == 0 || s.brackets[n-1] != opening(c) {
			s.odd = true
		}
		s.brackets = s.brackets[:max(0, n-1)]
	case ' ', '\t', '\r', '\f':
		return
	}
	s.last = c
}

func opening(c byte) byte {
	switch c {
	case ')':
		return '('
	case ']':
		return '['
	}
	return '{'
}

// forgotten reports whether the physical line at s.i starts a statement of an
// outer or the same block.
func (s *scanner) forgotten(indent int, starts func([]byte) bool) bool {
	at, columns := s.indentation(s.i)
	return columns <= indent && at < s.end && starts(s.src[at:s.lineEnd(at)])
}

// cutOpen ends a line of which a bracket or string is open at the end.
func (s *scanner) cutOpen(l *line) {
	s.lost++
	for s.i = s.lineEnd(l.at); s.i < s.end; s.i = s.lineEnd(s.i) {
		if s.forgotten(l.indent, startsStatement) {
			break
		}
	}
	l.end, l.opens = s.i, false
}

// string reads a string literal of which the quote is at s.i; false means that
// it stays open. A literal of one line ends with the line.
func (s *scanner) string(depth int) bool {
	start := s.i
	for start > 0 && isLetter(s.src[start-1]) {
		start--
	}
	letters := s.src[start:s.i]
	if start > 0 && identByte(s.src[start-1]) || len(letters) > 2 {
		letters = nil
	}
	if s.prefix != nil && len(letters) > 0 {
		s.prefix(start, s.i)
	}
	formatted := bytes.ContainsAny(letters, "fFtT")
	quote := s.src[s.i : s.i+1]
	if triple := s.src[s.i:min(s.i+3, s.end)]; len(triple) == 3 && triple[1] == quote[0] && triple[2] == quote[0] {
		quote = triple
	}
	s.i += len(quote)
	return s.text(quote, formatted, depth)
}

// text reads the inside of a literal and its closing quote.
func (s *scanner) text(quote []byte, formatted bool, depth int) bool {
	for s.i < s.end {
		switch c := s.src[s.i]; {
		case c == '\\' && formatted && s.i+1 < s.end && s.src[s.i+1] == '{':
			s.i++ // a backslash does not hide a brace
		case c == '\\':
			if named := s.i+2 < s.end && s.src[s.i+1] == 'N' && s.src[s.i+2] == '{'; named {
				s.i++ // nor does the one of a character's name open a field
			}
			s.i += 2
		case c == '\n' && len(quote) == 1:
			return true
		case c == quote[0] && bytes.HasPrefix(s.src[s.i:s.end], quote):
			s.i += len(quote)
			return true
		case c == '{' && formatted && depth < maxFormat:
			s.i++
			if s.i < s.end && s.src[s.i] == '{' {
				s.i++
			} else if !s.replacement(quote, depth+1) {
				return false
			}
		default:
			s.i++
		}
	}
	s.i = s.end
	return false
}

// replacement reads a replacement field of a formatted string up to its
// closing brace. Since Python 3.12 it may hold any quote and line ends.
func (s *scanner) replacement(quote []byte, depth int) bool {
	open := 0
	for s.i < s.end {
		switch c := s.src[s.i]; {
		case c == '"' || c == '\'':
			if !s.string(depth) {
				return false
			}
			continue
		case c == '(' || c == '[' || c == '{':
			open++
		case c == ')' || c == ']':
			open--
		case c == '}':
			if open--; open < 0 {
				s.i++
				return true
			}
		case c == ':' && open == 0:
			s.i++
			return s.spec(quote, depth)
		case c == '\n' && len(quote) == 1 && s.forgotten(0, startsStatement):
			return true
		}
		s.i++
	}
	return false
}

// spec reads a format specification: text with replacement fields.
func (s *scanner) spec(quote []byte, depth int) bool {
	for s.i < s.end {
		switch c := s.src[s.i]; {
		case c == '}':
			s.i++
			return true
		case c == '{' && depth < maxFormat:
			s.i++
			if !s.replacement(quote, depth+1) {
				return false
			}
		case c == quote[0] && bytes.HasPrefix(s.src[s.i:s.end], quote), c == '\n' && len(quote) == 1:
			return true // the literal ends inside its field
		default:
			s.i++
		}
	}
	return false
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func identByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || isLetter(c) || c >= 0x80
}

// word is the identifier that a text starts with.
func word(src []byte) []byte {
	n := 0
	for n < len(src) && identByte(src[n]) {
		n++
	}
	return src[:n]
}

// startsStatement tells lines that may begin a statement from continuations
// such as a closing bracket, else or except.
func startsStatement(src []byte) bool {
	return len(src) > 0 && (src[0] == '@' || len(word(src)) > 0 && (src[0] < '0' || src[0] > '9')) && !continues(src)
}

// continues tells the later clauses of a compound statement.
func continues(src []byte) bool {
	switch string(word(src)) {
	case "else", "elif", "except", "finally":
		return true
	}
	return false
}

// hardStart tells lines that begin with a word that only statements have.
func hardStart(src []byte) bool {
	w := word(src)
	switch string(w) {
	case "def", "class", "import", "return", "while", "with", "try", "raise", "global", "nonlocal", "del", "assert", "pass", "break":
		return true
	case "async":
		return string(word(bytes.TrimLeft(src[len(w):], " \t"))) == "def"
	}
	return false
}

func lineStart(src []byte, at int) int {
	return bytes.LastIndexByte(src[:min(at, len(src))], '\n') + 1
}

func lineEnd(src []byte, at int) int {
	if i := bytes.IndexByte(src[min(at, len(src)):], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(src)
}
