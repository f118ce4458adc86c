package archtest

import (
	"go/ast"
	"path"
	"slices"
	"strconv"
)

// clock and output are functions that a pure package must not call, by
// package.
var (
	clock  = []string{"After", "AfterFunc", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick", "Until"}
	output = []string{"Print", "Printf", "Println", "Scan", "Scanf", "Scanln"}
	fatal  = []string{"Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln"}
)

// code checks what a file that is no test does.
func (c *checker) code(s source) {
	for _, d := range s.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			c.add(s.name, c.line(f), "init", "init functions hide what a program does: call it from main, or make it a value")
		}
	}
	pure := matchesAny(c.rules.Pure, s.folder)
	called := packages(s.file)
	ast.Inspect(s.file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			c.panics(s, call)
		}
		if use, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := use.X.(*ast.Ident); ok {
				c.uses(s, use, called[x.Name], pure)
			}
		}
		return true
	})
}

// panics refuses panics outside of the list.
func (c *checker) panics(s source, call *ast.CallExpr) {
	name, ok := call.Fun.(*ast.Ident)
	if !ok || name.Name != "panic" {
		return
	}
	if _, ok := c.rules.Panics[s.name]; !ok {
		c.add(s.name, c.line(call), "panic", "panic is for broken invariants of our own: return an error, or list the file with a reason")
	}
}

// uses refuses functions of other packages; importPath is empty where the
// selector is no package's.
func (c *checker) uses(s source, use *ast.SelectorExpr, importPath string, pure bool) {
	name := use.Sel.Name
	ends := importPath == "os" && name == "Exit" || importPath == "syscall" && name == "Exit" ||
		importPath == "runtime" && name == "Goexit" || importPath == "log" && slices.Contains(fatal, name)
	if ends && !matchesAny(c.rules.Exits, s.folder) {
		c.add(s.name, c.line(use), "exit", "%s.%s ends the program: return an error", importPath, name)
	}
	if pure && (importPath == "time" && slices.Contains(clock, name) || importPath == "fmt" && slices.Contains(output, name)) {
		c.add(s.name, c.line(use), "pure", "a pure package uses %s.%s", importPath, name)
	}
}

func (c *checker) line(n ast.Node) int { return c.fset.Position(n.Pos()).Line }

// packages returns the import paths of a file by the names that they have in
// it. Only standard packages matter here, whose last element is their name.
func packages(f *ast.File) map[string]string {
	out := map[string]string{}
	for _, spec := range f.Imports {
		to, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(to)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		out[name] = to
	}
	return out
}
