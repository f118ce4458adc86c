package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/obligato-dev/obligato/extract/internal/directive"
)

// comments lists the line comments of the program that speak to obligato, each
// with the lines that it is about: those of the code before it on its line, or
// of the declaration or statement below it.
func (p *program) comments() []directive.Comment {
	var out []directive.Comment
	for _, pkg := range p.pkgs {
		for _, file := range pkg.Syntax {
			var last map[int]int // of what starts on a line, made when it is needed
			for _, group := range file.Comments {
				for _, c := range group.List {
					text, isLine := strings.CutPrefix(c.Text, "//")
					if !isLine || !strings.HasPrefix(strings.TrimSpace(text), "obligato:") {
						continue
					}
					if last == nil {
						last = p.lastLines(file)
					}
					out = append(out, p.comment(text, c.Slash, group.End(), last))
				}
			}
		}
	}
	return out
}

func (p *program) comment(text string, at, end token.Pos, last map[int]int) directive.Comment {
	source := p.position(at)
	source.Col += len("//")
	first := p.fset.Position(at).Line
	if _, code := last[first]; !code { // nothing stands before it
		first = p.fset.Position(end).Line + 1
	}
	return directive.Comment{Text: text, Source: source, First: first, Last: max(first, last[first])}
}

// lastLines says for each line on which code starts where the longest node that
// starts there ends.
func (p *program) lastLines(file *ast.File) map[int]int {
	last := map[int]int{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.File:
			return n != nil
		case *ast.Comment, *ast.CommentGroup:
			return false
		}
		start := n.Pos()
		if d, ok := n.(*ast.FuncDecl); ok { // not at its comment
			start = d.Type.Pos()
		}
		line := p.fset.Position(start).Line
		last[line] = max(last[line], p.fset.Position(n.End()).Line)
		return true
	})
	return last
}
