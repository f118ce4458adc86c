package generate

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a draft.
const (
	maxTurns = 8    // user turns
	maxTurn  = 1200 // runes of one turn
)

// tidy strips what no user types: control characters, bad UTF-8, the
// invisible characters that reorder text, and blanks at the ends. Line ends
// stay.
func tidy(turn string) string {
	turn = strings.ToValidUTF8(turn, "")
	turn = strings.ReplaceAll(turn, "\r\n", "\n")
	turn = strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && !joiner(r):
			return -1
		}
		return r
	}, turn)
	return strings.TrimSpace(turn)
}

// joiner reports whether an invisible character belongs to the spelling of a
// language or an emoji.
func joiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// check tidies a draft's turns and holds them to the bounds.
func check(turns []string) ([]string, error) {
	if len(turns) == 0 {
		return nil, errors.New("turns is empty; write at least one")
	}
	if len(turns) > maxTurns {
		return nil, fmt.Errorf("turns has %d entries; write at most %d", len(turns), maxTurns)
	}
	out := make([]string, len(turns))
	for i, t := range turns {
		out[i] = tidy(t)
		if out[i] == "" {
			return nil, fmt.Errorf("turn %d is empty", i+1)
		}
		if n := utf8.RuneCountInString(out[i]); n > maxTurn {
			return nil, fmt.Errorf("turn %d has %d characters; write at most %d", i+1, n, maxTurn)
		}
	}
	return out, nil
}

// normal is the form in which two drafts are compared: what start and shown
// tools they have, and their words without case, punctuation and spacing.
func normal(start string, exposure, turns []string) string {
	parts := []string{start, strings.Join(exposure, "\x1f")}
	for _, t := range turns {
		own := slices.DeleteFunc(words(t), func(w string) bool { return w == "." })
		parts = append(parts, strings.Join(own, " "))
	}
	return strings.Join(parts, "\x1e")
}
