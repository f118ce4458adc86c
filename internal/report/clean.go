// Package report renders results for people and machines, one file a format.
// Everything that it prints may come from a hostile manifest, trace or model,
// so text passes Clean before it reaches a terminal.
package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// Clean makes text safe to print on one line of a terminal: control
// characters, escape sequences, bidirectional overrides and other invisible
// runes become visible escapes, bytes that are not UTF-8 become \xNN.
func Clean(s string) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\x` + hex(uint32(s[i]), 2))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteByte(' ')
		case printable(r):
			b.WriteRune(r)
		case r < 0x100:
			b.WriteString(`\x` + hex(uint32(r), 2))
		default:
			b.WriteString(`\u{` + hex(uint32(r), 4) + `}`)
		}
		i += size
	}
	return b.String()
}

func isClean(s string) bool {
	for i, r := range s {
		if !printable(r) {
			return false
		}
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return false
			}
		}
	}
	return true
}

func printable(r rune) bool {
	return r == ' ' || (unicode.IsPrint(r) && !unicode.Is(unicode.Bidi_Control, r))
}

func hex(v uint32, width int) string {
	const digits = "0123456789abcdef"
	var b []byte
	for v > 0 || len(b) < width {
		b = append([]byte{digits[v&15]}, b...)
		v >>= 4
	}
	return string(b)
}

// Width is the number of terminal columns that a cleaned text takes.
func Width(s string) int { return runewidth.StringWidth(s) }

// Fit cuts a cleaned text to at most width columns, marking the cut with an
// ellipsis. A width of 0 or less means no bound.
func Fit(s string, width int) string {
	if width <= 0 || Width(s) <= width {
		return s
	}
	return runewidth.Truncate(s, width, "...")
}

// pad fills a cleaned text with spaces up to width columns.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-Width(s)))
}

// padLeft right-aligns a cleaned text in width columns.
func padLeft(s string, width int) string {
	return strings.Repeat(" ", max(0, width-Width(s))) + s
}
