package python

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// module is a file of the sources, or a directory without __init__.py (file
// is nil then).
type module struct {
	path     string // of the file or directory
	dir      string // where its submodules are, for packages
	name     string // dotted, from the root
	pkg      bool
	env      *env
	file     *syntax.File
	sum      string // SHA-256, hex
	started  bool
	done     bool
	sdk      bool // imports the SDK
	imports  []*module
	notebook *notebook       // nil for other files
	bound    map[string]bool // names bound at the top level, made on demand
}

type fileKind int

const (
	fileUnasked fileKind = iota
	fileAbsent
	filePlain
	fileDir
)

func (m *machine) stat(p string) fileKind {
	if k := m.stats[p]; k != fileUnasked {
		return k
	}
	k := fileAbsent
	if fs.ValidPath(p) {
		if info, err := fs.Stat(m.pass.FS, p); err == nil {
			switch {
			case info.IsDir():
				k = fileDir
			case info.Mode().IsRegular():
				k = filePlain
			}
		}
	}
	m.stats[p] = k
	return k
}

// load reads and parses a file, once. It returns nil when that is impossible,
// which is reported.
func (m *machine) load(p string) *module {
	if mod, ok := m.modules[p]; ok {
		return mod
	}
	m.modules[p] = nil
	src := m.sources[p]
	if src == nil {
		src = readSource(m.pass.FS, p)
	}
	delete(m.sources, p)
	if src.readErr != nil {
		m.report(extract.Diagnostic{
			Code: codeUnreadable, Level: manifest.LevelWarning, Message: "file cannot be read: " + plain(src.readErr),
			Hint: "check its permissions", Position: manifest.Position{Path: p},
		})
		return nil
	}
	if !m.fits(p, src) {
		return nil
	}
	src.parse(m.pass.Cache)
	if src.err != nil {
		m.notParsed(p, src.err)
		return nil
	}
	file := src.file
	mod := &module{path: p, name: dotted(p), file: file, sum: src.sum, env: newEnv(nil, "", 0), notebook: src.cells}
	if path.Base(p) == "__init__.py" {
		mod.pkg, mod.dir = true, path.Dir(p)
	}
	m.modules[p] = mod
	m.order = append(m.order, mod)
	for _, e := range file.Errors {
		m.report(extract.Diagnostic{
			Code: codeSyntax, Level: manifest.LevelWarning, Message: "syntax error: " + e.Message,
			Hint:     "what stands there is missing from the manifest",
			Position: manifest.Position{Path: p, Line: e.Pos.Line, Col: e.Pos.Col},
		})
	}
	if src.cells != nil {
		m.tellNotes(p, src.cells)
	}
	return mod
}

// fits reports whether the file is within the bounds; a bound that is met is
// reported.
func (m *machine) fits(p string, s *source) bool {
	if s.large {
		m.notParsed(p, fmt.Errorf("%w: the bound is %d bytes", syntax.ErrTooLarge, syntax.MaxSize))
		return false
	}
	if m.read += len(s.src); m.read > maxBytesRead {
		m.report(extract.Diagnostic{
			Code: codeTooManySeen, Level: manifest.LevelWarning, Position: manifest.Position{Path: p},
			Message: fmt.Sprintf("more than %d bytes of sources: this file is not read", maxBytesRead),
			Hint:    "name a smaller directory",
		})
		return false
	}
	return true
}

func (m *machine) notParsed(p string, err error) {
	d := extract.Diagnostic{
		Code: codeNotText, Level: manifest.LevelWarning, Message: "file is not read: " + err.Error(),
		Hint: "exclude it, or save it as UTF-8", Position: manifest.Position{Path: p},
	}
	if errors.Is(err, syntax.ErrTooLarge) {
		d.Code, d.Hint = codeTooLarge, "exclude it, or move its data out of the source"
	}
	if errors.Is(err, errNotNotebook) {
		d.Code, d.Hint = codeNotNotebook, "open and save it with Jupyter, or exclude it"
	}
	m.report(d)
}

