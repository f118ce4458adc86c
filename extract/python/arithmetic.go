package python

import (
	"strings"

	"github.com/obligato-dev/obligato/extract/python/syntax"
)

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
	case "/":
		if t, ok := l.(*text); ok && t.path {
			if v := joinPath(true, l, r); v != nil {
				return v
			}
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
	l, r = memberText(l), memberText(r)
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

// percent is the text under the operator %, with a tuple or a dictionary.
func (m *machine) percent(t *text, r value, re syntax.Expr) value {
	vals := []value{r}
	if l, ok := r.(*list); ok && l.kind == syntax.TupleKind {
		vals = nil
		for _, e := range l.elts {
			vals = append(vals, e.v)
		}
	}
	next := 0
	out := m.percentText(t, func(name string) value {
		if name != "" {
			d, ok := r.(*dict)
			if !ok {
				return nil
			}
			if c := d.lookup(str(name)); c != nil {
				return c.v
			}
			return nil
		}
		if next++; next > len(vals) {
			return nil
		}
		return vals[next-1]
	}, m.source(re))
	for i := range out.gaps {
		if out.gaps[i].pos.IsZero() {
			out.gaps[i].pos = m.here(re)
		}
	}
	return m.bounded(out)
}
