package python

import (
	"path"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// started is one run of an agent that the program makes.
type started struct {
	v      value
	pos    manifest.Position
	inside *object // the tool or guardrail whose body does so
	actor  *object // the agent whose hooks do so
	// code is what makes the run, from the outside in: the places that may be
	// orchestrators.
	code []station
	// root is what the program is not seen to call: the function that a
	// framework, the SDK or another program calls.
	root any
	// when is the condition of the run beyond that of its body, or empty.
	when string
	// hooks is what the run was given as hooks=, or nil.
	hooks value
}

// unit is a piece of code that may be an orchestrator: one activation of a
// function, all methods of one instance, a script. Where several agents are
// run in it, it is one.
type unit struct {
	key  any    // *frame, *object, *class or *module
	decl any    // what is written in the source: equal for all units of a class
	name string // of the class, function or script; empty where it has none
	qual string // the name below the module
	mod  *module
	pos  manifest.Position // of the definition; zero for a script
}

// station is a unit on the way to a run: where it goes on, and under which
// condition within the unit.
type station struct {
	*unit
	at   manifest.Position
	when string
}

// startRun notes a run at the place where the program is.
func (m *machine) startRun(v value, a *args) {
	r := started{v: v, pos: a.pos, inside: m.inside, actor: m.actor, when: m.conds.beyond(m.bodyCond), hooks: a.value("hooks", -1)}
	r.code, r.root = m.callers(a.pos)
	if m.rootKey != nil {
		r.root = m.rootKey
	}
	m.runs = append(m.runs, r)
}

// callers lists the code that is active, from the outside in, and the function
// that nothing was seen to call, or nil.
func (m *machine) callers(at manifest.Position) (code []station, root any) {
	conds := m.conds
	var base *cond
	for f := m.frame; f != nil; f = f.caller {
		if u := m.unitOf(f); u != nil {
			if n := len(code) - 1; n < 0 || code[n].unit != u {
				base = conds
				code = append(code, station{unit: u, at: at})
			}
			code[len(code)-1].when = base.beyond(f.base)
		}
		if f.fn != nil {
			conds = f.base
			if f.at.Line > 0 {
				at = f.at
			}
		}
		if f.fn != nil {
			root = f.fn.node()
		} else if f.top {
			root = nil
		}
	}
	for i, j := 0, len(code)-1; i < j; i, j = i+1, j-1 {
		code[i], code[j] = code[j], code[i]
	}
	return code, root
}

// unitOf returns the unit of an activation, or nil where it has no name that a
// reader would know.
func (m *machine) unitOf(f *frame) *unit {
	var u unit
	switch {
	case f.fn == nil && f.top:
		u = scriptUnit(f.mod)
	case f.fn == nil || f.fn.def == nil:
		return nil
	default:
		u = functionUnit(f)
	}
	if m.units == nil {
		m.units = map[any]*unit{}
	}
	if old := m.units[u.key]; old != nil {
		return old
	}
	m.units[u.key] = &u
	return &u
}

// functionUnit is the unit of a function's activation. Methods belong to their
// receiver: what a manager does in several methods it does itself.
func functionUnit(f *frame) unit {
	fn := f.fn
	if fn.cls != nil {
		c, key := fn.cls, any(fn.cls)
		if o, ok := f.self.(*object); ok {
			c, key = o.cls, o
		} else if k, ok := f.self.(*class); ok {
			c, key = k, k
		}
		if c.def != nil && c.mod != nil {
			p := c.def.Pos()
			return unit{
				key: key, decl: c.def, name: c.name, qual: c.qual, mod: c.mod,
				pos: manifest.Position{Path: c.mod.path, Line: p.Line, Col: p.Col},
			}
		}
	}
	p := fn.def.Pos()
	return unit{
		key: f, decl: fn.def, name: fn.def.Name, qual: fn.qual, mod: fn.mod,
		pos: manifest.Position{Path: fn.mod.path, Line: p.Line, Col: p.Col},
	}
}

// scriptUnit is the top level of a file. The cells of a notebook are run one
// by one and in any order, so that a notebook orchestrates nothing by itself.
func scriptUnit(mod *module) unit {
	u := unit{key: mod, decl: mod, mod: mod}
	if !isNotebook(mod.path) {
		u.name = strings.TrimSuffix(path.Base(mod.path), ".py")
	}
	return u
}
