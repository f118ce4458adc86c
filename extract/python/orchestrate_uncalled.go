package python

// uncalled follows the functions that nothing called, as a framework or
// another program may call them: first those whose name the sources do not
// mention a second time, then what a run calls. The others are probably called
// by one of those, with arguments that say more than none; they are followed
// by themselves only when nothing did. Hooks are so when no agent has them.
func (m *machine) uncalled() {
	for known := -1; known < len(m.functions) && !m.exhausted; {
		m.unmentioned()
		m.actions()
		known = len(m.functions)
		for i := 0; i < known && !m.exhausted; i++ {
			if !isHook(m.functions[i]) {
				m.enterUncalled(m.functions[i])
			}
		}
	}
	m.actions()
	for i := 0; i < len(m.functions) && !m.exhausted; i++ {
		m.enterUncalled(m.functions[i])
	}
	m.actions()
}

// actions follows what the SDK calls while an agent acts.
func (m *machine) actions() {
	m.bodies()
	m.hooks()
	m.callbacks()
	m.escapes()
}

// unmentioned follows the functions that are named where they are defined
// only.
func (m *machine) unmentioned() {
	for known := -1; known < len(m.functions) && !m.exhausted; {
		known = len(m.functions)
		mentions := m.mentions()
		for i := 0; i < known && !m.exhausted; i++ {
			if f := m.functions[i]; f.def != nil && !isHook(f) && mentions[f.def.Name] <= 1 {
				m.enterUncalled(f)
			}
		}
	}
}

// mentions counts how often the sources name each function that is not
// entered yet.
func (m *machine) mentions() map[string]int {
	count := map[string]int{}
	for _, f := range m.functions {
		if f.def != nil && !m.entered[f.def] && !m.bodyOf[f.def] {
			count[f.def.Name] = 0
		}
	}
	if len(count) == 0 {
		return count
	}
	for _, mod := range m.order {
		if mod.file != nil {
			countNames(mod.file.Source(), count)
		}
	}
	return count
}

// countNames counts the names of the map in a text, outside of comments.
func countNames(src []byte, count map[string]int) {
	for i := 0; i < len(src); {
		if src[i] == '#' {
			for i < len(src) && src[i] != '\n' {
				i++
			}
			continue
		}
		start := i
		for i < len(src) && nameByte(src[i]) {
			i++
		}
		if i == start {
			i++
			continue
		}
		if n, ok := count[string(src[start:i])]; ok {
			count[string(src[start:i])] = n + 1
		}
	}
}

func nameByte(b byte) bool {
	return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b >= 0x80
}
