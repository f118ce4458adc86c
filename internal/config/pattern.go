package config

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// Pattern names files and directories by their slash-separated path from the
// config's directory: * and ? stand for characters of one element, [a-z] for
// one of a class, and ** for any number of elements, none included. A pattern
// that matches a directory matches all that is in it.
type Pattern struct {
	Text   string
	Source manifest.Position
}

// maxElements bounds a pattern and the paths that are matched.
const maxElements = 100

// Match reports whether a path is of the pattern, by itself or because one of
// its directories is.
func (p Pattern) Match(name string) bool {
	pattern, elements := split(p.Text), split(name)
	if len(elements) > maxElements {
		return false
	}
	for n := 1; n <= len(elements); n++ {
		if matchElements(pattern, elements[:n]) {
			return true
		}
	}
	return false
}

func split(p string) []string {
	return strings.Split(strings.Trim(strings.TrimPrefix(p, "./"), "/"), "/")
}

// matchElements compares a pattern with a whole path, by a row for each
// element of the pattern: which lengths of the path it reaches.
func matchElements(pattern, elements []string) bool {
	row := make([]bool, len(elements)+1)
	row[0] = true
	for _, p := range pattern {
		next := make([]bool, len(elements)+1)
		for j := range row {
			if p == "**" {
				next[j] = row[j] || j > 0 && next[j-1]
				continue
			}
			if j > 0 && row[j-1] {
				ok, err := path.Match(p, elements[j-1])
				next[j] = ok && err == nil
			}
		}
		row = next
	}
	return row[len(elements)]
}

// patterns reads a list of patterns.
func (r *reader) patterns(list []string, pointer ...string) []Pattern {
	var out []Pattern
	for i, text := range list {
		at := append(slices.Clone(pointer), strconv.Itoa(i))
		elements := split(text)
		bad := len(elements) > maxElements || path.IsAbs(text) || slices.Contains(elements, "..")
		for _, e := range elements {
			_, err := path.Match(e, "")
			bad = bad || err != nil || e == "" || e != "**" && strings.Contains(e, "**")
		}
		if bad {
			r.problem(CodePattern, "write it from the directory of this file, such as src/**/old_*.py", "the pattern cannot be read", at...)
			continue
		}
		out = append(out, Pattern{Text: text, Source: r.at(at...)})
	}
	return out
}
