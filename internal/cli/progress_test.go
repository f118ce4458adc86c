package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

// TestProgressLines holds that CI sees a line every ten seconds, cleaned, and
// nothing with --quiet.
func TestProgressLines(t *testing.T) {
	for _, quiet := range []bool{false, true} {
		var out bytes.Buffer
		now := time.Unix(0, 0)
		a := &app{World: World{Stderr: &out, Now: func() time.Time { return now }}, quiet: quiet}
		p := a.startProgress("objectives", 3)
		p.step(1, 3, "C1:A")
		now = now.Add(quietPeriod)
		p.step(2, 3, "C1:\x1b[31mB")
		p.step(3, 3, "C1:C")
		p.stop()
		want := "objectives 2/3  C1:\\x1b[31mB\n"
		if quiet {
			want = ""
		}
		if out.String() != want {
			t.Errorf("quiet %v: %q, want %q", quiet, out.String(), want)
		}
	}
}

// TestProgressBar draws a bar while steps come in, for the race detector.
func TestProgressBar(t *testing.T) {
	a := &app{World: World{Stderr: io.Discard, Now: time.Now, Interactive: true}}
	p := a.startProgress("objectives", 100)
	for i := range 100 {
		p.step(i+1, 100, strings.Repeat("x", i))
	}
	p.stop()
}
