package manifest

import (
	"cmp"
	"strings"
	"unicode/utf16"
)

// javaScriptSDK is the package name of the SDK whose default names keep case.
const javaScriptSDK = "@openai/agents"

// Agent returns the agent with the id, and whether there is one. It looks
// through the list; index the list for many look-ups.
func (m *Manifest) Agent(id string) (Agent, bool) {
	for _, a := range m.Agents {
		if a.ID == id {
			return a, true
		}
	}
	return Agent{}, false
}

// Tool returns the tool with the id, and whether there is one. It looks
// through the list; index the list for many look-ups.
func (m *Manifest) Tool(id string) (Tool, bool) {
	for _, t := range m.Tools {
		if t.ID == id {
			return t, true
		}
	}
	return Tool{}, false
}

// HandoffToolName is the name under which the OpenAI Agents SDK for Python
// offers a handoff to the agent, unless the code overrides it. Different names
// can give the same one, as all names of two CJK characters do.
func HandoffToolName(agentName string) string { return functionName("transfer_to_" + agentName) }

// AgentToolName is the name under which the OpenAI Agents SDK for Python
// offers the agent as a tool, unless the code overrides it.
func AgentToolName(agentName string) string { return functionName(agentName) }

// functionName is the SDK's transform: every character outside [A-Za-z0-9_]
// becomes one underscore, then letters become lower case. Nothing is collapsed
// or cut.
func functionName(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if isWord(r) {
			return r
		}
		return '_'
	}, name))
}

func isWord(r rune) bool {
	return r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// scriptName is the transform of the JavaScript SDK: the same over UTF-16 code
// units, keeping case.
func scriptName(name string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(name)) {
		if isWord(rune(unit)) {
			b.WriteByte(byte(unit))
		} else {
			b.WriteByte('_')
		}
	}
	return b.String()
}

// DelegationToolName is the name under which the model sees a delegation: its
// ToolName, else the default of the workflow's SDK. It is empty for
// orchestrated and nested delegations without a name, which no model sees.
func (m *Manifest) DelegationToolName(d Delegation) string {
	a, _ := m.Agent(d.To)
	return m.delegationToolName(d, a.RuntimeName())
}

// DelegationNames returns DelegationToolName as a function that is fast for
// many delegations.
func (m *Manifest) DelegationNames() func(Delegation) string { return m.delegationNames() }

// delegationNames returns DelegationToolName as a function that does not look
// through the agents each time.
func (m *Manifest) delegationNames() func(Delegation) string {
	names := make(map[string]string, len(m.Agents))
	for _, a := range m.Agents {
		if _, dup := names[a.ID]; !dup {
			names[a.ID] = a.RuntimeName()
		}
	}
	return func(d Delegation) string { return m.delegationToolName(d, names[d.To]) }
}

// delegationToolName is DelegationToolName with the runtime name of the
// target, empty if it is not declared.
func (m *Manifest) delegationToolName(d Delegation, target string) string {
	if d.ToolName != "" {
		return d.ToolName
	}
	target = cmp.Or(target, d.To)
	transform := functionName
	if m.SDK != nil && m.SDK.Name == javaScriptSDK {
		transform = scriptName
	}
	switch d.Kind {
	case "", Handoff:
		return transform("transfer_to_" + target)
	case AgentTool:
		return transform(target)
	}
	return ""
}
