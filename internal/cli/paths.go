package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/graph"
	"github.com/obligato-dev/obligato/internal/document"
	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/internal/shell"
)

// toolPaths is the answer of paths: who may call a tool, and how a user's text
// gets there.
type toolPaths struct {
	Schema  string         `json:"schema"`
	Tool    string         `json:"tool"`
	Callers []graph.Caller `json:"callers"`
	// SameEffect are the tools whose bodies call what this tool's body is, or
	// what it calls.
	SameEffect []sameEffect `json:"same_effect"`
	// Undecided says what may call the tool, or do the same, without being seen.
	Undecided []string `json:"undecided"`
}

// sameEffect is another tool that may do what the tool does.
type sameEffect struct {
	Tool   string   `json:"tool"`
	Agents []string `json:"agents"` // that have it
	// Function is what its body calls; Shared says that the tool in question
	// calls it too, and is not itself that function.
	Function string            `json:"function"`
	Shared   bool              `json:"shared"`
	Source   manifest.Position `json:"source,omitzero"`
}

func (a *app) pathsCommand() *cobra.Command {
	var format, to string
	var n int
	c := &cobra.Command{
		Use:   "paths --to TOOL PATH",
		Short: "Say which agents may call a tool, and how a user's text gets there",
		Long: `Paths lists the agents that may call a tool, the delegation routes from an entry to
each, what asks or refuses on the way, and what cannot be decided from the source.
It exits 0 whatever it finds: declare what is forbidden, and extract enforces it.`,
		Example: "  obligato paths --to update_seat benchmarks/workflows/customer_service",
		Args:    pathArg,
		RunE: func(_ *cobra.Command, args []string) error {
			if to == "" {
				return usage(errors.New("paths needs --to TOOL"), "obligato extract PATH lists the tools")
			}
			if n < 1 || n > graph.MaxRoutes {
				return usage(fmt.Errorf("--number %d is out of range", n), fmt.Sprintf("give 1 to %d", graph.MaxRoutes))
			}
			w, err := a.load(args[0])
			if err != nil {
				return err
			}
			p, err := findPaths(w, to, n)
			if err != nil {
				return err
			}
			if format == "json" {
				return a.printJSON(p)
			}
			a.printPaths(w.manifest, p)
			return nil
		},
	}
	formatFlag(c, &format, "text", "json")
	c.Flags().StringVar(&to, "to", "", "id or runtime name of the tool")
	c.Flags().IntVarP(&n, "number", "n", 5, "how many routes for each agent")
	return c
}

func findPaths(w *workflow, to string, n int) (*toolPaths, error) {
	id, err := toolID(w, to)
	if err != nil {
		return nil, err
	}
	g := graph.Build(w.manifest)
	callers, ok := g.Callers(id, n)
	if !ok {
		return nil, usage(fmt.Errorf("%q is an agent that is offered as a tool", to),
			"obligato obligations "+shell.Quote(w.path)+" lists its delegations")
	}
	return &toolPaths{
		Schema: "obligato.paths/v1", Tool: id, Callers: callers,
		SameEffect: sameEffects(w.manifest, id), Undecided: undecided(w.manifest, g, id),
	}, nil
}

// sameEffects finds the tools that reach what a tool does without it: their
// bodies call its function, or a function of the project that it calls. Tools
// that are declared to change nothing are left out.
func sameEffects(m *manifest.Manifest, id string) []sameEffect {
	target, _ := m.Tool(id)
	own := map[string]bool{}
	for _, c := range target.Calls {
		own[c.Function] = true
	}
	out := []sameEffect{}
	for _, t := range m.Tools {
		if t.ID == id || t.Effects == manifest.EffectsNone || t.Effects == manifest.EffectsRead {
			continue
		}
		for _, c := range t.Calls {
			itself := target.Function != "" && c.Function == target.Function
			if itself || own[c.Function] {
				out = append(out, sameEffect{Tool: t.ID, Agents: holders(m, t.ID), Function: c.Function, Shared: !itself, Source: c.Source})
			}
		}
	}
	return out
}

func holders(m *manifest.Manifest, tool string) []string {
	out := []string{}
	for _, a := range m.Access {
		if a.Tool == tool {
			out = append(out, a.Agent)
		}
	}
	return out
}

// toolID finds the tool that a user means: by id, or by a runtime name that
// only one tool has.
func toolID(w *workflow, name string) (string, error) {
	if _, ok := w.manifest.Tool(name); ok {
		return name, nil
	}
	var ids, known []string
	for _, t := range w.manifest.Tools {
		known = append(known, t.ID)
		if t.RuntimeName() == name {
			ids = append(ids, t.ID)
		}
	}
	switch {
	case len(ids) == 1:
		return ids[0], nil
	case len(ids) > 1:
		return "", usage(fmt.Errorf("%d tools are named %q", len(ids), name), "give one of "+strings.Join(ids, ", "))
	case len(known) == 0:
		return "", usage(fmt.Errorf("%s has no tools", report.Clean(w.path)), "obligato extract "+shell.Quote(w.path))
	}
	hint := "obligato extract " + shell.Quote(w.path) + " lists the tools"
	if near, ok := document.Closest(name, known); ok {
		hint = "did you mean " + shell.Quote(near) + "?"
	}
	return "", usage(fmt.Errorf("no tool %q in %s", name, report.Clean(w.path)), hint)
}

