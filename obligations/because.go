package obligations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/graph"
)

// whyAgent says how an agent is reached.
func (d *deriver) whyAgent(a manifest.Agent) string {
	if slices.Contains(d.set.Manifest.Entries, a.ID) {
		return "entry of the workflow" + found(a.Derived)
	}
	route, ok := d.graph.Route(a.ID)
	if !ok || len(route) < 2 {
		return "reachable" + found(a.Derived)
	}
	return "reached from " + route[len(route)-2] + found(a.Derived)
}

// whyAllowed says how a tool is attached; list is not empty.
func whyAllowed(list []manifest.Access, t manifest.Tool) string {
	a := list[0]
	for _, other := range list {
		if cmp.Or(other.How, manifest.Always) == manifest.Always {
			a = other
			break
		}
	}
	why := "tool attached to " + a.Agent
	switch {
	case a.Condition != "":
		why += " if " + a.Condition
	case a.How == manifest.Conditional:
		why += ", under a condition"
	}
	if len(list) > 1 {
		why += fmt.Sprintf(", at %d places", len(list))
	}
	return why + found(a.Derived) + hosted(t)
}

// whyRestricted says who forbids a pair and by what; list is not empty and
// sorted, strongest first.
func (d *deriver) whyRestricted(list []manifest.Restriction, t manifest.Tool) string {
	first := list[0]
	why := "restricted " + enforced[first.EnforcedBy]
	if first.Reason != "" {
		why += ": " + first.Reason
	}
	var also []string
	for _, r := range list[1:] {
		if m := string(r.EnforcedBy); r.EnforcedBy != first.EnforcedBy && !slices.Contains(also, m) {
			also = append(also, m)
		}
	}
	if len(also) > 0 {
		why += "; also by " + strings.Join(also, ", ")
	}
	if first.EnforcedBy == manifest.ByPrompt && len(d.access[pair{first.Agent, first.Tool}]) > 0 {
		why += "; the tool is attached all the same"
	}
	return why + hosted(t)
}

// enforced completes "restricted …" for each mechanism.
var enforced = map[manifest.Mechanism]string{
	manifest.ByAbsence:   "and not attached",
	manifest.ByDisabled:  "by is_enabled=False",
	manifest.ByFilter:    "by a tool filter",
	manifest.ByApproval:  "by an approval",
	manifest.ByGuardrail: "by a guardrail",
	manifest.ByPolicy:    "by a policy",
	manifest.ByPrompt:    "by words alone",
}

// whyAbsent says why a derived pair is restricted.
func whyAbsent(agent string, t manifest.Tool) string {
	return "not among the tools of " + agent + hosted(t)
}

// whyDelegation says how one agent passes work to another; list is not empty.
func whyDelegation(list []graph.Edge) string {
	e := list[0]
	why := map[manifest.DelegationKind]string{
		manifest.Handoff:      "handoff",
		manifest.AgentTool:    "agent offered as the tool " + e.ToolName,
		manifest.Orchestrated: "code of " + e.From + " runs the agent",
		manifest.Nested:       "a tool or guardrail of " + e.From + " runs the agent",
	}[e.Kind]
	if why == "" {
		why = string(e.Kind)
	}
	if e.ToolName != "" && e.Kind != manifest.AgentTool {
		why += " as " + e.ToolName
	}
	if e.Condition != "" {
		why += " if " + e.Condition
	}
	for _, other := range list[1:] {
		why += "; also"
		if other.ToolName != "" {
			why += " as " + other.ToolName
		}
		if other.Condition != "" {
			why += " if " + other.Condition
		}
		if p := other.Source.String(); p != "" {
			why += " at " + p
		}
	}
	return why
}

// found names the construct that the front end saw.
func found(derived string) string {
	if derived == "" {
		return ""
	}
	return " (" + derived + ")"
}

// hosted warns that a tool's calls cannot be seen.
func hosted(t manifest.Tool) string {
	if t.Kind == manifest.ToolHosted {
		return "; hosted tool: not observable in exported spans"
	}
	return ""
}