// plain strips the path off a file system's error.
func plain(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// dotted turns a path into the module's name.
func dotted(p string) string {
	p = strings.TrimSuffix(strings.TrimSuffix(p, ".py"), ".ipynb")
	if p = strings.TrimSuffix(p, "/__init__"); p == "__init__" {
		return p
	}
	return strings.ReplaceAll(p, "/", ".")
}

// run follows a module's top level, once. A module that is being followed
// already (an import cycle) is left as it is.
func (m *machine) run(mod *module) {
	if mod.started || mod.file == nil {
		return
	}
	mod.started = true
	saved, conds, inside, root := m.frame, m.conds, m.inside, m.rootKey
	m.frame, m.conds, m.inside, m.rootKey = m.frameOf(mod), nil, nil, nil
	m.frame.top = true
	name := mod.name
	if m.roots[mod.path] && !mod.pkg {
		name = "__main__"
	}
	m.set(mod.env.bind("__name__"), str(name))
	m.set(mod.env.bind("__file__"), str(mod.path))
	m.set(mod.env.bind("__package__"), str(m.packageOf(mod)))
	if mod.pkg {
		m.set(mod.env.bind("__path__"), m.moduleFact(mod, "__path__"))
	}
	m.block(mod.file.Body)
	m.frame, m.conds, m.inside, m.rootKey = saved, conds, inside, root
	mod.done = true
}

// at finds the module with the dotted name below a directory, or nil.
func (m *machine) at(base, name string) *module {
	p := path.Join(base, strings.ReplaceAll(name, ".", "/"))
	if p == "." {
		return nil
	}
	if m.stat(p) == fileDir {
		if m.stat(p+"/__init__.py") == filePlain {
			return m.load(p + "/__init__.py")
		}
		if m.stat(p+".py") != filePlain {
			return m.directory(p)
		}
	}
	if m.stat(p+".py") == filePlain {
		return m.load(p + ".py")
	}
	return nil
}

// directory is a package without __init__.py.
func (m *machine) directory(p string) *module {
	if mod := m.modules[p]; mod != nil {
		return mod
	}
	mod := &module{path: p, dir: p, name: dotted(p), pkg: true, env: newEnv(nil, "", 0), started: true, done: true}
	m.modules[p] = mod
	return mod
}

// search lists the directories in which an absolute import from the module
// may start, likeliest first: the parent of its outermost package, the
// directories above, and then those between, as when a file is run by itself.
func (m *machine) search(mod *module) []string {
	dir := path.Dir(mod.path)
	var inner []string
	for m.stat(path.Join(dir, "__init__.py")) == filePlain && dir != "." {
		inner = append(inner, dir)
		dir = path.Dir(dir)
	}
	var out []string
	for {
		out = append(out, dir)
		if src := path.Join(dir, "src"); m.stat(src) == fileDir {
			out = append(out, src)
		}
		if dir == "." || dir == "/" {
			break
		}
		dir = path.Dir(dir)
	}
	return append(out, inner...)
}

// local finds the module that an absolute import means, or nil. A module
// never finds itself: its own name then means an installed package.
func (m *machine) local(from *module, name string) *module {
	before, behind := m.addedPaths(from)
	for _, base := range slices.Concat(before, m.search(from), behind) {
		if mod := m.at(base, name); mod != nil && mod != from && (mod.file != nil || m.holdsSources(mod)) {
			return mod
		}
	}
	if mod := m.installed(from, name); mod != nil {
		return mod
	}
	return m.suffix(from, name)
}

// suffix finds a module by the end of its dotted name, where the sources that
// were given are only the lower part of a larger tree: the name of their root
// is the workflow's, or at least two parts match.
func (m *machine) suffix(from *module, name string) *module {
	parts := strings.Split(name, ".")
	for i := 1; i < len(parts); i++ {
		if parts[i-1] != m.pass.Workflow && len(parts)-i < 2 {
			continue
		}
		if mod := m.at(".", strings.Join(parts[i:], ".")); mod != nil && mod != from && mod.file != nil {
			return mod
		}
	}
	return nil
}

// holdsSources tells a package without __init__.py from any directory.
func (m *machine) holdsSources(mod *module) bool {
	entries, err := fs.ReadDir(m.pass.FS, mod.path)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".py") || e.IsDir() && m.stat(path.Join(mod.path, e.Name(), "__init__.py")) == filePlain {
			return true
		}
	}
	return false
}

// provides reports whether the module binds the name at its top level or
// holds a submodule of that name.
func (m *machine) provides(mod *module, name string) bool {
	if mod.dir != "" && m.at(mod.dir, name) != nil {
		return true
	}
	if mod.file == nil {
		return false
	}
	if mod.bound == nil {
		mod.bound = map[string]bool{}
		boundNames(mod.file.Body, mod.bound, 0)
	}
	return mod.bound[name]
}

// boundNames collects the names that statements bind at this level. Names
// imported from the SDK do not count: they lead there anyway.
func boundNames(body []syntax.Stmt, into map[string]bool, depth int) {
	if depth > 20 {
		return
	}
	for _, s := range body {
		switch s := s.(type) {
		case *syntax.Assign:
			for _, t := range s.Targets {
				if n, ok := t.(*syntax.Name); ok {
					into[n.Id] = true
				}
			}
		case *syntax.FuncDef:
			into[s.Name] = true
		case *syntax.ClassDef:
			into[s.Name] = true
		case *syntax.ImportFrom:
			if s.Level == 0 && sdkName(s.Module) {
				continue
			}
			for _, a := range s.Names {
				into[a.Bound()] = true
			}
		case *syntax.If:
			for _, b := range s.Branches {
				boundNames(b.Body, into, depth+1)
			}
			boundNames(s.Else, into, depth+1)
		case *syntax.Try:
			boundNames(s.Body, into, depth+1)
			for _, h := range s.Handlers {
				boundNames(h.Body, into, depth+1)
			}
		}
	}
}

// sdkName reports whether a dotted name lies in the SDK's package.
func sdkName(name string) bool { return name == "agents" || strings.HasPrefix(name, "agents.") }
