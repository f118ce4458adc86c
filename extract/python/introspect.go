package python

import "github.com/obligato-dev/obligato/extract/python/syntax"

// Programs ask what a value is before they wrap or call it. Where the value is
// known, so is the answer.

// introspection lists the functions that ask, by full name.
func introspection() map[string]native {
	coroutine := asks(func(v value) (bool, bool) {
		return definedAs(v, func(d *syntax.FuncDef) bool { return d.Async && !d.Generator })
	})
	return map[string]native{
		"inspect.iscoroutinefunction": coroutine, "asyncio.iscoroutinefunction": coroutine,
		"inspect.isgeneratorfunction": asks(func(v value) (bool, bool) {
			return definedAs(v, func(d *syntax.FuncDef) bool { return d.Generator && !d.Async })
		}),
		"inspect.isasyncgenfunction": asks(func(v value) (bool, bool) {
			return definedAs(v, func(d *syntax.FuncDef) bool { return d.Generator && d.Async })
		}),
		"inspect.isclass": asks(func(v value) (bool, bool) { _, is := v.(*class); return is, isKnown(v) }),
		"inspect.isfunction": asks(func(v value) (bool, bool) {
			f, is := v.(*function)
			return is && f.self == nil, isKnown(v)
		}),
		"inspect.ismethod": asks(func(v value) (bool, bool) {
			f, is := v.(*function)
			return is && f.self != nil, isKnown(v)
		}),
	}
}

// asks is a function of one argument that answers yes or no. Of a value that
// is one of several, all must give the same answer.
func asks(of func(value) (truth, known bool)) native {
	return func(m *machine, a *args) value {
		var answer, asked bool
		for _, p := range alternatives(a.value("", 0)) {
			truth, known := of(p.v)
			if !known || asked && truth != answer {
				return m.unknownCall(a, "a question about a value")
			}
			answer, asked = truth, true
		}
		return constant{answer}
	}
}

// isKnown tells values whose sort is decided. A builtin may stand for a
// function that was written in Python.
func isKnown(v value) bool {
	switch v.(type) {
	case nil, *unknown, *lostList, *builtin:
		return false
	}
	return true
}

// definedAs asks how a function is written.
func definedAs(v value, is func(*syntax.FuncDef) bool) (truth, known bool) {
	f, ok := v.(*function)
	if !ok {
		return false, isKnown(v)
	}
	return f.def != nil && is(f.def), true
}

// isCallable is callable(). The SDK's tools and agents are not.
func (m *machine) isCallable(v value) (truth, known bool) {
	switch x := v.(type) {
	case *function, *class, *builtin:
		return true, true
	case *object:
		if m.classAttr(x.cls, "__call__") != nil {
			return true, true
		}
		return false, !x.cls.open && (x.isAgent() || x.tool != nil || x.cls.def != nil)
	}
	return false, isKnown(v)
}
