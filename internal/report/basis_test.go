package report

import (
	"strings"
	"testing"

	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/trace"
)

func TestCoverageBasis(t *testing.T) {
	s := mixed(t)
	got := render(t, Coverage{Summary: s}, Options{})
	if want := "counted: witnesses of mode live, observed, replayed, scripted, simulated\n"; !strings.Contains(got, want) {
		t.Errorf("want %q in\n%s", want, got)
	}
	if strings.Contains(got, "not judged") {
		t.Errorf("unknown events are reported where there are none:\n%s", got)
	}
	s.Counts = []trace.Mode{trace.Live, trace.Replayed}
	s.Completeness = coverage.Completeness{Runs: 1, Complete: 1, UnknownKinds: map[string]int{"we\x1bird": 3, "odd": 1}}
	got = render(t, Coverage{Summary: s}, Options{})
	want := "counted: witnesses of mode live, replayed\nnot judged: unknown event odd, 1 time\nnot judged: unknown event we\\x1bird, 3 times\n"
	if !strings.Contains(got, want) {
		t.Errorf("want %q in\n%s", want, got)
	}
}
