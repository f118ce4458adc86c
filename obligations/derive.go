package obligations

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/graph"
	"github.com/obligato-dev/obligato/internal/canonical"
)

// ErrNone is wrapped by the error that Derive returns when a workflow makes no
// obligation at all. Nothing could be measured then, and nothing is covered.
var ErrNone = errors.New("no obligations")

// NoneError says why there is no obligation.
type NoneError struct {
	Reason string
	Hint   string // one next step
}

// Error implements error, without the hint.
func (e *NoneError) Error() string { return "derive obligations: " + e.Reason }

// Unwrap makes errors.Is(err, ErrNone) true.
func (e *NoneError) Unwrap() error { return ErrNone }

// Derive returns the obligations of a workflow. Only agents that the entries
// reach make any; unreachable and guardrail agents are listed in the set. The
// error is a *NoneError where nothing is left to exercise.
func Derive(m *manifest.Manifest, o Options) (*Set, error) {
	o, err := o.normal()
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, &NoneError{Reason: "there is no manifest", Hint: "obligato extract PATH"}
	}
	s, err := newSet(m, o)
	if err != nil {
		return nil, fmt.Errorf("derive obligations: %w", err)
	}
	d := newDeriver(s)
	if err := d.reserve(); err != nil {
		return nil, err
	}
	d.agentsReached()
	d.allowed()
	d.declaredRestrictions()
	d.derivedRestrictions()
	d.delegations()
	if len(d.out) == 0 {
		return nil, none(s.Manifest, d)
	}
	slices.SortFunc(d.out, func(a, b Obligation) int {
		return cmp.Or(cmp.Compare(a.Criterion, b.Criterion), cmp.Compare(a.ID, b.ID))
	})
	s.Obligations = d.out
	s.Unreachable, s.Guardrails = d.graph.Unreachable(), d.graph.Guardrails()
	s.index(d)
	return s, nil
}

// MaxPairs bounds the restricted pairs by absence of one set. They are agents
// times tools, and a hostile manifest could ask for billions.
const MaxPairs = 500_000

// reserve makes room for the restricted pairs by absence, or refuses them.
func (d *deriver) reserve() error {
	n := 0
	if d.set.Options.Restrict == Complement {
		n = d.graph.ComplementSize()
	}
	if n > MaxPairs {
		return fmt.Errorf("derive obligations: %d restricted pairs by absence, at most %d can be measured; "+
			"restricted pairs by declaration alone can: --restrict=declared", n, MaxPairs)
	}
	m := d.set.Manifest
	d.out = make([]Obligation, 0, n+len(m.Agents)+len(m.Access)+len(m.Restrictions)+len(m.Delegations))
	return nil
}

// normal spells the defaults out, so that equal choices give equal digests.
func (o Options) normal() (Options, error) {
	o.Restrict = cmp.Or(o.Restrict, Complement)
	if o.Restrict != Complement && o.Restrict != DeclaredOnly {
		return o, fmt.Errorf("derive obligations: unknown restriction mode %q: want %s or %s", o.Restrict, Complement, DeclaredOnly)
	}
	switch o.View {
	case ViewNone:
	case ViewPaper:
		o.Orchestrators = true
	default:
		return o, fmt.Errorf("derive obligations: unknown view %q: want %s or none", o.View, ViewPaper)
	}
	return o, nil
}

// newSet fills in what identifies a set.
func newSet(m *manifest.Manifest, o Options) (*Set, error) {
	digests, err := manifest.Digests(m)
	if err != nil {
		return nil, err
	}
	s := &Set{
		StructureDigest: digests.Structure, BehaviourDigest: digests.Behaviour,
		Options: o, Manifest: m, Original: m,
	}
	if o.View == ViewPaper {
		view := manifest.Paper(m)
		s.Manifest, s.names.view = view.Manifest, &view
	}
	s.Digest, err = canonical.Digest(map[string]any{
		"structure": digests.Structure, "restrict": o.Restrict, "view": o.View, "orchestrators": o.Orchestrators,
	})
	return s, err
}

func none(m *manifest.Manifest, d *deriver) error {
	switch {
	case len(m.Agents) == 0:
		return &NoneError{"the manifest has no agents", "check the path: obligato extract PATH lists what was found"}
	case len(m.Entries) == 0:
		return &NoneError{"the manifest names no entry, so no agent is reachable", "name the agent at which runs start under entries"}
	case len(d.graph.Reachable()) == 0:
		return &NoneError{"the entries reach no agent", "check that entries names agents that are no guardrails"}
	}
	return &NoneError{"the entries reach nothing but code orchestrators", "add --orchestrators, or --view=paper, to count them"}
}

// Graph returns the coordination graph that the obligations speak of.
func (s *Set) Graph() *graph.Graph { return graph.Build(s.Manifest) }
