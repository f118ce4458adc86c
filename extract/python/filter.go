package python

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// Most files of a large tree have nothing to do with agents, and telling so
// needs no parsing. A file takes part when it names the SDK, or when it may
// import a file that takes part: then it may call what makes agents. Files
// that those import are found by the imports themselves, when the program is
// followed. The test is on bytes and errs on the side of reading: a comment
// that holds the SDK's name is enough.

// reference is something that a file may import: a dotted name, or the path of
// a relative import, split at its dots or slashes.
type reference struct {
	parts []string
	exact bool // parts is a whole path below the root
}

// candidate is a file as the filter sees it.
type candidate struct {
	path  string
	parts []string // of the module's path, without __init__
	src   []byte
	refs  []reference
	any   bool // it imports by computed names
}

// takePart lists the files that take part, in order. A file that could not be
// read takes part, so that this is reported.
func (m *machine) takePart(files []string) []string {
	if m.everyFile || len(files) < 2 { // one file is what the user named
		return files
	}
	in := make([]bool, len(files))
	all := make([]candidate, len(files))
	names, modules := m.sdkWords(), m.sdkModules()
	sideBySide(len(files), func(i int) {
		s := m.sources[files[i]]
		if s == nil || s.src == nil {
			in[i] = true
			return
		}
		all[i] = candidate{path: files[i], parts: moduleParts(files[i]), src: s.src}
		for _, name := range names {
			in[i] = in[i] || holdsWord(s.src, name)
		}
		if isNotebook(files[i]) { // its text may mention anything
			in[i] = in[i] && importsAny(s.src, modules)
			return
		}
		all[i].references()
	})
	importers(all, in)
	var out []string
	for i, f := range files {
		if in[i] {
			out = append(out, f)
		} else if s := m.sources[f]; s != nil {
			s.src = nil // read again where an import leads to it
			delete(m.sources, f)
		}
	}
	return out
}

// importers adds to the files that are in those that may import one of them.
func importers(all []candidate, in []bool) {
	byLast := map[string][]int{} // files by the last part of what they import
	var computed []int
	for i := range all {
		if all[i].any {
			computed = append(computed, i)
		}
		seen := map[string]bool{}
		for _, r := range all[i].refs {
			if last := r.parts[len(r.parts)-1]; !seen[last] {
				seen[last] = true
				byLast[last] = append(byLast[last], i)
			}
		}
	}
	var work []int
	for i := range in {
		if in[i] {
			work = append(work, i)
		}
	}
	add := func(i int) {
		if !in[i] {
			in[i] = true
			work = append(work, i)
		}
	}
	for len(work) > 0 {
		f := &all[work[0]]
		work = work[1:]
		for n := len(f.parts); n > 0; n-- {
			for _, i := range byLast[f.parts[n-1]] {
				if !in[i] && all[i].mayImport(f, n) {
					add(i)
				}
			}
		}
		for _, i := range computed {
			if len(f.parts) == 0 || holdsWord(all[i].src, f.parts[len(f.parts)-1]) {
				add(i)
			}
		}
	}
}

// mayImport reports whether the candidate imports the first n parts of f's
// path and, where that is a package around f, names f's module.
func (c *candidate) mayImport(f *candidate, n int) bool {
	for _, r := range c.refs {
		if r.matches(f.parts[:n]) {
			return n == len(f.parts) || holdsWord(c.src, f.parts[len(f.parts)-1])
		}
	}
	return false
}

// matches compares the last two parts, as far as there are two: an absolute
// import may start in many directories.
func (r reference) matches(parts []string) bool {
	if r.exact {
		return slices.Equal(r.parts, parts)
	}
	for k := 1; k <= min(2, len(r.parts), len(parts)); k++ {
		if r.parts[len(r.parts)-k] != parts[len(parts)-k] {
			return false
		}
	}
	return true
}

func moduleParts(p string) []string {
	p = strings.TrimSuffix(p, path.Ext(p))
	if p == "__init__" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(p, "/__init__"), "/")
}

// holdsWord reports whether the text holds the word between other bytes than
// those of an identifier.
func holdsWord(src []byte, w string) bool { return wordAt(src, w, 0) >= 0 }

