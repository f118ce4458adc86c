// Package lint finds what is wrong or worth knowing in a workflow as its
// manifest describes it: names that collide, agents that nothing reaches or
// that lead nowhere, prompts that name what does not exist, tools whose body
// has the effect of another tool. It needs nothing but the manifest, so that
// every front end and every hand-written manifest gets the same answers.
//
// A check reports errors only for what is surely broken. What rests on a
// heuristic prefers silence to a wrong remark.
package lint

import (
	"fmt"
	"slices"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/graph"
)

// Codes of findings. Those with a front end's own evidence (CodeSameAgent,
// CodeOrphan) are used by front ends too.
const (
	CodeSameAgent      = "OB101" // agents share a runtime name
	CodeUnreachable    = "OB110" // no entry leads to an agent
	CodeInstructions   = "OB111" // instructions that are computed while the program runs
	CodeInputGuardrail = "OB112" // input guardrails that never run
	CodeOrphan         = "OB204" // a tool that no agent has
	CodeSameTool       = "OB205" // different tools share a runtime name
	CodeUnused         = "OB252" // a suppression that meets no finding
	CodeToolHidden     = "OB253" // a tool of an agent that another one of its tools hides
	CodeToolBehind     = "OB254" // a tool of an agent that one of its handoffs hides
	CodeUnknownTools   = "OB255" // an agent whose tools are not all known
	CodeSwitchedOff    = "OB256" // a tool that is attached and switched off
	CodePromptMissing  = "OB260" // a prompt names what does not exist
	CodePromptLacks    = "OB261" // a prompt names what the agent does not have
	CodeCallsTool      = "OB262" // a tool's body calls another tool's function
	CodeSharedCallee   = "OB263" // a tool's body calls what a guarded tool calls
	CodeNoWayBack      = "OB403" // no handoff leads back to an entry
	CodeToItself       = "OB404" // an agent hands over to itself
	CodeConditional    = "OB405" // an edge exists under a condition only
	CodeHandoffHidden  = "OB406" // a handoff that another one hides
)

// maxEach bounds the findings of one check.
const maxEach = 500

// check is one check. Whole says that all findings of the code come from it,
// so that those of an older manifest can be replaced.
type check struct {
	code  string
	whole bool
	run   func(*workflow)
}

// checks are in order of their codes; some report further codes that follow.
var checks = []check{
	{CodeSameAgent, false, (*workflow).sameAgents},
	{CodeUnreachable, true, (*workflow).unreachable},
	{CodeInstructions, true, (*workflow).dynamicInstructions},
	{CodeInputGuardrail, true, (*workflow).inputGuardrails},
	{CodeOrphan, false, (*workflow).orphans},
	{CodeSameTool, true, (*workflow).sameTools},
	{CodeToolHidden, true, (*workflow).collisions},
	{CodeToolBehind, true, nil},
	{CodeUnknownTools, true, (*workflow).unknownTools},
	{CodeSwitchedOff, true, (*workflow).switchedOff},
	{CodePromptMissing, true, (*workflow).prompts},
	{CodePromptLacks, true, nil},
	{CodeCallsTool, true, (*workflow).bodies},
	{CodeSharedCallee, true, nil},
	{CodeNoWayBack, true, (*workflow).noWayBack},
	{CodeToItself, true, (*workflow).toItself},
	{CodeConditional, true, (*workflow).conditional},
	{CodeHandoffHidden, true, nil},
}

// Check lists the findings that follow from the manifest, sorted by place. It
// does not change the manifest.
func Check(m *manifest.Manifest) []manifest.Finding {
	w := newWorkflow(m)
	for _, c := range checks {
		if c.run != nil {
			c.run(w)
		}
	}
	n := manifest.Manifest{Findings: w.findings}
	n.Normalize()
	return n.Findings
}

