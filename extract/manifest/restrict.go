package manifest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/internal/document"
)

// Codes of the findings of Restrict.
const (
	CodeForbidden  = "OB210" // a tool is attached to an agent that must not have it
	CodeNoSuchName = "OB211" // a rule names an agent or a tool that does not exist
	CodeUndecided  = "OB212" // whether an agent has a forbidden tool cannot be decided
	CodeUnguarded  = "OB213" // a tool is attached without the guard that a rule requires
	CodeTooWide    = "OB214" // a rule makes more pairs than are kept
)

// MaxDeclaredPairs bounds the pairs that the rules of one manifest forbid. With
// what is said of each pair, thirty keys and values at most, they must fit into a
// document.
const MaxDeclaredPairs = 12_000

// maxRuleText bounds what is quoted of a rule, in bytes: it stands in what is
// said of each pair.
const maxRuleText = 200

// Rule is something that a person declared about tools: in the configuration,
// or in a comment of the source. Patterns are those of MatchName, and match
// ids and runtime names. A rule forbids where it has an Agent or Only,
// requires a guard where it has Require, and may state effects as well.
type Rule struct {
	Tool string // pattern of tools
	// Agent is a pattern of agents that must not use the tool.
	Agent string
	// Only are patterns of the agents that alone may have the tool: every other
	// one must not. Empty with OnlyNamed set means that no agent may.
	Only      []string
	OnlyNamed bool
	// Require is what must guard the tool wherever it is attached: ByApproval
	// or ByGuardrail; empty requires nothing.
	Require   Mechanism
	Effects   Effects // what the tools do to the world; empty states nothing
	Sensitive bool    // the tools need more care than others
	Reason    string  // why; may be empty
	// Text is the rule as its author wrote it, for messages, such as "only:
	// [Refund Agent]"; empty for one made of the fields.
	Text   string
	Source Position // where it is written
	// Shared says that the rule is for several workflows, so that a name which
	// this one lacks is no mistake.
	Shared bool
}

// Restrict folds rules into a manifest, before it is digested: it marks tools,
// adds declared restrictions with what is seen to enforce them, and reports in
// Findings what the source does against a rule. It leaves what the manifest
// restricts already as it stands, so that folding twice changes nothing. It
// reports for each rule whether all of its names exist here. Call Normalize
// afterwards.
func Restrict(m *Manifest, rules []Rule) (matched []bool) {
	r := newRestricter(m)
	for _, rule := range rules {
		matched = append(matched, r.rule(rule))
	}
	return matched
}

// restricter holds indices of a manifest while rules are folded in.
type restricter struct {
	m      *Manifest
	access map[string]int   // by key of agent and tool: index into m.Access
	held   map[string][]int // by key of agent and tool: indices into m.Restrictions
	found  map[Finding]bool
	open   map[Unresolved]bool
	pairs  int // that were forbidden so far
	near   int // names for which a close one was looked for
}

func newRestricter(m *Manifest) *restricter {
	r := &restricter{m: m, access: map[string]int{}, held: map[string][]int{}, found: map[Finding]bool{}, open: map[Unresolved]bool{}}
	for i, a := range m.Access {
		if k := key(a.Agent, a.Tool); !hasKey(r.access, k) {
			r.access[k] = i
		}
	}
	for i, x := range m.Restrictions {
		k := key(x.Agent, x.Tool)
		r.held[k] = append(r.held[k], i)
	}
	for _, f := range m.Findings {
		r.found[f] = true
	}
	for _, u := range m.Unresolved {
		r.open[u] = true
	}
	return r
}

func hasKey[V any](m map[string]V, k string) bool { _, ok := m[k]; return ok }

// rule folds one rule in and reports whether all of its names exist.
func (r *restricter) rule(rule Rule) bool {
	tools := r.tools(rule.Tool)
	known := len(tools) > 0
	if !known {
		r.missing(rule, "tool", rule.Tool, project(r.m.Tools, Tool.RuntimeName))
	}
	for _, i := range tools {
		r.state(rule, i)
	}
	forbidden, all := r.forbidden(rule)
	for _, i := range tools {
		for _, a := range forbidden {
			if !r.affords(rule) {
				return known && all
			}
			r.forbid(rule, &r.m.Agents[a], &r.m.Tools[i])
		}
	}
	if !known {
		for _, a := range forbidden {
			r.undecided(&r.m.Agents[a], rule.Tool, rule.String(), forbids)
		}
	}
	if rule.Require != "" {
		ids := map[string]bool{}
		for _, i := range tools {
			ids[r.m.Tools[i].ID] = true
		}
		r.require(rule, ids)
	}
	return known && all
}

