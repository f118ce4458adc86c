package generate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// Expose says which of the restricted pairs that nothing but absence enforces
// are exercised by showing the tool to the agent.
type Expose string

// Values of Expose. The empty value means ExposeSample.
const (
	ExposeSample Expose = "sample" // one pair per agent and kind of tool
	ExposeAll    Expose = "all"
	ExposeNone   Expose = "none"
)

// alternatives bounds the further routes that an objective carries.
const alternatives = 3

// alternativeHops bounds the routes for which alternatives are looked for, in
// agents: the search costs the square of a route's length, and a scenario that
// must take more hops than that fails for other reasons.
const alternativeHops = 40

// Router finds delegation routes; *graph.Graph is one.
type Router interface {
	// Route returns the shortest route from an entry, entry first.
	Route(to string) ([]string, bool)
	// Routes returns up to n loopless routes, shortest first.
	Routes(to string, n int) [][]string
}

// PlanOptions select what is planned.
type PlanOptions struct {
	// Open reports whether an obligation still needs a witness after the free
	// checks: recorded tests and given traces. Nil means that all are open.
	Open   func(id string) bool
	Expose Expose
}

// Skip is an open obligation that no scenario is planned for.
type Skip struct {
	Obligation string `json:"obligation"`
	Reason     string `json:"reason"` // one of the Skip reasons
	Next       string `json:"next"`   // one next step, or empty where there is none
}

// Reasons of a Skip.
const (
	SkipWire          = "left_to_wire"   // a guard is proved by forcing the call
	SkipNotObservable = "not_observable" // hosted tools leave no span
	SkipSample        = "not_in_sample"  // another pair stands for it
	SkipExposure      = "exposure_off"   // exposure was switched off
	SkipNoRoute       = "no_route"       // no delegation route from an entry
	SkipNoTool        = "no_tool"        // the tool exists in the view only
)

// Plan returns an objective for each open obligation that scenarios can
// exercise: ordinary runs before exposures, then by the length of the route.
// Of equally long routes edges come before nodes, because the witness of an
// edge is one of its agents too, and then the id decides.
func Plan(s *obligations.Set, g Router, o PlanOptions) []Objective {
	objectives, _ := plan(s, g, o)
	return objectives
}

// Skipped returns the open obligations that Plan leaves out, and why.
func Skipped(s *obligations.Set, g Router, o PlanOptions) []Skip {
	_, skips := plan(s, g, o)
	return skips
}

func plan(s *obligations.Set, g Router, o PlanOptions) ([]Objective, []Skip) {
	names := naming{s}
	known := newLookup(g, names)
	sample := sampled(s, o.Expose)
	var objectives []Objective
	var skips []Skip
	for _, ob := range s.Obligations {
		if o.Open != nil && !o.Open(ob.ID) {
			continue
		}
		if skip, ok := unplanned(ob, o.Expose, sample, names); ok {
			skips = append(skips, skip)
			continue
		}
		route, ok := g.Route(acting(ob))
		if !ok || len(route) == 0 {
			skips = append(skips, Skip{ob.ID, SkipNoRoute, "obligato graph"})
			continue
		}
		objectives = append(objectives, objective(ob, route, known, names))
	}
	slices.SortStableFunc(objectives, compare)
	return objectives, skips
}

// sampled returns the ids of the pairs that stand for the others.
func sampled(s *obligations.Set, e Expose) map[string]bool {
	if e != ExposeSample && e != "" {
		return nil
	}
	out := map[string]bool{}
	for _, ob := range obligations.Representatives(s) {
		out[ob.ID] = true
	}
	return out
}

// unplanned says why an obligation gets no scenario, if it does not.
func unplanned(ob obligations.Obligation, e Expose, sample map[string]bool, n naming) (Skip, bool) {
	if ob.Criterion != obligations.C3 {
		return Skip{}, false
	}
	switch {
	case ob.Kind == string(manifest.ToolHosted):
		return Skip{ob.ID, SkipNotObservable, ""}, true
	case ob.Class == obligations.ClassCode:
		return Skip{ob.ID, SkipWire, "obligato wire"}, true
	case ob.Class == obligations.ClassPrompt:
		return Skip{}, false
	case e == ExposeNone:
		return Skip{ob.ID, SkipExposure, "obligato cover --expose=sample"}, true
	case sample != nil && !sample[ob.ID]:
		return Skip{ob.ID, SkipSample, "obligato cover --expose=all"}, true
	}
	if _, ok := n.tool(ob.Tool); !ok {
		return Skip{ob.ID, SkipNoTool, ""}, true
	}
	return Skip{}, false
}

