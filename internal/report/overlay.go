package report

import (
	"fmt"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// Overlay lists what people changed in what was extracted, a line each under a
// headline, with the reasons; nothing where they changed nothing.
func Overlay(list []manifest.Overlay) []string {
	if len(list) == 0 {
		return nil
	}
	noun := "entries"
	if len(list) == 1 {
		noun = "entry"
	}
	out := []string{fmt.Sprintf("%d overlay %s, not seen in the source:", len(list), noun)}
	for _, o := range list {
		line := "  " + string(o.Op) + " " + Clean(o.What) + ": " + Clean(o.Reason)
		if !o.Source.IsZero() {
			line += "  " + Clean(o.Source.String())
		}
		out = append(out, line)
	}
	return out
}
