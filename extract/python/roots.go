package python

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// A tree of several projects holds packages that are installed before they are
// imported: their names start in folders that lie beside the importing file,
// not above it, such as libs/kit/src. Those folders show in the sources
// themselves: an outermost package starts in its parent, and a folder named
// src is a place where names start.

// importRoots lists the folders in which the names of installed packages
// start, by the first part of these names.
func (m *machine) importRoots() map[string][]string {
	if m.rootsOf != nil {
		return m.rootsOf
	}
	m.rootsOf = map[string][]string{}
	for _, f := range m.pass.Files {
		parts := strings.Split(f, "/")
		at := m.rootDepth(parts)
		if at < 0 {
			continue
		}
		head, root := parts[at], "."
		if at > 0 {
			root = strings.Join(parts[:at], "/")
		}
		if at == len(parts)-1 {
			head = strings.TrimSuffix(head, path.Ext(head))
		}
		m.addRoot(head, root)
	}
	return m.rootsOf
}

func (m *machine) addRoot(head, root string) {
	if !slices.Contains(m.rootsOf[head], root) {
		m.rootsOf[head] = append(m.rootsOf[head], root)
	}
}

// maxFolders bounds how many folders of a project are looked into, and
// maxDeep how deep they lie.
const (
	maxFolders = 2000
	maxDeep    = 6
)

// project looks for packages in the project around the named files, once:
// below the outermost folder above them that holds a pyproject.toml.
func (m *machine) project() {
	if m.projectSeen || len(m.pass.Files) == 0 {
		return
	}
	m.projectSeen = true
	top := ""
	for dir := path.Dir(m.pass.Files[0]); ; dir = path.Dir(dir) {
		if m.stat(path.Join(dir, "pyproject.toml")) == filePlain {
			top = dir
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	if top == "" {
		return
	}
	type folder struct {
		path string
		deep int
	}
	work := []folder{{top, 0}}
	for n := 0; n < len(work) && n < maxFolders; n++ {
		at := work[n]
		entries, err := fs.ReadDir(m.pass.FS, at.path)
		if err != nil {
			continue
		}
		for _, e := range entries {
			name := e.Name()
			switch {
			case !e.IsDir():
				if head, ok := strings.CutSuffix(name, ".py"); ok && path.Base(at.path) == "src" {
					m.addRoot(head, at.path)
				}
			case m.stat(path.Join(at.path, name, "__init__.py")) == filePlain:
				m.addRoot(name, at.path)
			case at.deep < maxDeep && !passedFolder(name):
				work = append(work, folder{path.Join(at.path, name), at.deep + 1})
			}
		}
	}
}

// passedFolder tells folders that hold what is installed or made.
func passedFolder(name string) bool {
	switch name {
	case "node_modules", "venv", "env", "site-packages", "build", "dist", "__pycache__":
		return true
	}
	return strings.HasPrefix(name, ".")
}

// rootDepth is the number of leading parts of a file's path that are no part
// of its dotted name, or -1 where nothing shows it.
func (m *machine) rootDepth(parts []string) int {
	at := len(parts) - 1
	for at > 0 && m.stat(strings.Join(parts[:at], "/")+"/__init__.py") == filePlain {
		at--
	}
	if at < len(parts)-1 {
		return at
	}
	for i := at - 1; i >= 0; i-- {
		if parts[i] == "src" {
			return i + 1
		}
	}
	return -1
}

// installed finds the module that a name means where its package lies
// elsewhere in the sources, or nil: the one whose folder shares most with the
// importing file's, unless several do so alike.
func (m *machine) installed(from *module, name string) *module {
	head, _, _ := strings.Cut(name, ".")
	if sdkName(head) {
		return nil
	}
	roots := m.importRoots()[head]
	if len(roots) == 0 {
		m.project()
		roots = m.rootsOf[head]
	}
	var best *module
	most := -1
	for _, root := range roots {
		near := shared(root, from.path)
		if near < most {
			continue
		}
		mod := m.at(root, name)
		switch {
		case mod == nil || mod == from || mod.file == nil && !m.holdsSources(mod):
		case near > most:
			best, most = mod, near
		case mod != best:
			best = nil
		}
	}
	return best
}

// shared counts the leading parts that two paths have in common.
func shared(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}
