package python

import (
	"strings"
	"unicode"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// toolFacts is what makes an object a tool. Its name and options are the
// object's attributes, because a program may change them.
type toolFacts struct {
	kind      manifest.ToolKind
	builtin   string  // the SDK's class, for its own tools
	wraps     *object // the agent behind an agent tool
	namespace string
	server    *object // the MCP server that offers it
}

func (m *machine) newTool(o *object, f *toolFacts) {
	o.tool = f
	m.tools = append(m.tools, o)
}

// toolDecorator is function_tool, used bare, with options, or as a call.
func toolDecorator(m *machine, a *args) value {
	if x := a.find("func", 0); x != nil {
		return decorated(m.functionTool(x.v, a), a)
	}
	return &builtin{name: "function_tool(...)", call: func(m *machine, b *args) value {
		return decorated(m.functionTool(b.value("func", 0), a), b)
	}}
}

// decorated notes that a tool was made by a decorator: no call expression
// stands there.
func decorated(v value, a *args) value {
	if o, ok := v.(*object); ok && a.node == nil && o.how == manifest.FromLiteral {
		o.how = manifest.FromDecorator
	}
	return v
}

// functionTool makes a tool of a function under the options in a.
func (m *machine) functionTool(v value, a *args) value {
	if u, ok := v.(*union); ok { // wrapped in one way or another
		alts := make([]alt, 0, len(u.alts))
		for _, x := range u.alts {
			alts = append(alts, alt{m.functionTool(x.v, a), x.when})
		}
		return oneOf(alts)
	}
	if call, ok := v.(*object); ok { // an instance with __call__
		if fn, ok := m.classAttr(call.cls, "__call__").(*function); ok {
			bound := *fn
			bound.self = call
			o := m.toolOf(&bound, call.cls.name, a)
			m.set(o.cell("callable"), call.cls)
			return o
		}
		if call.tool != nil {
			return call
		}
	}
	fn, ok := v.(*function)
	if !ok {
		return &unknown{why: "function_tool of " + describe(orNone(v)), pos: a.pos}
	}
	if fn.wraps != nil {
		o := m.toolOf(fn.wraps, fn.wraps.name(), a)
		m.bodyOf[fn.def] = true
		m.set(o.cell("wrapper"), fn)
		return o
	}
	return m.toolOf(fn, fn.name(), a)
}

func (m *machine) toolOf(fn *function, name string, a *args) *object {
	pos := a.pos
	if fn.def != nil {
		p := fn.def.Pos()
		pos = manifest.Position{Path: fn.mod.path, Line: p.Line, Col: p.Col}
		m.bodyOf[fn.def] = true
	}
	o := m.newObject(m.sdkClass("FunctionTool"), pos)
	o.mod, o.owner = fn.mod, fn.qual
	m.newTool(o, &toolFacts{kind: manifest.ToolFunction})
	m.set(o.cell("fn"), fn)
	m.set(o.cell("name"), str(name))
	m.set(o.cell("schema_name"), str(name))
	for _, x := range a.named {
		switch x.name {
		case "func":
		case "name_override":
			if _, none := x.v.(noneValue); !none {
				m.set(o.cell("name"), x.v)
				m.set(o.cell("schema_name"), x.v)
			}
		case "description_override":
			m.set(o.cell("description"), x.v)
		default:
			m.setArgument(o, x)
		}
	}
	o.gaps = append(o.gaps, a.gaps...)
	o.name(symbol{fn.mod.name + "." + fn.qual, 1})
	return o
}

// asTool is agent.as_tool(...).
func (m *machine) asTool(agent *object, a *args) value {
	o := m.newObject(m.sdkClass("FunctionTool"), a.pos)
	m.newTool(o, &toolFacts{kind: manifest.ToolAgent, wraps: agent})
	for i, n := range []string{"tool_name", "tool_description", "custom_output_extractor", "is_enabled"} {
		if x := a.find(n, i); x != nil {
			y := *x
			y.name = n
			m.setArgument(o, y)
		}
	}
	for _, x := range a.named {
		m.setArgument(o, x)
	}
	o.gaps = append(o.gaps, a.gaps...)
	name := orNone(o.peek("tool_name"))
	if _, none := name.(noneValue); none {
		name = m.derivedName(agent, "")
	}
	m.set(o.cell("name"), name)
	if d, ok := o.peek("tool_description").(*text); ok {
		m.set(o.cell("description"), d)
	}
	return o
}

// derivedName is the SDK's name for a transfer or agent tool.
func (m *machine) derivedName(agent *object, prefix string) value {
	n, ok := asText(agent.peek("name"))
	if !ok {
		return &unknown{why: whyUnknown(orNone(agent.peek("name")), "name"), pos: agent.pos}
	}
	return &text{s: functionName(prefix + n.s), gaps: n.gaps}
}

// functionName is the SDK's transform: white space and everything outside
// [A-Za-z0-9_] become underscores, one for one, then lower case.
func functionName(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return '_'
		case r == '_', r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
			return r
		}
		return '_'
	}, s))
}

