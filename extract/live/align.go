package live

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// Align writes what was seen as a manifest, under the ids of the static one
// where it knows the agent or tool. Objects of one name that were made at one
// place are one agent, as in the static reading. What the static manifest does
// not know gets its name as id, with the symbol that holds it behind where the
// name is taken. Entries stay empty: an import does not say where runs start.
func Align(s *Seen, static *manifest.Manifest) *manifest.Manifest {
	a := &aligner{seen: s, agentOf: map[string]string{}, toolOf: map[string]string{}, out: &manifest.Manifest{
		Schema: manifest.Schema, Workflow: static.Workflow, SDK: &manifest.Component{Name: s.SDK.Name, Version: s.SDK.Version},
	}}
	a.agents(static)
	a.tools(static)
	for _, x := range s.Agents {
		if a.agentOf[x.Key] != "" {
			a.edges(x)
		}
	}
	a.out.Normalize()
	return a.out
}

type aligner struct {
	seen    *Seen
	out     *manifest.Manifest
	agentOf map[string]string // id by key
	toolOf  map[string]string
	tool    map[string]Tool // by key
}

// group is objects that stand for one declaration. Site and symbol tell
// declarations of one name apart.
type group struct {
	name, site string
	symbol     string
	keys       []string
	id         string
}

// groups gathers items by name and site, in order.
func groups(n int, item func(i int) (key, name, site, symbol string)) []*group {
	var out []*group
	by := map[string]*group{}
	for i := range n {
		key, name, site, symbol := item(i)
		if name == "" {
			continue // an object that was never finished
		}
		g := by[name+"\x00"+site+"\x00"+symbol]
		if g == nil {
			g = &group{name: name, site: site, symbol: symbol}
			by[name+"\x00"+site+"\x00"+symbol] = g
			out = append(out, g)
		}
		g.keys = append(g.keys, key)
	}
	return out
}

// known is what the static manifest has under a name.
type known struct{ id, name, site string }

// assign gives each group the id of the static one with its name and symbol,
// else with its name and site, else the only one left of its name, and
// otherwise a new id.
func assign(list []*group, static []known) {
	taken, found := map[string]bool{}, map[string]bool{}
	byName := map[string][]known{}
	for _, k := range static {
		taken[k.id] = true
		byName[k.name] = append(byName[k.name], k)
	}
	match := func(fits func(*group, known) bool) {
		for _, g := range list {
			i := slices.IndexFunc(byName[g.name], func(k known) bool { return g.id == "" && fits(g, k) })
			if i >= 0 {
				g.id = byName[g.name][i].id
				found[g.id] = true
			}
		}
	}
	match(func(g *group, k known) bool { return k.id == g.name+"@"+g.symbol })
	match(func(g *group, k known) bool { return k.site == g.site && !found[k.id] })
	match(func(g *group, k known) bool { return k.site == g.site })
	open, left := map[string][]*group{}, map[string][]known{}
	for _, g := range list {
		if g.id == "" {
			open[g.name] = append(open[g.name], g)
		}
	}
	for name, all := range byName {
		for _, k := range all {
			if !found[k.id] {
				left[name] = append(left[name], k)
			}
		}
	}
	for _, g := range list {
		switch {
		case g.id != "":
		case len(open[g.name]) == 1 && len(left[g.name]) == 1:
			g.id = left[g.name][0].id
		case !taken[g.name]:
			g.id = g.name
		default:
			g.id = g.name + "@" + cmp.Or(g.symbol, "live")
		}
		taken[g.id] = true
	}
}

// line is a site's text: columns differ between the two readings.
func line(p manifest.Position) string { return fmt.Sprintf("%s:%d", p.Path, p.Line) }

