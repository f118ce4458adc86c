package python

import (
	"path"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// moduleInfoClass marks what pkgutil.iter_modules yields.
var moduleInfoClass = &class{name: "ModuleInfo", bases: []value{&class{name: "NamedTuple", lib: "typing.NamedTuple"}}, fields: []field{{name: "module_finder"}, {name: "name"}, {name: "ispkg"}}}

// finderClass, specClass and loaderClass mark importlib's steps from a folder
// or a file to a module.
var (
	finderClass = &class{name: "FileFinder"}
	specClass   = &class{name: "ModuleSpec"}
	loaderClass = &class{name: "SourceFileLoader"}
)

// modulesCall is pkgutil.iter_modules(path, prefix), and walk_packages, which
// imports the packages that it finds and goes on in them.
func modulesCall(walk bool) native {
	return func(m *machine, a *args) value {
		dirs, ok := m.foldersOf(orNone(a.value("path", 0)))
		if !ok {
			return &unknown{why: "which modules are found is known when the program runs", pos: a.pos}
		}
		prefix := ""
		if v := a.value("prefix", 1); v != nil {
			if prefix, ok = only(v); !ok {
				return m.unknownCall(a, "a prefix of module names")
			}
		}
		out := &list{kind: syntax.GeneratorKind, conds: m.conds}
		m.findModules(out, dirs, prefix, walk, a, 0)
		return out
	}
}

// foldersOf reads the path argument: a list of folders of the sources.
func (m *machine) foldersOf(v value) ([]string, bool) {
	l, ok := v.(*list)
	if !ok || len(l.gaps) > 0 || len(l.elts) == 0 {
		return nil, false
	}
	var out []string
	for _, e := range l.elts {
		s, ok := pathOf(e.v)
		if !ok {
			return nil, false
		}
		dir, ok := m.folder(s)
		if !ok {
			return nil, false
		}
		out = append(out, dir)
	}
	return out, true
}

// findModules adds the modules of the folders to out.
func (m *machine) findModules(out *list, dirs []string, prefix string, walk bool, a *args, depth int) {
	var seen []string
	for _, dir := range dirs {
		entries, ok := m.listFolder(dir)
		if !ok || depth > maxDeep {
			out.gaps = append(out.gaps, gap{why: "the folder " + clip(dir) + " is not followed", pos: a.pos, conds: m.conds})
			continue
		}
		for _, e := range entries {
			name, isFile := strings.CutSuffix(e.Name(), ".py")
			isPkg := e.IsDir() && m.stat(path.Join(dir, e.Name(), "__init__.py")) == filePlain
			if name == "__init__" || strings.Contains(name, ".") || isFile == e.IsDir() || !isFile && !isPkg || slices.Contains(seen, name) {
				continue
			}
			seen = append(seen, name)
			m.appendTo(out, elt{v: m.moduleInfo(dir, prefix+name, isPkg, a), pos: a.pos, how: manifest.FromVariable})
			if !walk || !isPkg {
				continue
			}
			if pkg := m.local(m.frame.mod, prefix+name); pkg != nil && pkg.dir != "" {
				m.use(pkg)
				m.findModules(out, []string{pkg.dir}, prefix+name+".", true, a, depth+1)
			}
		}
	}
}

func (m *machine) moduleInfo(dir, name string, isPkg bool, a *args) *object {
	finder := m.newObject(finderClass, a.pos)
	m.set(finder.cell("path"), str(dir))
	o := m.newObject(moduleInfoClass, a.pos)
	m.set(o.cell("module_finder"), finder)
	m.set(o.cell("name"), str(name))
	m.set(o.cell("ispkg"), constant{isPkg})
	return o
}

// spec makes a module's spec. The module is loaded, and run by exec_module.
func (m *machine) spec(name string, mod *module, a *args) value {
	if mod == nil {
		return &unknown{why: "the module " + clip(name) + " is not among the sources", pos: a.pos}
	}
	o, loader := m.newObject(specClass, a.pos), m.newObject(loaderClass, a.pos)
	m.set(loader.cell("module"), mod)
	m.set(o.cell("loader"), loader)
	m.set(o.cell("module"), mod)
	m.set(o.cell("name"), str(name))
	m.set(o.cell("origin"), str(mod.path))
	return o
}

// findSpecCall is importlib.util.find_spec(name).
func findSpecCall(m *machine, a *args) value {
	name, ok := only(orNone(a.value("name", 0)))
	if !ok || strings.HasPrefix(name, ".") || sdkName(name) {
		return m.unknownCall(a, "find_spec")
	}
	return m.spec(name, m.local(m.frame.mod, name), a)
}

// fileSpecCall is spec_from_file_location(name, location).
func fileSpecCall(m *machine, a *args) value {
	name, _ := only(orNone(a.value("name", 0)))
	p, ok := pathOf(a.value("location", 1))
	if !ok {
		return m.unknownCall(a, "spec_from_file_location")
	}
	at, ok := m.locate(p)
	if !ok || path.Ext(at) != ".py" {
		return &unknown{why: "the file " + clip(p) + " is no Python file of the sources", pos: a.pos}
	}
	return m.spec(name, m.load(at), a)
}

func fromSpecCall(m *machine, a *args) value {
	if o, ok := a.value("spec", 0).(*object); ok && o.cls == specClass {
		return orNone(o.peek("module"))
	}
	return m.unknownCall(a, "module_from_spec")
}

// discoveryMethod is a method of a finder or loader, or nil.
func discoveryMethod(o *object, name string) value {
	var call native
	switch {
	case o.cls == finderClass && (name == "find_spec" || name == "find_module"):
		call = func(m *machine, a *args) value {
			full, ok := only(orNone(a.value("fullname", 0)))
			dir, _ := only(orNone(o.peek("path")))
			if !ok {
				return m.unknownCall(a, name)
			}
			s := m.spec(full, m.at(dir, full[strings.LastIndex(full, ".")+1:]), a)
			if x, ok := s.(*object); ok && name == "find_module" {
				return orNone(x.peek("loader"))
			}
			return s
		}
	case o.cls == loaderClass && (name == "exec_module" || name == "load_module"):
		call = func(m *machine, a *args) value {
			mod, ok := o.peek("module").(*module)
			if !ok {
				return m.unknownCall(a, name)
			}
			if name == "exec_module" {
				m.use(mod)
				return noneValue{}
			}
			return m.use(mod)
		}
	default:
		return nil
	}
	return &builtin{name: name, call: call}
}

// resolveCall is pkgutil.resolve_name("package.module:name").
func resolveCall(m *machine, a *args) value {
	name, ok := only(orNone(a.value("name", 0)))
	mod, attrs, found := strings.Cut(name, ":")
	if !ok || !found || mod == "" {
		return m.unknownCall(a, "resolve_name")
	}
	v := m.importModule(mod)
	for _, n := range strings.Split(attrs, ".") {
		if n != "" {
			v = m.attr(v, n, &syntax.Bad{})
		}
	}
	return v
}

// resourcesCall is importlib.resources.files(package): its folder.
func resourcesCall(m *machine, a *args) value {
	v := orNone(a.value("anchor", 0))
	if len(a.list) == 0 && len(a.named) == 1 {
		v = a.named[0].v
	}
	if name, ok := only(v); ok {
		v = m.importModule(name)
	}
	switch mod, ok := v.(*module); {
	case !ok:
		return m.unknownCall(a, "files")
	case mod.dir != "":
		return &text{s: mod.dir, path: true}
	default:
		return &text{s: path.Dir(mod.path), path: true}
	}
}

// moduleFact is what Python says of a module by itself, or nil. Seen from
// elsewhere, no module is the main one.
func (m *machine) moduleFact(mod *module, name string) value {
	switch name {
	case "__name__":
		return str(mod.name)
	case "__path__":
		if mod.dir != "" {
			l := &list{kind: syntax.ListKind, conds: m.conds}
			l.elts = append(l.elts, elt{v: str(mod.dir), conds: m.conds})
			return l
		}
	case "__dict__":
		return m.moduleDict(mod)
	}
	return nil
}

// dirCall is dir(module): its names, sorted.
func dirCall(m *machine, a *args) value {
	mod, ok := a.value("", 0).(*module)
	if !ok {
		return m.unknownCall(a, "dir")
	}
	var names []string
	d := m.moduleDict(mod)
	for _, en := range d.entries {
		if s, ok := only(en.key); ok {
			names = append(names, s)
		}
	}
	slices.Sort(names)
	return m.paths(names, false, a)
}

// moduleDict is a module's __dict__: what it binds, and the submodules that
// were imported.
func (m *machine) moduleDict(mod *module) *dict {
	d := scopeDict(m, mod.env)
	if mod.dir == "" {
		return d
	}
	for _, sub := range m.submodules(mod) {
		name := sub.name[strings.LastIndex(sub.name, ".")+1:]
		if c := mod.env.vars[name]; c == nil || c.v == nil {
			m.put(d, str(name), sub, manifest.Position{Path: sub.path})
		}
	}
	return d
}

// submodules lists the modules right below a package that were imported,
// sorted.
func (m *machine) submodules(mod *module) []*module {
	var out []*module
	for _, sub := range m.modules {
		if sub == nil || !sub.started || sub == mod || sub.file == nil {
			continue
		}
		at := path.Dir(sub.path)
		if sub.pkg {
			at = path.Dir(at)
		}
		if at == mod.dir {
			out = append(out, sub)
		}
	}
	m.charge(len(m.modules))
	slices.SortFunc(out, func(a, b *module) int { return strings.Compare(a.path, b.path) })
	return out
}

// membersCall is inspect.getmembers(object, predicate) of a module or class.
func membersCall(m *machine, a *args) value {
	pairs := &list{kind: syntax.ListKind, conds: m.conds}
	add := func(name string, v value) {
		m.appendTo(pairs, elt{v: pair(m, a.pos, str(name), v), pos: a.pos, how: manifest.FromVariable})
	}
	x := orNone(a.value("object", 0))
	switch x := x.(type) {
	case *module:
		entries := slices.Clone(m.moduleDict(x).entries)
		name := func(en *entry) string { s, _ := only(en.key); return s }
		slices.SortStableFunc(entries, func(a, b *entry) int { return strings.Compare(name(a), name(b)) })
		for _, en := range entries {
			add(name(en), en.cell.v)
		}
	case *class, *object:
		for _, n := range m.memberNames(x) {
			add(n, m.attr(x, n, &syntax.Bad{}))
		}
	default:
		return m.unknownCall(a, "getmembers")
	}
	predicate := orNone(a.value("predicate", 1))
	if predicate == (noneValue{}) {
		return pairs
	}
	second := &builtin{name: "predicate", call: func(m *machine, b *args) value {
		l, ok := b.value("", 0).(*list)
		if !ok || len(l.elts) != 2 {
			return m.unknownCall(b, "getmembers")
		}
		return m.call(predicate, &args{pos: a.pos, list: []arg{{v: l.elts[1].v, pos: a.pos}}})
	}}
	return filterCall(m, &args{pos: a.pos, node: a.node, list: []arg{{v: second}, {v: pairs}}})
}

// memberNames lists the names of attributes of an instance or a class that are
// known, sorted.
func (m *machine) memberNames(v value) []string {
	var out []string
	var classes []*class
	switch x := v.(type) {
	case *object:
		out = append(out, x.names...)
		classes = x.cls.linear()
	case *class:
		classes = x.linear()
	}
	for _, c := range classes {
		if c.attrs != nil {
			out = append(out, c.attrs.names...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// varsCall is vars(x), the names of a module or the attributes of an instance.
func varsCall(m *machine, a *args) value {
	if mod, ok := a.value("", 0).(*module); ok {
		return m.moduleDict(mod)
	}
	return asDictCall(false)(m, a)
}

// moduleHas is hasattr(module, name). A module that is still followed, or that
// answers for names itself, leaves it open.
func (m *machine) moduleHas(mod *module, name string, a *args) value {
	if m.moduleFact(mod, name) != nil {
		return constant{true}
	}
	v := m.moduleAttr(mod, name)
	switch _, lost := v.(*unknown); {
	case v != nil && !lost:
		return constant{true}
	case v == nil && mod.done && !m.provides(mod, name) && !mod.openNames():
		return constant{false}
	}
	return m.unknownCall(a, "hasattr")
}

// openNames reports whether a module takes over names that are not known.
func (mod *module) openNames() bool {
	if mod.file == nil {
		return false
	}
	for _, s := range mod.file.Body {
		if from, ok := s.(*syntax.ImportFrom); ok && from.Star {
			return true
		}
	}
	return false
}
