package python

// escaping is a function that was given to code that is not among the sources,
// which calls it when it likes: a command's action, a scheduled job, a route.
type escaping struct {
	v   value
	mod *module
	a   *args // of the call that took it
}

// escape notes the lambdas and partial calls among the arguments of a call that
// cannot be followed. Functions with a name are followed where nothing else
// calls them.
func (m *machine) escape(a *args) {
	note := func(v value) {
		if m.inside == nil && callableInPlace(v) {
			m.escaped = append(m.escaped, escaping{v, m.frame.mod, a})
		}
	}
	for _, x := range a.list {
		note(x.v)
	}
	for _, x := range a.named {
		note(x.v)
	}
}

// callableInPlace reports whether the value is a lambda or a partial call.
func callableInPlace(v value) bool {
	switch x := v.(type) {
	case *function:
		return x.lambda != nil
	case *builtin:
		return x.name == "partial"
	}
	return false
}

// escapes follows what escaped, once each, with arguments that are not known.
func (m *machine) escapes() {
	for i := 0; i < len(m.escaped) && !m.exhausted; i++ {
		e := m.escaped[i]
		if m.entered[e.v] {
			continue
		}
		m.entered[e.v] = true
		m.rootKey = e.v
		saved := m.frame
		m.frame = m.frameOf(e.mod)
		m.guess++
		m.call(e.v, &args{unknownRest: true, why: "code outside of the sources calls it", pos: e.a.pos})
		m.guess--
		m.frame, m.rootKey = saved, nil
	}
}
