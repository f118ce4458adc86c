package python

import (
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
		if !slices.Contains(m.rootsOf[head], root) {
			m.rootsOf[head] = append(m.rootsOf[head], root)
		}
	}
	return m.rootsOf
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
	var best *module
	most := -1
	for _, root := range m.importRoots()[head] {
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
