package python

import (
	"strconv"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

func (m *machine) eval(e syntax.Expr) value {
	m.nesting++
	defer func() { m.nesting-- }()
	if m.nesting > maxEval {
		return m.unknownAt(e, "the program nests too deeply to be followed")
	}
	if !m.charge(1) {
		return &unknown{why: "the program is too large to be followed"}
	}
	switch e := e.(type) {
	case *syntax.Name:
		return m.name(e)
	case *syntax.Const:
		return literal(e.Value)
	case *syntax.FString:
		return m.fstring(e)
	case *syntax.Sequence:
		return m.display(e)
	case *syntax.Dict:
		return m.dictDisplay(e)
	case *syntax.Comp:
		return m.comprehension(e)
	case *syntax.Attr:
		return m.attr(m.eval(e.X), e.Name, e)
	case *syntax.Index:
		return m.subscript(e)
	case *syntax.Call:
		return m.callExpr(e)
	}
	return m.evalOperator(e)
}

func (m *machine) evalOperator(e syntax.Expr) value {
	switch e := e.(type) {
	case *syntax.Unary:
		return m.unary(e)
	case *syntax.Binary:
		return m.binaryChain(e)
	case *syntax.Logic:
		return m.logic(e)
	case *syntax.Compare:
		return m.compareChain(e)
	case *syntax.Cond:
		return m.conditional(e)
	case *syntax.Lambda:
		return &function{
			lambda: e, env: m.frame.env, mod: m.frame.mod, qual: m.qualified("<lambda>"), defaults: m.defaults(e.Params),
		}
	case *syntax.Await:
		return m.eval(e.X)
	case *syntax.Yield:
		return m.yield(e)
	case *syntax.Star:
		return m.eval(e.X)
	case *syntax.Walrus:
		v := m.eval(e.X)
		m.assignName(e.Name, v)
		return v
	case *syntax.Bad:
		return m.unknownAt(e, "the expression could not be parsed")
	}
	return &unknown{why: "an expression of an unknown form"}
}

func literal(v any) value {
	switch v := v.(type) {
	case string:
		return str(v)
	case syntax.NoneValue:
		return noneValue{}
	}
	return constant{v}
}

func (m *machine) name(e *syntax.Name) value {
	if v := m.frame.env.find(e.Id); v != nil {
		return v
	}
	if v := m.pythonValue(e.Id); v != nil {
		return v
	}
	return m.unknownAt(e, "name %s is not defined in the sources", e.Id)
}

// qualified is a name inside the function or class that is followed.
func (m *machine) qualified(name string) string {
	if m.frame != nil && m.frame.env.label != "" {
		return m.frame.env.label + "." + name
	}
	return name
}

func (m *machine) fstring(e *syntax.FString) value {
	t := &text{}
	var b strings.Builder
	for _, p := range e.Parts {
		if p.X == nil {
			b.WriteString(p.Text)
			continue
		}
		v := m.eval(p.X)
		s, ok := m.formatted(v, p.Format)
		switch {
		case ok:
			b.WriteString(s)
		case isText(v) && !p.Spec:
			part := v.(*text)
			b.WriteString(part.s)
			t.gaps = append(t.gaps, part.gaps...)
		default:
			src := m.source(p.X)
			b.WriteString("{" + src + "}")
			t.gaps = append(t.gaps, gap{why: partWhy(v, src), pos: m.here(p.X)})
		}
	}
	t.s = b.String()
	return m.bounded(t)
}

func isText(v value) bool { _, ok := v.(*text); return ok }

func partWhy(v value, src string) string {
	if u, ok := v.(*unknown); ok {
		return u.why
	}
	return "{" + src + "} is computed when the program runs"
}

// bounded cuts a text that outgrew its bound.
func (m *machine) bounded(t *text) *text {
	m.charge(len(t.s) >> 8)
	if len(t.s) > maxText {
		t.s = t.s[:maxText]
		t.gaps = append(t.gaps, gap{why: "the string is too long"})
	}
	if len(t.gaps) > 16 {
		t.gaps = t.gaps[:16]
	}
	return t
}

// plainText is the value as str() gives it, where that is known.
func plainText(v value) (string, bool) {
	switch x := v.(type) {
	case *text:
		return x.s, len(x.gaps) == 0
	case noneValue:
		return "None", true
	case constant:
		switch c := x.v.(type) {
		case bool:
			if c {
				return "True", true
			}
			return "False", true
		case int64:
			return strconv.FormatInt(c, 10), true
		case float64:
			s := strconv.FormatFloat(c, 'g', -1, 64)
			if !strings.ContainsAny(s, ".e") {
				s += ".0"
			}
			return s, true
		}
	}
	return "", false
}

func (m *machine) yield(e *syntax.Yield) value {
	var v value = noneValue{}
	if e.X != nil {
		v = m.eval(e.X)
	}
	y := m.frame.yields
	if y == nil {
		y = &list{kind: syntax.GeneratorKind, conds: m.frame.base}
		m.frame.yields = y
	}
	if e.From {
		m.extend(y, v, m.here(e), "")
	} else {
		m.appendTo(y, elt{v: v, pos: m.here(e), conds: m.conds, how: manifest.FromGenerator})
	}
	return &unknown{why: "a value sent to a generator", quiet: true}
}

func (m *machine) conditional(e *syntax.Cond) value {
	if truth, known := truthOf(m.eval(e.Test)); known {
		if truth {
			return m.eval(e.Then)
		}
		return m.eval(e.Else)
	}
	when := m.source(e.Test)
	return oneOf([]alt{{m.under(when, e.Then), when}, {m.under(negate(when), e.Else), negate(when)}})
}

// under evaluates an expression that is only reached under a condition.
func (m *machine) under(when string, e syntax.Expr) value {
	var v value
	conds := m.conds
	m.fork([]branch{
		{when, func() flow { v = m.eval(e); return flowNext }},
		{"", func() flow { return flowNext }},
	})
	m.conds = conds
	return v
}

func (m *machine) logic(e *syntax.Logic) value {
	left := m.eval(e.L)
	truth, known := truthOf(left)
	if known {
		if truth == (e.Op == "or") {
			return left
		}
		return m.eval(e.R)
	}
	when := m.source(e.L)
	if e.Op == "and" {
		return oneOf([]alt{{m.under(when, e.R), when}, {falsy(left), negate(when)}})
	}
	return oneOf([]alt{{truthy(left), when}, {m.under(negate(when), e.R), negate(when)}})
}

// falsy is what a value is when its test fails: nothing that could be a tool
// or an agent.
func falsy(v value) value {
	if u, ok := v.(*union); ok {
		var alts []alt
		for _, a := range u.alts {
			if t, known := truthOf(a.v); !known || !t {
				alts = append(alts, alt{falsy(a.v), a.when})
			}
		}
		return oneOf(alts)
	}
	if _, ok := v.(*unknown); ok {
		return constant{false}
	}
	return v
}

// truthy drops the possibilities that are false.
func truthy(v value) value {
	u, ok := v.(*union)
	if !ok {
		return v
	}
	var alts []alt
	for _, a := range u.alts {
		if t, known := truthOf(a.v); !known || t {
			alts = append(alts, a)
		}
	}
	return oneOf(alts)
}
