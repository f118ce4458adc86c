package python

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// Programs find their parts by listing folders: plugins are the modules of a
// package, skills are the files beside the program. The folders of the sources
// are listed in the same way, in the order of their names.

// maxListed bounds the entries of all listings together.
const maxListed = 20_000

// listFolder lists a folder of the sources by name. Compiled files are left
// out.
func (m *machine) listFolder(dir string) ([]fs.DirEntry, bool) {
	if m.stat(dir) != fileDir || m.listed >= maxListed {
		return nil, false
	}
	entries, err := fs.ReadDir(m.pass.FS, dir)
	if err != nil {
		return nil, false
	}
	m.listed += len(entries)
	m.charge(len(entries))
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() == "__pycache__" })
	return entries, true
}

// folder finds a folder of the sources, as locate finds a file.
func (m *machine) folder(p string) (string, bool) {
	if path.IsAbs(p) {
		return "", false
	}
	for _, at := range []string{path.Clean(p), path.Join(path.Dir(m.frame.mod.path), p)} {
		if m.stat(at) == fileDir {
			return at, true
		}
	}
	return "", false
}

// noFolder says why a folder is not listed.
func noFolder(p string, a *args) value {
	return &unknown{why: "the folder " + clip(p) + " is not among the sources, or holds too much", pos: a.pos}
}

// discoveryTable lists the functions that list folders, and those that find
// and load modules.
func discoveryTable() map[string]native {
	return map[string]native{
		"os.listdir": listdirCall, "os.walk": walkCall, "glob.glob": globCall, "glob.iglob": globCall,
		"os.path.splitext": splitextCall, "os.path.isfile": existsCall(filePlain), "os.path.isdir": existsCall(fileDir),
		"pkgutil.iter_modules": modulesCall(false), "pkgutil.walk_packages": modulesCall(true), "pkgutil.resolve_name": resolveCall,
		"importlib.resources.files": resourcesCall, "importlib_resources.files": resourcesCall,
		"importlib.util.find_spec": findSpecCall, "importlib.util.spec_from_file_location": fileSpecCall, "importlib.util.module_from_spec": fromSpecCall,
		"importlib.metadata.entry_points": entryPointsCall, "importlib_metadata.entry_points": entryPointsCall, "pkg_resources.iter_entry_points": entryPointsCall,
		"inspect.getmembers": membersCall, "importlib.reload": func(m *machine, a *args) value { return orNone(a.value("module", 0)) },
	}
}

func entryPointsCall(_ *machine, a *args) value {
	return &unknown{why: "entry points are those of the packages that are installed where the program runs", pos: a.pos}
}

// listdirCall is os.listdir(path).
func listdirCall(m *machine, a *args) value {
	p, ok := pathOf(a.value("path", 0))
	if !ok {
		return m.unknownCall(a, "listdir")
	}
	dir, ok := m.folder(p)
	entries, listed := m.listFolder(dir)
	if !ok || !listed {
		return noFolder(p, a)
	}
	l := &list{kind: syntax.ListKind, conds: m.conds}
	for _, e := range entries {
		m.appendTo(l, elt{v: str(e.Name()), pos: a.pos, how: manifest.FromVariable})
	}
	return l
}

// paths makes a list of paths.
func (m *machine) paths(found []string, isPath bool, a *args) *list {
	l := &list{kind: syntax.GeneratorKind, conds: m.conds}
	if !isPath {
		l.kind = syntax.ListKind
	}
	for _, p := range found {
		m.appendTo(l, elt{v: &text{s: p, path: isPath}, pos: a.pos, how: manifest.FromVariable})
	}
	return l
}

// walkCall is os.walk(top): folders from the top down, each with what it holds.
func walkCall(m *machine, a *args) value {
	p, ok := pathOf(a.value("top", 0))
	if !ok {
		return m.unknownCall(a, "walk")
	}
	dir, ok := m.folder(p)
	if !ok {
		return noFolder(p, a)
	}
	out := &list{kind: syntax.GeneratorKind, conds: m.conds}
	var visit func(dir string, depth int)
	visit = func(dir string, depth int) {
		entries, listed := m.listFolder(dir)
		if !listed || depth > maxDeep {
			out.gaps = append(out.gaps, gap{why: "the folder " + clip(dir) + " is not followed", pos: a.pos, conds: m.conds})
			return
		}
		var below, files []string
		for _, e := range entries {
			if e.IsDir() {
				below = append(below, e.Name())
			} else {
				files = append(files, e.Name())
			}
		}
		m.appendTo(out, elt{v: pair(m, a.pos, str(dir), m.paths(below, false, a), m.paths(files, false, a)), pos: a.pos})
		for _, n := range below {
			visit(path.Join(dir, n), depth+1)
		}
	}
	visit(dir, 0)
	return out
}

