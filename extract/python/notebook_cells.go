package python

import (
	"bytes"
	"fmt"
	"strings"
)

// nbCell is a cell as the file holds it.
type nbCell struct {
	kind, language string
	text           jsonText
}

// readNotebook gathers the code of a notebook: nbformat 4, and the worksheets
// of 3.
func readNotebook(raw []byte) (*notebook, error) {
	s := &jsonScanner{src: raw}
	nb := &notebook{}
	count, language, cells := 0, "", false
	one := func() error {
		c, err := s.cell()
		if err != nil {
			return err
		}
		count++
		if c.kind == "code" && (c.language == "" || c.language == "python") {
			nb.add(count, c.text)
		}
		return nil
	}
	err := s.object(func(key string) error {
		switch {
		case key == "cells" && s.peek() == '[':
			cells = true
			return s.array(one)
		case key == "worksheets" && s.peek() == '[':
			cells = true
			return s.array(func() error { return s.worksheet(one) })
		case key == "metadata" && s.peek() == '{':
			return s.metadata(&language)
		}
		return s.skip(0)
	})
	switch {
	case err != nil:
		return nil, err
	case s.peek() != 0 || s.at < len(raw):
		return nil, s.fail("something follows the notebook")
	case !cells:
		return nil, fmt.Errorf("%w: it has no cells", errNotNotebook)
	case language != "" && !strings.HasPrefix(strings.ToLower(language), "python") && !strings.HasPrefix(strings.ToLower(language), "ipython"):
		return nil, fmt.Errorf("%w in Python: its language is %q", errNotNotebook, clip(language))
	}
	return nb, nil
}

func (s *jsonScanner) worksheet(one func() error) error {
	return s.object(func(key string) error {
		if key == "cells" && s.peek() == '[' {
			return s.array(one)
		}
		return s.skip(0)
	})
}

// metadata reads the notebook's language.
func (s *jsonScanner) metadata(language *string) error {
	return s.object(func(key string) error {
		want := map[string]string{"language_info": "name", "kernelspec": "language"}[key]
		if want == "" || s.peek() != '{' {
			return s.skip(0)
		}
		return s.object(func(key string) error {
			if key != want || s.peek() != '"' {
				return s.skip(0)
			}
			t, err := s.text()
			if key == "name" || *language == "" { // language_info knows best
				*language = string(t.s)
			}
			return err
		})
	})
}

// cell reads one cell; outputs are passed over.
func (s *jsonScanner) cell() (nbCell, error) {
	var c nbCell
	if s.peek() != '{' {
		return c, s.fail("a cell is no object")
	}
	err := s.object(func(key string) error {
		switch {
		case key == "cell_type" && s.peek() == '"':
			t, err := s.text()
			c.kind = string(t.s)
			return err
		case key == "language" && s.peek() == '"':
			t, err := s.text()
			c.language = string(t.s)
			return err
		case key == "source" || key == "input":
			return s.source(&c.text)
		}
		return s.skip(0)
	})
	return c, err
}

// source reads a text that is one string or a list of them.
func (s *jsonScanner) source(out *jsonText) error {
	switch s.peek() {
	case '"':
		t, err := s.text()
		*out = t
		return err
	case '[':
		return s.array(func() error {
			t, err := s.text()
			out.s, out.where = append(out.s, t.s...), append(out.where, t.where...)
			return err
		})
	}
	return s.fail("the source of a cell is no text")
}

// pythonMagics are cell magics that run the cell as Python.
var pythonMagics = map[string]bool{
	"time": true, "timeit": true, "capture": true, "prun": true, "memit": true, "mprun": true, "lprun": true,
	"debug": true, "snakeviz": true, "scalene": true, "pyinstrument": true, "notify": true, "wandb": true, "mlflow_run": true,
}

// otherMagics are cell magics whose cells certainly declare nothing.
var otherMagics = map[string]bool{
	"bash": true, "sh": true, "script": true, "cmd": true, "html": true, "HTML": true, "javascript": true, "js": true, "latex": true, "markdown": true,
	"svg": true, "SVG": true, "sql": true, "perl": true, "ruby": true, "system": true, "sx": true, "!": true, "R": true, "cython": true, "mermaid": true,
}

