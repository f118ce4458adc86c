package cli

import (
	"context"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// World is all that a command may touch besides files and the network:
// streams, environment, clock. Tests inject their own.
type World struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	Now            func() time.Time
	// Sleep waits between tries of a model call, or returns the context's
	// error; nil means the real clock.
	Sleep func(ctx context.Context, d time.Duration) error
	// Columns is the width of the terminal behind Stdout in columns, 0 when
	// Stdout is no terminal.
	Columns int
	// CacheDir is where derived data is kept from one run to the next, empty
	// for nowhere.
	CacheDir string
	// Interactive reports whether Stderr is a terminal, so that a progress
	// bar may be drawn on it.
	Interactive bool
}

// System returns the world of the running process.
func System() World {
	w := World{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv: os.Getenv, Now: time.Now, CacheDir: defaultCacheDir(),
		Interactive: term.IsTerminal(int(os.Stderr.Fd())),
	}
	if fd := int(os.Stdout.Fd()); term.IsTerminal(fd) {
		if cols, _, err := term.GetSize(fd); err == nil {
			w.Columns = cols
		}
	}
	return w
}

// Colour modes of --color.
const (
	colourAuto   = "auto"
	colourAlways = "always"
	colourNever  = "never"
)

// colour decides whether output is coloured. NO_COLOR follows no-color.org:
// any value but the empty one switches colour off.
func (w World) colour(mode string) bool {
	switch mode {
	case colourAlways:
		return true
	case colourNever:
		return false
	}
	switch {
	case w.Getenv("NO_COLOR") != "", w.Getenv("CLICOLOR") == "0", w.Getenv("TERM") == "dumb":
		return false
	case on(w.Getenv("CLICOLOR_FORCE")), on(w.Getenv("FORCE_COLOR")):
		return true
	}
	return w.Columns > 0
}

func on(v string) bool { return v != "" && v != "0" }
