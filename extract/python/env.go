package python

import (
	"strings"
)

// cell is a variable or attribute. All writes go through machine.set, so that
// the two sides of a branch can be told apart and merged.
type cell struct {
	v    value
	heap bool // of an object or dictionary, which outlive the function
}

// env is a scope. Reads look outward, writes stay inside.
type env struct {
	vars   map[string]*cell
	names  []string // in order of first binding
	parent *env
	class  bool                // a class body: not seen from functions inside it
	owner  *class              // the class of a class body
	outer  map[string]*env     // names declared global or nonlocal
	types  map[string]*typeRef // names that stand for types
	label  string              // qualified name for symbols
	rank   int                 // how well names here identify an object
}

func newEnv(parent *env, label string, rank int) *env {
	return &env{vars: map[string]*cell{}, parent: parent, label: label, rank: rank}
}

// bind returns the cell that an assignment to the name writes.
func (e *env) bind(name string) *cell {
	if o := e.outer[name]; o != nil {
		return o.bind(name)
	}
	c := e.vars[name]
	if c == nil {
		c = &cell{}
		e.vars[name] = c
		e.names = append(e.names, name)
	}
	return c
}

// find returns the value that the name has here, or nil.
func (e *env) find(name string) value {
	for at := e; at != nil; at = at.parent {
		if at.class && at != e {
			continue
		}
		if o := at.outer[name]; o != nil {
			return o.find(name)
		}
		if c := at.vars[name]; c != nil && c.v != nil {
			return c.v
		}
	}
	return nil
}

// global returns the module's scope.
func (e *env) global() *env {
	for e.parent != nil {
		e = e.parent
	}
	return e
}

// cond is a condition that holds where the program is; a list from the inside
// out, shared by everything that was made under it.
type cond struct {
	text   string
	parent *cond
	depth  int
}

func (c *cond) with(text string) *cond {
	if text == "" {
		return c
	}
	d := 1
	if c != nil {
		d = c.depth + 1
	}
	return &cond{text: text, parent: c, depth: d}
}

// beyond returns the conditions of c that base does not share, as text.
func (c *cond) beyond(base *cond) string {
	var out []string
	for c != nil && c != base {
		if base != nil && base.depth >= c.depth {
			base = base.parent
			continue
		}
		if len(out) < 32 {
			out = append(out, c.text)
		}
		c = c.parent
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	seen := map[string]bool{}
	keep := out[:0]
	for _, s := range out {
		if !seen[s] {
			seen[s] = true
			keep = append(keep, s)
		}
	}
	text := ""
	for _, s := range keep {
		text = both(text, s)
	}
	return text
}

// both joins two conditions that must hold.
func both(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "":
		return a
	}
	return shorten(a, " and ", b)
}

// maxCondition bounds a condition's text, in bytes.
const maxCondition = 400

// shorten joins two conditions; what would be too long ends in dots.
func shorten(a, word, b string) string {
	if len(a)+len(word)+len(b) <= maxCondition {
		return a + word + b
	}
	if strings.HasSuffix(a, "…") {
		return a
	}
	return a + word + "…"
}

// either joins two conditions of which one must hold.
func either(a, b string) string {
	switch {
	case a == "" || b == "":
		return ""
	case a == b:
		return a
	case a == negate(b) || b == negate(a):
		return ""
	}
	return shorten(a, " or ", b)
}

// negate is the condition's opposite, as a reader would write it.
func negate(s string) string {
	if s == "" {
		return ""
	}
	if rest, ok := strings.CutPrefix(s, "not "); ok && !strings.ContainsAny(rest, " (") {
		return rest
	}
	if strings.ContainsAny(s, " ") {
		return "not (" + s + ")"
	}
	return "not " + s
}

// journal remembers what cells held before a branch wrote them.
type journal struct {
	order []*cell
	old   map[*cell]value
	outer *journal
}

func (m *machine) set(c *cell, v value) {
	if j := m.journal; j != nil {
		if _, ok := j.old[c]; !ok {
			if j.old == nil { // most branches write nothing
				j.old = map[*cell]value{}
			}
			j.old[c] = c.v
			j.order = append(j.order, c)
		}
	}
	c.v = v
}

// flow says how a statement ended.
type flow int

const (
	flowNext flow = iota
	flowContinue
	flowBreak
	flowReturn
	flowRaise
)

// branch is one side of a decision that is open.
type branch struct {
	when string
	run  func() flow
}

// outcome is what a branch left behind.
type outcome struct {
	branch
	flow  flow
	after map[*cell]value
	order []*cell
	conds *cond
}

// fork runs each branch on the same state and merges what they leave. Where
// some return or raise, the others go on under their condition.
func (m *machine) fork(branches []branch) flow {
	base := m.conds
	outs := make([]outcome, len(branches))
	for i, b := range branches {
		outs[i] = m.try(b)
		m.conds = base
	}
	var live, left []outcome
	for _, o := range outs {
		if o.flow == flowNext {
			live = append(live, o)
		} else if o.flow != flowRaise {
			left = append(left, o)
		}
	}
	m.merge(outs, live, left)
	if len(live) == 0 {
		return strongest(outs)
	}
	switch {
	case len(left) == 0:
	case len(live) == 1:
		m.conds = live[0].conds
	default:
		var gone string
		for i, o := range left {
			if i == 0 {
				gone = o.when
			} else {
				gone = either(gone, o.when)
			}
		}
		m.conds = base.with(negate(gone))
	}
	return flowNext
}

// try runs a branch and takes its writes back.
func (m *machine) try(b branch) outcome {
	j := &journal{outer: m.journal}
	m.journal = j
	m.conds = m.conds.with(b.when)
	o := outcome{branch: b}
	o.flow = b.run()
	o.conds = m.conds
	m.journal = j.outer
	o.order = j.order
	if len(j.order) > 0 {
		o.after = make(map[*cell]value, len(j.order))
	}
	for _, c := range j.order {
		o.after[c] = c.v
		c.v = j.old[c]
	}
	return o
}

// merge joins what the branches wrote. Variables are those of the branches
// that go on; objects also show what was done on a path that returns. What
// only a dead end bound stays bound, because functions made there may read it.
func (m *machine) merge(outs, live, left []outcome) {
	var done map[*cell]bool
	for _, o := range outs {
		// A chain of branches merges what the later ones wrote again and again.
		if !m.charge(len(o.order)) {
			return
		}
		for _, c := range o.order {
			if done[c] {
				continue
			}
			if done == nil {
				done = map[*cell]bool{}
			}
			done[c] = true
			v := joined(c, live)
			if c.heap && len(left) > 0 {
				v = joined(c, append(live[:len(live):len(live)], left...))
			}
			if v == nil {
				v = o.after[c]
			}
			m.set(c, v)
		}
	}
}

// joined is the union of what the branches hold in the cell, or nil.
func joined(c *cell, branches []outcome) value {
	alts := make([]alt, 0, len(branches))
	for _, p := range branches {
		v, ok := p.after[c]
		if !ok {
			v = c.v
		}
		alts = append(alts, alt{v, p.when})
	}
	return oneOf(alts)
}

// strongest tells how code ends of which no branch goes on.
func strongest(outs []outcome) flow {
	f := flowRaise
	for _, o := range outs {
		if o.flow < f {
			f = o.flow
		}
	}
	return f
}
