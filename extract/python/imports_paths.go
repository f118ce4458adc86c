package python

import (
	"path"
	"strings"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// Programs extend sys.path by what they compute from __file__. Paths are
// texts here, relative to the root of the sources, as __file__ is.

// systemPath is sys.path. Its one first element stands for where Python looks
// by itself.
func (m *machine) systemPath() *list {
	if m.sysPath == nil {
		m.sysPath = &list{kind: syntax.ListKind, elts: []elt{{v: &unknown{why: "sys.path is known when the program runs", quiet: true}}}}
	}
	return m.sysPath
}

// addedPaths lists the directories that the program put before and behind
// where Python looks by itself. Those outside of the sources are reported.
func (m *machine) addedPaths(from *module) (before, behind []string) {
	if m.sysPath == nil {
		return nil, nil
	}
	into := &before
	for _, e := range m.sysPath.elts {
		if _, own := e.v.(*unknown); own {
			into = &behind
			continue
		}
		s, ok := only(e.v)
		if !ok {
			continue
		}
		dir := path.Clean(strings.ReplaceAll(s, "\\", "/"))
		switch {
		case path.IsAbs(dir):
			m.outsidePath(dir, e.pos)
		case dir == ".." || strings.HasPrefix(dir, "../"):
			// As written in a file it is relative to where the program is
			// started; most are started beside their main file.
			if near := path.Join(path.Dir(from.path), dir); near == "." || m.stat(near) == fileDir {
				*into = append(*into, near)
			} else {
				m.outsidePath(dir, e.pos)
			}
		default:
			if near := path.Join(path.Dir(from.path), dir); near != dir && m.stat(near) == fileDir {
				*into = append(*into, near)
			}
			if dir == "." || m.stat(dir) == fileDir {
				*into = append(*into, dir)
			}
		}
	}
	return before, behind
}

// outsidePath says that imports from a directory cannot be followed.
func (m *machine) outsidePath(dir string, pos manifest.Position) {
	if m.saidPaths[dir] {
		return
	}
	if m.saidPaths == nil {
		m.saidPaths = map[string]bool{}
	}
	m.saidPaths[dir] = true
	m.report(extract.Diagnostic{
		Code: codeOutside, Level: manifest.LevelNote, Position: pos,
		Message: "sys.path is extended by " + clip(dir) + ", which lies outside of the sources: imports from there are not followed",
		Hint:    "name a directory that holds both",
	})
}

// pathTable lists the functions that compute paths.
func pathTable() map[string]native {
	same := func(m *machine, a *args) value {
		if len(a.list) == 0 {
			return m.unknownCall(a, "a path")
		}
		return a.list[0].v
	}
	change := func(f func(string) string) native {
		return func(m *machine, a *args) value {
			if len(a.list) == 1 {
				if t, ok := a.list[0].v.(*text); ok && len(t.gaps) == 0 {
					return str(f(t.s))
				}
			}
			return m.unknownCall(a, "a path")
		}
	}
	join := func(isPath bool) native {
		return func(m *machine, a *args) value {
			parts := make([]value, len(a.list))
			for i, x := range a.list {
				parts[i] = x.v
			}
			if v := joinPath(isPath, parts...); v != nil && len(a.gaps) == 0 {
				return v
			}
			return m.unknownCall(a, "a path")
		}
	}
	return map[string]native{
		"os.path.join": join(false), "os.path.dirname": change(path.Dir), "os.path.basename": change(path.Base),
		"os.path.abspath": change(path.Clean), "os.path.realpath": change(path.Clean), "os.path.normpath": change(path.Clean),
		"os.fspath": same, "pathlib.Path": join(true), "pathlib.PurePath": join(true), "pathlib.PosixPath": join(true),
		"site.addsitedir": func(m *machine, a *args) value {
			if v := a.value("sitedir", 0); v != nil {
				m.appendTo(m.systemPath(), elt{v: v, pos: a.pos})
			}
			return noneValue{}
		},
	}
}

// joinPath joins texts that are known, or is nil.
func joinPath(isPath bool, parts ...value) value {
	out := ""
	for _, v := range parts {
		s, ok := only(v)
		if !ok {
			return nil
		}
		if path.IsAbs(s) {
			out = s
		} else {
			out = path.Join(out, s)
		}
	}
	if out == "" {
		out = "."
	}
	return &text{s: out, path: isPath}
}

// pathAttr is an attribute of a pathlib path, or nil.
func (m *machine) pathAttr(t *text, name string, at syntax.Expr) value {
	up := func(n int) *text {
		s := t.s
		for range n {
			s = path.Join(s, "..")
		}
		return &text{s: s, path: true}
	}
	method := func(f func(a *args) value) value {
		return &builtin{name: name, call: func(m *machine, a *args) value { return f(a) }}
	}
	switch name {
	case "parent":
		return up(1)
	case "parents":
		l := &list{kind: syntax.TupleKind, conds: m.conds}
		for n := 1; n <= 32; n++ {
			l.elts = append(l.elts, elt{v: up(n), pos: m.here(at), conds: m.conds})
		}
		return l
	case "name":
		return str(path.Base(t.s))
	case "stem":
		return str(strings.TrimSuffix(path.Base(t.s), path.Ext(t.s)))
	case "suffix":
		return str(path.Ext(t.s))
	case "resolve", "absolute", "expanduser":
		return method(func(*args) value { return t })
	case "as_posix", "__str__", "__fspath__":
		return method(func(*args) value { return str(t.s) })
	case "joinpath":
		return method(func(a *args) value {
			parts := []value{t}
			for _, x := range a.list {
				parts = append(parts, x.v)
			}
			if v := joinPath(true, parts...); v != nil {
				return v
			}
			return m.unknownCall(a, "a path")
		})
	}
	return m.unknownAt(at, "%s of the path %s is known when the program runs", name, clip(t.s))
}

// importRelative is import_module(".name", package).
func (m *machine) importRelative(name string, from value, a *args) value {
	rest := strings.TrimLeft(name, ".")
	level := len(name) - len(rest)
	if pkg, ok := only(orNone(from)); ok && pkg != "" && pkg != "__main__" && pkg != m.packageOf(m.frame.mod) {
		parts := strings.Split(pkg, ".")
		if level-1 >= len(parts) {
			return m.unknownCall(a, "import_module")
		}
		return m.importModule(strings.Trim(strings.Join(parts[:len(parts)-level+1], ".")+"."+rest, "."))
	}
	s := &syntax.ImportFrom{Level: level, Module: rest}
	v := m.relative(s)
	if u, ok := v.(*unknown); ok {
		u.pos = a.pos
	}
	return v
}

// packageOf is a module's __package__.
func (m *machine) packageOf(mod *module) string {
	if mod.pkg {
		return mod.name
	}
	if m.stat(path.Join(path.Dir(mod.path), "__init__.py")) != filePlain {
		return ""
	}
	return strings.TrimSuffix(dotted(path.Dir(mod.path)), ".")
}