// Apply brings the findings of a manifest up to date: those of Check replace
// what an earlier Check left, and suppressions are applied to all. Applying it
// again changes nothing.
func Apply(m *manifest.Manifest) {
	m.Findings = slices.DeleteFunc(slices.Clone(m.Findings), func(f manifest.Finding) bool {
		return f.Code == CodeUnused || slices.ContainsFunc(checks, func(c check) bool { return c.whole && c.code == f.Code })
	})
	type identity struct {
		code, message string
		at            manifest.Position
	}
	seen := map[identity]bool{}
	for _, f := range m.Findings {
		seen[identity{f.Code, f.Message, f.Source}] = true
	}
	for _, f := range Check(m) {
		if id := (identity{f.Code, f.Message, f.Source}); !seen[id] {
			seen[id] = true
			m.Findings = append(m.Findings, f)
		}
	}
	suppress(m)
	m.Normalize()
}

// workflow is a manifest with look-up tables, and the findings so far.
type workflow struct {
	m          *manifest.Manifest
	graph      *graph.Graph
	agents     map[string]manifest.Agent
	tools      map[string]manifest.Tool
	access     map[string][]manifest.Access     // by agent
	delegates  map[string][]manifest.Delegation // by from
	entries    map[string]bool
	delegated  func(manifest.Delegation) string
	toolHolder map[string][]string // agents by tool id
	findings   []manifest.Finding
	count      map[string]int
}

func newWorkflow(m *manifest.Manifest) *workflow {
	c := *m // the order of the manifest must not show in the answers
	c.Findings = nil
	c.Agents, c.Tools = slices.Clone(m.Agents), slices.Clone(m.Tools)
	c.Access, c.Delegations, c.Restrictions = slices.Clone(m.Access), slices.Clone(m.Delegations), slices.Clone(m.Restrictions)
	for i, t := range c.Tools {
		c.Tools[i].Calls = slices.Clone(t.Calls)
	}
	for i, a := range c.Agents {
		c.Agents[i].Dynamic = slices.Clone(a.Dynamic)
	}
	c.Normalize()
	w := &workflow{
		m: &c, graph: graph.Build(&c),
		agents: map[string]manifest.Agent{}, tools: map[string]manifest.Tool{},
		access: map[string][]manifest.Access{}, delegates: map[string][]manifest.Delegation{},
		entries: map[string]bool{}, delegated: c.DelegationNames(), toolHolder: map[string][]string{}, count: map[string]int{},
	}
	for _, a := range c.Agents {
		w.agents[a.ID] = a
	}
	for _, t := range c.Tools {
		w.tools[t.ID] = t
	}
	for _, a := range c.Access {
		w.access[a.Agent] = append(w.access[a.Agent], a)
		w.toolHolder[a.Tool] = append(w.toolHolder[a.Tool], a.Agent)
	}
	for _, d := range c.Delegations {
		w.delegates[d.From] = append(w.delegates[d.From], d)
	}
	for _, e := range c.Entries {
		w.entries[e] = true
	}
	return w
}

// name is the name under which the model sees a delegation.
func (w *workflow) name(d manifest.Delegation) string { return w.delegated(d) }

func (w *workflow) add(code string, level manifest.Level, at manifest.Position, format string, args ...any) {
	w.count[code]++
	switch n := w.count[code]; {
	case n > maxEach+1:
		return
	case n == maxEach+1:
		format, args = "more findings of this code follow and are not listed", nil
	}
	w.findings = append(w.findings, manifest.Finding{Code: code, Level: level, Message: fmt.Sprintf(format, args...), Source: at})
}

// isHandoff reports whether the delegation passes the conversation on.
func isHandoff(d manifest.Delegation) bool { return d.Kind == "" || d.Kind == manifest.Handoff }

// unsure reports whether a field of the agent is not wholly known.
func unsure(a manifest.Agent, field string) bool { return slices.Contains(a.Dynamic, field) }

// guardrail reports whether only a guardrail runs the agent.
func guardrail(a manifest.Agent) bool { return a.Kind == manifest.KindGuardrail }