// undecided says what the source cannot show about a tool.
func undecided(m *manifest.Manifest, g *graph.Graph, tool string) []string {
	out := []string{}
	for _, id := range g.DynamicAgents() {
		out = append(out, id+": its tool set is not known, so it may have this tool too")
	}
	if t, _ := m.Tool(tool); t.Kind == manifest.ToolHosted {
		out = append(out, "a hosted tool: the SDK accepts such calls from any agent")
	}
	var hosted []string
	for _, e := range g.HostedAccess() {
		if e.To != tool {
			hosted = append(hosted, e.To+" on "+e.From)
		}
	}
	if len(hosted) > 0 {
		out = append(out, strings.Join(hosted, ", ")+": hosted, so nothing shows what is done there, and the SDK accepts such calls from any agent")
	}
	return out
}

func (a *app) printPaths(m *manifest.Manifest, p *toolPaths) {
	print := func(format string, args ...any) {
		fmt.Fprintln(a.Stdout, report.Clean(fmt.Sprintf(format, args...)))
	}
	if len(p.Callers) == 0 {
		print("no agent has %s", p.Tool)
	}
	for _, c := range p.Callers {
		condition := ""
		if c.Access.Condition != "" {
			condition = ", if " + c.Access.Condition
		}
		print("%s calls it (%s%s). %s", c.Agent, c.Access.Source, condition, guardText(c.Guards))
		if len(c.Routes) == 0 {
			print("  no entry reaches this agent")
		}
		for _, route := range c.Routes {
			print("  %s", routeText(m, c.Agent, route))
		}
	}
	for _, e := range p.SameEffect {
		also := ""
		if e.Shared {
			also = ", which " + p.Tool + " also calls"
		}
		print("Same effect without the tool: %s (%s) calls %s()%s   %s", e.Tool, cmp.Or(strings.Join(e.Agents, ", "), "no agent has it"), e.Function, also, e.Source)
	}
	for _, line := range p.Undecided {
		print("Cannot be decided: %s", line)
	}
}

// guardText says what refuses a call, once it is made.
func guardText(guards []graph.Edge) string {
	if len(guards) == 0 {
		return "Nothing refuses the call."
	}
	var by, words []string
	for _, e := range guards {
		if e.EnforcedBy == manifest.ByPrompt {
			words = append(words, e.Source.String())
			continue
		}
		by = append(by, fmt.Sprintf("%s (%s)", e.EnforcedBy, e.Source))
	}
	if len(by) == 0 {
		return "Declared as restricted (" + strings.Join(words, ", ") + "), and nothing refuses the call."
	}
	return "Restricted by " + strings.Join(by, ", ") + "."
}

// routeText writes a route, how it is taken, and what stands in the way.
func routeText(m *manifest.Manifest, agent string, route []graph.Hop) string {
	if len(route) == 0 {
		return agent + "   an entry: the user's text comes first"
	}
	line, kinds, notes := route[0].From, map[manifest.DelegationKind]int{}, []string{}
	for _, hop := range route {
		line += "=>" + hop.To
		kinds[hop.Edges[0].Kind]++
		if condition, ok := always(hop.Edges); !ok {
			notes = append(notes, "only if "+condition)
		}
		if to, _ := m.Agent(hop.To); hop.Edges[0].Kind == manifest.Handoff && len(to.Guardrails) > 0 {
			notes = append(notes, "guardrails of "+hop.To+" ("+strings.Join(to.Guardrails, ", ")+"): those on input are skipped after a handoff")
		}
	}
	if from, _ := m.Agent(route[0].From); len(from.Guardrails) > 0 {
		notes = append(notes, "guardrails of the entry: "+strings.Join(from.Guardrails, ", "))
	}
	if len(notes) == 0 {
		notes = append(notes, "nothing on the way asks")
	}
	return line + "   " + hopText(kinds) + "   " + strings.Join(notes, "; ")
}

// always reports whether a hop can be taken without a condition, or else under
// which.
func always(edges []graph.Edge) (condition string, ok bool) {
	var conditions []string
	for _, e := range edges {
		if e.Condition == "" {
			return "", true
		}
		conditions = append(conditions, e.Condition)
	}
	return strings.Join(conditions, " or "), false
}

func hopText(kinds map[manifest.DelegationKind]int) string {
	var words []string
	for _, k := range []struct {
		kind manifest.DelegationKind
		noun string
	}{
		{manifest.Handoff, "handoff"},
		{manifest.AgentTool, "agent tool"},
		{manifest.Nested, "nested run"},
		{manifest.Orchestrated, "orchestrated run"},
	} {
		if n := kinds[k.kind]; n > 0 {
			words = append(words, count(n, k.noun))
		}
	}
	return strings.Join(words, ", ")
}
