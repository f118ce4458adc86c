package trace

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxShown bounds what a message repeats of its input, in bytes.
const maxShown = 80

// show quotes a piece of input for a message: short, and with control bytes
// and terminal escapes made visible.
func show(s string) string { return strconv.Quote(clip(s, maxShown)) }

// plain makes an error text of another package safe to print: one line, no
// control bytes, bounded.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || (r >= 0x7f && r < 0xa0) || r == utf8.RuneError {
			return '?'
		}
		return r
	}, s)
	return clip(s, 3*maxShown)
}

// clip cuts valid UTF-8 to at most n bytes, at a rune boundary.
func clip(s string, n int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