// handoffCall is handoff(agent, ...).
func handoffCall(m *machine, a *args) value {
	o := m.newObject(m.sdkClass("Handoff"), a.pos)
	x := a.find("agent", 0)
	if x == nil {
		return &unknown{why: "handoff() without an agent", pos: a.pos}
	}
	m.set(o.cell("target"), x.v)
	for i, n := range []string{"agent", "tool_name_override", "tool_description_override", "on_handoff"} {
		if x := a.find(n, i); x != nil && i > 0 {
			y := *x
			y.name = n
			m.setArgument(o, y)
		}
	}
	for _, x := range a.named {
		m.setArgument(o, x)
	}
	o.gaps = append(o.gaps, a.gaps...)
	return o
}

// guardrailDecorator is input_guardrail and its like.
func guardrailDecorator(m *machine, a *args) value {
	make := func(m *machine, v value, name value) value {
		fn, ok := v.(*function)
		if !ok {
			return &unknown{why: "a guardrail made of " + describe(orNone(v)), pos: a.pos}
		}
		o := m.newObject(m.sdkClass("InputGuardrail"), a.pos)
		if name != nil {
			m.set(o.cell("name"), name)
		}
		m.guard(o, fn)
		return o
	}
	if x := a.find("func", 0); x != nil {
		return make(m, x.v, a.value("name", -1))
	}
	return &builtin{name: "guardrail(...)", call: func(m *machine, b *args) value {
		return make(m, b.value("func", 0), a.value("name", -1))
	}}
}

func (m *machine) guard(o *object, fn *function) {
	m.set(o.cell("fn"), fn)
	if fn.def != nil {
		m.bodyOf[fn.def] = true
	}
	m.guards = append(m.guards, o)
}

// namespaceCall is tool_namespace(name=, tools=[...]): copies under a prefix.
func namespaceCall(m *machine, a *args) value {
	out := &list{kind: syntax.ListKind, conds: m.conds}
	prefix, ok := only(orNone(a.value("name", 0)))
	tools, isList := a.value("tools", -1).(*list)
	if !ok || !isList {
		out.gaps = append(out.gaps, gap{why: "a tool namespace that is not known", pos: a.pos})
		return out
	}
	for _, e := range tools.elts {
		if o, ok := e.v.(*object); ok && o.tool != nil {
			c := m.cloneObject(o, a, "namespace")
			c.tool.namespace = prefix
			e.v = c
		}
		m.appendTo(out, e)
	}
	out.gaps = append(out.gaps, tools.gaps...)
	return out
}

// filterSpec keeps a static MCP filter's names.
func filterSpec(m *machine, a *args) value {
	o := m.newObject(m.sdkClass("ToolFilterStatic"), a.pos)
	for i, n := range []string{"allowed_tool_names", "blocked_tool_names"} {
		if v := a.value(n, i); v != nil {
			m.set(o.cell(n), v)
		}
	}
	return o
}

func codexCall(m *machine, a *args) value {
	o := m.newObject(m.sdkClass("FunctionTool"), a.pos)
	m.newTool(o, &toolFacts{kind: manifest.ToolFunction, builtin: "codex_tool"})
	m.set(o.cell("name"), str("codex"))
	for _, x := range a.named {
		m.setArgument(o, x)
	}
	return o
}
