package golang

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"
)

// never is the condition of a branch that is known not to be taken. No source
// can hold it.
const never = "\x00never"

// condition is what must hold within the function for a block to run, in the
// words of the source: the branches that decide it. Loops and error checks are
// no conditions: a loop over what the source shows runs, and what follows a
// failed call is not the workflow.
func (f *frame) condition(b *ssa.BasicBlock) string {
	when := ""
	if f.fn.Synthetic == packageInit { // its only branch asks whether it ran before
		return ""
	}
	for child, d := b, b.Idom(); d != nil; child, d = d, d.Idom() {
		when = both(f.branch(d, child, b), when)
	}
	return when
}

// branch is the condition under which block d leads to b, through its
// dominated child.
func (f *frame) branch(d, child, b *ssa.BasicBlock) string {
	last, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
	if !ok {
		return ""
	}
	for i, s := range d.Succs {
		if s == child && len(s.Preds) == 1 {
			return f.words(last, i == 0)
		}
	}
	return ""
}

// edgeCondition is the condition under which control comes over one edge.
func (f *frame) edgeCondition(from, to *ssa.BasicBlock) string {
	when := f.condition(from)
	if last, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If); ok && from.Succs[0] != from.Succs[1] {
		when = both(when, f.words(last, from.Succs[0] == to))
	}
	// What holds for the block itself is said where the block is.
	return strings.TrimPrefix(strings.TrimPrefix(when, f.condition(to)), " and ")
}

// words writes the condition of a branch.
func (f *frame) words(i *ssa.If, taken bool) string {
	if isLoop(i.Block()) || checksError(i.Cond) {
		return ""
	}
	if truth, known := f.get(i.Cond).truth(); known {
		if truth == taken {
			return ""
		}
		return never
	}
	text := f.source(i.Cond)
	if !taken {
		if strings.ContainsAny(text, " ") {
			return "!(" + text + ")"
		}
		return "!" + text
	}
	return text
}

// isLoop reports whether the block decides whether a loop goes on.
func isLoop(b *ssa.BasicBlock) bool {
	switch b.Comment {
	case "rangeindex.loop", "rangeiter.loop", "rangechan.loop", "rangeint.loop", "for.loop":
		return true
	}
	return false
}

// checksError reports whether the condition compares an error with nil.
func checksError(v ssa.Value) bool {
	c, ok := v.(*ssa.BinOp)
	return ok && (c.Op == token.NEQ || c.Op == token.EQL) && types.Identical(c.X.Type(), types.Universe.Lookup("error").Type())
}

// source is the text of the expression behind a value.
func (f *frame) source(v ssa.Value) string {
	pos := v.Pos()
	for _, pkg := range f.m.p.pkgs {
		for _, file := range pkg.Syntax {
			if !pos.IsValid() || file.FileStart > pos || pos >= file.FileEnd {
				continue
			}
			path, _ := astutil.PathEnclosingInterval(file, pos, pos)
			for _, n := range path {
				if e, ok := n.(ast.Expr); ok {
					return f.printed(e)
				}
			}
		}
	}
	if !pos.IsValid() {
		return "decided in " + f.fn.Name()
	}
	at := f.m.p.position(pos)
	return fmt.Sprintf("decided at %s:%d", at.Path, at.Line)
}

// start is where a call starts for a reader: at the name of what is called,
// with its package, not at the parenthesis that ssa gives.
func (f *frame) start(paren token.Pos) token.Pos {
	if pos, ok := f.m.starts[paren]; ok || !paren.IsValid() {
		return pos
	}
	pos := paren
	for _, pkg := range f.m.p.pkgs {
		for _, file := range pkg.Syntax {
			if file.FileStart > paren || paren >= file.FileEnd {
				continue
			}
			path, _ := astutil.PathEnclosingInterval(file, paren, paren)
			for _, n := range path {
				if call, ok := n.(*ast.CallExpr); ok && call.Lparen == paren {
					pos = nameOf(call.Fun, pkg.TypesInfo)
					break
				}
			}
		}
	}
	f.m.starts[paren] = pos
	return pos
}

// nameOf is where the name of a called function starts.
func nameOf(e ast.Expr, info *types.Info) token.Pos {
	switch x := e.(type) {
	case *ast.IndexExpr:
		return nameOf(x.X, info)
	case *ast.IndexListExpr:
		return nameOf(x.X, info)
	case *ast.SelectorExpr:
		if id, ok := x.X.(*ast.Ident); ok {
			if _, isPackage := info.Uses[id].(*types.PkgName); isPackage {
				return id.Pos()
			}
		}
		return x.Sel.Pos()
	}
	return e.Pos()
}

func (f *frame) printed(e ast.Expr) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, f.m.p.fset, e); err != nil {
		return "a condition"
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
