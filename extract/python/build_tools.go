package python

import (
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// toolNode finds or makes the node of an attached tool. It returns nil when
// the tool cannot be named, which is recorded.
func (b *builder) toolNode(n *agentNode, t *object, e element) *toolNode {
	v := orNone(t.peek("name"))
	name, ok := only(v)
	if !ok || name == "" {
		b.m.undecided("name of a tool of "+n.name, whyName(t, v), n.id, placeOf(v, t.pos))
		n.dynamic["tools"] = true
		return nil
	}
	node := &toolNode{name: name, object: t, kind: t.tool.kind, symbol: t.symbol().name}
	if t.tool.namespace != "" {
		node.name = t.tool.namespace + "." + name
	}
	switch {
	case t.tool.wraps != nil:
		node.wraps = b.nodeOf[t.tool.wraps]
		if node.wraps == nil {
			b.m.undecided("agent behind tool "+name, "its name is not known", n.id, t.pos)
			n.dynamic["tools"] = true
			return nil
		}
		node.key = "agent " + node.wraps.id
		node.symbol = node.wraps.symbol
	case t.tool.builtin != "":
		node.server = serverLabel(t)
		node.key = t.tool.builtin + " " + node.server
		node.symbol = t.tool.builtin
		if node.server != "" {
			node.symbol = node.server
		}
	default:
		node.key = t.pos.String()
	}
	return b.keep(node)
}

// keep returns the node with the same name and declaration.
func (b *builder) keep(node *toolNode) *toolNode {
	node.key = node.name + "\x00" + node.key
	if old := b.toolBy[node.key]; old != nil {
		old.objects = append(old.objects, node.object)
		return old
	}
	node.objects = []*object{node.object}
	b.toolBy[node.key] = node
	b.tools = append(b.tools, node)
	return node
}

// serverLabel tells hosted MCP tools apart: all share one runtime name.
func serverLabel(t *object) string {
	cfg, ok := t.peek("tool_config").(*dict)
	if !ok {
		return ""
	}
	if c := cfg.lookup(str("server_label")); c != nil {
		s, _ := only(c.v)
		return s
	}
	return ""
}

// nameTools gives ids: the runtime name, with the symbol where different
// declarations share it. Edges carry the key until then.
func (b *builder) nameTools() {
	byName := map[string][]*toolNode{}
	for _, t := range b.tools {
		byName[t.name] = append(byName[t.name], t)
	}
	taken := map[string]*toolNode{}
	keep := b.tools[:0]
	ids := map[string]string{}
	for _, t := range b.tools {
		t.id = t.name
		if len(byName[t.name]) > 1 {
			t.id += "@" + t.symbol
		}
		ids[t.key] = t.id
		if taken[t.id] == nil {
			taken[t.id] = t
			keep = append(keep, t)
		}
	}
	for _, t := range b.tools {
		if same := byName[t.name]; len(same) > 1 && same[0] == t {
			b.sharedName(same)
		}
	}
	b.tools = keep
	for _, k := range b.access.keys {
		b.access.byKey[k].Tool = ids[b.access.byKey[k].Tool]
	}
	for _, k := range b.restrict.keys {
		b.restrict.byKey[k].Tool = ids[b.restrict.byKey[k].Tool]
	}
}

func (b *builder) sharedName(same []*toolNode) {
	var places []string
	for _, t := range same {
		places = append(places, t.object.pos.String())
	}
	b.m.finding(codeSameTool, manifest.LevelNote, same[0].object.pos,
		"%d different tools are named %q (%s)", len(same), same[0].name, strings.Join(places, ", "))
}

// attachServer attaches the tools of an MCP server, where a static filter
// names them; otherwise the tool set is not known.
func (b *builder) attachServer(n *agentNode, o *object, e element) {
	s, ok := e.v.(*object)
	if nothing(e.v) {
		return
	}
	if !ok {
		b.unknownElement(n, "tools", "MCP server: "+whyUnknown(e.v, "server"), e.pos)
		return
	}
	name, _ := only(orNone(s.peek("name")))
	label := s.cls.name
	if name != "" {
		label += " " + name
	}
	allowed, known := allowedNames(s.peek("tool_filter"))
	if !known {
		b.unknownElement(n, "tools", "the tools of the MCP server ("+label+") are known when the program runs", e.pos)
		return
	}
	prefix := ""
	if cfg, ok := o.peek("mcp_config").(*dict); ok {
		if c := cfg.lookup(str("include_server_in_tool_names")); c != nil && c.v == (constant{true}) {
			prefix = "mcp_" + functionName(name) + "__"
		}
	}
	for _, tool := range allowed {
		node := b.keep(&toolNode{
			name: prefix + tool, key: "mcp " + s.pos.String(), object: s, kind: manifest.ToolMCP, symbol: s.symbol().name, server: name,
		})
		n.tools[node] = true
		b.allow(n, node, element{pos: e.pos, when: e.when, how: manifest.FromToolFilter, assumed: e.assumed})
	}
}

// allowedNames reads a static filter with an allow list.
func allowedNames(filter value) ([]string, bool) {
	var v value
	switch f := filter.(type) {
	case *object:
		v = f.peek("allowed_tool_names")
	case *dict:
		if c := f.lookup(str("allowed_tool_names")); c != nil {
			v = c.v
		}
	}
	l, ok := v.(*list)
	if !ok || len(l.gaps) > 0 {
		return nil, false
	}
	var out []string
	for _, e := range l.elts {
		s, ok := only(e.v)
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

// capabilityTools are the tools that a sandbox agent's capabilities add while
// it runs.
var capabilityTools = map[string][]string{
	"Shell": {"exec_command", "write_stdin"}, "Filesystem": {"view_image", "apply_patch"}, "Skills": {"load_skill"},
	"Memory": nil, "Compaction": nil,
}

func (b *builder) capabilities(n *agentNode, o *object) {
	names := []element{{v: str("Filesystem"), pos: o.pos}, {v: str("Shell"), pos: o.pos}}
	if v := o.peek("capabilities"); v != nil {
		names = b.elements(n, o, "capabilities")
	}
	for _, e := range names {
		class := ""
		switch x := e.v.(type) {
		case *object:
			if fn, ok := b.m.classAttr(x.cls, "tools").(*function); ok {
				b.ownCapability(n, o, x, fn, e)
				continue
			}
			class = x.cls.sdkBase()
		case *text:
			class = x.s
		}
		tools, known := capabilityTools[class]
		if !known {
			b.unknownElement(n, "tools", "a capability whose tools are not known", e.pos)
			continue
		}
		for _, tool := range tools {
			node := b.keep(&toolNode{name: tool, key: "capability", object: o, kind: manifest.ToolFunction, symbol: class})
			n.tools[node] = true
			b.allow(n, node, element{pos: e.pos, when: e.when, how: manifest.FromCapability, assumed: e.assumed})
		}
	}
}

// ownCapability attaches what a capability of the sources returns as tools.
func (b *builder) ownCapability(n *agentNode, o, capability *object, fn *function, e element) {
	bound := *fn
	bound.self = capability
	l, ok := b.m.callUnknown(&bound).(*list)
	if !ok || len(l.gaps) > 0 {
		b.unknownElement(n, "tools", "the tools of capability "+capability.cls.name+" are known when the program runs", e.pos)
		return
	}
	for _, x := range l.elts {
		for _, y := range b.spread(x.v, element{pos: x.pos, when: both(e.when, x.when), how: manifest.FromCapability, assumed: e.assumed}) {
			b.attachTool(n, o, y)
		}
	}
}

// orphans reports function tools that no agent has.
func (b *builder) orphans() {
	attached := map[string]bool{}
	for _, t := range b.toolBy {
		attached[t.object.pos.String()] = true
	}
	unsure := false
	for _, n := range b.agents {
		unsure = unsure || n.dynamic["tools"]
	}
	for _, t := range b.m.tools {
		name, ok := only(orNone(t.peek("name")))
		if !ok || t.peek("fn") == nil || attached[t.pos.String()] {
			continue
		}
		more := ""
		if unsure {
			more = ", as far as the tool sets are known"
		}
		attached[t.pos.String()] = true
		b.m.finding(codeOrphan, manifest.LevelNote, t.pos, "tool %s is declared and no agent has it%s", name, more)
	}
}
