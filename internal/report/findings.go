package report

import (
	"fmt"
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

func also(list []manifest.Finding) string {
	var places []string
	for _, f := range list {
		if len(places) == maxMore {
			places = append(places, "…")
			break
		}
		p := f.Source
		p.Col = 0
		if !p.IsZero() {
			places = append(places, p.String())
		}
	}
	s := fmt.Sprintf("and %d more", len(list))
	if len(places) > 0 {
		s += ": " + strings.Join(places, ", ")
	}
	return s
}