func wordAt(src []byte, w string, from int) int {
	for from < len(src) {
		i := bytes.Index(src[from:], []byte(w))
		if i < 0 {
			return -1
		}
		i += from
		from = i + len(w)
		if (i == 0 || !identByte(src[i-1])) && (from == len(src) || !identByte(src[from])) {
			return i
		}
	}
	return -1
}

func identByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}

// maxReferences bounds what one file imports; one with more counts as a file
// that may import anything that it names.
const maxReferences = 2_000

// references finds what stands around each word import. A text in a comment
// gives too much, which does no harm.
func (c *candidate) references() {
	for _, w := range []string{"importlib", "__import__", "import_module", "runpy", "exec", "pkgutil"} {
		c.any = c.any || holdsWord(c.src, w)
	}
	for i := wordAt(c.src, "import", 0); i >= 0; i = wordAt(c.src, "import", i+len("import")) {
		if len(c.refs) > maxReferences {
			c.any = true
			return
		}
		c.statement(i)
	}
}

// statement reads the import statement of which the word import is at i.
func (c *candidate) statement(i int) {
	names := importedNames(c.src[i+len("import"):])
	module, ok := fromModule(c.src[:i])
	if !ok {
		for _, n := range names {
			c.refer(nil, strings.Split(n, "."), false)
		}
		return
	}
	level := len(module) - len(strings.TrimLeft(module, "."))
	module = strings.TrimLeft(module, ".")
	var base []string
	if level > 0 {
		dir := strings.Split(c.path, "/")
		base = dir[:max(0, len(dir)-level)]
	}
	var parts []string
	if module != "" {
		parts = strings.Split(module, ".")
	}
	c.refer(base, parts, level > 0)
	for _, n := range names {
		c.refer(base, append(parts[:len(parts):len(parts)], n), level > 0)
	}
}

// refer adds the dotted name and the packages around it.
func (c *candidate) refer(base, parts []string, exact bool) {
	if exact && len(base)+len(parts) > 0 {
		for n := range len(parts) + 1 {
			if whole := append(base[:len(base):len(base)], parts[:n]...); len(whole) > 0 {
				c.refs = append(c.refs, reference{whole, true})
			}
		}
		return
	}
	for n := range parts {
		c.refs = append(c.refs, reference{parts[:n+1], false})
	}
}

// fromModule is the module of "from module import", read backwards from the
// word import, over line ends behind backslashes.
func fromModule(before []byte) (string, bool) {
	const reach = 400
	before = before[max(0, len(before)-reach):]
	var b []byte
	for i := len(before) - 1; i >= 0; i-- {
		switch ch := before[i]; {
		case ch == '\n' && i > 0 && (before[i-1] == '\\' || before[i-1] == '\r' && i > 1 && before[i-2] == '\\'):
		case ch == '\n' || ch == ';' || ch == ':':
			i = -1
		case ch == '\\' || ch == '\r':
		default:
			b = append(b, ch)
		}
	}
	slices.Reverse(b)
	i := -1
	for at := wordAt(b, "from", 0); at >= 0; at = wordAt(b, "from", at+1) {
		i = at
	}
	if i < 0 {
		return "", false
	}
	return strings.Join(strings.FieldsFunc(string(b[i+len("from"):]), func(r rune) bool { return r <= ' ' }), ""), true
}

// importedNames lists the dotted names behind the word import up to the end of
// its statement, aliases among them.
func importedNames(after []byte) []string {
	const reach = 16 << 10
	after = after[:min(len(after), reach)]
	var names []string
	open := false
	for i := 0; i < len(after); {
		switch c := after[i]; {
		case c == '#':
			if k := bytes.IndexByte(after[i:], '\n'); k >= 0 {
				i += k
			} else {
				i = len(after)
			}
		case c == ')' || c == ';' || c == '\n' && !open:
			return names
		case c == '\\':
			if k := bytes.IndexByte(after[i:], '\n'); k >= 0 {
				i += k
			}
			i++
		case identByte(c):
			end := i
			for end < len(after) && (identByte(after[end]) || after[end] == '.') {
				end++
			}
			names = append(names, strings.TrimRight(string(after[i:end]), "."))
			i = end
		default:
			open = open || c == '('
			i++
		}
	}
	return names
}
