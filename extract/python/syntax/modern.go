package syntax

import "bytes"

// modernise writes forms of Python that the grammar does not know in older
// words of the same length, so that offsets stay: the type parameters of a
// definition are blanked, a template string becomes a formatted one, the
// commas of "except A, B:" become operators, and "lazy import" an import. It
// reports whether it changed anything. Sources: PEP 696, 750, 758 and 810.
func modernise(buf []byte) bool {
	changed := false
	s := &scanner{src: buf, end: len(buf), prefix: func(start, quote int) {
		for i := start; i < quote; i++ {
			if buf[i] == 't' || buf[i] == 'T' {
				buf[i], changed = 'f', true
			}
		}
	}}
	for _, l := range s.lines() {
		w := word(buf[l.at:l.end])
		rest := l.at + len(w)
		next := skipSpace(buf, rest)
		switch string(w) {
		case "lazy":
			if second := string(word(buf[next:l.end])); second == "import" || second == "from" {
				copy(buf[l.at:], "    ")
				changed = true
			}
		case "async", "def", "class", "type":
			changed = blankTypeParams(buf, l) || changed
		case "except":
			changed = joinTypes(buf, next, l.end) || changed
		}
	}
	return changed
}

func skipSpace(buf []byte, i int) int {
	for i < len(buf) && (buf[i] == ' ' || buf[i] == '\t') {
		i++
	}
	return i
}

// blankTypeParams blanks the brackets behind the name of a definition.
func blankTypeParams(buf []byte, l line) bool {
	i := l.at
	for range 3 { // async, def, name
		w := word(buf[i:l.end])
		i = skipSpace(buf, i+len(w))
		if i < l.end && buf[i] == '[' {
			break
		}
	}
	if i >= l.end || buf[i] != '[' {
		return false
	}
	end := closing(buf, i, l.end)
	for ; i < end; i++ {
		if buf[i] != '\n' {
			buf[i] = ' '
		} else if i > 0 { // a line may end inside brackets only
			buf[i-1] = '\\'
		}
	}
	return true
}

// closing returns the offset behind the bracket that closes the one at i.
func closing(buf []byte, i, end int) int {
	depth := 0
	s := &scanner{src: buf, end: end, i: i}
	for s.i < end {
		switch c := buf[s.i]; c {
		case '"', '\'':
			s.string(0)
			continue
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return s.i + 1
			}
		}
		s.i++
	}
	return end
}

// joinTypes turns the commas between the types of an except clause into |.
func joinTypes(buf []byte, i, end int) bool {
	changed := false
	for i < end && buf[i] != ':' && buf[i] != '#' && buf[i] != '\n' {
		switch buf[i] {
		case '(', '[', '{':
			i = closing(buf, i, end)
			continue
		case ',':
			buf[i], changed = '|', true
		}
		i++
	}
	return changed && !bytes.Contains(buf[i:min(end, i+1)], []byte("#"))
}
