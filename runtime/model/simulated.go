package model

import "context"

// SimulatedOptions are the options of the simulated model.
type SimulatedOptions struct {
	Seed uint64
	// Heed is the probability, in [0, 1], that a tool marked NotPermitted is
	// left alone. The zero value heeds never; the command line's default is 0.9.
	Heed float64
}

// Simulated is the simulated model.
type Simulated struct {
	seed uint64
	heed float64
}

// NewSimulated returns a simulated model.
func NewSimulated(o SimulatedOptions) *Simulated { return &Simulated{seed: o.Seed, heed: o.Heed} }

// Info implements Model.
func (s *Simulated) Info() Info { return Info{Name: "simulated", Mode: ModeSimulated} }

// Complete implements Model.
func (s *Simulated) Complete(ctx context.Context, req Request) (Response, error) {
	if err := contextError(ctx); err != nil {
		return Response{}, err
	}
	m := Message{Role: RoleAssistant, Content: "What would you like me to do?"}
	return Response{Message: m, Model: "simulated", Usage: estimateUsage(req, m)}, nil
}
