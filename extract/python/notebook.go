package python

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// Codes of what concerns notebooks and import paths.
const (
	codeNotNotebook = "OB230" // a notebook file that cannot be read as one
	codeCellMagic   = "OB231" // a cell that is not Python
	codeRunMagic    = "OB232" // another file is run by %run
	codeOutside     = "OB233" // sys.path is extended by a directory outside
)

// isNotebook tells Jupyter notebooks by their name.
func isNotebook(p string) bool { return strings.HasSuffix(p, ".ipynb") }

// notebook is the Python of a notebook's code cells, in their order, as one
// text, and where each byte of it stands in the file.
type notebook struct {
	code  []byte
	where []int32 // offsets in raw, one for each byte of code
	lines []int   // offsets of lines in raw
	text  []int   // offsets of lines in code
	cells []cellRange
	notes []cellNote
}

// cellRange is where a code cell begins in the file. Cells count from 1, those
// of text too, as a reader counts them.
type cellRange struct{ number, start int }

type cellNote struct {
	code, message string
	at            int // in raw
}

// parseNotebook reads a notebook and parses its code. Every place in the
// result is one of the file itself, so that an editor finds it.
func parseNotebook(raw []byte) (*syntax.File, *notebook, error) {
	nb, err := readNotebook(raw)
	if err != nil {
		return nil, nil, err
	}
	file, err := syntax.Parse(nb.code)
	if err != nil {
		return nil, nil, err
	}
	nb.lines, nb.text = lineStarts(raw), lineStarts(nb.code)
	file.Move(nb.place)
	return file, nb, nil
}

func lineStarts(src []byte) []int {
	out := make([]int, 1, bytes.Count(src, []byte{'\n'})+1)
	for i, b := range src {
		if b == '\n' {
			out = append(out, i+1)
		}
	}
	return out
}

// place turns a place in the code into one in the file.
func (nb *notebook) place(p syntax.Pos) syntax.Pos {
	if p.Line < 1 || p.Line > len(nb.text) || len(nb.where) == 0 {
		return p
	}
	at := min(nb.text[p.Line-1]+p.Col-1, len(nb.where)-1)
	return nb.at(int(nb.where[at]))
}

// at turns an offset in the file into a line and column.
func (nb *notebook) at(offset int) syntax.Pos {
	line := sort.SearchInts(nb.lines, offset+1)
	return syntax.Pos{Line: line, Col: offset - nb.lines[line-1] + 1}
}

// cell is the number of the cell at a place in the file, or 0.
func (nb *notebook) cell(p manifest.Position) int {
	if p.Line < 1 || p.Line > len(nb.lines) {
		return 0
	}
	offset := nb.lines[p.Line-1] + p.Col - 1
	i := sort.Search(len(nb.cells), func(i int) bool { return nb.cells[i].start > offset })
	if i == 0 {
		return 0
	}
	return nb.cells[i-1].number
}

// inCell adds the cell's number to a message about a place in a notebook.
func (m *machine) inCell(message string, pos manifest.Position) string {
	mod := m.modules[pos.Path]
	if mod == nil || mod.notebook == nil {
		return message
	}
	if n := mod.notebook.cell(pos); n > 0 {
		return fmt.Sprintf("cell %d: %s", n, message)
	}
	return message
}

// tellNotes reports what the cells hold that is not followed.
func (m *machine) tellNotes(p string, nb *notebook) {
	for _, n := range nb.notes {
		at := nb.at(n.at)
		m.report(extract.Diagnostic{
			Code: n.code, Level: manifest.LevelNote, Message: n.message, Hint: "put what it declares into a Python cell or a module",
			Position: manifest.Position{Path: p, Line: at.Line, Col: at.Col},
		})
	}
}

// importsAny reports whether code in a notebook imports one of the modules.
// Notebooks of a directory are read for that alone: they may mention anything.
func importsAny(src []byte, modules []string) bool {
	for _, word := range []string{"from ", "import "} {
		for rest := src; ; {
			i := bytes.Index(rest, []byte(word))
			if i < 0 {
				break
			}
			rest = bytes.TrimLeft(rest[i+len(word):], " ")
			for _, name := range modules {
				if after, ok := bytes.CutPrefix(rest, []byte(name)); ok && (len(after) == 0 || !nameByte(after[0])) {
					return true
				}
			}
		}
	}
	return false
}
