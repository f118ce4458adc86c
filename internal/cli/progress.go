package cli

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/obligato-dev/obligato/internal/report"
)

// quietPeriod is the time between two progress lines when stderr is no
// terminal, as in CI.
const quietPeriod = 10 * time.Second

// progress shows how far long work has come: a bar with the time left on a
// terminal, a line every ten seconds elsewhere, nothing with --quiet.
type progress struct {
	bars *mpb.Progress
	bar  *mpb.Bar
	unit string
	last atomic.Value // string: what the bar shows; it is drawn by another goroutine
	out  io.Writer
	now  func() time.Time
	next time.Time
}

// startProgress begins a display of total steps of the unit, such as
// "objectives".
func (a *app) startProgress(unit string, total int) *progress {
	p := &progress{unit: unit, now: a.Now}
	p.last.Store("")
	switch {
	case a.quiet || total == 0:
	case a.Interactive:
		p.bars = mpb.New(mpb.WithOutput(a.Stderr), mpb.WithWidth(40))
		p.bar = p.bars.AddBar(int64(total), mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.CountersNoUnit(unit+" %d/%d ")),
			mpb.AppendDecorators(
				decor.Name("ETA "),
				decor.AverageETA(decor.ET_STYLE_MMSS),
				decor.Any(func(decor.Statistics) string { return "  " + report.Fit(p.last.Load().(string), 40) }),
			))
	default:
		p.out = a.Stderr
		p.next = a.Now().Add(quietPeriod)
	}
	return p
}

// step says that done of total steps are over, the last one about subject.
func (p *progress) step(done, total int, subject string) {
	p.last.Store(report.Clean(subject))
	if p.bar != nil {
		p.bar.SetCurrent(int64(done))
	}
	if p.out != nil && !p.now().Before(p.next) {
		fmt.Fprintf(p.out, "%s %d/%d  %s\n", p.unit, done, total, p.last.Load())
		p.next = p.now().Add(quietPeriod)
	}
}

// stop takes the display down, whether or not the work was finished.
func (p *progress) stop() {
	if p.bar == nil {
		return
	}
	p.bar.Abort(true)
	p.bars.Wait()
}
