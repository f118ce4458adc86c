package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// parseYAML reads exactly one YAML document.
func parseYAML(data []byte, problems *list) *node {
	if n := separators(data); n > maxSeparators {
		problems.add(Problem{
			Code: CodeLimit, Position: Position{1, 1},
			Message: fmt.Sprintf("the file has %d lines, dashes and brackets; the limit for YAML is %d", n, maxSeparators),
			Hint:    "split the file, or write it as JSON",
		})
		return nil
	}
	r := &yamlReader{lines: newYAMLLines(data), problems: problems, open: map[*yaml.Node]bool{}}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	first, err := decode(decoder)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		r.syntax(err)
		return nil
	}
	second, err := decode(decoder)
	switch {
	case err == nil:
		r.fail(second, CodeUnsupported, "a second YAML document starts here", "keep one document a file")
		return nil
	case !errors.Is(err, io.EOF):
		r.syntax(err)
		return nil
	}
	if len(first.Content) == 0 {
		return nil
	}
	return r.value(first.Content[0], 0)
}

// maxSeparators bounds the bytes that separators counts. Prose has some too, so
// it is above MaxNodes.
const maxSeparators = 2_000_000

// separators counts the bytes that can start or end a YAML node. yaml.v3
// builds its whole tree, of some 200 bytes a node, before we see any of it, so
// the number of nodes is bounded by the text beforehand.
func separators(data []byte) int {
	n := 0
	for _, b := range data {
		switch b {
		case '\n', '\r', ',', '[', '{', '?', '-':
			n++
		}
	}
	return n
}

// decode reads the next document. yaml.v3 panics on some malformed input
// (github.com/go-yaml/yaml/issues 665, 767, 1050; the project is archived), and
// a panic of its parser says nothing but that the text is not YAML.
func decode(d *yaml.Decoder) (n *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			n, err = nil, fmt.Errorf("yaml: the parser gave up: %v", r)
		}
	}()
	n = &yaml.Node{}
	if err := d.Decode(n); err != nil {
		return nil, err
	}
	return n, nil
}

// yamlReader builds the tree from yaml.v3's.
type yamlReader struct {
	lines    *yamlLines
	problems *list
	open     map[*yaml.Node]bool // anchored nodes that are being expanded
	nodes    int
	aliased  int // nodes added by aliases
	inAlias  int // how many aliases the current node is below
	stopped  bool
}

func (r *yamlReader) pos(n *yaml.Node) Position { return r.lines.at(n.Line, n.Column) }

// value converts a node. It returns null where it reports a problem.
// Recursion is bounded by MaxDepth.
func (r *yamlReader) value(y *yaml.Node, depth int) *node {
	n := &node{pos: r.pos(y)}
	if r.stopped || !r.affordable(y, depth) {
		return n
	}
	switch y.Kind {
	case yaml.AliasNode:
		return r.alias(y, depth)
	case yaml.SequenceNode:
		n.kind = array
		r.tag(y, "!!seq")
		for _, item := range y.Content {
			n.items = append(n.items, r.value(item, depth+1))
		}
	case yaml.MappingNode:
		n.kind = object
		r.tag(y, "!!map")
		r.mapping(n, y, depth)
	default:
		r.scalar(n, y)
	}
	return n
}

// affordable stops the reading at a limit.
func (r *yamlReader) affordable(y *yaml.Node, depth int) bool {
	r.nodes++
	if r.inAlias > 0 {
		r.aliased++
	}
	switch {
	case depth > MaxDepth:
		r.stop(y, fmt.Sprintf("nested deeper than %d levels", MaxDepth))
	case r.nodes > MaxNodes:
		r.stop(y, fmt.Sprintf("the file holds more than %d values", MaxNodes))
	case r.aliased > MaxAliased:
		r.stop(y, fmt.Sprintf("aliases expand to more than %d values", MaxAliased))
	}
	return !r.stopped
}

func (r *yamlReader) stop(y *yaml.Node, message string) {
	r.fail(y, CodeLimit, message, "")
	r.stopped = true
}

