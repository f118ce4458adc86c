package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// Gathered is one line about findings: the first of them, and what else it
// stands for.
type Gathered struct {
	manifest.Finding
	More string // empty, or such as "and 3 more: app.py:12, app.py:30"
}

// maxMore bounds the places that one line names.
const maxMore = 4

// Gather makes the lines in which findings are printed, in their order: those
// that are suppressed are left out, and notes of one code share a line.
func Gather(list []manifest.Finding) []Gathered {
	var out []Gathered
	line := map[string]int{} // index in out of the first note, by code
	more := map[string][]manifest.Finding{}
	for _, f := range manifest.Active(list) {
		if f.Level == manifest.LevelNote {
			if _, known := line[f.Code]; known {
				more[f.Code] = append(more[f.Code], f)
				continue
			}
			line[f.Code] = len(out)
		}
		out = append(out, Gathered{Finding: f})
	}
	for i, g := range out {
		if others := more[g.Code]; len(others) > 0 && line[g.Code] == i && g.Level == manifest.LevelNote {
			out[i].More = also(others)
		}
	}
	return out
}

// noteCodes lists the codes of the notes that count, each with how many there
// are: a report on tests names them, and what they say is about the source.
func noteCodes(list []manifest.Finding) string {
	count := map[string]int{}
	for _, f := range manifest.Active(list) {
		if f.Level == manifest.LevelNote {
			count[f.Code]++
		}
	}
	var out []string
	for _, code := range slices.Sorted(maps.Keys(count)) {
		if n := count[code]; n > 1 {
			code += fmt.Sprintf(" (%d)", n)
		}
		out = append(out, code)
	}
	return strings.Join(out, ", ")
}

func also(list []manifest.Finding) string {
	var places []string
	for _, f := range list {
		p := f.Source
		p.Col = 0
		if p.IsZero() || slices.Contains(places, p.String()) {
			continue
		}
		if len(places) == maxMore {
			places = append(places, "…")
			break
		}
		places = append(places, p.String())
	}
	s := fmt.Sprintf("and %d more", len(list))
	if len(places) > 0 {
		s += ": " + strings.Join(places, ", ")
	}
	return s
}
