package trace

import (
	"fmt"
	"strings"
	"testing"
)

// TestReadLimits holds that a trace of any size takes a bounded memory, and
// that what was left out is counted.
func TestReadLimits(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"kind":"run_start","schema":"obligato.trace/v1","run":"r","driver":"observe","mode":"observed","origin":"tests","runtime":"sdk"}` + "\n")
	line := `{"seq":%d,"kind":"message","agent":"A"}` + "\n"
	for i := 1; i <= 9; i++ {
		fmt.Fprintf(&b, line, i)
	}
	size := len(line) - 2
	for _, tt := range []struct {
		name               string
		events, size, want int
	}{
		{"all", 9, 1 << 20, 9},
		{"events", 4, 1 << 20, 4},
		{"bytes", 9, 3 * size, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := read("t.jsonl", strings.NewReader(b.String()), tt.events, tt.size)
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Events) != tt.want || len(got.Problems) != 9-tt.want {
				t.Errorf("%d events and problems %v, want %d events", len(got.Events), got.Problems, tt.want)
			}
		})
	}
}