// globCall is glob.glob(pattern): the folder in front of the first part with a
// wildcard is listed.
func globCall(m *machine, a *args) value {
	pattern, ok := pathOf(a.value("pathname", 0))
	if !ok {
		return m.unknownCall(a, "glob")
	}
	base, rest := ".", path.Clean(pattern)
	if root, ok := pathOf(a.value("root_dir", -1)); ok && root != "" {
		base = root
	}
	parts := strings.Split(rest, "/")
	n := 0
	for n < len(parts)-1 && !strings.ContainsAny(parts[n], "*?[") {
		n++
	}
	if n > 0 {
		base, rest = path.Join(base, path.Join(parts[:n]...)), path.Join(parts[n:]...)
	}
	dir, ok := m.folder(base)
	if !ok {
		return noFolder(base, a)
	}
	found, ok := m.matching(dir, rest, true)
	if !ok {
		return noFolder(base, a)
	}
	return m.paths(found, false, a)
}

// matching lists what lies below a folder and matches a pattern, such as
// *.py or **/*.py. Names with a leading dot are hidden from a shell's patterns.
func (m *machine) matching(dir, pattern string, hidden bool) ([]string, bool) {
	parts := strings.Split(path.Clean(strings.ReplaceAll(pattern, "[!", "[^")), "/")
	var out []string
	var find func(dir string, parts []string, depth int) bool
	find = func(dir string, parts []string, depth int) bool {
		if depth > maxDeep {
			return false
		}
		if parts[0] == "**" && len(parts) > 1 && !find(dir, parts[1:], depth) {
			return false
		}
		entries, ok := m.listFolder(dir)
		if !ok {
			return false
		}
		for _, e := range entries {
			name, at := e.Name(), path.Join(dir, e.Name())
			if hidden && strings.HasPrefix(name, ".") {
				continue
			}
			if parts[0] == "**" {
				if e.IsDir() && !find(at, parts, depth+1) {
					return false
				}
				continue
			}
			match, err := path.Match(parts[0], name)
			switch {
			case err != nil:
				return false
			case match && len(parts) == 1:
				out = append(out, at)
			case match && e.IsDir() && !find(at, parts[1:], depth+1):
				return false
			}
		}
		return true
	}
	ok := find(dir, parts, 0)
	slices.Sort(out)
	return slices.Compact(out), ok
}

// folderAttr is a method of a path that asks for what a folder holds, or nil.
func (m *machine) folderAttr(t *text, name string) value {
	var call native
	switch name {
	case "iterdir", "glob", "rglob":
		call = func(m *machine, a *args) value {
			pattern, ok := "*", true
			if name != "iterdir" {
				pattern, ok = only(orNone(a.value("pattern", 0)))
			}
			if !ok || pattern == "" {
				return m.unknownCall(a, name)
			}
			if name == "rglob" {
				pattern = "**/" + pattern
			}
			dir, ok := m.folder(t.s)
			if !ok {
				return noFolder(t.s, a)
			}
			found, ok := m.matching(dir, pattern, false)
			if !ok {
				return noFolder(t.s, a)
			}
			return m.paths(found, true, a)
		}
	case "is_dir":
		call = func(m *machine, a *args) value { return existsCall(fileDir)(m, &args{pos: a.pos, list: []arg{{v: t}}}) }
	case "relative_to":
		call = func(m *machine, a *args) value {
			base, ok := pathOf(a.value("other", 0))
			if rest, below := strings.CutPrefix(t.s, path.Clean(base)+"/"); ok && below {
				return &text{s: rest, path: true}
			}
			if ok && path.Clean(base) == "." && !strings.HasPrefix(t.s, "../") {
				return t
			}
			return m.unknownCall(a, name)
		}
	case "parts":
		l := &list{kind: syntax.TupleKind, conds: m.conds}
		for _, p := range strings.Split(t.s, "/") {
			l.elts = append(l.elts, elt{v: str(p), conds: m.conds})
		}
		return l
	default:
		return nil
	}
	return &builtin{name: name, call: call}
}

// existsCall is os.path.isfile and the like. What is not among the sources may
// be there when the program runs.
func existsCall(kind fileKind) native {
	return func(m *machine, a *args) value {
		p, ok := pathOf(a.value("path", 0))
		if !ok {
			return m.unknownCall(a, "a question about a file")
		}
		if _, is := m.locate(p); is {
			return constant{kind == filePlain}
		}
		if _, is := m.folder(p); is {
			return constant{kind == fileDir}
		}
		return m.unknownCall(a, "a question about a file")
	}
}

func splitextCall(m *machine, a *args) value {
	p, ok := pathOf(a.value("p", 0))
	if !ok {
		return m.unknownCall(a, "splitext")
	}
	ext := path.Ext(p)
	if strings.Trim(strings.TrimSuffix(path.Base(p), ext), ".") == "" {
		ext = "" // a leading dot begins no extension
	}
	return pair(m, a.pos, str(strings.TrimSuffix(p, ext)), str(ext))
}
