package python

import (
	"path"
	"strings"

	"github.com/obligato-dev/obligato/extract/python/syntax"
)

func (m *machine) importStmt(s *syntax.Import) {
	for _, a := range s.Names {
		v := m.importModule(a.Name)
		if a.As == "" {
			if head, _, ok := strings.Cut(a.Name, "."); ok {
				m.assignName(head, m.importModule(head))
				continue
			}
		}
		m.assignName(a.Bound(), v)
	}
}

// importModule finds the module of an absolute import and follows it.
func (m *machine) importModule(name string) value {
	mod := m.frame.mod
	if sdk := m.vendoredModule(name); sdk != nil {
		return sdk
	}
	local := m.local(mod, name)
	if sdkName(name) {
		mod.sdk = true
		if name != "agents" && local != nil {
			return m.use(local)
		}
		return &namespace{name: name, sdk: true, local: local}
	}
	if local != nil {
		return m.use(local)
	}
	return &namespace{name: name}
}

// use follows an imported module and notes that the current one needs it.
func (m *machine) use(mod *module) *module {
	if m.frame != nil && m.frame.mod != mod {
		m.frame.mod.imports = append(m.frame.mod.imports, mod)
	}
	m.run(mod)
	return mod
}

func (m *machine) importFrom(s *syntax.ImportFrom) {
	var from value
	if s.Level > 0 {
		from = m.relative(s)
	} else {
		from = m.importModule(s.Module)
	}
	if s.Star {
		m.importStar(from)
		return
	}
	for _, a := range s.Names {
		v := m.member(from, a.Name)
		if u, ok := v.(*unknown); ok && u.pos.IsZero() {
			named := *u
			named.pos = m.here(s)
			v = &named
		}
		m.assignName(a.Bound(), v)
		if mod, ok := from.(*module); ok {
			if t := mod.env.types[a.Name]; t != nil {
				m.frame.env.setType(a.Bound(), t)
			}
		}
	}
}

// relative finds the module of "from ..a import b".
func (m *machine) relative(s *syntax.ImportFrom) value {
	mod := m.frame.mod
	dir := path.Dir(mod.path)
	for range s.Level - 1 {
		if dir == "." {
			return m.unknownAt(s, "the import leads above the sources that were given")
		}
		dir = path.Dir(dir)
	}
	if sdk := m.vendoredModule(dotted(path.Join(dir, strings.ReplaceAll(s.Module, ".", "/")))); sdk != nil {
		return sdk
	}
	if s.Module == "" {
		if m.stat(path.Join(dir, "__init__.py")) == filePlain {
			if pkg := m.load(path.Join(dir, "__init__.py")); pkg != nil {
				if pkg == mod {
					return pkg
				}
				return m.use(pkg)
			}
		}
		return m.directory(dir)
	}
	if found := m.at(dir, s.Module); found != nil {
		return m.use(found)
	}
	return m.unknownAt(s, "no file for the import of %s was found", strings.Repeat(".", s.Level)+s.Module)
}

// member is what "from module import name" binds.
func (m *machine) member(from value, name string) value {
	switch x := from.(type) {
	case *module:
		if v := m.moduleFact(x, name); v != nil {
			return v
		}
		if v := m.moduleAttr(x, name); v != nil {
			return v
		}
		if x.started && !x.done {
			return &unknown{why: name + " comes from an import cycle with " + x.name}
		}
		return &unknown{why: "module " + x.name + " does not define " + name}
	case *namespace:
		return m.namespaceAttr(x, name)
	}
	return from
}

// moduleAttr finds a name in a module of the sources, or nil.
func (m *machine) moduleAttr(mod *module, name string) value {
	if c := mod.env.vars[name]; c != nil && c.v != nil {
		return c.v
	}
	if mod.dir != "" {
		if sdk := m.vendoredModule(mod.name + "." + name); sdk != nil {
			return sdk
		}
		if sub := m.at(mod.dir, name); sub != nil && sub != m.frame.mod {
			return m.use(sub)
		}
	}
	if get := mod.env.vars["__getattr__"]; get != nil {
		if fn, ok := get.v.(*function); ok {
			return m.call(fn, &args{pos: m.here(nil), list: []arg{{v: str(name)}}})
		}
	}
	return nil
}

func (m *machine) namespaceAttr(n *namespace, name string) value {
	if n.local != nil && m.provides(n.local, name) {
		if v := m.moduleAttr(m.use(n.local), name); v != nil {
			return v
		}
	}
	full := n.name + "." + name
	if sdk := m.vendoredModule(full); sdk != nil && !n.sdk {
		return sdk
	}
	if n.sdk {
		if v := m.sdkValue(name); v != nil {
			return v
		}
		if sdkModule(full) {
			return &namespace{name: full, sdk: true}
		}
		return &unknown{why: "the SDK's " + full + " is not understood"}
	}
	if v := m.libraryValue(full); v != nil {
		return v
	}
	return &unknown{why: full + " is not among the sources", full: full}
}

// importStar binds every public name of the module.
func (m *machine) importStar(from value) {
	switch x := from.(type) {
	case *module:
		for _, name := range m.exported(x) {
			if c := x.env.vars[name]; c != nil && c.v != nil {
				m.assignName(name, c.v)
				if t := x.env.types[name]; t != nil {
					m.frame.env.setType(name, t)
				}
			}
		}
	case *namespace:
		if x.local != nil {
			m.importStar(m.use(x.local))
		}
		if x.sdk {
			for _, name := range m.sdkNames() {
				m.assignName(name, m.sdkValue(name))
			}
		}
	}
}

func (m *machine) exported(mod *module) []string {
	if all, ok := mod.env.find("__all__").(*list); ok {
		var names []string
		for _, e := range all.elts {
			if s, ok := only(e.v); ok {
				names = append(names, s)
			}
		}
		return names
	}
	var names []string
	for _, n := range mod.env.names {
		if !strings.HasPrefix(n, "_") {
			names = append(names, n)
		}
	}
	return names
}
