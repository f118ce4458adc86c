package benchmarks

// Source of all figures in this file.
const Source = "arXiv 2605.26521 and its replication package"

// Figures are the published sizes of one workflow, in the paper's view: agents
// that stand behind a tool are counted as agents and as tools, and a restricted
// pair is any pair of an agent and a tool that is not allowed.
type Figures struct {
	Workflow    string
	Upstream    string // repository, and the path in it where one example is meant
	Agents      int
	Tools       int
	Allowed     int
	Restricted  int
	Delegations int
	Obligations int // Agents + Allowed + Restricted + Delegations
}

// Published returns the published figures of each workflow, sorted by name.
// Source cites where they come from.
func Published() []Figures {
	return []Figures{
		{"autopitch", "Zeeshier/autopitch", 7, 6, 6, 36, 6, 55},
		{"deep_research_clone", "Hetav01/Deep-Research-Clone", 3, 1, 1, 2, 2, 8},
		{"oai_customer_service", "openai/openai-agents-python: examples/customer_service", 3, 2, 2, 4, 4, 13},
		{"oai_financial_research", "openai/openai-agents-python: examples/financial_research_agent", 7, 7, 7, 42, 6, 62},
		{"oai_message_filter", "openai/openai-agents-python: examples/handoffs/message_filter.py", 3, 1, 1, 2, 2, 8},
		{"oai_research_bot", "openai/openai-agents-python: examples/research_bot", 4, 4, 4, 12, 3, 23},
		{"octagon_vc_agents", "OctagonAI/octagon-vc-agents", 12, 12, 12, 132, 11, 167},
		{"social_media_agent_system", "colesmcintosh/social-media-agent-system", 2, 3, 3, 3, 1, 9},
		{"value_investment", "alfredang/value-investment", 4, 9, 24, 12, 3, 43},
		{"ydmitry_deep_research", "ydmitry/openai-agents-sdk-deep-research", 4, 2, 5, 3, 3, 15},
	}
}

// PublishedTotal returns the published sizes of all ten workflows together. It
// is stated on its own rather than summed, so that a test can compare the two.
func PublishedTotal() Figures {
	return Figures{
		Workflow: "total", Agents: 49, Tools: 47, Allowed: 65,
		Restricted: 248, Delegations: 41, Obligations: 403,
	}
}

// Result is one published measurement over the ten workflows: Hits of Of.
type Result struct {
	What string
	Hits int
	Of   int
}

// PublishedResults returns what the paper reports to have measured, in one run
// with gpt-4.1-mini both as the author of the scenarios and as the agents. The
// paper's abstract gives 54/75 and 36/48 for the first two; only these fit its
// own total of 403 obligations.
func PublishedResults() []Result {
	return []Result{
		{"allowed tool edges executed", 45, 65},
		{"delegation edges observed", 31, 41},
		{"restricted pairs violated under probing", 23, 248},
	}
}
