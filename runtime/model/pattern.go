package model

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// maxMatching bounds a text that is made for a pattern, in bytes.
const maxMatching = 4096

// matching makes a short text for a pattern, with as many repetitions as the
// least length needs. For what Go's syntax lacks it gives "none".
func matching(pattern string, want schema) string {
	const otherwise = "none"
	if len(pattern) > maxPattern {
		return otherwise
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return otherwise
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return otherwise
	}
	least, _ := want.count("minLength", 64)
	for times := 0; times <= max(least, 1); times++ {
		var b strings.Builder
		write(&b, tree, times)
		if s := b.String(); re.MatchString(s) && utf8.RuneCountInString(s) >= least && utf8.ValidString(s) {
			return s
		}
	}
	return otherwise
}

// write writes a text that a pattern's tree matches, with loops run the given
// number of times where they may.
func write(b *strings.Builder, re *syntax.Regexp, times int) {
	if b.Len() > maxMatching {
		return
	}
	loop := func(least, most int) {
		n := max(times, least)
		if most >= 0 {
			n = min(n, most)
		}
		for range n {
			if b.Len() > maxMatching {
				return
			}
			write(b, re.Sub[0], times)
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		if len(re.Rune) > 0 {
			b.WriteRune(classRune(re.Rune))
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('x')
	case syntax.OpCapture:
		write(b, re.Sub[0], times)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			write(b, sub, times)
		}
	case syntax.OpAlternate:
		write(b, re.Sub[0], times)
	case syntax.OpStar:
		loop(0, -1)
	case syntax.OpPlus:
		loop(1, -1)
	case syntax.OpQuest:
		loop(0, 1)
	case syntax.OpRepeat:
		loop(re.Min, re.Max)
	}
}

// classRune prefers a letter or digit of a class to its first rune, which may
// be a control character.
func classRune(ranges []rune) rune {
	for _, r := range "aA0x-_ " {
		for i := 0; i+1 < len(ranges); i += 2 {
			if ranges[i] <= r && r <= ranges[i+1] {
				return r
			}
		}
	}
	return ranges[0]
}