// tools lists the indices of the tools that a pattern matches.
func (r *restricter) tools(pattern string) []int {
	var out []int
	for i, t := range r.m.Tools {
		if pattern == t.ID || MatchName(pattern, t.ID) || MatchName(pattern, t.RuntimeName()) {
			out = append(out, i)
		}
	}
	return out
}

// state writes down what a rule says about a tool itself.
func (r *restricter) state(rule Rule, i int) {
	t := &r.m.Tools[i]
	t.Effects = cmp.Or(rule.Effects, t.Effects)
	t.Sensitive = t.Sensitive || rule.Sensitive
}

// forbidden lists the indices of the agents that must not use the rule's tools
// and reports whether all names of agents exist.
func (r *restricter) forbidden(rule Rule) (agents []int, all bool) {
	all = true
	names := project(r.m.Agents, Agent.RuntimeName)
	match := func(pattern string) map[int]bool {
		out := map[int]bool{}
		for i, a := range r.m.Agents {
			exact := pattern == a.ID || pattern == names[i]
			if exact || a.Kind != KindOrchestrator && (MatchName(pattern, a.ID) || MatchName(pattern, names[i])) {
				out[i] = true
			}
		}
		if len(out) == 0 {
			all = false
			r.missing(rule, "agent", pattern, names)
		}
		return out
	}
	if rule.Agent != "" {
		matched := match(rule.Agent)
		for i := range r.m.Agents {
			if matched[i] {
				agents = append(agents, i)
			}
		}
	}
	if len(rule.Only) > 0 || rule.OnlyNamed {
		may := map[int]bool{}
		for _, pattern := range rule.Only {
			for i := range match(pattern) {
				may[i] = true
			}
		}
		for i, a := range r.m.Agents {
			// Code that runs agents has no tools to choose from.
			if !may[i] && a.Kind != KindOrchestrator && !slices.Contains(agents, i) {
				agents = append(agents, i)
			}
		}
	}
	return agents, all
}

// forbid makes one declared pair of what is seen of it.
func (r *restricter) forbid(rule Rule, a *Agent, t *Tool) {
	k := key(a.ID, t.ID)
	i, attached := r.access[k]
	switch off := r.switchedOff(k); {
	case off:
		r.restrict(rule, a.ID, t.ID, "")
	case attached:
		r.restrict(rule, a.ID, t.ID, ByPrompt)
		x := r.m.Access[i]
		condition := ""
		if x.Condition != "" {
			condition = " (if " + x.Condition + ")"
		}
		r.finding(CodeForbidden, LevelError, cmp.Or(x.Source, a.Source), "%s has %s attached%s; %s forbids it", a.ID, t.ID, condition, rule.String())
	case slices.Contains(a.Dynamic, "tools"):
		// Nothing but words is known to hold it.
		r.restrict(rule, a.ID, t.ID, ByPrompt)
		r.undecided(a, t.ID, rule.String(), forbids)
	default:
		r.restrict(rule, a.ID, t.ID, ByAbsence)
	}
}

// How the finding and the unresolved place of a rule that cannot be decided put
// it: what the rule does to the tool.
var (
	forbids  = [2]string{"which %s forbids", "%s forbids this one"}
	requires = [2]string{"for which %s asks", "%s asks for it on this one"}
)

// undecided says that an agent whose tools are not all known may have the tool
// of a rule; it says nothing of other agents. The tool may be one that the
// workflow does not declare, or a pattern.
func (r *restricter) undecided(a *Agent, tool, rule string, how [2]string) {
	if !slices.Contains(a.Dynamic, "tools") {
		return
	}
	r.finding(CodeUndecided, LevelWarning, a.Source, "%s may have %s attached, "+how[0]+": its tools are not all known", a.ID, tool, rule)
	u := Unresolved{
		What: "whether " + a.ID + " has " + tool, Agent: a.ID, Source: a.Source,
		Why: "the agent's tools are not all known, and " + fmt.Sprintf(how[1], rule),
	}
	if !r.open[u] {
		r.open[u] = true
		r.m.Unresolved = append(r.m.Unresolved, u)
	}
}

// switchedOff reports whether the source keeps an attached tool from the agent.
func (r *restricter) switchedOff(k string) bool {
	return slices.ContainsFunc(r.held[k], func(i int) bool {
		by := r.m.Restrictions[i].EnforcedBy
		return by == ByDisabled || by == ByFilter
	})
}

// restrict adds a declared pair. Where the pair is restricted already, that is
// what holds it, so it stays and is declared, and gets the reason if it lacks
// one; an empty mechanism never adds.
func (r *restricter) restrict(rule Rule, agent, tool string, by Mechanism) {
	k := key(agent, tool)
	if held := r.held[k]; len(held) > 0 {
		for _, i := range held {
			x := &r.m.Restrictions[i]
			x.Origin = Declared
			x.Reason = cmp.Or(x.Reason, rule.reason())
		}
		return
	}
	r.held[k] = append(r.held[k], len(r.m.Restrictions))
	r.m.Restrictions = append(r.m.Restrictions, Restriction{
		Agent: agent, Tool: tool, Origin: Declared, EnforcedBy: by, Reason: rule.reason(), Source: rule.Source,
	})
}

