package graph

import (
	"bytes"
	"io"
	"testing"

	"github.com/obligato-dev/obligato/extract/manifest"
)

func at(line int) manifest.Position { return manifest.Position{Path: "app.py", Line: line, Col: 1} }

// mixed has every kind of node and edge.
func mixed() *manifest.Manifest {
	return &manifest.Manifest{
		Workflow: "support",
		Entries:  []string{"Triage Agent", "Manager"},
		Agents: []manifest.Agent{
			{ID: "Triage Agent", Source: at(1)},
			{ID: "Billing Agent", Dynamic: []string{"tools"}, Source: at(2)},
			{ID: "FAQ Agent", Source: at(3)},
			{ID: "Manager", Kind: manifest.KindOrchestrator, Source: at(4)},
			{ID: "Checker", Kind: manifest.KindGuardrail, Source: at(5)},
			{ID: "Orphan", Source: at(6)},
			{ID: "Writer@app.writer", Name: "Writer", Source: at(7)},
		},
		Tools: []manifest.Tool{
			{ID: "faq_lookup", Source: at(10)},
			{ID: "issue_refund", Sensitive: true, Source: at(11)},
			{ID: "web_search", Kind: manifest.ToolHosted},
			{ID: "ask_writer", Kind: manifest.ToolAgent, Wraps: "Writer@app.writer"},
		},
		Access: []manifest.Access{
			{Agent: "FAQ Agent", Tool: "faq_lookup", Source: at(20)},
			{Agent: "Billing Agent", Tool: "issue_refund", How: manifest.Conditional, Condition: "verified", Source: at(21)},
			{Agent: "Triage Agent", Tool: "ask_writer", Source: at(22)},
		},
		Restrictions: []manifest.Restriction{
			{Agent: "Billing Agent", Tool: "issue_refund", EnforcedBy: manifest.ByApproval, Source: at(30)},
			{Agent: "FAQ Agent", Tool: "issue_refund", Reason: "policy 7", Source: at(31)},
		},
		Delegations: []manifest.Delegation{
			{From: "Triage Agent", To: "FAQ Agent", Source: at(40)},
			{From: "FAQ Agent", To: "Triage Agent", Source: at(41)},
			{From: "Triage Agent", To: "Billing Agent", Source: at(42)},
			{From: "Triage Agent", To: "Billing Agent", ToolName: "escalate", Condition: "angry", Source: at(43)},
			{From: "Triage Agent", To: "Writer@app.writer", Kind: manifest.AgentTool, ToolName: "ask_writer", Source: at(44)},
			{From: "Manager", To: "FAQ Agent", Kind: manifest.Orchestrated, Source: at(45)},
			{From: "Billing Agent", To: "Checker", Kind: manifest.Nested, Source: at(46)},
			{From: "Checker", To: "Orphan", Source: at(47)},
		},
	}
}

// nasty are names that break naive writers.
var nasty = []string{
	`say "hi"`, `back\slash`, `\`, `\"`, "a]b[c", "{{x}}", "(([x]))", "line\nbreak", "cr\rlf\r\n", "tab\there",
	"<script>alert(1)</script>", "<b>&amp;</b>", "&lt;", "#35;", "#quot;", "a;b", "A|B", "A-->B", "A==>B", "end", "graph", "subgraph x",
	"the direction TB of it", "DIRECTION LR", "style:(x", "classDef a:#b;", "\ufb02\u00b0\u00b060\u00b6\u00df", "%%{init: {}}%%", "%% comment", "`md`", "**bold**", "$$x$$",
	"---", "click a b", "fa:fa-car", "// comment", "/* open", "\x1b[31mred\x1b[0m", "\x1b]0;title\a", "a\u009bm", "bidi\u202eevil", "zero\u200bwidth",
	"nul\x00", "bad\xffutf8", "\ufffd", "Über 客服 👩\u200d💻", "a b", "a_b", "a-b", "a_20b", "A B", "nbsp\u00a0", "par\u2029", " lead", "node", "strict",
	"digraph {", "0", "_", "__proto__", "toString",
}

// hostile is a workflow whose every text is nasty.
func hostile() *manifest.Manifest {
	m := &manifest.Manifest{Workflow: nasty[0], Entries: []string{nasty[0]}}
	for i, id := range nasty {
		next := nasty[(i+1)%len(nasty)]
		m.Agents = append(m.Agents, manifest.Agent{ID: id, Dynamic: []string{id}})
		m.Tools = append(m.Tools, manifest.Tool{ID: id})
		m.Access = append(m.Access, manifest.Access{Agent: id, Tool: id, How: manifest.Conditional, Condition: next})
		m.Restrictions = append(m.Restrictions, manifest.Restriction{Agent: id, Tool: next, EnforcedBy: manifest.ByPrompt})
		m.Delegations = append(m.Delegations,
			manifest.Delegation{From: id, To: next, ToolName: id, Condition: next},
			manifest.Delegation{From: id, To: id, Kind: manifest.AgentTool, ToolName: next})
	}
	return m
}

// writers are all writers by name.
var writers = map[string]func(*Graph, io.Writer, WriteOptions) error{
	"dot": (*Graph).WriteDOT, "mermaid": (*Graph).WriteMermaid, "json": (*Graph).WriteJSON,
}

func written(t testing.TB, format string, g *Graph, o WriteOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := writers[format](g, &b, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
