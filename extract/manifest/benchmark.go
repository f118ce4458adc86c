package manifest

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/obligato-dev/obligato/internal/document"
)

// benchmarkFile is the public benchmark format, schema_version 3.0.
type benchmarkFile struct {
	System struct {
		Name        string `json:"name"`
		EntryAgent  string `json:"entry_agent"`
		Description string `json:"description"`
	} `json:"system"`
	Agents []struct {
		Name             string `json:"name"`
		Role             string `json:"role"`
		Description      string `json:"description"`
		SystemPromptHint string `json:"system_prompt_hint"`
	} `json:"agents"`
	Tools []struct {
		Name        string `json:"name"`
		Purpose     string `json:"purpose"`
		SideEffects string `json:"side_effects"`
	} `json:"tools"`
	Permissions struct {
		Allow    []benchmarkPair `json:"allow"`
		Restrict []benchmarkPair `json:"restrict"`
	} `json:"permissions"`
	Delegations []struct {
		From    string `json:"from"`
		To      string `json:"to"`
		Trigger string `json:"trigger"`
	} `json:"delegations"`
}

// benchmarkPair is {agent, tool} or [agent, tool].
type benchmarkPair struct {
	Agent, Tool string
	list        bool // written as a list
}

// UnmarshalJSON reads either form.
func (p *benchmarkPair) UnmarshalJSON(data []byte) error {
	var list []string
	if json.Unmarshal(data, &list) == nil && len(list) == 2 {
		*p = benchmarkPair{Agent: list[0], Tool: list[1], list: true}
		return nil
	}
	var named struct {
		Agent string `json:"agent"`
		Tool  string `json:"tool"`
	}
	if err := json.Unmarshal(data, &named); err != nil {
		return err
	}
	*p = benchmarkPair{Agent: named.Agent, Tool: named.Tool}
	return nil
}

// pointers returns the tokens that lead to the agent and the tool.
func (p benchmarkPair) pointers() (agent, tool string) {
	if p.list {
		return "0", "1"
	}
	return "agent", "tool"
}

// benchmark reads the benchmark format.
func (r *reader) benchmark() (*Manifest, error) {
	schema, err := compileBenchmark()
	if err != nil {
		return nil, err
	}
	var f benchmarkFile
	problems, more, readable := r.decode(schema, "schema_version", &f)
	if readable {
		found, uncounted := r.checkBenchmark(&f)
		problems, more = append(problems, found...), more+uncounted
	}
	if err := invalid(problems, more); err != nil {
		return nil, err
	}
	return r.fromBenchmark(&f), nil
}

// checkBenchmark reports what the schema cannot say. The format lists the
// complement of what is allowed, so a pair in both lists contradicts itself.
func (r *reader) checkBenchmark(f *benchmarkFile) (problems []Problem, more int) {
	c := &checker{at: r.at}
	if len(f.Agents) == 0 {
		c.add(CodeNoAgents, r.at("agents"), "a workflow needs at least one agent", "the workflow has no agents")
	}
	var agentNames, toolNames []string
	for _, a := range f.Agents {
		agentNames = append(agentNames, a.Name)
	}
	for _, t := range f.Tools {
		toolNames = append(toolNames, t.Name)
	}
	agents := c.declare("agent", "agents", "name", agentNames)
	tools := c.declare("tool", "tools", "name", toolNames)
	if len(f.Agents) > 0 {
		c.refer(agents, f.System.EntryAgent, "system", "entry_agent")
	}
	allowed := c.pairs("allow", f.Permissions.Allow, agents, tools)
	for i, p := range f.Permissions.Restrict {
		if first, ok := allowed.seen[key(p.Agent, p.Tool)]; ok {
			c.add(CodeOverlap, r.at("permissions", "restrict", strconv.Itoa(i)), fmt.Sprintf("it is allowed at %s", first),
				"agent %s is both allowed and forbidden to use tool %s", document.Quote(p.Agent), document.Quote(p.Tool))
		}
	}
	c.pairs("restrict", f.Permissions.Restrict, agents, tools)
	var seen once
	for i, d := range f.Delegations {
		index := strconv.Itoa(i)
		c.refer(agents, d.From, "delegations", index, "from")
		c.refer(agents, d.To, "delegations", index, "to")
		c.edge(&seen, key(d.From, d.To, d.Trigger), edgeName("delegation", d.From, d.To), "delegations", index)
	}
	return c.problems, c.more
}

func (c *checker) pairs(list string, pairs []benchmarkPair, agents, tools names) *once {
	seen := &once{}
	for i, p := range pairs {
		index := strconv.Itoa(i)
		agent, tool := p.pointers()
		c.refer(agents, p.Agent, "permissions", list, index, agent)
		c.refer(tools, p.Tool, "permissions", list, index, tool)
		c.edge(seen, key(p.Agent, p.Tool), edgeName(list, p.Agent, p.Tool), "permissions", list, index)
	}
	return seen
}

// fromBenchmark maps a valid file. Restrictions are declared, because the file
// writes them down, and enforced by absence, because it forbids tools that the
// agent does not have. Its wrapper tools stay tools: the format does not say
// which tool stands for which agent. The authors' reachable and binding are
// dropped: the first is computed, the second names code that we do not have.
func (r *reader) fromBenchmark(f *benchmarkFile) *Manifest {
	m := &Manifest{
		Schema:      Schema,
		Workflow:    f.System.Name,
		Description: f.System.Description,
		Entries:     []string{f.System.EntryAgent},
		Extractor:   &Component{Name: BenchmarkName},
	}
	for _, a := range f.Agents {
		m.Agents = append(m.Agents, Agent{ID: a.Name, Description: joinRole(a.Role, a.Description), Instructions: a.SystemPromptHint})
	}
	for _, t := range f.Tools {
		m.Tools = append(m.Tools, Tool{ID: t.Name, Description: t.Purpose, Effects: effectsOf(t.SideEffects)})
	}
	for i, p := range f.Permissions.Allow {
		m.Access = append(m.Access, Access{Agent: p.Agent, Tool: p.Tool, Source: r.at("permissions", "allow", strconv.Itoa(i))})
	}
	for i, p := range f.Permissions.Restrict {
		m.Restrictions = append(m.Restrictions, Restriction{
			Agent: p.Agent, Tool: p.Tool, Origin: Declared, EnforcedBy: ByAbsence,
			Source: r.at("permissions", "restrict", strconv.Itoa(i)),
		})
	}
	for _, d := range f.Delegations {
		kind := Handoff
		if d.Trigger == "as_tool" {
			kind = AgentTool
		}
		m.Delegations = append(m.Delegations, Delegation{From: d.From, To: d.To, Kind: kind})
	}
	r.locate(m)
	return m
}

func joinRole(role, description string) string {
	if role == "" || description == "" {
		return role + description
	}
	return role + ": " + description
}

func effectsOf(word string) Effects {
	switch e := Effects(word); e {
	case EffectsNone, EffectsRead, EffectsWrite:
		return e
	}
	return EffectsUnknown
}
