package python

import (
	"github.com/obligato-dev/obligato/extract/manifest"
)

// capabilityTool is a tool that a capability of a sandbox agent adds while it
// runs; when is the condition, or empty.
type capabilityTool struct{ name, when string }

// capabilityTools are the SDK's capabilities.
var capabilityTools = map[string][]capabilityTool{
	"Shell":      {{"exec_command", ""}, {"write_stdin", "the sandbox session has a terminal"}},
	"Filesystem": {{"view_image", ""}, {"apply_patch", ""}},
	"Skills":     {{"load_skill", ""}},
	"Memory":     nil,
	"Compaction": nil,
}

func (b *builder) capabilities(n *agentNode, o *object) {
	names := []element{{v: str("Filesystem"), pos: o.pos, assumed: o.assumed}, {v: str("Shell"), pos: o.pos, assumed: o.assumed}}
	if v := o.peek("capabilities"); v != nil {
		names = b.elements(n, o, "capabilities")
		if n.dynamic["capabilities"] {
			b.unknownElement(n, "tools", "its capabilities are not known", o.placed("capabilities", v))
		}
	}
	for _, e := range names {
		switch x := e.v.(type) {
		case *object:
			if fn, ok := b.m.classAttr(x.cls, "tools").(*function); ok {
				b.ownCapability(n, o, x, fn, e)
				continue
			}
			b.capability(n, o, x, x.cls.sdkBase(), e)
		case *text:
			b.capability(n, o, nil, x.s, e)
		default:
			b.unknownElement(n, "tools", "a capability: "+whyUnknown(e.v, "capability"), e.pos)
		}
	}
}

// capability attaches the tools of one of the SDK's capabilities.
func (b *builder) capability(n *agentNode, o, x *object, class string, e element) {
	tools, known := capabilityTools[class]
	if !known {
		b.unknownElement(n, "tools", "a capability whose tools are not known", e.pos)
		return
	}
	if x != nil {
		if v := orNone(x.peek("lazy_from")); class == "Skills" && nothing(v) {
			return // skills that are there from the start need no tool
		}
		if v := x.peek("configure_tools"); v != nil && !nothing(v) {
			b.unknownElement(n, "tools", "the tools of capability "+class+" pass through its configure_tools", e.pos)
		}
	}
	for _, t := range tools {
		node := b.keep(&toolNode{name: t.name, key: "capability", object: o, kind: manifest.ToolFunction, symbol: class})
		n.tools[node] = true
		b.allow(n, node, element{pos: e.pos, when: both(e.when, t.when), how: manifest.FromCapability, assumed: e.assumed})
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
