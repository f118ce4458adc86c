package python

import (
	"crypto/sha1" // as the SDK shortens names: an identity, no secret
	"encoding/hex"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

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
	name, named := serverName(s)
	allowed, why := offered(s)
	if why != "" {
		b.unknownElement(n, "tools", why, e.pos)
		return
	}
	prefixed := false
	if cfg, ok := o.peek("mcp_config").(*dict); ok {
		if c := cfg.lookup(str("include_server_in_tool_names")); c != nil {
			prefixed = c.v == (constant{true})
		}
	}
	if prefixed && !named {
		b.unknownElement(n, "tools", "the name of the MCP server, which its tools' names hold, is not known", e.pos)
		return
	}
	for _, tool := range allowed {
		public := tool
		if prefixed {
			public = prefixedName(name, tool)
		}
		node := b.keep(&toolNode{
			name: public, key: "mcp " + s.pos.String(), object: s, kind: manifest.ToolMCP, symbol: s.symbol().name, server: name,
		})
		n.tools[node] = true
		x := element{pos: e.pos, when: e.when, how: manifest.FromToolFilter, assumed: e.assumed}
		b.allow(n, node, x)
		if s.asksFor(tool) {
			b.restriction(n, node, manifest.ByApproval, "require_approval of the MCP server", x)
		}
	}
}

// offered lists the names that a static filter lets through, or says why they
// are not known.
func offered(s *object) (names []string, why string) {
	name, named := serverName(s)
	label := s.cls.name
	if named && orNone(s.peek("name")) != (noneValue{}) {
		label += " " + name
	}
	why = "the tools of the MCP server (" + label + ") are known when the program runs"
	filter := s.peek("tool_filter")
	if u, ok := filter.(*unknown); ok {
		return nil, why + ": " + u.why
	}
	if _, ok := filter.(*function); ok {
		return nil, why + ": its filter is a function"
	}
	allowed, known := filterNames(filter, "allowed_tool_names")
	blocked, sure := filterNames(filter, "blocked_tool_names")
	switch {
	case !known && len(blocked) > 0:
		return nil, why + ", all but " + strings.Join(blocked, ", ")
	case !known || !sure && filterHas(filter, "blocked_tool_names"):
		return nil, why
	}
	for _, a := range allowed {
		keep := true
		for _, x := range blocked {
			keep = keep && a != x
		}
		if keep {
			names = append(names, a)
		}
	}
	return names, ""
}

// filterNames reads one list of a static filter, as made by the SDK's function
// or written as a dictionary.
func filterNames(filter value, key string) ([]string, bool) {
	l, ok := filterValue(filter, key).(*list)
	if !ok || len(l.gaps) > 0 {
		return nil, false
	}
	var out []string
	for _, e := range l.elts {
		s, ok := only(e.v)
		if !ok || e.when != "" {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

func filterHas(filter value, key string) bool {
	v := filterValue(filter, key)
	return v != nil && !nothing(v)
}

func filterValue(filter value, key string) value {
	switch f := filter.(type) {
	case *object:
		return f.peek(key)
	case *dict:
		if c := f.lookup(str(key)); c != nil {
			return c.v
		}
	}
	return nil
}

// serverName is the server's name: given, or what the SDK makes of the
// parameters.
func serverName(s *object) (string, bool) {
	if v := s.peek("name"); v != nil {
		if _, none := v.(noneValue); !none {
			return only(v)
		}
	}
	kinds := map[string][2]string{
		"MCPServerStdio": {"stdio: ", "command"}, "MCPServerSse": {"sse: ", "url"},
		"MCPServerStreamableHttp": {"streamable_http: ", "url"},
	}
	kind, ok := kinds[s.cls.sdkBase()]
	if !ok {
		return "", false
	}
	p, ok := s.peek("params").(*dict)
	if !ok {
		return "", false
	}
	if c := p.lookup(str(kind[1])); c != nil {
		what, ok := only(c.v)
		return kind[0] + what, ok
	}
	return "", false
}

// maxPublicName bounds a name that holds its server's, as in the SDK.
const maxPublicName = 64

// prefixedName is the name of a server's tool under the option that puts the
// server's name into it.
func prefixedName(server, tool string) string {
	base := "mcp_" + safePart(server, "server") + "__" + safePart(tool, "tool")
	if len(base) <= maxPublicName {
		return base
	}
	sum := sha1.Sum([]byte(server + "\x00" + tool))
	suffix := "_" + hex.EncodeToString(sum[:])[:8]
	return strings.TrimRight(base[:maxPublicName-len(suffix)], "_-") + suffix
}

// safePart keeps ASCII letters, digits, underscores and hyphens.
func safePart(s, fallback string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '_', r == '-', r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
			return r
		}
		return '_'
	}, s)
	if s = strings.Trim(s, "_-"); s == "" {
		return fallback
	}
	return s
}

// asksFor reports whether the server asks for an approval of the tool.
func (o *object) asksFor(tool string) bool { return asksFor(o.peek("require_approval"), tool) }

func asksFor(v value, tool string) bool {
	switch x := v.(type) {
	case constant:
		return x.v == true
	case *text:
		return x.s == "always"
	case *dict:
		if c := x.lookup(str(tool)); c != nil && asksFor(c.v, "") {
			return true
		}
		c := x.lookup(str("always"))
		if c == nil {
			return false
		}
		names, _ := filterNames(c.v, "tool_names")
		for _, n := range names {
			if n == tool {
				return true
			}
		}
	}
	return false
}
