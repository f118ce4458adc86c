// Command obligato measures which part of a declared multi-agent workflow no
// test has ever exercised. See obligato help, or the README.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/obligato-dev/obligato/internal/cli"
)

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		s := <-signals
		// The first signal ends the attempt in hand and lets it be written
		// down; the second has its default effect, at once.
		signal.Stop(signals)
		cancel(&cli.Interrupt{Signal: s.(syscall.Signal)})
	}()
	os.Exit(cli.Main(ctx, cli.System(), os.Args[1:]))
}
