package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/runtime/model"
)

// simulatedModel is the name under which the simulated model is chosen.
const simulatedModel = "simulated"

// scriptedModel is the name under which model serve offers a script. No
// endpoint's model may have it here: its runs would be labelled live.
const scriptedModel = "scripted"

// defaultLiveCalls caps the calls to a live model unless --max-calls says
// otherwise: calls cost money.
const defaultLiveCalls = 200

// modelFlags are the flags that choose a model and its bounds. A key in the
// environment never selects a live model; --model does.
type modelFlags struct {
	name      string
	seed      uint64
	heed      float64
	maxCalls  int
	maxTokens int
	timeout   time.Duration
}

func (f *modelFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.name, "model", simulatedModel,
		"model under test: simulated, or a model of the endpoint at OPENAI_BASE_URL (key in OPENAI_API_KEY)")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the simulated model and of scenario writing")
	c.Flags().Float64Var(&f.heed, "heed", 0.9, "probability with which the simulated model heeds a mark that says not permitted, in [0, 1]")
	c.Flags().IntVar(&f.maxCalls, "max-calls", 0, fmt.Sprintf("cap on model calls; 0 means %d for a live model, none for the simulated one", defaultLiveCalls))
	c.Flags().IntVar(&f.maxTokens, "max-tokens", 0, "cap on tokens, prompts and answers together; 0 means none")
	c.Flags().DurationVar(&f.timeout, "timeout", time.Minute, "time for one model call, retries apart")
}

func (f *modelFlags) check() error {
	if err := checkProbability(f.heed); err != nil {
		return err
	}
	switch {
	case f.name == scriptedModel:
		return usage(errors.New("a scripted model is no model under test"), "give the scenario that has the script to obligato run")
	case f.maxCalls < 0 || f.maxTokens < 0:
		return usage(fmt.Errorf("a cap cannot be negative"), "give --max-calls and --max-tokens 0 or more")
	case f.timeout <= 0:
		return usage(fmt.Errorf("--timeout %v is no time", f.timeout), "give a duration such as 30s")
	}
	return nil
}

// checkProbability refuses what is no probability, NaN included.
func checkProbability(heed float64) error {
	if heed >= 0 && heed <= 1 {
		return nil
	}
	return usage(fmt.Errorf("--heed %v is no probability", heed), "give a number from 0 to 1")
}

// simulated reports whether the simulated model is chosen.
func (f *modelFlags) simulated() bool { return f.name == simulatedModel }

// budget is the cap on the model of that name, with the default of a live one.
func (f *modelFlags) budget(name string) model.Budget {
	b := model.Budget{MaxCalls: f.maxCalls, MaxTokens: f.maxTokens}
	if b.MaxCalls == 0 && name != simulatedModel {
		b.MaxCalls = defaultLiveCalls
	}
	return b
}

// openModel returns the model of a name. It makes no connection.
func (a *app) openModel(f *modelFlags, name string) (model.Model, error) {
	if name == simulatedModel {
		return model.NewSimulated(model.SimulatedOptions{Seed: f.seed, Heed: f.heed}), nil
	}
	m, err := model.NewOpenAI(model.OpenAIOptions{
		BaseURL: a.Getenv("OPENAI_BASE_URL"),
		Key:     a.Getenv("OPENAI_API_KEY"),
		Model:   name,
		Timeout: f.timeout,
		Sleep:   a.Sleep,
	})
	if err != nil {
		return nil, usage(fmt.Errorf("open model %s: %w", name, err), "obligato doctor")
	}
	return m, nil
}
