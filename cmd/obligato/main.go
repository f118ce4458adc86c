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
	// The first signal cancels the context, so that the attempt in hand is
	// written down; after that signals have their default effect again.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(cli.Main(ctx, cli.System(), os.Args[1:]))
}
