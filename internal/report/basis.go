package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// basis says what the numbers rest on: which modes count, and which events
// this version cannot judge.
func (c Coverage) basis(p *page) {
	modes := make([]string, len(c.Summary.Counts))
	for i, m := range c.Summary.Counts {
		modes[i] = Clean(string(m))
	}
	p.line("counted: witnesses of mode " + strings.Join(modes, ", "))
	unknown := c.Summary.Completeness.UnknownKinds
	for _, kind := range slices.Sorted(maps.Keys(unknown)) {
		p.line(fmt.Sprintf("not judged: unknown event %s, %s", Clean(kind), count(unknown[kind], "time")))
	}
}