func (a *aligner) agents(static *manifest.Manifest) {
	var have []known
	for _, x := range static.Agents {
		if x.Kind != manifest.KindOrchestrator {
			have = append(have, known{x.ID, x.RuntimeName(), line(x.Source)})
		}
	}
	list := groups(len(a.seen.Agents), func(i int) (string, string, string, string) {
		x := a.seen.Agents[i]
		return x.Key, x.Name, line(x.Place.Position), x.Symbol
	})
	assign(list, have)
	byKey := map[string]Agent{}
	for _, x := range a.seen.Agents {
		byKey[x.Key] = x
	}
	done := map[string]bool{}
	for _, g := range list {
		for _, k := range g.keys {
			a.agentOf[k] = g.id
		}
		if !done[g.id] {
			done[g.id] = true
			a.out.Agents = append(a.out.Agents, agentOf(byKey[g.keys[0]], g))
		}
	}
}

func agentOf(x Agent, g *group) manifest.Agent {
	out := manifest.Agent{
		ID: g.id, Kind: manifest.KindAgent, Description: x.Description, Instructions: x.Instructions, Model: x.Model,
		Guardrails: unique(x.Guardrails), InputGuardrails: unique(x.InputGuardrails),
		Derived: manifest.FromLive, Source: x.Place.Position,
	}
	if g.id != x.Name {
		out.Name = x.Name
	}
	if x.Computed {
		out.Dynamic = append(out.Dynamic, "instructions")
	}
	if x.Prompt {
		out.Dynamic = append(out.Dynamic, "prompt")
	}
	return out
}

// unique drops what a list has before.
func unique(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func (a *aligner) tools(static *manifest.Manifest) {
	var have []known
	for _, t := range static.Tools {
		k := known{t.ID, t.RuntimeName(), line(t.Source)}
		switch t.Kind {
		case manifest.ToolAgent:
			k.site = "agent " + t.Wraps
		case manifest.ToolHosted:
			_, label, _ := strings.Cut(t.ID, "@")
			k.site = "hosted " + label
		}
		have = append(have, k)
	}
	list := groups(len(a.seen.Tools), func(i int) (string, string, string, string) {
		t := a.seen.Tools[i]
		return t.Key, t.Name, a.toolSite(t), cmp.Or(t.Server, t.Function, t.Symbol, t.Class)
	})
	assign(list, have)
	a.tool = map[string]Tool{}
	for _, t := range a.seen.Tools {
		a.tool[t.Key] = t
	}
	done := map[string]bool{}
	for _, g := range list {
		for _, k := range g.keys {
			a.toolOf[k] = g.id
		}
		if !done[g.id] {
			done[g.id] = true
			a.out.Tools = append(a.out.Tools, a.toolFrom(a.tool[g.keys[0]], g))
		}
	}
}

// toolSite tells tools of one name apart, as the static reading does: agent
// tools by their agent, hosted ones by their server, others by their place.
func (a *aligner) toolSite(t Tool) string {
	switch kindOf(t) {
	case manifest.ToolAgent:
		return "agent " + a.agentOf[t.Wraps]
	case manifest.ToolHosted:
		return "hosted " + t.Server
	}
	return line(t.Place.Position)
}

// localClasses are the SDK's own tools that run where the program does.
var localClasses = []string{
	"FunctionTool", "CustomTool", "ComputerTool", "ShellTool", "LocalShellTool", "ApplyPatchTool",
}

func kindOf(t Tool) manifest.ToolKind {
	if t.Wraps != "" {
		return manifest.ToolAgent
	}
	for _, c := range t.Names {
		if slices.Contains(localClasses, c) {
			return manifest.ToolFunction
		}
	}
	return manifest.ToolHosted
}

func (a *aligner) toolFrom(t Tool, g *group) manifest.Tool {
	out := manifest.Tool{
		ID: g.id, Kind: kindOf(t), Description: t.Description, Parameters: t.Parameters,
		Wraps: a.agentOf[t.Wraps], Function: t.Function, Derived: manifest.FromLive, Source: t.Place.Position,
	}
	if g.id != t.Name {
		out.Name = t.Name
	}
	return out
}
