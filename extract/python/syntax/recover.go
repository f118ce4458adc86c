package syntax

import (
	"bytes"
	"errors"
)

// A statement that the parser cannot read is cut smaller: a run of statements
// into statements, a compound one into its heads and its blocks. What cannot
// be cut is lost, and nothing else. Before that, forms of Python that are
// newer than the grammar are written in older words.

// Bounds of a broken file. They count work, so that every machine gives up at
// the same place.
const (
	maxBroken = 300 // pieces that stay broken, in one range of the file
	maxWork   = 64  // times the size of a range that is parsed for it
)

// region lowers the statements of a range, whole if that is possible. A range
// that was just cut out has no lines yet.
func (l *lowerer) region(c compound) []Stmt {
	src := l.t.src[c.start:c.end]
	if len(bytes.TrimSpace(src)) == 0 || l.spent(c) {
		return nil
	}
	if c.end-c.start > maxPiece && c.apart(l.t.src) {
		return l.cut(c)
	}
	t, err := l.parse(src, c.start, true)
	if err == nil {
		return l.lower(t, nil)
	}
	if c.lines == nil {
		c.lines = lines(l.t.src, c.start, c.end)
	}
	return l.cut(c)
}

// spent reports, once, that a bound was met.
func (l *lowerer) spent(c compound) bool {
	if l.gaveUp {
		return true
	}
	l.work += c.end - c.start
	if l.broken <= maxBroken && l.work <= l.maxWork {
		return false
	}
	l.gaveUp = true
	l.file.report(l.t.pos(c.start), "too many errors: the rest of the file is not read")
	return true
}

// parse parses a piece that stands at the offset start of the file.
func (l *lowerer) parse(src []byte, start int, strict bool) (*tree, error) {
	t, err := parse(src, start, strict)
	if err != nil {
		return nil, err
	}
	t.src, t.str, t.lines, t.addressed = l.t.src, l.t.str, l.t.lines, l.t.addressed
	return t, nil
}

// lower lowers the statements of a tree with holes.
func (l *lowerer) lower(t *tree, holes map[int]*hole) []Stmt {
	saved, outer := l.t, l.holes
	l.t, l.holes = t, holes
	body := l.block(0)
	l.comments()
	l.t, l.holes = saved, outer
	t.release()
	return body
}

// body lowers a range that is known by its lines.
func (l *lowerer) body(s span, ls []line) []Stmt {
	var out []Stmt
	for _, u := range units(compounds(l.t.src, ls, s.start, s.end)) {
		out = append(out, l.region(u)...)
	}
	return out
}

// cut lowers a range that cannot be parsed as a whole.
func (l *lowerer) cut(c compound) []Stmt {
	cs := compounds(l.t.src, c.lines, c.start, c.end)
	if len(cs) > 1 {
		var out []Stmt
		for _, one := range cs {
			out = append(out, l.region(one)...)
		}
		return out
	}
	if len(cs) == 1 {
		c = cs[0]
	}
	return l.statement(c)
}

// statement lowers one statement that cannot be parsed as it stands.
func (l *lowerer) statement(c compound) []Stmt {
	buf, holes := skeleton(l.t.src, c)
	newer := modernise(buf)
	if (len(holes) > 0 || newer) && (len(buf) <= 2*maxPiece || !c.odd()) {
		if t, err := l.parse(buf, c.start, true); err == nil {
			return l.lower(t, holes)
		}
	}
	if ps := margins(l.t.src, c); len(ps) > 1 {
		var out []Stmt
		for _, p := range ps {
			out = append(out, l.region(p)...)
		}
		return out
	}
	return l.lost(c, buf, holes)
}

// lost takes out of a broken statement what the parser's own recovery finds,
// and those of its blocks that run where the statement stands.
func (l *lowerer) lost(c compound, buf []byte, holes map[int]*hole) []Stmt {
	l.broken++
	start := c.start
	if len(c.lines) > 0 {
		start = c.lines[0].at
	}
	var out []Stmt
	var t *tree
	err := errors.ErrUnsupported
	if len(buf) <= 2*maxPiece {
		t, err = l.parse(buf, c.start, false)
	}
	if err == nil {
		l.reportErrors(t)
		out = l.lower(t, holes)
	} else {
		l.file.report(l.t.pos(start), "cannot read %q", oneLine(l.t.src[start:c.end], 40))
		out = []Stmt{&BadStmt{l.place(start, c.end)}}
	}
	for _, h := range blocks(l.t.src, c.lines) {
		if !h.scope && (holes[h.lines[0].at] == nil || !holes[h.lines[0].at].used) {
			out = append(out, l.body(h.span, h.lines)...)
		}
	}
	return out
}

// reportErrors reports every place that the parser could not read, the
// outermost of nested ones.
func (l *lowerer) reportErrors(t *tree) {
	for i := 0; i < len(t.nodes); {
		n := t.nodes[i]
		switch {
		case n.missing:
			l.file.report(t.pos(n.start), "missing %q", n.kind)
		case n.bad:
			l.file.report(t.pos(n.start), "cannot read %q", oneLine(t.src[n.start:n.end], 40))
			i = n.next
			continue
		}
		i++
	}
}

// margins cuts a statement that goes over several physical lines before each
// that could start a statement of the same block: a bracket may be open.
func margins(src []byte, c compound) []compound {
	if len(c.lines) == 0 {
		return nil
	}
	s := &scanner{src: src, end: c.end}
	indent := c.lines[0].indent
	var starts []int
	decorated := src[c.lines[0].at] == '@'
	for i := s.lineEnd(c.lines[0].at); i < c.end; i = s.lineEnd(i) {
		at, columns := s.indentation(i)
		if columns > indent || at >= c.end || !startsStatement(src[at:s.lineEnd(at)]) {
			continue
		}
		if !decorated {
			starts = append(starts, i)
		}
		decorated = src[at] == '@'
	}
	var out []compound
	from := c.start
	for _, at := range append(starts, c.end) {
		out = append(out, compound{span: span{from, at}})
		from = at
	}
	return out
}
