package syntax

import "bytes"

// maxPiece is the size in bytes up to which neighbouring statements are parsed
// together. Recovery from errors takes the square of it, and with this size a
// tenth of a second at the worst.
const maxPiece = 8 << 10

// span is a range of byte offsets.
type span struct{ start, end int }

// compound is one statement of a block with its logical lines. Its range
// reaches from the end of the statement before, so that comments are in it.
type compound struct {
	span
	lines []line
}

// compounds groups the lines of one block into statements: a line that is
// indented deeper, or continues a statement, belongs to the one before.
func compounds(src []byte, ls []line, start, end int) []compound {
	var out []compound
	base := 0
	if len(ls) > 0 {
		base = ls[0].indent
	}
	from := 0
	flush := func(to int) {
		if to > from {
			c := compound{span{start, ls[to-1].end}, ls[from:to]}
			start, from = c.end, to
			out = append(out, c)
		}
	}
	decorated := false
	for i, l := range ls {
		if l.indent <= base {
			if !decorated && !continues(src[l.at:l.end]) {
				flush(i)
			}
			decorated = src[l.at] == '@'
		}
	}
	flush(len(ls))
	if n := len(out); n > 0 {
		out[n-1].end = end
	}
	return out
}

// apart reports whether a large range is better cut at once: it has blocks, or
// it cannot be right.
func (c compound) apart(src []byte) bool { return c.odd() || len(blocks(src, c.lines)) > 0 }

// odd reports whether a head of the range has brackets that do not match.
func (c compound) odd() bool {
	for _, l := range c.lines {
		if l.odd {
			return true
		}
	}
	return false
}

// units joins neighbouring statements to ranges of at most maxPiece bytes,
// unless one statement is larger.
func units(cs []compound) []compound {
	var out []compound
	for _, c := range cs {
		if n := len(out); n > 0 && c.end-out[n-1].start <= maxPiece {
			last := &out[n-1]
			last.end, last.lines = c.end, last.lines[:len(last.lines)+len(c.lines)]
			continue
		}
		out = append(out, c)
	}
	return out
}

// hole is a block inside a statement that is parsed by itself.
type hole struct {
	span
	lines []line
	scope bool // it is the body of a function or class
	used  bool // the statement around it was understood
}

// skeleton copies a compound statement with its blocks blanked out: of each,
// an expression statement 0 stays at its first token. Offsets stay the same.
func skeleton(src []byte, c compound) ([]byte, map[int]*hole) {
	buf := bytes.Clone(src[c.start:c.end])
	holes := map[int]*hole{}
	for _, h := range blocks(src, c.lines) {
		at := h.lines[0].at
		for i := h.start; i < h.end; i++ {
			if b := buf[i-c.start]; b != '\n' && (i < h.lines[0].start || i >= at) {
				buf[i-c.start] = ' '
			}
		}
		buf[at-c.start] = '0'
		holes[at] = h
	}
	return buf, holes
}

// blocks lists the blocks directly inside a statement; those of a match are
// the ones of its cases.
func blocks(src []byte, ls []line) []*hole {
	var out []*hole
	for i := 0; i < len(ls); {
		head := ls[i]
		to := i + 1
		for to < len(ls) && ls[to].indent > head.indent {
			to++
		}
		if body := ls[i+1 : to]; len(body) > 0 && head.opens {
			first := string(word(src[body[0].at:body[0].end]))
			if first == "case" && string(word(src[head.at:head.end])) == "match" {
				out = append(out, blocks(src, body)...)
			} else {
				out = append(out, &hole{span: span{head.end, body[len(body)-1].end}, lines: body, scope: scopes(src[head.at:head.end])})
			}
		}
		i = to
	}
	return out
}

// scopes tells the head of a function or class.
func scopes(head []byte) bool {
	switch string(word(head)) {
	case "def", "class", "async":
		return hardStart(head)
	}
	return false
}
