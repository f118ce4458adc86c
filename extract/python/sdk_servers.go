package python

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// managerClass is the SDK's class that connects several MCP servers.
const managerClass = "MCPServerManager"

// managedServers are the servers of a manager. Which of them connect is known
// when the program runs; that all do is what the program is written for.
func managedServers(o *object) value {
	if v := o.peek("servers"); v != nil {
		return v
	}
	return nil
}

// prefetch is MCPUtil.get_all_function_tools and get_function_tools: the tools
// of servers as a list, where static filters name them.
func prefetch(name string) value {
	if name != "get_all_function_tools" && name != "get_function_tools" {
		return nil
	}
	return &builtin{name: "MCPUtil." + name, call: func(m *machine, a *args) value {
		out := &list{kind: syntax.ListKind, conds: m.conds}
		servers := orNone(a.value("servers", 0))
		if name == "get_function_tools" {
			servers = pair(m, a.pos, orNone(a.value("server", 0)))
		}
		l, ok := servers.(*list)
		if !ok {
			out.gaps = append(out.gaps, gap{why: "MCP servers: " + whyUnknown(servers, "list"), pos: a.pos})
			return out
		}
		prefixed, known := truthOf(orNone(a.value("include_server_in_tool_names", 6)))
		if !known {
			out.gaps = append(out.gaps, gap{why: "whether tools are named after their server is known when the program runs", pos: a.pos})
			return out
		}
		for _, e := range l.elts {
			m.fetchTools(out, e, prefixed, a)
		}
		out.gaps = append(out.gaps, l.gaps...)
		return out
	}}
}

// fetchTools appends one server's tools.
func (m *machine) fetchTools(out *list, e elt, prefixed bool, a *args) {
	for _, p := range alternatives(e.v) {
		s, ok := p.v.(*object)
		if !ok {
			out.gaps = append(out.gaps, gap{why: "MCP server: " + whyUnknown(p.v, "server"), pos: a.pos})
			continue
		}
		names, why := offered(s)
		if why != "" {
			out.gaps = append(out.gaps, gap{why: why, pos: a.pos, conds: m.conds})
			continue
		}
		server, _ := serverName(s)
		for _, n := range names {
			public := n
			if prefixed {
				public = prefixedName(server, n)
			}
			o := m.newObject(m.sdkClass("FunctionTool"), s.pos)
			o.tool = &toolFacts{kind: manifest.ToolMCP, server: s}
			o.how = manifest.FromToolFilter
			m.set(o.cell("name"), str(public))
			m.appendTo(out, elt{v: o, pos: a.pos, when: both(e.when, p.when), how: manifest.FromToolFilter})
		}
	}
}

// defaultCapabilities is Capabilities.default().
func defaultCapabilities(m *machine, a *args) value {
	out := &list{kind: syntax.ListKind, conds: m.conds}
	for _, name := range []string{"Filesystem", "Shell", "Compaction"} {
		m.appendTo(out, elt{v: m.newObject(m.sdkClass(name), a.pos), pos: a.pos, conds: m.conds})
	}
	return out
}
