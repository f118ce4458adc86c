package python

import (
	"fmt"
	"strconv"
	"strings"

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
		s, ok := plainText(v)
		switch {
		case ok && !p.Spec:
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

func (m *machine) display(e *syntax.Sequence) value {
	l := &list{kind: e.Kind, conds: m.conds}
	for _, x := range e.Elts {
		if star, ok := x.(*syntax.Star); ok {
			m.extend(l, m.eval(star.X), m.here(x), "")
			continue
		}
		if bad, ok := x.(*syntax.Bad); ok {
			l.gaps = append(l.gaps, gap{why: "an element could not be parsed", pos: m.here(bad), conds: m.conds})
			continue
		}
		m.appendTo(l, elt{v: m.eval(x), pos: m.here(x), conds: m.conds, how: "literal"})
	}
	return l
}

// appendTo adds an element within the bound.
func (m *machine) appendTo(l *list, e elt) {
	if e.conds == nil {
		e.conds = m.conds
	}
	if len(l.elts) >= maxElements {
		if len(l.gaps) == 0 {
			l.gaps = append(l.gaps, gap{why: "the list is too long", pos: e.pos, conds: m.conds})
		}
		return
	}
	l.elts = append(l.elts, e)
}

// extend adds the elements of another value. An empty how keeps theirs.
func (m *machine) extend(l *list, v value, pos manifestPosition, how string) {
	if u, ok := v.(*union); ok {
		v = m.unionList(u)
	}
	for _, a := range alternatives(v) {
		switch x := a.v.(type) {
		case *list:
			m.charge(len(x.elts) + 1)
			for _, e := range x.elts[:len(x.elts):len(x.elts)] {
				when := both(a.when, both(e.when, e.conds.beyond(x.conds)))
				if how != "" {
					e.how = how
				}
				e.conds, e.when = m.conds, when
				m.appendTo(l, e)
			}
			for _, g := range x.gaps {
				g.conds = m.conds
				l.gaps = append(l.gaps, g)
			}
		case *dict:
			for _, en := range x.entries {
				m.appendTo(l, elt{v: en.key, pos: pos, how: how})
			}
		case noneValue, constant:
		case *text:
			for _, r := range x.s {
				m.appendTo(l, elt{v: str(string(r)), pos: pos, how: how})
			}
		default:
			why := whyUnknown(x, "list")
			l.gaps = append(l.gaps, gap{why: why, pos: pos, conds: m.conds})
		}
	}
	if len(l.gaps) > 32 {
		l.gaps = l.gaps[:32]
	}
}

// unionList merges a union of lists into one: an element that several hold
// is there under either condition. Other values stay a union.
func (m *machine) unionList(u *union) value {
	type key struct {
		v   value
		pos manifestPosition
	}
	out := &list{kind: syntax.ListKind, conds: m.conds}
	seen := map[key]int{}
	for _, a := range u.alts {
		x, ok := a.v.(*list)
		if !ok {
			if nothing(a.v) {
				continue
			}
			return u
		}
		m.charge(len(x.elts) + 1)
		for _, e := range x.elts {
			e.when = both(a.when, both(e.when, e.conds.beyond(x.conds)))
			e.conds = m.conds
			k := key{e.v, e.pos}
			if i, old := seen[k]; old {
				out.elts[i].when = either(out.elts[i].when, e.when)
				continue
			}
			if len(out.elts) < maxElements {
				seen[k] = len(out.elts)
				out.elts = append(out.elts, e)
			}
		}
		if len(out.gaps) < 32 {
			out.gaps = append(out.gaps, x.gaps...)
		}
	}
	return out
}

// iterate lists the elements that a loop sees. What is not known becomes one
// unknown element under a condition.
func (m *machine) iterate(v value, at syntax.Expr) []elt {
	when := "for each of " + m.source(at)
	switch x := v.(type) {
	case *list:
		out := make([]elt, 0, len(x.elts)+1)
		m.charge(len(x.elts))
		for _, e := range x.elts {
			e.when = both(e.when, e.conds.beyond(x.conds))
			e.conds = nil
			out = append(out, e)
		}
		if len(x.gaps) > 0 {
			g := x.gaps[0]
			out = append(out, elt{v: &unknown{why: g.why, pos: g.pos}, pos: g.pos, when: when})
		}
		return out
	case *dict:
		var out []elt
		for _, en := range x.entries {
			out = append(out, elt{v: en.key, pos: en.pos})
		}
		if len(x.gaps) > 0 {
			out = append(out, elt{v: &unknown{why: x.gaps[0].why, pos: x.gaps[0].pos}, when: when})
		}
		return out
	case *text:
		if len(x.gaps) == 0 && len(x.s) <= maxRange {
			var out []elt
			for _, r := range x.s {
				out = append(out, elt{v: str(string(r))})
			}
			return out
		}
	case *union:
		var out []elt
		for _, a := range x.alts {
			for _, e := range m.iterate(a.v, at) {
				e.when = both(a.when, e.when)
				out = append(out, e)
			}
			if len(out) > maxElements {
				break
			}
		}
		return out
	case noneValue, constant:
		return nil
	case *lostList:
		return m.iterate(x.unknown, at)
	case *unknown:
		return []elt{{v: &unknown{why: x.why, pos: x.pos, quiet: x.quiet}, when: when}}
	}
	return []elt{{v: m.unknownAt(at, "the loop goes over %s", describe(v)), when: when}}
}

func (m *machine) dictDisplay(e *syntax.Dict) value {
	d := newDict(m.conds)
	for _, it := range e.Items {
		if it.Key == nil {
			m.update(d, m.eval(it.Value), m.here(it.Value))
			continue
		}
		key := m.eval(it.Key)
		m.put(d, key, m.eval(it.Value), m.here(it.Value))
	}
	return d
}

func (m *machine) comprehension(e *syntax.Comp) value {
	saved := m.frame.env
	scope := newEnv(saved, saved.label, 9)
	m.frame.env = scope
	conds := m.conds
	defer func() { m.frame.env, m.conds = saved, conds }()
	if e.Kind == syntax.DictKind {
		d := newDict(m.conds)
		m.clauses(e.Clauses, "", func(when string) {
			key := m.eval(e.Elt)
			m.put(d, key, m.eval(e.Value), m.here(e.Value))
		})
		return d
	}
	l := &list{kind: e.Kind, conds: m.conds}
	m.clauses(e.Clauses, "", func(when string) {
		if len(l.elts) < maxElements {
			m.appendTo(l, elt{v: m.eval(e.Elt), pos: m.here(e.Elt), conds: conds, when: when, how: "comprehension"})
		}
	})
	return l
}

func (m *machine) clauses(cs []syntax.Clause, when string, body func(string)) {
	if len(cs) == 0 {
		body(when)
		return
	}
	c := cs[0]
	for _, e := range m.iterate(m.eval(c.Iter), c.Iter) {
		if !m.charge(1) {
			return
		}
		m.assignTo(c.Target, e.v)
		here := both(when, both(e.when, e.conds.beyond(m.conds)))
		skip := false
		for _, test := range c.Ifs {
			truth, known := truthOf(m.eval(test))
			if known && !truth {
				skip = true
				break
			}
			if !known {
				here = both(here, m.source(test))
			}
		}
		if !skip {
			m.clauses(cs[1:], here, body)
		}
	}
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
		m.appendTo(y, elt{v: v, pos: m.here(e), conds: m.conds, how: "generator"})
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

func (m *machine) unary(e *syntax.Unary) value {
	v := m.eval(e.X)
	if e.Op == "not" {
		if t, known := truthOf(v); known {
			return constant{!t}
		}
		return m.unknownAt(e, "a test that is decided when the program runs")
	}
	if c, ok := v.(constant); ok {
		switch n := c.v.(type) {
		case int64:
			switch e.Op {
			case "-":
				return constant{-n}
			case "+":
				return c
			case "~":
				return constant{^n}
			}
		case float64:
			if e.Op == "-" {
				return constant{-n}
			}
			return c
		}
	}
	return m.unknownAt(e, "%s is computed when the program runs", m.source(e))
}

// binaryChain evaluates a + b + c without nesting as deep as the chain.
func (m *machine) binaryChain(e *syntax.Binary) value {
	var chain []*syntax.Binary
	var x syntax.Expr = e
	for {
		b, ok := x.(*syntax.Binary)
		if !ok {
			break
		}
		chain = append(chain, b)
		x = b.L
	}
	v := m.eval(x)
	for i := len(chain) - 1; i >= 0; i-- {
		b := chain[i]
		v = m.binary(b.Op, v, m.eval(b.R), b.L, b.R, b)
	}
	return v
}

func (m *machine) binary(op string, l, r value, le, re syntax.Expr, at interface{ Pos() syntax.Pos }) value {
	switch op {
	case "+":
		return m.add(l, r, le, re, at)
	case "*":
		if v, ok := m.repeat(l, r); ok {
			return v
		}
	case "%":
		if t, ok := l.(*text); ok {
			return m.percent(t, r, re)
		}
	case "|":
		if d, ok := l.(*dict); ok {
			out := newDict(m.conds)
			m.update(out, d, m.here(le))
			m.update(out, r, m.here(re))
			return out
		}
		if a, ok := l.(*list); ok {
			out := &list{kind: a.kind, conds: m.conds}
			m.extend(out, a, m.here(le), "")
			m.extend(out, r, m.here(re), "")
			return out
		}
	}
	if a, ok := l.(constant); ok {
		if b, ok := r.(constant); ok {
			if v, ok := arithmetic(op, a, b); ok {
				return v
			}
		}
	}
	if u, ok := l.(*unknown); ok {
		return u
	}
	if u, ok := r.(*unknown); ok {
		return u
	}
	return m.unknownAt(at, "%s of %s and %s is computed when the program runs", op, describe(l), describe(r))
}

func (m *machine) add(l, r value, le, re syntax.Expr, at interface{ Pos() syntax.Pos }) value {
	if isText(l) || isText(r) {
		if v, ok := m.concat(l, r, le, re); ok {
			return v
		}
	}
	_, lok := firstAlt(l).(*list)
	_, rok := firstAlt(r).(*list)
	if lok || rok {
		out := &list{kind: syntax.ListKind, conds: m.conds}
		m.extend(out, l, m.here(le), "")
		m.extend(out, r, m.here(re), "")
		return out
	}
	if a, ok := l.(constant); ok {
		if b, ok := r.(constant); ok {
			if v, ok := arithmetic("+", a, b); ok {
				return v
			}
		}
	}
	if u, ok := l.(*unknown); ok {
		return u
	}
	if u, ok := r.(*unknown); ok {
		return u
	}
	return m.unknownAt(at, "the sum of %s and %s is computed when the program runs", describe(l), describe(r))
}

func firstAlt(v value) value { return alternatives(v)[0].v }

// concat joins strings; what is not known leaves a gap.
func (m *machine) concat(l, r value, le, re syntax.Expr) (value, bool) {
	t := &text{}
	for i, v := range []value{l, r} {
		e := []syntax.Expr{le, re}[i]
		switch x := v.(type) {
		case *text:
			t.s += x.s
			t.gaps = append(t.gaps, x.gaps...)
		case *unknown, *union:
			src := m.source(e)
			t.s += "{" + src + "}"
			t.gaps = append(t.gaps, gap{why: partWhy(v, src), pos: m.here(e)})
		default:
			return nil, false
		}
	}
	return m.bounded(t), true
}

func (m *machine) repeat(l, r value) (value, bool) {
	if _, ok := r.(constant); !ok {
		l, r = r, l
	}
	c, _ := r.(constant)
	n, ok := c.v.(int64)
	if !ok || n > maxRange {
		return nil, false
	}
	switch x := l.(type) {
	case *text:
		if len(x.gaps) == 0 && int64(len(x.s))*n <= maxText {
			return str(strings.Repeat(x.s, int(max(n, 0)))), true
		}
	case *list:
		out := &list{kind: x.kind, conds: m.conds}
		for range max(n, 0) {
			m.extend(out, x, manifestPosition{}, "")
		}
		return out, true
	}
	return nil, false
}

// percent formats with %s and %d.
func (m *machine) percent(t *text, r value, re syntax.Expr) value {
	vals := []value{r}
	if l, ok := r.(*list); ok && l.kind == syntax.TupleKind {
		vals = nil
		for _, e := range l.elts {
			vals = append(vals, e.v)
		}
	}
	out := &text{gaps: t.gaps}
	var b strings.Builder
	next := 0
	for i := 0; i < len(t.s); i++ {
		if t.s[i] != '%' || i+1 == len(t.s) {
			b.WriteByte(t.s[i])
			continue
		}
		i++
		if t.s[i] == '%' {
			b.WriteByte('%')
			continue
		}
		if s, ok := "", false; next < len(vals) && strings.IndexByte("sd", t.s[i]) >= 0 {
			if s, ok = plainText(vals[next]); ok {
				b.WriteString(s)
				next++
				continue
			}
		}
		next++
		fmt.Fprintf(&b, "{%s}", m.source(re))
		out.gaps = append(out.gaps, gap{why: "a part of the string is computed when the program runs", pos: m.here(re)})
	}
	out.s = b.String()
	return m.bounded(out)
}
