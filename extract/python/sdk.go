package python

import (
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// promptPrefix stands for the SDK's recommended handoff instructions: what
// they say, in our own words. The SDK's text depends on its version.
const promptPrefix = "[SDK handoff prompt: you are one of several cooperating agents. " +
	"To pass a conversation on, call the transfer function of the other agent, and do not mention it to the user.]"

// agentFields lists the constructor parameters in their order.
func agentFields(sdk string) []string {
	if sdk == "RealtimeAgent" {
		return []string{
			"name", "handoff_description", "tools", "mcp_servers", "mcp_config", "instructions", "prompt", "handoffs",
			"output_guardrails", "hooks",
		}
	}
	return []string{
		"name", "handoff_description", "tools", "mcp_servers", "mcp_config", "instructions", "prompt", "handoffs", "model",
		"model_settings", "input_guardrails", "output_guardrails", "output_type", "hooks", "tool_use_behavior",
		"reset_tool_choice",
	}
}

func isAgentClass(sdk string) bool {
	return sdk == "Agent" || sdk == "RealtimeAgent" || sdk == "SandboxAgent"
}

func (o *object) isAgent() bool { return isAgentClass(o.cls.sdkBase()) }

// builtinTool is a tool class of the SDK with a fixed runtime name.
type builtinTool struct {
	name string
	kind manifest.ToolKind
	doc  string
	// order lists the constructor's parameters as far as they matter here.
	order []string
}

// builtinTools are the hosted tools, and the local ones that the SDK brings.
// WebSearchTool was called web_search_preview before SDK 0.3.0.
var builtinTools = map[string]builtinTool{
	"WebSearchTool":               {name: "web_search", kind: manifest.ToolHosted, doc: "Searches the web."},
	"FileSearchTool":              {name: "file_search", kind: manifest.ToolHosted, doc: "Searches uploaded files."},
	"CodeInterpreterTool":         {name: "code_interpreter", kind: manifest.ToolHosted, doc: "Runs code in a sandbox of the provider."},
	"ImageGenerationTool":         {name: "image_generation", kind: manifest.ToolHosted, doc: "Generates images."},
	"HostedMCPTool":               {name: "hosted_mcp", kind: manifest.ToolHosted, doc: "Tools of a remote MCP server.", order: []string{"tool_config"}},
	"ToolSearchTool":              {name: "tool_search", kind: manifest.ToolHosted, doc: "Finds deferred tools."},
	"ProgrammaticToolCallingTool": {name: "programmatic_tool_calling", kind: manifest.ToolHosted, doc: "Calls tools from code."},
	"ComputerTool":                {name: "computer_use_preview", kind: manifest.ToolFunction, doc: "Controls a computer."},
	"ShellTool": {
		name: "shell", kind: manifest.ToolFunction, doc: "Runs shell commands.", order: []string{"executor", "name", "needs_approval"},
	},
	"ApplyPatchTool": {
		name: "apply_patch", kind: manifest.ToolFunction, doc: "Edits files by patches.", order: []string{"editor", "name", "needs_approval"},
	},
	"LocalShellTool": {name: "local_shell", kind: manifest.ToolFunction, doc: "Runs shell commands on this machine."},
}

// sdkClass returns the one class value for an SDK class.
func (m *machine) sdkClass(name string) *class {
	c := m.classes[name]
	if c == nil {
		c = &class{name: name, sdk: name, qual: "agents." + name, attrs: newEnv(nil, name, 1)}
		m.classes[name] = c
	}
	return c
}

// sdkValue is what the SDK's package exports under a name.
func (m *machine) sdkValue(name string) value {
	if f, ok := m.sdkFunctions[name]; ok {
		return &builtin{name: name, call: f}
	}
	switch {
	case name == "RECOMMENDED_PROMPT_PREFIX":
		return str(promptPrefix)
	case name == "":
		return &unknown{why: "an import without a name"}
	case name[0] >= 'A' && name[0] <= 'Z' && name != strings.ToUpper(name):
		return m.sdkClass(name)
	}
	return nil
}

// sdkModule reports whether a dotted name may be a module of the SDK.
func sdkModule(full string) bool {
	for _, part := range strings.Split(full, ".") {
		if part == "" || part[0] < 'a' || part[0] > 'z' {
			return false
		}
	}
	return true
}

// sdkNames lists what "from agents import *" may bind.
func (m *machine) sdkNames() []string {
	names := sortedKeys(m.sdkFunctions)
	names = append(names, sortedKeys(builtinTools)...)
	return append(names, "Agent", "Runner", "Handoff", "FunctionTool", "RunContextWrapper", "GuardrailFunctionOutput",
		"InputGuardrail", "OutputGuardrail", "ModelSettings", "RunConfig")
}

func (m *machine) sdkTable() map[string]native {
	quiet := func(m *machine, a *args) value { return &unknown{why: "a value of the running SDK", quiet: true} }
	return map[string]native{
		"function_tool": toolDecorator, "tool": toolDecorator,
		"handoff": handoffCall, "realtime_handoff": handoffCall,
		"input_guardrail": guardrailDecorator, "output_guardrail": guardrailDecorator,
		"tool_input_guardrail": guardrailDecorator, "tool_output_guardrail": guardrailDecorator,
		"tool_namespace": namespaceCall, "run_demo_loop": runCall, "responses_websocket_session": sessionCall,
		"create_static_tool_filter": filterSpec, "codex_tool": codexCall,
		"prompt_with_handoff_instructions": func(m *machine, a *args) value {
			t, ok := a.value("prompt", 0).(*text)
			if !ok {
				return m.unknownCall(a, "prompt_with_handoff_instructions")
			}
			return m.bounded(&text{s: promptPrefix + "\n\n" + t.s, gaps: t.gaps})
		},
		"trace": quiet, "custom_span": quiet, "gen_trace_id": quiet, "set_tracing_disabled": quiet,
		"set_default_openai_client": quiet, "set_default_openai_key": quiet, "set_default_openai_api": quiet,
		"enable_verbose_stdout_logging": quiet, "set_trace_processors": quiet, "add_trace_processor": quiet,
		"flush_traces": quiet, "draw_graph": quiet, "set_tracing_export_api_key": quiet,
	}
}

// newSDK makes an instance of an SDK class.
func (m *machine) newSDK(c *class, a *args) value {
	o := m.newObject(c, a.pos)
	switch {
	case isAgentClass(c.sdk):
		m.newAgent(o)
	case c.sdk == "RealtimeRunner" || c.sdk == "SingleAgentVoiceWorkflow":
		m.start(a.find("starting_agent", -1), a.find("agent", 0), a)
	}
	m.initSDK(o, c, a)
	return o
}

// initSDK sets the attributes that the constructor of an SDK class sets.
func (m *machine) initSDK(o *object, c *class, a *args) {
	var order []string
	switch {
	case isAgentClass(c.sdk):
		order = agentFields(c.sdk)
	case c.sdk == "FunctionTool" || c.sdk == "CustomTool":
		order = []string{"name", "description", "params_json_schema", "on_invoke_tool", "strict_json_schema", "is_enabled"}
		if c.sdk == "CustomTool" {
			order = []string{"name", "description", "on_invoke_tool", "format", "needs_approval"}
		}
		m.newTool(o, &toolFacts{kind: manifest.ToolFunction})
	case c.sdk == "Handoff":
		order = []string{"tool_name", "tool_description", "input_json_schema", "on_invoke_handoff", "agent_name"}
	case c.sdk == "InputGuardrail" || c.sdk == "OutputGuardrail":
		order = []string{"guardrail_function", "name"}
	case strings.HasPrefix(c.sdk, "MCPServer") && c.sdk != managerClass:
		order = []string{"params", "cache_tools_list", "name", "client_session_timeout_seconds", "tool_filter"}
	case c.sdk == managerClass:
		order = []string{"servers"}
	case c.sdk == "OpenAIChatCompletionsModel" || c.sdk == "OpenAIResponsesModel" || c.sdk == "LitellmModel":
		order = []string{"model"}
	}
	if b, ok := builtinTools[c.sdk]; ok {
		m.set(o.cell("name"), str(b.name))
		m.newTool(o, &toolFacts{kind: b.kind, builtin: c.sdk})
		order = b.order
	}
	for i, x := range a.list {
		if i < len(order) {
			x.name = order[i]
			m.setArgument(o, x)
		}
	}
	for _, x := range a.named {
		m.setArgument(o, x)
	}
	o.gaps = append(o.gaps, a.gaps...)
	if a.unknownRest {
		o.gaps = append(o.gaps, gap{why: a.why, pos: a.pos})
	}
	if fn, ok := o.peek("guardrail_function").(*function); ok {
		m.guard(o, fn)
	}
	if fn, ok := o.peek("on_invoke_tool").(*function); ok && fn.def != nil {
		m.bodyOf[fn.def] = true
	}
}

// setArgument sets an attribute from a constructor's argument.
func (m *machine) setArgument(o *object, x arg) {
	if x.expr == nil && x.pos.Line > 0 {
		o.pass(x.name, manifest.FromUnpacking, x.pos)
	}
	if x.expr != nil {
		o.pass(x.name, howWritten(x.expr), x.pos)
		if x.name == "is_enabled" || x.name == "needs_approval" {
			if o.texts == nil {
				o.texts = map[string]string{}
			}
			o.texts[x.name] = m.source(x.expr)
		}
	}
	if (x.name == "tools" || x.name == "handoffs") && o.isAgent() {
		if _, none := x.v.(noneValue); none {
			return
		}
	}
	m.set(o.cell(x.name), x.v)
}

// newAgent records an agent and gives it the empty lists that a program may
// append to.
func (m *machine) newAgent(o *object) {
	for _, n := range []string{"tools", "handoffs", "mcp_servers", "input_guardrails", "output_guardrails"} {
		m.set(o.cell(n), &list{kind: syntax.ListKind, conds: m.conds})
	}
	m.agents = append(m.agents, o)
}

// cloneObject copies an object: attributes that hold lists share them.
func (m *machine) cloneObject(o *object, a *args, how string) *object {
	c := m.newObject(o.cls, a.pos)
	c.how = how
	for _, n := range o.names {
		if v := o.peek(n); v != nil {
			m.set(c.cell(n), v)
		}
	}
	for _, k := range sortedKeys(o.passed) {
		c.pass(k, o.passed[k], o.places[k])
	}
	c.gaps = append(c.gaps, o.gaps...)
	switch {
	case o.isAgent():
		m.agents = append(m.agents, c)
	case o.tool != nil:
		facts := *o.tool
		c.pos = o.pos
		m.newTool(c, &facts)
	}
	return c
}

// sdkMethod is a method that an SDK class gives its instances, or nil.
func sdkMethod(o *object, sdk, name string) value {
	switch {
	case isAgentClass(sdk) && name == "clone":
		return &builtin{name: name, call: func(m *machine, a *args) value {
			c := m.cloneObject(o, a, "clone")
			for _, x := range a.named {
				m.setArgument(c, x)
			}
			c.gaps = append(c.gaps, a.gaps...)
			return c
		}}
	case isAgentClass(sdk) && name == "as_tool":
		return &builtin{name: name, call: func(m *machine, a *args) value { return m.asTool(o, a) }}
	case o.tool != nil && name == "on_invoke_tool":
		return invokeMethod(o)
	case sdk == "Runner" || sdk == "AgentRunner":
		return runMethod(name)
	case sdk == managerClass && (name == "active_servers" || name == "all_servers"):
		return managedServers(o)
	}
	return nil
}

// sdkMember is a name in an SDK class itself, or nil.
func sdkMember(c *class, sdk, name string) value {
	switch {
	case sdk == "Runner" || sdk == "AgentRunner":
		return runMethod(name)
	case name == "__init__":
		return &builtin{name: "__init__", call: func(m *machine, a *args) value {
			if o, ok := a.value("self", 0).(*object); ok && len(a.list) > 0 {
				rest := *a
				rest.list = a.list[1:]
				m.initSDK(o, m.sdkClass(sdk), &rest)
			}
			return noneValue{}
		}}
	case sdk == "Capabilities" && name == "default":
		return &builtin{name: name, call: defaultCapabilities}
	case sdk == "MCPUtil":
		return prefetch(name)
	case isAgentClass(sdk) && (name == "clone" || name == "as_tool"):
		return &builtin{name: name, call: func(m *machine, a *args) value {
			o, ok := a.value("self", 0).(*object)
			if !ok || len(a.list) == 0 {
				return m.unknownCall(a, name)
			}
			rest := *a
			rest.list = a.list[1:]
			return m.call(sdkMethod(o, sdk, name), &rest)
		}}
	}
	return nil
}

func runMethod(name string) value {
	switch name {
	case "run", "run_sync", "run_streamed":
		return &builtin{name: "Runner." + name, call: runCall}
	}
	return nil
}

func runCall(m *machine, a *args) value {
	m.start(a.find("starting_agent", 0), a.find("agent", -1), a)
	return &unknown{why: "the result of a run", quiet: true}
}

// start records that the program runs an agent here.
func (m *machine) start(x, y *arg, a *args) {
	if x == nil {
		x = y
	}
	if x == nil {
		if len(a.gaps) > 0 {
			m.undecided("starting agent of a run", a.gaps[0].why, "", a.pos)
		}
		return
	}
	m.startRun(x.v, a)
}
