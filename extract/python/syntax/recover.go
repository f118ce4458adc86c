package syntax

import "bytes"

// The parser may answer one unclosed bracket with an error over the rest of
// the file. A statement at the left margin cannot be inside an earlier block,
// so a broken region is cut there and each piece is parsed by itself: the
// damage stays with the piece that holds the mistake.

// maxPieces bounds how often a broken file is parsed anew.
const maxPieces = 20_000

// module lowers the top level, and repairs broken regions of it.
func (l *lowerer) module(root int) []Stmt {
	if !l.t.broken(root) {
		return l.block(root)
	}
	pieces := l.cut()
	if len(pieces) < 2 || len(pieces) > maxPieces || l.piece {
		l.reportErrors()
		return l.block(root)
	}
	return l.pieces(pieces)
}

// pieces parses and lowers pieces of the file.
func (l *lowerer) pieces(pieces [][2]int) []Stmt {
	var body []Stmt
	failed := 0
	for i, p := range pieces {
		if failed > 2 || i >= maxPieces {
			l.file.report(l.t.pos(p[0]), "too many errors: the rest of the file is not read")
			break
		}
		stmts, ok := l.parsePiece(p[0], p[1])
		if !ok {
			failed++
		}
		body = append(body, stmts...)
	}
	return body
}

// reportErrors reports every place that the parser could not read, the
// outermost of nested ones.
func (l *lowerer) reportErrors() {
	for i := 0; i < len(l.t.nodes); {
		n := l.t.nodes[i]
		switch {
		case n.missing:
			l.file.report(l.at(i).P, "missing %q", n.kind)
		case n.bad:
			l.file.report(l.at(i).P, "cannot read %q", oneLine(l.t.src[n.start:n.end], 40))
			i = n.next
			continue
		}
		i++
	}
}

// cut lists the pieces of the file as byte ranges. Runs of pieces that parse
// cleanly together are kept together by the size of the first attempt: every
// top-level node that is not broken is one piece with its neighbours.
func (l *lowerer) cut() [][2]int {
	t := l.t
	var pieces [][2]int
	clean := -1
	flush := func(end int) {
		if clean >= 0 {
			pieces = append(pieces, [2]int{clean, end})
			clean = -1
		}
	}
	last := 0
	for _, c := range t.all(0) {
		n := t.nodes[c]
		if !t.broken(c) {
			if clean < 0 {
				clean = lineStart(t.src, n.start)
				clean = max(clean, last)
			}
			last = max(last, n.end)
			continue
		}
		start := max(lineStart(t.src, n.start), last)
		flush(start)
		for _, p := range margins(t.src, start, lineEnd(t.src, n.end)) {
			pieces = append(pieces, p)
			last = max(last, p[1])
		}
	}
	flush(len(t.src))
	return pieces
}

// margins cuts src[start:end] before each line that starts a statement at the
// left margin.
func margins(src []byte, start, end int) [][2]int {
	var out [][2]int
	from := start
	decorated := false
	for at := start; at < end; {
		next := end
		if i := bytes.IndexByte(src[at:end], '\n'); i >= 0 {
			next = at + i + 1
		}
		if at > from && startsStatement(src[at:next]) {
			if !decorated {
				out = append(out, [2]int{from, at})
				from = at
			}
			decorated = src[at] == '@'
		} else if at == from {
			decorated = src[at] == '@'
		}
		at = next
	}
	if from < end {
		out = append(out, [2]int{from, end})
	}
	return out
}

// startsStatement tells lines at the margin that begin a statement from
// continuations such as a closing bracket, else or except.
func startsStatement(line []byte) bool {
	if len(line) == 0 {
		return false
	}
	c := line[0]
	if c != '@' && c != '_' && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && c < 0x80 {
		return false
	}
	for _, word := range []string{"else", "elif", "except", "finally"} {
		if bytes.HasPrefix(line, []byte(word)) && (len(line) == len(word) || !identByte(line[len(word)])) {
			return false
		}
	}
	return true
}

func identByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}

// parsePiece parses src[start:end] where it stands. What comes before is
// skipped by an offset, so that positions are those of the file.
func (l *lowerer) parsePiece(start, end int) (body []Stmt, ok bool) {
	if len(bytes.TrimSpace(l.t.src[start:end])) == 0 {
		return nil, true
	}
	t, err := parse(l.t.src[start:end])
	if err != nil {
		l.file.report(l.t.pos(start), "not read: %v", err)
		return nil, false
	}
	for i := range t.nodes {
		t.nodes[i].start += start
		t.nodes[i].end += start
	}
	t.src, t.lines = l.t.src, l.t.lines
	sub := &lowerer{t: t, file: l.file, piece: true}
	return sub.module(0), true
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
