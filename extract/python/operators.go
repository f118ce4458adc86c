package python

import (
	"strings"

	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// truthOf decides a test, where it can be decided.
func truthOf(v value) (truth, known bool) {
	switch x := v.(type) {
	case noneValue:
		return false, true
	case constant:
		switch c := x.v.(type) {
		case bool:
			return c, true
		case int64:
			return c != 0, true
		case float64:
			return c != 0, true
		case syntax.Bytes:
			return c != "", true
		}
		return true, true
	case *text:
		if x.s != "" && len(x.gaps) == 0 {
			return true, true
		}
		return false, len(x.gaps) == 0
	case *list:
		for _, e := range x.elts {
			if e.when == "" && e.conds.beyond(x.conds) == "" {
				return true, true
			}
		}
		return false, len(x.elts) == 0 && len(x.gaps) == 0
	case *dict:
		return len(x.entries) > 0, len(x.gaps) == 0
	case *union:
		first, ok := truthOf(x.alts[0].v)
		if !ok {
			return false, false
		}
		for _, a := range x.alts[1:] {
			if t, ok := truthOf(a.v); !ok || t != first {
				return false, false
			}
		}
		return first, true
	case *object, *function, *class, *module, *namespace, *builtin:
		return true, true
	}
	return false, false
}

func (m *machine) compareChain(e *syntax.Compare) value {
	left := m.eval(e.Operands[0])
	all := true
	for i, op := range e.Ops {
		right := m.eval(e.Operands[i+1])
		t, known := m.compare(op, left, right)
		if !known {
			return m.unknownAt(e, "a comparison that is decided when the program runs")
		}
		all = all && t
		left = right
	}
	return constant{all}
}

// compare decides one comparison, where it can be decided.
func (m *machine) compare(op string, l, r value) (truth, known bool) {
	switch op {
	case "==", "is":
		return equal(l, r)
	case "!=", "is not", "<>":
		t, known := equal(l, r)
		return !t, known
	case "in":
		return m.contains(r, l)
	case "not in":
		t, known := m.contains(r, l)
		return !t, known
	}
	a, aok := numberOf(l)
	b, bok := numberOf(r)
	if !aok || !bok {
		return false, false
	}
	switch op {
	case "<":
		return a < b, true
	case "<=":
		return a <= b, true
	case ">":
		return a > b, true
	case ">=":
		return a >= b, true
	}
	return false, false
}

func numberOf(v value) (float64, bool) {
	if c, ok := v.(constant); ok {
		switch n := c.v.(type) {
		case int64:
			return float64(n), true
		case float64:
			return n, true
		case bool:
			if n {
				return 1, true
			}
			return 0, true
		}
	}
	return 0, false
}

func equal(l, r value) (truth, known bool) {
	if _, plain := l.(*object); !plain || isText(r) {
		l, r = memberText(l), memberText(r)
	}
	if same(l, r) {
		if _, open := l.(*unknown); !open {
			if _, open := l.(*union); !open {
				return true, true
			}
		}
		return false, false
	}
	if u, ok := l.(*union); ok {
		return unionEqual(u, r)
	}
	if u, ok := r.(*union); ok {
		return unionEqual(u, l)
	}
	for _, v := range []value{l, r} {
		switch x := v.(type) {
		case *unknown, nil:
			return false, false
		case *text:
			if len(x.gaps) > 0 {
				return false, false
			}
		case *list, *dict:
			return false, false
		}
	}
	if a, ok := numberOf(l); ok {
		if b, ok := numberOf(r); ok {
			return a == b, true
		}
	}
	return false, true
}

// memberText is the text of an enumeration's member that is one.
func memberText(v value) value {
	if t, ok := asText(v); ok {
		return t
	}
	return v
}

// unionEqual decides only when no possibility could be the other value.
func unionEqual(u *union, v value) (truth, known bool) {
	for _, a := range u.alts {
		if t, ok := equal(a.v, v); t || !ok {
			return false, false
		}
	}
	return false, true
}

func (m *machine) contains(container, v value) (truth, known bool) {
	switch x := container.(type) {
	case *list:
		m.charge(len(x.elts))
		open := len(x.gaps) > 0
		for _, e := range x.elts {
			t, ok := equal(e.v, v)
			if t && ok && e.when == "" && e.conds.beyond(x.conds) == "" {
				return true, true
			}
			open = open || !ok || t
		}
		return false, !open
	case *dict:
		if _, ok := keyText(v); !ok {
			return false, false
		}
		return x.lookup(v) != nil, len(x.gaps) == 0 || x.lookup(v) != nil
	case *text:
		if s, ok := only(v); ok && len(x.gaps) == 0 {
			return strings.Contains(x.s, s), true
		}
	}
	return false, false
}

func arithmetic(op string, a, b constant) (value, bool) {
	x, xok := a.v.(int64)
	y, yok := b.v.(int64)
	if xok && yok {
		switch op {
		case "+":
			return constant{x + y}, true
		case "-":
			return constant{x - y}, true
		case "*":
			return constant{x * y}, true
		case "//", "%":
			if y <= 0 || x < 0 {
				return nil, false
			}
			if op == "%" {
				return constant{x % y}, true
			}
			return constant{x / y}, true
		case "|":
			return constant{x | y}, true
		case "&":
			return constant{x & y}, true
		}
		return nil, false
	}
	f, fok := numberOf(a)
	g, gok := numberOf(b)
	if !fok || !gok {
		return nil, false
	}
	switch op {
	case "+":
		return constant{f + g}, true
	case "-":
		return constant{f - g}, true
	case "*":
		return constant{f * g}, true
	case "/":
		if g != 0 {
			return constant{f / g}, true
		}
	}
	return nil, false
}
