package golang

import (
	"github.com/obligato-dev/obligato/extract/manifest"
)

// nested adds the edges of tool and guardrail bodies that run an agent.
func (b *builder) nested() {
	for _, r := range b.m.runs {
		if r.inside == nil {
			continue
		}
		for _, n := range b.agents {
			e := element{pos: r.pos, how: manifest.FromToolBody, when: r.when}
			tool, _ := r.inside.field("Name").v.text()
			holds := false
			for t := range n.tools {
				holds = holds || t.pos == r.inside.pos && t.calls == r.inside.calls
			}
			for _, g := range n.guards {
				if g.pos == r.inside.pos {
					holds, e.how = true, manifest.FromGuardrailBody
				}
			}
			for _, a := range r.agent {
				if to, ok := a.v.(*object); ok && holds && b.nodes[to] != nil {
					b.edge(n, b.nodes[to], manifest.Nested, tool, e, "")
				}
			}
		}
	}
}
