package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/obligato-dev/obligato/internal/canonical"
)

// jsonReader builds the tree from JSON tokens.
type jsonReader struct {
	data     []byte
	decoder  *jsontext.Decoder
	lines    *lines
	problems *list
	end      int // offset after the last token
	nodes    int
}

// errStop ends the reading after a problem has been reported.
var errStop = errors.New("stop")

// parseJSON reads exactly one JSON value.
func parseJSON(data []byte, problems *list) *node {
	r := &jsonReader{
		data:     data,
		lines:    newLines(data),
		problems: problems,
		// Duplicate names are allowed here and reported by object, with the
		// places of both.
		decoder: jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true)),
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	root, err := r.value()
	if err != nil {
		return nil
	}
	if rest := bytes.TrimLeft(data[r.end:], " \t\r\n"); len(rest) > 0 {
		r.fail(len(data)-len(rest), CodeSyntax, "something follows the end of the JSON value", "keep one value a file")
		return nil
	}
	return root
}

// token reads one token and returns it with the offset of its first byte.
func (r *jsonReader) token() (jsontext.Token, int, error) {
	token, err := r.decoder.ReadToken()
	if err != nil {
		return token, 0, r.syntax(err)
	}
	start := r.end
	for start < len(r.data) && isSeparator(r.data[start]) {
		start++
	}
	r.end = int(r.decoder.InputOffset())
	if r.decoder.StackDepth() > MaxDepth {
		return token, start, r.fail(start, CodeLimit, fmt.Sprintf("nested deeper than %d levels", MaxDepth), "")
	}
	if r.nodes++; r.nodes > MaxNodes {
		return token, start, r.fail(start, CodeLimit, fmt.Sprintf("the file holds more than %d values", MaxNodes), "split the file")
	}
	return token, start, nil
}

func isSeparator(b byte) bool {
	return b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == ',' || b == ':'
}

// value reads one value. Recursion is bounded by MaxDepth.
func (r *jsonReader) value() (*node, error) {
	token, start, err := r.token()
	if err != nil {
		return nil, err
	}
	n := &node{pos: r.lines.at(start)}
	switch token.Kind() {
	case 'n':
	case 't', 'f':
		n.kind, n.truth = boolean, token.Bool()
	case '"':
		n.kind, n.text = text, token.String()
	case '0':
		n.kind, n.text = number, token.String()
		if err := canonical.Number(n.text); err != nil {
			return nil, r.fail(start, CodeValue, err.Error(), "")
		}
	case '[':
		n.kind = array
		return n, r.array(n)
	case '{':
		n.kind = object
		return n, r.object(n)
	}
	return n, nil
}

func (r *jsonReader) array(n *node) error {
	for r.decoder.PeekKind() != ']' {
		item, err := r.value()
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, _, err := r.token()
	return err
}

func (r *jsonReader) object(n *node) error {
	seen := keySet{}
	for r.decoder.PeekKind() != '}' {
		name, start, err := r.token()
		if err != nil {
			return err
		}
		k := key{name: name.String(), pos: r.lines.at(start)}
		seen.add(k, r.problems)
		item, err := r.value()
		if err != nil {
			return err
		}
		n.keys = append(n.keys, k)
		n.items = append(n.items, item)
	}
	_, _, err := r.token()
	return err
}

// syntax reports an error of the decoder.
func (r *jsonReader) syntax(err error) error {
	if s, ok := errors.AsType[*jsontext.SyntacticError](err); ok && s.Err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return r.fail(int(s.ByteOffset), CodeSyntax, "not JSON: "+s.Err.Error(), "")
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return r.fail(len(r.data), CodeSyntax, "not JSON: the file ends in the middle of a value", "")
	}
	return r.fail(r.end, CodeSyntax, "not JSON: "+err.Error(), "")
}

func (r *jsonReader) fail(offset int, code, message, hint string) error {
	r.problems.add(Problem{Code: code, Position: r.lines.at(offset), Message: message, Hint: hint})
	return errStop
}

// keySet finds keys that an object has twice.
type keySet map[string]Position

func (s keySet) add(k key, problems *list) {
	first, dup := s[k.name]
	if !dup {
		s[k.name] = k.pos
		return
	}
	problems.add(Problem{
		Code: CodeDuplicate, Position: k.pos,
		Message: fmt.Sprintf("key %s is given twice", Quote(k.name)),
		Hint:    fmt.Sprintf("the first is at %d:%d", first.Line, first.Col),
	})
}