// require checks that every agent that has one of the tools is guarded as the
// rule asks.
func (r *restricter) require(rule Rule, tools map[string]bool) {
	for _, x := range r.m.Access {
		if !tools[x.Tool] {
			continue
		}
		k := key(x.Agent, x.Tool)
		guarded := slices.ContainsFunc(r.held[k], func(i int) bool { return r.m.Restrictions[i].EnforcedBy == rule.Require })
		if guarded || r.switchedOff(k) {
			continue
		}
		asked := rule
		asked.Text = rule.requirement() // not what another part of the rule permits
		r.restrict(asked, x.Agent, x.Tool, ByPrompt)
		r.finding(CodeUnguarded, LevelError, x.Source, "%s has %s attached without %s; %s asks for it", x.Agent, x.Tool, guardNoun(rule.Require), rule.requirement())
	}
	for i := range r.m.Agents {
		if a := &r.m.Agents[i]; slices.Contains(a.Dynamic, "tools") && !r.unknownGuards(a, rule, tools) {
			return
		}
	}
}

// affords counts one more pair and reports whether it is kept.
func (r *restricter) affords(rule Rule) bool {
	if r.pairs++; r.pairs <= MaxDeclaredPairs {
		return true
	}
	r.finding(CodeTooWide, LevelError, rule.Source, "%s: more than %d restricted pairs are declared: the rest is not restricted", rule.String(), MaxDeclaredPairs)
	return false
}

// unknownGuards says which of the tools, or those of the rule's name where there
// are none, an agent may have without the guard. It reports whether the bound
// on pairs allows more.
func (r *restricter) unknownGuards(a *Agent, rule Rule, tools map[string]bool) bool {
	if len(tools) == 0 {
		r.undecided(a, rule.Tool, rule.requirement(), requires)
	}
	for _, t := range r.m.Tools {
		if k := key(a.ID, t.ID); !tools[t.ID] || hasKey(r.access, k) || len(r.held[k]) > 0 {
			continue
		}
		if !r.affords(rule) {
			return false
		}
		r.undecided(a, t.ID, rule.requirement(), requires)
	}
	return true
}

func guardNoun(by Mechanism) string {
	if by == ByApproval {
		return "an approval"
	}
	return "a " + string(by)
}

// missing reports a name that stands for nothing. A rule that protects nothing
// is an error, unless what it names may be among tools that are not known; a
// pattern may be meant for what will come.
func (r *restricter) missing(rule Rule, sort, pattern string, names []string) {
	if rule.Shared {
		return
	}
	level, hint := LevelError, ""
	if r.near++; r.near <= maxCompared {
		if near, ok := document.Closest(pattern, names); ok {
			hint = "; did you mean " + document.Quote(near) + "?"
		}
	}
	unknown := 0
	for _, a := range r.m.Agents {
		if slices.Contains(a.Dynamic, "tools") {
			unknown++
		}
	}
	switch {
	case IsPattern(pattern):
		level = LevelWarning
	case sort == "tool" && unknown > 0:
		level = LevelWarning
		hint += fmt.Sprintf("; the tools of %d of %d agents are not all known", unknown, len(r.m.Agents))
	}
	r.finding(CodeNoSuchName, level, rule.Source, "%s: no %s is called %s%s", rule.String(), sort, document.Quote(pattern), hint)
}

func (r *restricter) finding(code string, level Level, at Position, format string, args ...any) {
	f := Finding{Code: code, Level: level, Message: fmt.Sprintf(format, args...), Source: at}
	if !r.found[f] {
		r.found[f] = true
		r.m.Findings = append(r.m.Findings, f)
	}
}

// String is the rule as its author wrote it, cut off where it is long.
func (r Rule) String() string {
	text := r.text()
	if len(text) <= maxRuleText {
		return text
	}
	return strings.ToValidUTF8(text[:maxRuleText-len("…")], "") + "…"
}

func (r Rule) text() string {
	switch {
	case r.Text != "":
		return r.Text
	case r.Agent != "":
		return "restrict " + r.Agent + " -> " + r.Tool
	case len(r.Only) > 0 || r.OnlyNamed:
		return "only: [" + strings.Join(r.Only, ", ") + "]"
	}
	return r.requirement()
}

// requirement names what the rule requires.
func (r Rule) requirement() string {
	if r.Require == "" {
		return "tools: " + r.Tool
	}
	return "require: " + string(r.Require)
}

// reason is why the rule restricts.
func (r Rule) reason() string { return cmp.Or(r.Reason, r.String()) }