// add appends a code cell, with what is not Python blanked out.
func (nb *notebook) add(number int, t jsonText) {
	if len(bytes.TrimSpace(t.s)) == 0 {
		return
	}
	nb.cells = append(nb.cells, cellRange{number: number, start: int(t.where[0])})
	if !nb.cellMagic(t) {
		return
	}
	nb.blankMagics(t)
	nb.code = append(append(nb.code, t.s...), '\n')
	nb.where = append(append(nb.where, t.where...), t.where[len(t.where)-1])
}

// cellMagic handles a cell that begins with %%name; it reports whether the
// rest is Python.
func (nb *notebook) cellMagic(t jsonText) bool {
	start := len(t.s) - len(bytes.TrimLeft(t.s, " \t\r\n"))
	if !bytes.HasPrefix(t.s[start:], []byte("%%")) {
		return true
	}
	line, _, _ := bytes.Cut(t.s[start:], []byte("\n"))
	words := strings.Fields(string(line[2:]))
	name := ""
	if len(words) > 0 {
		name = words[0]
	}
	if pythonMagics[name] {
		blank(t.s[start : start+len(line)])
		return true
	}
	if !otherMagics[name] {
		nb.notes = append(nb.notes, cellNote{codeCellMagic, "a cell that begins with %%" + clip(name) + " is not read as Python", int(t.where[start])})
	}
	return false
}

func blank(s []byte) {
	for i := range s {
		if s[i] != '\n' {
			s[i] = ' '
		}
	}
}

// blankMagics blanks the lines that IPython reads itself: %magic, !command,
// ?help and assignments from the first two. Lines inside of strings and
// brackets, and those that continue another, are Python.
func (nb *notebook) blankMagics(t jsonText) {
	var q quoting
	goesOn := false // a command that a backslash carries on
	for start := 0; start < len(t.s); {
		end := start + bytes.IndexByte(t.s[start:], '\n')
		if end < start {
			end = len(t.s)
		}
		line := t.s[start:end]
		switch {
		case goesOn || q.outside() && isMagic(line):
			if word, rest, _ := strings.Cut(strings.TrimSpace(string(line)), " "); word == "%run" {
				nb.notes = append(nb.notes, cellNote{codeRunMagic, "what %run " + clip(strings.TrimSpace(rest)) + " defines is not followed", int(t.where[start])})
			}
			goesOn = bytes.HasSuffix(bytes.TrimRight(line, " \r"), []byte("\\"))
			blank(line)
		default:
			q.line(line)
		}
		start = end + 1
	}
}

// isMagic reports whether a line that begins a statement is IPython's.
func isMagic(line []byte) bool {
	s := strings.TrimSpace(string(line))
	if s == "" {
		return false
	}
	switch s[0] {
	case '%', '!', '?':
		return true
	}
	if strings.HasSuffix(s, "?") && !strings.Contains(s, "#") {
		return true
	}
	left, right, ok := strings.Cut(s, "=")
	right = strings.TrimSpace(right)
	if !ok || right == "" || right[0] != '!' && right[0] != '%' {
		return false
	}
	left = strings.TrimSpace(left)
	return left != "" && strings.Trim(left, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_., ") == ""
}

// quoting follows strings and brackets from line to line.
type quoting struct {
	quote   string // of the string that is open over lines
	depth   int
	carried bool // the line before ends in a backslash
}

func (q *quoting) outside() bool { return q.quote == "" && q.depth == 0 && !q.carried }

// line reads one line of Python.
func (q *quoting) line(s []byte) {
	q.carried = false
	for i := 0; i < len(s); i++ {
		if q.quote != "" {
			switch {
			case s[i] == '\\':
				i++
			case bytes.HasPrefix(s[i:], []byte(q.quote)):
				i += len(q.quote) - 1
				q.quote = ""
			}
			continue
		}
		switch c := s[i]; c {
		case '#':
			return
		case '(', '[', '{':
			q.depth++
		case ')', ']', '}':
			q.depth = max(0, q.depth-1)
		case '"', '\'':
			q.quote = string(c)
			if triple := strings.Repeat(q.quote, 3); bytes.HasPrefix(s[i:], []byte(triple)) {
				q.quote = triple
				i += 2
			}
		case '\\':
			q.carried = i == len(s)-1
		}
	}
	if len(q.quote) == 1 { // it ends with its line
		q.quote = ""
	}
}
