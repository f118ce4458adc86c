package python

import (
	"fmt"
	"sort"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// concert finds the orchestrators among the code that runs agents. Code that
// runs one agent only, however often, is no orchestrator but a place where a
// run starts; so is code that picks one agent out of a table. Where a helper
// runs one agent at a time, whoever calls it with several is the orchestrator.
type concert struct {
	b     *builder
	order []*unit
	parts map[*unit]*part
}

// part is what one unit of code does.
type part struct {
	runs     []launch  // those that it makes itself
	children []station // the units that it calls and that run agents
	asked    bool
	answer   []launch
	chief    bool // it is an orchestrator
}

// launch is one run or call of an orchestrator: the agents that it may start.
type launch struct {
	to    []*agentNode // one of these, sorted by id
	chief *unit        // or an orchestrator
	pos   manifest.Position
	when  string
}

// key is equal for runs that may start the same agents.
func (r launch) key() string {
	if r.chief != nil {
		return fmt.Sprintf("chief %p", r.chief.decl)
	}
	var ids []string
	for _, n := range r.to {
		ids = append(ids, n.id)
	}
	return strings.Join(ids, "\x00")
}

// orchestrators adds the code that runs several agents as nodes and edges, and
// returns those that no other one calls.
func (b *builder) orchestrators() (roots []*agentNode) {
	c := &concert{b: b, parts: map[*unit]*part{}}
	for _, r := range b.m.runs {
		if !b.hidden(r) {
			c.add(r)
		}
	}
	byDecl := map[any]*agentNode{}
	for _, u := range c.order {
		c.runs(u)
		if c.parts[u].chief && byDecl[u.decl] == nil {
			n := &agentNode{name: u.name, symbol: u.mod.name + "." + u.qual, code: u, dynamic: map[string]bool{}}
			if u.pos.IsZero() { // a script is where it first runs something
				u.pos = c.parts[u].answer[0].pos
			}
			byDecl[u.decl] = n
			b.chiefs = append(b.chiefs, n)
		}
	}
	b.chiefIDs()
	called := map[*agentNode]bool{}
	for _, u := range c.order {
		if !c.parts[u].chief {
			continue
		}
		from := byDecl[u.decl]
		for _, r := range c.parts[u].answer {
			e := element{pos: r.pos, when: r.when, how: manifest.FromCode}
			if r.chief != nil {
				if to := byDecl[r.chief.decl]; to != from {
					b.delegation(from, to, manifest.Orchestrated, "", e)
					called[to] = true
				}
				continue
			}
			for _, to := range r.to {
				b.delegation(from, to, manifest.Orchestrated, "", e)
			}
		}
	}
	for _, n := range b.chiefs {
		if !called[n] {
			roots = append(roots, n)
		}
	}
	if len(roots) == 0 { // they call each other
		roots = b.chiefs[:min(1, len(b.chiefs))]
	}
	return roots
}

// add notes a run with the units around it.
func (c *concert) add(s started) {
	var to []*agentNode
	for _, a := range alternatives(s.v) {
		if o, ok := a.v.(*object); ok && c.b.nodeOf[o] != nil {
			to = append(to, c.b.nodeOf[o])
		}
	}
	if len(to) == 0 || len(s.code) == 0 {
		return
	}
	sort.Slice(to, func(i, j int) bool { return to[i].id < to[j].id })
	for i, u := range s.code {
		p := c.parts[u.unit]
		if p == nil {
			p = &part{}
			c.parts[u.unit] = p
			c.order = append(c.order, u.unit)
		}
		if i+1 < len(s.code) {
			p.call(station{unit: s.code[i+1].unit, at: u.at, when: u.when})
		} else {
			p.runs = append(p.runs, launch{to: to, pos: u.at, when: u.when})
		}
	}
}

// call notes a call of other code; its place and condition are those of the
// first call, and the condition holds unless another call is without it.
func (p *part) call(s station) {
	for i, k := range p.children {
		if k.unit == s.unit {
			p.children[i].when = either(k.when, s.when)
			return
		}
	}
	p.children = append(p.children, s)
}

// runs lists what the unit runs, itself or through code that is no
// orchestrator of its own, in the order of the source.
func (c *concert) runs(u *unit) []launch {
	p := c.parts[u]
	if p.asked {
		return p.answer
	}
	p.asked = true
	out := append([]launch(nil), p.runs...)
	for _, k := range p.children {
		below := c.runs(k.unit)
		if c.parts[k.unit].chief {
			out = append(out, launch{chief: k.unit, pos: k.at, when: k.when})
			continue
		}
		for _, r := range below {
			r.pos, r.when = k.at, both(k.when, r.when)
			out = append(out, r)
		}
	}
	kinds := map[string]bool{}
	for _, r := range out {
		kinds[r.key()] = true
	}
	p.answer = out
	p.chief = len(kinds) > 1 && u.name != ""
	return out
}

// chiefIDs names the orchestrators: by class, function or script, with the
// module where that name is an agent's or several share it. An agent never
// changes its id for them.
func (b *builder) chiefIDs() {
	count, taken := map[string]int{}, map[string]bool{}
	for _, n := range b.agents {
		taken[n.id] = true
	}
	for _, n := range b.chiefs {
		count[n.name]++
	}
	for _, n := range b.chiefs {
		n.id = n.name
		if count[n.name] > 1 || taken[n.name] {
			n.id = n.name + "@" + strings.TrimSuffix(n.symbol, ".")
		}
		for taken[n.id] { // two of one name in one function
			n.id += "_"
		}
		taken[n.id] = true
	}
}

// chief is an orchestrator as the manifest writes it.
func (b *builder) chief(n *agentNode) manifest.Agent {
	a := manifest.Agent{ID: n.id, Kind: manifest.KindOrchestrator, Derived: manifest.FromCode, Source: n.code.pos}
	if n.id != n.name {
		a.Name = n.name
	}
	return a
}

// listed bounds what one message lists.
const listed = 8

// severalEntries says plainly that the manifest is the union of several
// starting points, which of them belong together, and how to have one alone.
func (b *builder) severalEntries(entries []*agentNode) {
	parts := b.components(entries)
	var ids []string
	for _, n := range entries {
		ids = append(ids, n.id)
	}
	message := fmt.Sprintf("%d agents are started by the program, and all of them are entries of one workflow: %s", len(entries), some(ids))
	if len(parts) > 1 {
		message = fmt.Sprintf("%d agents are started by the program; they form %d workflows that nothing connects, and the manifest is their union: %s",
			len(entries), len(parts), b.describeParts(parts))
	}
	b.m.finding(codeEntries, manifest.LevelNote, entries[0].objects[0].pos, "%s", message)
}

// describeParts lists the agents of each component and the files that make
// one of them alone.
func (b *builder) describeParts(parts [][]*agentNode) string {
	var texts []string
	where := make([]map[string]bool, len(parts))
	owners := map[string]int{}
	for i, p := range parts {
		where[i] = map[string]bool{}
		for _, n := range p {
			for _, f := range b.filesOf(n) {
				if !where[i][f] {
					where[i][f] = true
					owners[f]++
				}
			}
		}
	}
	alone := ""
	for i, p := range parts {
		var ids []string
		for _, n := range p {
			ids = append(ids, n.id)
		}
		files := sortedKeys(where[i])
		texts = append(texts, fmt.Sprintf("{%s} in %s", some(ids), some(files)))
		if len(files) == 1 && owners[files[0]] == 1 && alone == "" {
			alone = files[0]
		}
	}
	out := texts
	if len(out) > listed {
		out = append(out[:listed:listed], fmt.Sprintf("and %d more", len(texts)-listed))
	}
	hint := "they share their files, so that no path gives one of them alone"
	if alone != "" {
		hint = "a file extracted by itself gives its own, such as " + alone
	}
	return strings.Join(out, "; ") + "; " + hint
}

// filesOf lists the files in which the runs of an agent stand, or else where
// it is made.
func (b *builder) filesOf(n *agentNode) []string {
	files := map[string]bool{}
	for _, r := range b.m.runs {
		for _, a := range alternatives(r.v) {
			if o, ok := a.v.(*object); ok && b.nodeOf[o] == n {
				files[r.pos.Path] = true
			}
		}
	}
	if len(files) == 0 && len(n.objects) > 0 {
		files[n.objects[0].pos.Path] = true
	}
	return sortedKeys(files)
}

// components groups the agents that delegations of any kind connect, those
// with an entry only, in the order of their first entry.
func (b *builder) components(entries []*agentNode) [][]*agentNode {
	group := map[string]string{}
	find := func(id string) string {
		for group[id] != "" && group[id] != id {
			id = group[id]
		}
		return id
	}
	for _, d := range b.delegate.all() {
		if from, to := find(d.From), find(d.To); from != to {
			group[from] = to
		}
	}
	index := map[string]int{}
	var out [][]*agentNode
	for _, n := range entries {
		if _, ok := index[find(n.id)]; !ok {
			index[find(n.id)] = len(out)
			out = append(out, nil)
		}
	}
	for _, n := range b.agents {
		if i, ok := index[find(n.id)]; ok {
			out[i] = append(out[i], n)
		}
	}
	return out
}

// some lists names within the bound.
func some(names []string) string {
	if len(names) > listed {
		return strings.Join(names[:listed], ", ") + fmt.Sprintf(" and %d more", len(names)-listed)
	}
	return strings.Join(names, ", ")
}