// alias converts what the alias stands for; its place is that of the alias.
func (r *yamlReader) alias(y *yaml.Node, depth int) *node {
	if r.open[y.Alias] {
		r.fail(y, CodeUnsupported, fmt.Sprintf("alias %s stands for a value that contains it", Quote(y.Value)), "")
		return &node{pos: r.pos(y)}
	}
	r.open[y.Alias] = true
	r.inAlias++
	n := r.value(y.Alias, depth)
	r.inAlias--
	delete(r.open, y.Alias)
	n.pos = r.pos(y)
	return n
}

func (r *yamlReader) mapping(n *node, y *yaml.Node, depth int) {
	seen := keySet{}
	for i := 0; i+1 < len(y.Content); i += 2 {
		k, ok := r.key(y.Content[i])
		if ok {
			seen.add(k, r.problems)
		}
		item := r.value(y.Content[i+1], depth+1)
		if ok {
			n.keys = append(n.keys, k)
			n.items = append(n.items, item)
		}
	}
}

// key converts a mapping key, which must be a string.
func (r *yamlReader) key(y *yaml.Node) (key, bool) {
	k := key{pos: r.pos(y)}
	for y.Kind == yaml.AliasNode {
		y = y.Alias
	}
	if y.Kind != yaml.ScalarNode {
		r.fail(y, CodeUnsupported, "a key must be a string", "")
		return k, false
	}
	if y.ShortTag() == "!!merge" {
		r.fail(y, CodeUnsupported, "merge keys (<<) are not supported", "write the keys out")
		return k, false
	}
	var n node
	before := r.problems.total
	r.scalar(&n, y)
	if r.problems.total > before {
		return k, false
	}
	if n.kind != text {
		r.fail(y, CodeUnsupported, fmt.Sprintf("key %s is not a string", Quote(y.Value)), "put it in quotes")
		return k, false
	}
	k.name = n.text
	return k, true
}

// tag refuses explicit tags other than the one given.
func (r *yamlReader) tag(y *yaml.Node, want string) {
	if y.Style&yaml.TaggedStyle != 0 && y.ShortTag() != want {
		r.fail(y, CodeUnsupported, fmt.Sprintf("tag %s is not supported", Quote(y.Tag)), "leave the tag out")
	}
}

func (r *yamlReader) fail(y *yaml.Node, code, message, hint string) {
	r.problems.add(Problem{Code: code, Position: r.pos(y), Message: message, Hint: hint})
}

// yamlError is the form of yaml.v3's syntax errors. The line is missing where
// it would be the first.
var yamlError = regexp.MustCompile(`^yaml: (?:line ([0-9]+): )?((?s).*)$`)

// syntax reports an error of yaml.v3, which names at most a line, and names
// the line before where its parser, not its scanner, complains.
func (r *yamlReader) syntax(err error) {
	line, message := 1, strings.TrimPrefix(err.Error(), "yaml: ")
	if m := yamlError.FindStringSubmatch(err.Error()); m != nil {
		message = m[2]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
			if fromParser(message) {
				line++
			}
		}
	}
	at := r.lines.text(line)
	if m := unknownAnchor.FindStringSubmatch(message); m != nil {
		if i := bytes.Index(r.lines.data, []byte("*"+m[1])); i >= 0 {
			at = r.lines.real.at(i)
		}
	}
	r.problems.add(Problem{Code: CodeSyntax, Position: at, Message: "not YAML: " + message, Hint: syntaxHint(message)})
}

var unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)

// syntaxHint says what is usually behind an error of yaml.v3.
func syntaxHint(message string) string {
	for _, h := range []struct{ part, hint string }{
		{"mapping values are not allowed", "put the text in quotes, and indent with spaces"},
		{"cannot start any token", "put the text in quotes, and indent with spaces"},
		{"tab character", "indent with spaces"},
		{"expected key", "check quotes and indentation from here on"},
		{"expected '-' indicator", "check the indentation from here on"},
		{"expected ',' or", "close the bracket"},
		{"end of stream", "close the quotes"},
		{"could not find expected ':'", "write KEY: VALUE"},
		{"unknown anchor", "put the text in quotes"},
		{"unknown escape", "use single quotes, or double the backslash"},
		{"incompatible YAML document", "leave out the %YAML line"}, // yaml.v3 refuses 1.2 by name and reads most of it
	} {
		if strings.Contains(message, h.part) {
			return h.hint
		}
	}
	return ""
}

func fromParser(message string) bool {
	return strings.HasPrefix(message, "did not find expected") && !strings.Contains(message, "alphabetic")
}
