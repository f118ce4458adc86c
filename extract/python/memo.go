package python

import "strings"

// memoDecorator is functools.cache and lru_cache: equal arguments give the
// same result, so that a factory makes its agent once.
func memoDecorator(m *machine, a *args) value {
	keep := func(m *machine, v value) value {
		f, ok := v.(*function)
		if !ok {
			return orNone(v)
		}
		kept := *f
		kept.memo = newDict(nil)
		return &kept
	}
	if f, ok := a.value("user_function", 0).(*function); ok {
		return keep(m, f)
	}
	return &builtin{name: "lru_cache", call: func(m *machine, b *args) value { return keep(m, b.value("", 0)) }}
}

// cachedProperty is functools.cached_property: an attribute that a method
// gives at its first use.
func cachedProperty(m *machine, a *args) value {
	f, ok := a.value("func", 0).(*function)
	if !ok {
		return m.unknownCall(a, "cached_property")
	}
	kept := *f
	kept.property, kept.memo = true, newDict(nil)
	return &kept
}

// memoKey identifies the arguments of a call; ok is false when they are open.
func memoKey(f *function, a *args) (value, bool) {
	if len(a.gaps) > 0 || a.unknownRest && len(f.params()) > 0 {
		return nil, false
	}
	var b strings.Builder
	add := func(name string, v value) bool {
		k, ok := keyText(v)
		b.WriteString(name + "=" + k + "\x00")
		return ok
	}
	if f.self != nil && !add("self", f.self) {
		return nil, false
	}
	for _, x := range a.list {
		if !add("", x.v) {
			return nil, false
		}
	}
	for _, x := range a.named {
		if !add(x.name, x.v) {
			return nil, false
		}
	}
	return str(b.String()), true
}

// remembered calls a function that keeps its results.
func (m *machine) remembered(f *function, a *args) value {
	plain := *f
	plain.memo = nil
	key, ok := memoKey(f, a)
	if !ok {
		return m.callFunction(&plain, a)
	}
	if c := f.memo.lookup(key); c != nil {
		return c.v
	}
	v := m.callFunction(&plain, a)
	m.put(f.memo, key, nil, a.pos) // an entry that a branch can take back
	if i, ok := f.memo.index["s"+key.(*text).s]; ok {
		m.set(f.memo.entries[i].cell, v)
	}
	return v
}
