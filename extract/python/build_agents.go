package python

import (
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// collectAgents groups the agent objects by declaration and gives them ids.
func (b *builder) collectAgents() {
	byName := map[string][]*agentNode{}
	var names []string
	nodes := map[string]*agentNode{}
	bound := b.boundAgents()
	for _, o := range b.m.agents {
		v := orNone(o.peek("name"))
		name, ok := only(v)
		if !ok || name == "" {
			b.m.undecided("name of an agent", whyName(o, v), "", o.pos)
			if name, ok = likelyName(v); !ok {
				continue
			}
			o.assumed = true
		}
		s := o.symbol()
		key := "site " + o.pos.String()
		if s.rank > 1 && bound[name+key] != nil {
			s = bound[name+key].symbol()
		}
		if s.rank <= 1 {
			key = s.name
		}
		n := nodes[name+"\x00"+key]
		if n == nil {
			n = &agentNode{name: name, symbol: s.name, dynamic: map[string]bool{}, tools: map[*toolNode]bool{}}
			nodes[name+"\x00"+key] = n
			b.agents = append(b.agents, n)
			if byName[name] == nil {
				names = append(names, name)
			}
			byName[name] = append(byName[name], n)
		}
		n.objects = append(n.objects, o)
		b.nodeOf[o] = n
	}
	for _, name := range names {
		b.agentIDs(name, byName[name])
	}
}

// likelyName is the only known text among the possibilities of a name, such as
// a default: the agent is listed under it, by assumption.
func likelyName(v value) (string, bool) {
	u, ok := v.(*union)
	if !ok {
		return "", false
	}
	name := ""
	for _, a := range u.alts {
		switch s, known := only(a.v); {
		case known && name != "" && s != name:
			return "", false
		case known:
			name = s
		case isOpen(a.v):
		default:
			return "", false
		}
	}
	return name, name != ""
}

// boundAgents finds, by name and place of construction, the first agent that
// was bound to a name of a module or class. Another of the same name that was
// made at the same place, and never bound, is taken for it.
func (b *builder) boundAgents() map[string]*object {
	out := map[string]*object{}
	for _, o := range b.m.agents {
		name, ok := only(orNone(o.peek("name")))
		if key := name + "site " + o.pos.String(); ok && out[key] == nil && o.symbol().rank <= 1 {
			out[key] = o
		}
	}
	return out
}

func whyName(o *object, v value) string {
	if _, none := v.(noneValue); none {
		if len(o.gaps) > 0 {
			return o.gaps[0].why
		}
		return "it has no name"
	}
	return whyUnknown(v, "name")
}

// symbol is the best name that the object was bound to.
func (o *object) symbol() symbol {
	best := symbol{rank: 99}
	for _, s := range o.symbols {
		if s.rank < best.rank {
			best = s
		}
	}
	if best.rank <= 1 {
		return best
	}
	s := symbol{name: o.owner, rank: 50}
	if o.mod != nil {
		s.name = o.mod.name
		if o.owner != "" {
			s.name += "." + o.owner
		}
	}
	return s
}

// agentIDs names the agents that share a runtime name. Those that even share
// the symbol are one: nothing in the source tells them apart.
func (b *builder) agentIDs(name string, nodes []*agentNode) {
	if len(nodes) == 1 {
		nodes[0].id = name
		return
	}
	bySymbol := map[string]*agentNode{}
	var places []string
	for _, n := range nodes {
		first := bySymbol[n.symbol]
		if first == nil {
			bySymbol[n.symbol] = n
			n.id = name + "@" + n.symbol
			continue
		}
		for _, o := range n.objects {
			b.nodeOf[o] = first
		}
		places = append(places, first.objects[0].pos.String(), n.objects[0].pos.String())
		first.objects = append(first.objects, n.objects...)
		n.objects = nil
	}
	if len(bySymbol) == 1 {
		nodes[0].id = name
	}
	keep := b.agents[:0]
	for _, n := range b.agents {
		if len(n.objects) > 0 {
			keep = append(keep, n)
		}
	}
	b.agents = keep
	if len(places) > 0 {
		slices.Sort(places)
		places = slices.Compact(places)
		b.m.finding(codeSameAgent, manifest.LevelWarning, nodes[0].objects[0].pos,
			"agents named %q are constructed at %d places, and nothing in the source tells them apart: they are taken for one (%s)", name, len(places), strings.Join(places, ", "))
	}
}
