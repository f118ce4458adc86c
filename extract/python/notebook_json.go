package python

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// errNotNotebook says that a file is no notebook that we can read.
var errNotNotebook = errors.New("not a notebook")

// maxNotebookDepth bounds the nesting of the JSON.
const maxNotebookDepth = 200

// jsonText is a string of the file with the offset of each of its bytes there.
type jsonText struct {
	s     []byte
	where []int32
}

// jsonScanner walks over a notebook's JSON. It decodes the few strings that
// are code, with their places, and passes over everything else: outputs may
// be many megabytes.
type jsonScanner struct {
	src []byte
	at  int
}

func (s *jsonScanner) fail(format string, args ...any) error {
	line := 1 + bytes.Count(s.src[:min(s.at, len(s.src))], []byte{'\n'})
	return fmt.Errorf("%w: line %d: %s", errNotNotebook, line, fmt.Sprintf(format, args...))
}

// peek is the next byte that is no white space, or 0 at the end.
func (s *jsonScanner) peek() byte {
	for s.at < len(s.src) {
		switch s.src[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return s.src[s.at]
		}
	}
	return 0
}

func (s *jsonScanner) expect(b byte) error {
	if got := s.peek(); got != b {
		return s.fail("expected %q", b)
	}
	s.at++
	return nil
}

// object calls each for every member; each must read the value.
func (s *jsonScanner) object(each func(key string) error) error {
	if err := s.expect('{'); err != nil {
		return err
	}
	if s.peek() == '}' {
		s.at++
		return nil
	}
	seen := map[string]bool{}
	for {
		key, err := s.text()
		if err != nil {
			return err
		}
		if seen[string(key.s)] {
			return s.fail("key %q stands twice", clip(string(key.s)))
		}
		seen[string(key.s)] = true
		if err := s.expect(':'); err != nil {
			return err
		}
		if err := each(string(key.s)); err != nil {
			return err
		}
		if s.peek() == ',' {
			s.at++
			continue
		}
		return s.expect('}')
	}
}

func clip(s string) string { return s[:min(len(s), 40)] }

// array calls each for every element; each must read it.
func (s *jsonScanner) array(each func() error) error {
	if err := s.expect('['); err != nil {
		return err
	}
	if s.peek() == ']' {
		s.at++
		return nil
	}
	for {
		if err := each(); err != nil {
			return err
		}
		if s.peek() == ',' {
			s.at++
			continue
		}
		return s.expect(']')
	}
}

// skip passes over any value.
func (s *jsonScanner) skip(depth int) error {
	if depth > maxNotebookDepth {
		return s.fail("it nests deeper than %d", maxNotebookDepth)
	}
	switch c := s.peek(); {
	case c == '"':
		return s.skipText()
	case c == '{':
		s.at++
		return s.skipUntil('}', depth, true)
	case c == '[':
		s.at++
		return s.skipUntil(']', depth, false)
	case c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z':
		start := s.at
		for s.at < len(s.src) && plainByte(s.src[s.at]) {
			s.at++
		}
		switch word := string(s.src[start:s.at]); word {
		case "true", "false", "null":
		default:
			if _, err := strconv.ParseFloat(word, 64); err != nil && !errors.Is(err, strconv.ErrRange) {
				return s.fail("cannot read %q", clip(word))
			}
		}
		return nil
	}
	return s.fail("expected a value")
}

func plainByte(b byte) bool {
	return b == '-' || b == '+' || b == '.' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

func (s *jsonScanner) skipUntil(end byte, depth int, keys bool) error {
	if s.peek() == end {
		s.at++
		return nil
	}
	for {
		if keys {
			if s.peek() != '"' {
				return s.fail("expected a key")
			}
			if err := s.skipText(); err != nil {
				return err
			}
			if err := s.expect(':'); err != nil {
				return err
			}
		}
		if err := s.skip(depth + 1); err != nil {
			return err
		}
		if s.peek() == ',' {
			s.at++
			continue
		}
		return s.expect(end)
	}
}

func (s *jsonScanner) skipText() error {
	for s.at++; s.at < len(s.src); s.at++ {
		switch s.src[s.at] {
		case '\\':
			s.at++
		case '"':
			s.at++
			return nil
		}
	}
	return s.fail("a string does not end")
}

// text decodes a string.
func (s *jsonScanner) text() (jsonText, error) {
	var out jsonText
	if s.peek() != '"' {
		return out, s.fail("expected a string")
	}
	for s.at++; s.at < len(s.src); {
		start, c := s.at, s.src[s.at]
		switch {
		case c == '"':
			s.at++
			return out, nil
		case c == '\\':
			r, err := s.escape()
			if err != nil {
				return out, err
			}
			for _, b := range utf8.AppendRune(nil, r) {
				out.s, out.where = append(out.s, b), append(out.where, int32(start))
			}
		case c < 0x20:
			return out, s.fail("a control character in a string")
		default:
			out.s, out.where = append(out.s, c), append(out.where, int32(start))
			s.at++
		}
	}
	return out, s.fail("a string does not end")
}

var simpleEscapes = map[byte]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (s *jsonScanner) escape() (rune, error) {
	if s.at+1 >= len(s.src) {
		return 0, s.fail("a string does not end")
	}
	if r, ok := simpleEscapes[s.src[s.at+1]]; ok {
		s.at += 2
		return r, nil
	}
	r, ok := s.unicode()
	if !ok {
		return 0, s.fail("an escape that JSON does not have")
	}
	if utf16.IsSurrogate(r) {
		low, ok := s.unicode()
		if r = utf16.DecodeRune(r, low); !ok {
			r = utf8.RuneError
		}
	}
	return r, nil
}

// unicode reads \uXXXX.
func (s *jsonScanner) unicode() (rune, bool) {
	if s.at+6 > len(s.src) || s.src[s.at] != '\\' || s.src[s.at+1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(s.src[s.at+2:s.at+6]), 16, 32)
	if err != nil {
		return 0, false
	}
	s.at += 6
	return rune(n), true
}
