package cli

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/graph"
)

func (a *app) graphCommand() *cobra.Command {
	var format, output string
	var restricted bool
	c := &cobra.Command{
		Use:   "graph PATH",
		Short: "Print the coordination graph of a workflow",
		Example: "  obligato graph --format mermaid benchmarks/manifests/autopitch.yaml\n" +
			"  obligato graph --format dot --restricted PATH | dot -Tsvg > graph.svg",
		Args: pathArg,
		RunE: func(_ *cobra.Command, args []string) error {
			w, err := a.load(args[0])
			if err != nil {
				return err
			}
			g := graph.Build(w.manifest)
			write := map[string]func(*bytes.Buffer, graph.WriteOptions) error{
				"mermaid": func(b *bytes.Buffer, o graph.WriteOptions) error { return g.WriteMermaid(b, o) },
				"dot":     func(b *bytes.Buffer, o graph.WriteOptions) error { return g.WriteDOT(b, o) },
				"json":    func(b *bytes.Buffer, o graph.WriteOptions) error { return g.WriteJSON(b, o) },
			}[format]
			var out bytes.Buffer
			if err := write(&out, graph.WriteOptions{Restricted: restricted}); err != nil {
				return usage(fmt.Errorf("draw graph of %s: %w", args[0], err), "obligato extract "+args[0])
			}
			return a.emit(output, out.Bytes())
		},
	}
	formatFlag(c, &format, "mermaid", "dot", "json")
	outputFlag(c, &output)
	c.Flags().BoolVar(&restricted, "restricted", false, "draw restricted edges too; by complement they are many")
	return c
}
