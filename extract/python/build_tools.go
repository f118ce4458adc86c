package python

import (
	"strings"

	"github.com/obligato-dev/obligato/extract/lint"
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
	case t.tool.server != nil:
		node.key = "mcp " + t.tool.server.pos.String()
		node.server, _ = serverName(t.tool.server)
		node.symbol = t.tool.server.symbol().name
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

// hostedServer records that what a hosted MCP server offers is not known,
// unless its configuration names the tools.
func (b *builder) hostedServer(n *agentNode, t *object, e element) {
	why := "the tools of a hosted MCP server are known when the program runs"
	if label := serverLabel(t); label != "" {
		why = "the tools of the hosted MCP server " + label + " are known when the program runs: it has no allowed_tools"
	}
	var names value
	if cfg, ok := t.peek("tool_config").(*dict); ok {
		if c := cfg.lookup(str("allowed_tools")); c != nil {
			names = c.v
		}
	}
	if filter, ok := names.(*dict); ok { // {"tool_names": [...], "read_only": ...}
		names = nil
		if c := filter.lookup(str("tool_names")); c != nil {
			names = c.v
		}
	}
	l, ok := names.(*list)
	if !ok || len(l.gaps) > 0 {
		b.unknownElement(n, "tools", why, e.pos)
	}
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
		if same := sameID(byName[t.name], t.id); len(same) > 1 && same[0] == t {
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

// sameID lists the tools with the id.
func sameID(list []*toolNode, id string) []*toolNode {
	var out []*toolNode
	for _, t := range list {
		if t.id == id {
			out = append(out, t)
		}
	}
	return out
}

// sharedName reports declarations that became one tool.
func (b *builder) sharedName(same []*toolNode) {
	var places []string
	for _, t := range same {
		places = append(places, t.object.pos.String())
	}
	b.m.finding(codeSameTool, manifest.LevelNote, same[0].object.pos,
		"%d tools are named %q and nothing in the source tells them apart: they are taken for one (%s)", len(same), same[0].name, strings.Join(places, ", "))
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
		attached[t.pos.String()] = true
		b.m.finding(codeOrphan, manifest.LevelNote, t.pos, "%s", lint.Orphan(name, unsure))
	}
}
