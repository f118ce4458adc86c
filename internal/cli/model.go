package cli

import (
	"fmt"
	"net"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/runtime/model"
	"github.com/obligato-dev/obligato/runtime/scenario"
)

// maxScriptBytes bounds a script file.
const maxScriptBytes = 4 << 20

func (a *app) modelCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "model",
		Short: "Serve the simulated and scripted models to other programs",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.modelServeCommand())
	return c
}

func (a *app) modelServeCommand() *cobra.Command {
	var address, script string
	var flags modelFlags
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve models on loopback as an OpenAI-compatible endpoint",
		Long: `Serve answers /v1/chat/completions and /v1/models on loopback until it is
interrupted. The model "simulated" decides by lexical similarity under --seed;
with --script FILE the model "scripted" answers the steps of that scenario file.
It prints the base URL to give to a program as OPENAI_BASE_URL.`,
		Example: "  obligato model serve --addr 127.0.0.1:8080\n  OPENAI_BASE_URL=http://127.0.0.1:8080/v1 python app.py",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := checkProbability(flags.heed); err != nil {
				return err
			}
			models := map[string]model.Model{
				simulatedModel: model.NewSimulated(model.SimulatedOptions{Seed: flags.seed, Heed: flags.heed}),
			}
			if script != "" {
				steps, err := readScript(script)
				if err != nil {
					return err
				}
				models[scriptedModel] = model.NewScripted(steps)
			}
			l, err := listenLoopback(address)
			if err != nil {
				return err
			}
			fmt.Fprintf(a.Stdout, "http://%s/v1\n", l.Addr())
			return model.Serve(c.Context(), l, model.Handler(models), model.ServeOptions{})
		},
	}
	c.Flags().StringVar(&address, "addr", "127.0.0.1:0", "loopback address to listen on; port 0 takes a free one")
	c.Flags().StringVar(&script, "script", "", "scenario file whose script the model named scripted answers")
	c.Flags().Uint64Var(&flags.seed, "seed", 1, "seed of the simulated model")
	c.Flags().Float64Var(&flags.heed, "heed", 0.9, "probability with which the simulated model heeds a mark that says not permitted, in [0, 1]")
	return c
}

// listenLoopback listens where only this machine can reach it.
func listenLoopback(address string) (net.Listener, error) {
	const hint = "give --addr a free loopback address, such as 127.0.0.1:0"
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, usage(fmt.Errorf("listen on %s: %w", address, err), hint)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, usage(fmt.Errorf("listen on %s: %w", address, model.ErrRemote), hint)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, usage(fmt.Errorf("listen on %s: %w", address, err), hint)
	}
	return l, nil
}

func readScript(path string) ([]scenario.Step, error) {
	data, err := readFile(path, maxScriptBytes)
	if err != nil {
		return nil, usage(fmt.Errorf("read script: %w", err), "check the path and its permissions")
	}
	s, err := scenario.Read(path, data)
	if err != nil {
		return nil, usage(fmt.Errorf("read script: %w", err), "mend the file at that place")
	}
	if len(s.Script) == 0 {
		return nil, usage(fmt.Errorf("%s: read script: the scenario has turns, not a script", path), "give a scenario with script: steps")
	}
	return s.Script, nil
}
