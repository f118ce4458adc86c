package python

import (
	"github.com/obligato-dev/obligato/extract/internal/directive"
	"github.com/obligato-dev/obligato/extract/manifest"
)

// fold folds what the comments of the sources say into the manifest.
func (b *builder) fold() {
	var comments []directive.Comment
	for _, mod := range b.m.order {
		if mod.file == nil {
			continue
		}
		for _, c := range mod.file.Comments {
			comments = append(comments, directive.Comment{
				Text: c.Text, First: c.First, Last: c.Last,
				Source: manifest.Position{Path: mod.path, Line: c.Pos.Line, Col: c.Pos.Col + 1}, // behind the number sign
			})
		}
	}
	var declared []manifest.Position
	for _, t := range b.m.tools {
		declared = append(declared, t.pos)
	}
	directive.Fold(b.out, comments, declared)
}

// levelOf is how heavy something in tools= that is no tool weighs: the SDK
// refuses to run an agent with a plain function, an agent or a handoff there.
// An object of a class that is not wholly known may be a tool after all.
func levelOf(o *object, e element) manifest.Level {
	sure := o == nil || o.isAgent() || o.cls.sdkBase() == "Handoff"
	if sure && e.when == "" {
		return manifest.LevelError
	}
	return manifest.LevelWarning
}

// body writes down which function a tool's body is, and what it calls.
func (b *builder) body(t *toolNode, out *manifest.Tool) {
	fn := toolFunction(t.object)
	if fn == nil || t.kind != manifest.ToolFunction {
		return
	}
	out.Function = fn.fullName()
	calls := b.m.toolCalls[t.object.pos]
	for _, name := range sortedKeys(calls) {
		if name != out.Function && len(out.Calls) < manifest.MaxCalls {
			out.Calls = append(out.Calls, manifest.Call{Function: name, Source: calls[name]})
		}
	}
}

// toolFunction is the function of the sources that a tool runs, or nil.
func toolFunction(o *object) *function {
	for _, attr := range []string{"fn", "on_invoke_tool"} {
		if fn, ok := o.peek(attr).(*function); ok && fn.def != nil {
			return fn
		}
	}
	return nil
}

// fullName is the function's name with its module.
func (f *function) fullName() string {
	if f.mod == nil {
		return f.qual
	}
	return f.mod.name + "." + f.qual
}

// maxToolCalls bounds the calls that are kept of one tool's body.
const maxToolCalls = 4 * manifest.MaxCalls

// noteCall keeps that the body of a tool, which is being followed, calls the
// function.
func (m *machine) noteCall(f *function, at manifest.Position) {
	if m.inside == nil || m.inside.tool == nil || f.def == nil || f.mod == nil {
		return
	}
	calls := m.toolCalls[m.inside.pos]
	if calls == nil {
		calls = map[string]manifest.Position{}
		if m.toolCalls == nil {
			m.toolCalls = map[manifest.Position]map[string]manifest.Position{}
		}
		m.toolCalls[m.inside.pos] = calls
	}
	name := f.fullName()
	if _, known := calls[name]; !known && len(calls) < maxToolCalls {
		calls[name] = at
	}
}

// invokeMethod is tool.on_invoke_tool: calling it runs the tool's function.
func invokeMethod(o *object) value {
	return &builtin{name: "on_invoke_tool", call: func(m *machine, a *args) value {
		if fn := toolFunction(o); fn != nil {
			m.noteCall(fn, a.pos)
		}
		return &unknown{why: "the result of a tool", quiet: true}
	}}
}
