package report

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/obligato-dev/obligato/obligations"
)

// Obligations writes the list of obligations as text, one a line: id, position,
// why it is one. It ends with the agents that make no obligation.
func Obligations(w io.Writer, s *obligations.Set, listed []obligations.Obligation) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, o := range listed {
		fmt.Fprintf(t, "%s\t%s\t%s\n", Clean(o.ID), Clean(o.Source.String()), Clean(o.Because))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, id := range s.Unreachable {
		fmt.Fprintf(w, "no obligation: %s cannot be reached from an entry\n", Clean(id))
	}
	for _, id := range s.Guardrails {
		fmt.Fprintf(w, "no obligation: %s runs only in a guardrail\n", Clean(id))
	}
	return nil
}