// acting returns the agent whose act an obligation is about.
func acting(ob obligations.Obligation) string {
	if ob.Criterion == obligations.C4 {
		return ob.From
	}
	return ob.Agent
}

// lookup holds what many objectives of one plan ask for: a route may be as
// long as the workflow is large, and each agent on it has a name.
type lookup struct {
	router Router
	names  map[string]string     // of agents, by id in the view
	routes map[string][][]string // to an agent, as they are asked for
}

func newLookup(g Router, n naming) *lookup {
	runtime := make(map[string]string, len(n.set.Original.Agents))
	for _, a := range n.set.Original.Agents {
		runtime[a.ID] = a.RuntimeName()
	}
	l := &lookup{router: g, names: make(map[string]string, len(n.set.Manifest.Agents)), routes: map[string][][]string{}}
	for _, a := range n.set.Manifest.Agents {
		name, ok := runtime[n.agent(a.ID)]
		if !ok {
			name = a.RuntimeName()
		}
		l.names[a.ID] = name
	}
	return l
}

func (l *lookup) name(id string) (string, bool) {
	name, ok := l.names[id]
	return name, ok
}

func (l *lookup) alternatives(to string) [][]string {
	routes, ok := l.routes[to]
	if !ok {
		routes = l.router.Routes(to, alternatives+1)
		l.routes[to] = routes
	}
	return routes
}

func objective(ob obligations.Obligation, route []string, l *lookup, n naming) Objective {
	o := Objective{
		Obligation: ob,
		Route:      route,
		Evidence:   evidence(ob),
		Exposure:   ob.Criterion == obligations.C3 && ob.Class == obligations.ClassAbsence,
		Names:      namesOf(ob, route, l.name, n),
	}
	if len(route) > alternativeHops {
		return o
	}
	for _, r := range l.alternatives(acting(ob)) {
		if !slices.Equal(r, route) && len(o.Alternatives) < alternatives {
			o.Alternatives = append(o.Alternatives, r)
		}
	}
	return o
}

// namesOf collects what a scenario must not name. The entry is left out: a
// user who names the agent in front of him gives nothing away, unless it is
// the one that the obligation is about.
func namesOf(ob obligations.Obligation, route []string, name func(id string) (string, bool), n naming) Names {
	var names Names
	ids := append([]string{ob.Agent, ob.From, ob.To}, route[min(1, len(route)):]...)
	for _, id := range ids {
		if s, ok := name(id); ok {
			names.Agents = append(names.Agents, s)
		}
	}
	if t, ok := n.set.Manifest.Tool(ob.Tool); ok {
		names.Tools = append(names.Tools, n.toolName(t))
	}
	if ob.ToolName != "" {
		names.Tools = append(names.Tools, ob.ToolName)
	}
	slices.Sort(names.Agents)
	names.Agents = slices.Compact(names.Agents)
	return names
}

// compare orders objectives as Plan promises.
func compare(a, b Objective) int {
	return cmp.Or(
		cmp.Compare(weight(a), weight(b)),
		cmp.Compare(len(a.Route), len(b.Route)),
		cmp.Compare(rank(a), rank(b)),
		cmp.Compare(a.Obligation.ID, b.Obligation.ID),
	)
}

func weight(o Objective) int {
	if o.Exposure {
		return 1
	}
	return 0
}

func rank(o Objective) int {
	if o.Obligation.Criterion == obligations.C1 {
		return 1
	}
	return 0
}

// evidence says which events settle an obligation, in the words of the
// witness predicates.
func evidence(ob obligations.Obligation) string {
	switch ob.Criterion {
	case obligations.C1:
		return fmt.Sprintf("%s acts: an agent span, a turn or a model call of its own", ob.Agent)
	case obligations.C2:
		return fmt.Sprintf("%s itself calls %s and the tool's body starts", ob.Agent, ob.Tool)
	case obligations.C4:
		switch manifest.DelegationKind(ob.Kind) {
		case manifest.AgentTool:
			return fmt.Sprintf("%s calls %s as a tool and a nested run of it starts", ob.From, ob.To)
		case manifest.Orchestrated, manifest.Nested:
			return fmt.Sprintf("code of %s runs %s", ob.From, ob.To)
		}
		return fmt.Sprintf("a handoff from %s to %s completes", ob.From, ob.To)
	}
	if ob.Class == obligations.ClassAbsence {
		return fmt.Sprintf("%s is shown %s as not permitted and tries to call it", ob.Agent, ob.Tool)
	}
	return fmt.Sprintf("%s tries to call %s, which it must not use", ob.Agent, ob.Tool)
}
