package archtest

import (
	"slices"
	"strconv"
	"strings"
)

// impure are the packages of the standard library that reach outside of the
// program, each with all below. Package time is allowed for its types; see
// clock.
var impure = []string{
	"crypto/rand", "database", "io/ioutil", "log", "math/rand", "net", "os", "plugin", "syscall", "testing",
}

// pureParts are packages below impure ones that only work on values.
var pureParts = []string{"net/netip", "net/url"}

// imports checks what a file imports.
func (c *checker) imports(s source) {
	for _, spec := range s.file.Imports {
		to, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		line := c.fset.Position(spec.Pos()).Line
		switch {
		case to == c.rules.Module || strings.HasPrefix(to, c.rules.Module+"/"):
			if !s.test {
				c.layer(s, line, strings.TrimPrefix(strings.TrimPrefix(to, c.rules.Module), "/"))
			}
		case !strings.Contains(strings.Split(to, "/")[0], "."):
			if !s.test && matchesAny(c.rules.Pure, s.folder) && isImpure(to) {
				c.add(s.name, line, "pure", "a pure package imports %s", to)
			}
		default:
			c.thirdParty(s, line, to)
		}
	}
	if !s.test && c.rank(s.folder) < 0 {
		c.add(s.name, 0, "imports", "package %s is in no layer: add it to the rules", s.folder)
	}
}

// layer checks an import of the module's own.
func (c *checker) layer(s source, line int, to string) {
	from, below := c.rank(s.folder), c.rank(to)
	if below < 0 {
		c.add(s.name, line, "imports", "imports %s, which is in no layer", to)
		return
	}
	inside := strings.HasPrefix(to, s.folder+"/")
	if below > from || below == from && !inside {
		c.add(s.name, line, "imports", "%s must not import %s: it is not of a lower layer", s.folder, to)
	}
}

// rank returns the layer of a folder, from 0, or -1.
func (c *checker) rank(folder string) int {
	return slices.IndexFunc(c.rules.Layers, func(layer []string) bool { return matchesAny(layer, folder) })
}

// thirdParty checks an import from another module.
func (c *checker) thirdParty(s source, line int, to string) {
	if s.test && within(to, c.rules.TestOnly) {
		return
	}
	for pattern, allowed := range c.rules.ThirdParty {
		if matches(pattern, s.folder) && within(to, allowed) {
			return
		}
	}
	c.add(s.name, line, "third-party", "%s must not import %s: it is not on the folder's list", s.folder, to)
}

func isImpure(importPath string) bool {
	return within(importPath, impure) && !within(importPath, pureParts)
}

// within reports whether the import path is one of the roots or below one.
func within(importPath string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return importPath == root || strings.HasPrefix(importPath, root+"/")
	})
}
