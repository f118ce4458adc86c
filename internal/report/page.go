package report

import (
	"strings"
)

// Options say for what kind of terminal a text is meant. The zero value is
// plain text without a bound on its width, as for a file.
type Options struct {
	Colour  bool
	Columns int // width to wrap at; 0 means no bound
}

// labelWidth is the width of the first column of the coverage table.
const labelWidth = 18

// minColumns is the width below which nothing is wrapped further.
const minColumns = 20

// page builds a text line by line.
type page struct {
	strings.Builder
	options Options
}

func (p *page) blank() { p.WriteByte('\n') }

// line writes one line, wrapped where the terminal is narrower.
func (p *page) line(s string) { p.wrap(s, 2) }

// hang writes a line that belongs to the one before it.
func (p *page) hang(s string) { p.wrap("  "+s, 4) }

// wrap breaks a line at spaces so that it fits, indenting what follows.
func (p *page) wrap(s string, indent int) {
	width := p.options.Columns
	if width <= 0 || visible(s) <= max(width, minColumns) {
		p.WriteString(strings.TrimRight(s, " "))
		p.WriteByte('\n')
		return
	}
	width = max(width, minColumns)
	lead := s[:len(s)-len(strings.TrimLeft(s, " "))]
	row := ""
	for word := range strings.FieldsSeq(s) {
		switch {
		case row == "":
			row = lead + word
		case visible(row)+1+visible(word) > width:
			p.WriteString(row + "\n")
			row = strings.Repeat(" ", indent) + word
		default:
			row += " " + word
		}
	}
	p.WriteString(row + "\n")
}

// table writes rows of cells in columns: the first to the left, numbers to the
// right, the last as it is. Where the terminal is too narrow for that, each
// row becomes a block of lines.
func (p *page) table(rows [][]string) {
	widths := columnWidths(rows)
	total := 0
	for _, w := range widths[:len(widths)-1] {
		total += w + 2
	}
	if p.options.Columns > 0 && total > max(p.options.Columns, minColumns) {
		p.blocks(rows)
		return
	}
	last := len(widths) - 1
	for _, row := range rows {
		cells := []string{pad(row[0], widths[0])}
		for i := 1; i < last; i++ {
			cells = append(cells, padLeft(row[i], widths[i]))
		}
		p.wrap(strings.Join(append(cells, row[last]), "  "), labelWidth+2)
	}
}

func columnWidths(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	widths[0] = labelWidth
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], Width(cell))
		}
	}
	return widths
}

// blocks writes a table for narrow terminals: the row's label, then a line for
// each cell with its column's name.
func (p *page) blocks(rows [][]string) {
	header := rows[0]
	for _, row := range rows[1:] {
		p.line(row[0])
		for i := 1; i < len(row); i++ {
			if row[i] != "" {
				p.line("  " + strings.TrimSpace(header[i]+" "+row[i]))
			}
		}
	}
}

// SGR sequences of the report. Colour never carries the signal alone.
const (
	sgrReset  = "\x1b[0m"
	sgrBold   = "\x1b[1m"
	sgrRed    = "\x1b[1;31m"
	sgrYellow = "\x1b[33m"
)

func (p *page) bold(s string) string { return p.paint(sgrBold, s) }
func (p *page) bad(s string) string  { return p.paint(sgrRed, s) }
func (p *page) warn(s string) string { return p.paint(sgrYellow, s) }

func (p *page) paint(sgr, s string) string {
	if !p.options.Colour {
		return s
	}
	return sgr + s + sgrReset
}

// visible is the width of a line without its colour sequences.
func visible(s string) int {
	for _, sgr := range []string{sgrReset, sgrBold, sgrRed, sgrYellow} {
		s = strings.ReplaceAll(s, sgr, "")
	}
	return Width(s)
}
