package cli

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/generate"
	"github.com/obligato-dev/obligato/runtime/interp"
)

// TestExtensionPoints holds that everything that the command line lists is
// completely declared, and under a name of its own.
func TestExtensionPoints(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range frontends() {
		if err := f.Validate(); err != nil || seen[f.Name] {
			t.Errorf("front end %q: %v, seen before: %v", f.Name, err, seen[f.Name])
		}
		seen[f.Name] = true
	}
	if len(seen) == 0 {
		t.Error("no front end is listed")
	}
	if err := interp.Adapter(interp.Options{}).Validate(); err != nil {
		t.Error(err)
	}
	if r := generate.Template(); r.Name == "" || r.Doc == "" || r.Realise == nil {
		t.Errorf("realiser %+v", r)
	}
}

// TestFrontendDefect holds that a defect of a front end ends as an error with
// a next step.
func TestFrontendDefect(t *testing.T) {
	broken := extract.Frontend{Name: "broken", Extract: func(*extract.Pass) (*manifest.Manifest, error) { panic("index out of range") }}
	m, err := runFrontend(context.Background(), broken, &extract.Pass{})
	var f *failure
	if m != nil || !errors.As(err, &f) || f.code != exitUsage || f.hint == "" || !strings.Contains(err.Error(), "index out of range") {
		t.Errorf("runFrontend = %v, %v", m, err)
	}
}

// An interrupted extraction ends at once, whatever the front end does.
func TestInterruptedFrontend(t *testing.T) {
	started, released := make(chan struct{}), make(chan struct{})
	defer close(released)
	slow := extract.Frontend{Name: "slow", Extract: func(*extract.Pass) (*manifest.Manifest, error) {
		close(started)
		<-released
		return nil, nil
	}}
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		<-started
		cancel(&Interrupt{Signal: syscall.SIGTERM})
	}()
	m, err := runFrontend(ctx, slow, &extract.Pass{})
	var i *Interrupt
	if m != nil || !errors.As(err, &i) || i.Signal != syscall.SIGTERM {
		t.Errorf("runFrontend = %v, %v; want the interruption", m, err)
	}
}
