package syntax

import (
	"bytes"
	"sort"
)

// Comment is a comment that speaks to obligato, with the lines that it is
// about: the next statement where it stands on a line of its own (of a
// definition or another compound statement the head, decorators included),
// else its own line, or the whole head of the definition in which it stands.
// Inside brackets the next element counts as a statement does. First and Last
// are zero where a blank line or nothing follows.
type Comment struct {
	Pos         Pos    // of the number sign
	Text        string // without the number sign
	First, Last int    // 1-based lines, both included
}

// addressee is what a comment must hold to be kept: all others are passed over, so
// that a file of comments costs nothing.
var addressee = []byte("obligato")

// maxComments bounds the comments that one file keeps.
const maxComments = 10_000

// comments keeps the tree's comments.
func (l *lowerer) comments() {
	t := l.t
	if !t.addressed {
		return
	}
	var heads [][2]int // line ranges of the heads of definitions, made on demand
	for i, n := range t.nodes {
		if n.kind != "comment" || len(l.file.Comments) >= maxComments {
			continue
		}
		text := bytes.TrimRight(t.src[n.start:n.end], "\r\n")
		if len(text) == 0 || text[0] != '#' || !bytes.Contains(text, addressee) {
			continue
		}
		c := Comment{Pos: t.pos(n.start), Text: string(text[1:])}
		if before := t.src[lineStart(t.src, n.start):n.start]; len(bytes.TrimSpace(before)) == 0 {
			c.First, c.Last = t.following(i)
		} else {
			if heads == nil {
				heads = t.heads()
			}
			c.First, c.Last = headAt(heads, c.Pos.Line)
		}
		l.file.Comments = append(l.file.Comments, c)
	}
}

// following is the range of lines of what comes after the comment.
func (t *tree) following(comment int) (first, last int) {
	end := t.nodes[comment].end
	line := t.pos(t.nodes[comment].start).Line
	for line++; ; line++ {
		if line > len(t.lines) {
			return 0, 0
		}
		text := bytes.TrimSpace(t.src[t.lines[line-1]:lineEnd(t.src, t.lines[line-1])])
		if len(text) == 0 {
			return 0, 0
		}
		if text[0] != '#' {
			break
		}
	}
	i := sort.Search(len(t.nodes), func(i int) bool { return t.nodes[i].start >= end })
	for ; i < len(t.nodes); i++ {
		n := t.nodes[i]
		if n.kind == "comment" || n.kind == "block" || !n.named || n.start == n.end {
			continue
		}
		if t.pos(n.start).Line != line {
			break // a bracket or keyword stands there alone
		}
		return line, t.headEnd(i)
	}
	return line, line
}

// headEnd is the last line of a statement, or of the head of a compound one.
func (t *tree) headEnd(i int) int {
	n := t.nodes[i]
	if n.kind == "decorated_definition" {
		if d := t.child(i, "definition"); d >= 0 {
			return t.headEnd(d)
		}
	}
	first := t.pos(n.start).Line
	for c := i + 1; c < n.next; c = t.nodes[c].next {
		if t.nodes[c].kind == "block" {
			return max(first, t.pos(t.nodes[c].start).Line-1)
		}
	}
	// A node of a statement may end behind the line break.
	return max(first, t.pos(n.start+len(bytes.TrimRight(t.src[n.start:n.end], " \t\r\n"))).Line)
}

// heads lists the line ranges of the heads of functions and classes, with
// their decorators, in order.
func (t *tree) heads() [][2]int {
	out := [][2]int{}
	for i := 0; i < len(t.nodes); i++ {
		switch n := t.nodes[i]; n.kind {
		case "decorated_definition":
			out = append(out, [2]int{t.pos(n.start).Line, t.headEnd(i)})
		case "function_definition", "class_definition":
			first := t.pos(n.start).Line
			if k := len(out); k > 0 && first <= out[k-1][1] {
				continue // decorated
			}
			out = append(out, [2]int{first, t.headEnd(i)})
		}
	}
	return out
}

// headAt is the head around a line, or the line alone.
func headAt(heads [][2]int, line int) (first, last int) {
	i := sort.Search(len(heads), func(i int) bool { return heads[i][0] > line }) - 1
	if i >= 0 && line <= heads[i][1] {
		return heads[i][0], heads[i][1]
	}
	return line, line
}
