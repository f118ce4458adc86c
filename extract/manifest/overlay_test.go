package manifest

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// office has an edge of each kind, and unresolved tools.
func office() *Manifest {
	return &Manifest{
		Workflow: "office", Entries: []string{"Triage"},
		Agents: []Agent{
			{ID: "Triage"},
			{ID: "Billing", Dynamic: []string{"handoffs", "instructions", "tools"}},
			{ID: "Writer@a.x", Name: "Writer"},
			{ID: "Writer@b.x", Name: "Writer"},
		},
		Tools: []Tool{
			{ID: "lookup"}, {ID: "refund"}, {ID: "billing", Kind: ToolAgent, Wraps: "Billing"},
		},
		Access:       []Access{{Agent: "Triage", Tool: "lookup"}, {Agent: "Triage", Tool: "billing"}, {Agent: "Billing", Tool: "refund"}},
		Restrictions: []Restriction{{Agent: "Billing", Tool: "refund", EnforcedBy: ByApproval}},
		Delegations: []Delegation{
			{From: "Triage", To: "Billing"}, {From: "Triage", To: "Billing", Kind: AgentTool}, {From: "Billing", To: "Triage"},
		},
		Unresolved: []Unresolved{
			{What: "tools of Billing", Why: "a call", Agent: "Billing"},
			{What: "handoffs of Billing", Why: "a call", Agent: "Billing"},
			{What: "starting agent of a run", Why: "a call"},
		},
	}
}

// render writes the parts of a manifest that an edit can change, a line each.
func render(m *Manifest) []string {
	out := []string{"entries " + strings.Join(m.Entries, ", ")}
	mark := func(derived string) string {
		if derived == FromOverlay {
			return " (overlay)"
		}
		return derived
	}
	for _, a := range m.Agents {
		out = append(out, "agent "+a.ID+" dynamic "+strings.Join(a.Dynamic, ",")+mark(a.Derived))
	}
	for _, t := range m.Tools {
		out = append(out, "tool "+t.ID+" "+t.Wraps+mark(t.Derived))
	}
	for _, a := range m.Access {
		out = append(out, "access "+a.Agent+" -> "+a.Tool+mark(a.Derived))
	}
	for _, r := range m.Restrictions {
		out = append(out, "restriction "+r.Agent+" -x> "+r.Tool+" "+string(r.EnforcedBy))
	}
	for _, d := range m.Delegations {
		out = append(out, "delegation "+d.From+" => "+d.To+" "+string(d.Kind)+" "+d.ToolName+mark(d.Derived))
	}
	for _, u := range m.Unresolved {
		out = append(out, "unresolved "+u.What)
	}
	return out
}

func TestApplyOverlay(t *testing.T) {
	tests := []struct {
		name string
		edit Edit
		what string
		gone []string // lines that go
		come []string // lines that come
	}{
		{
			name: "add agent", what: "agent Refunds",
			edit: Edit{Op: EditAdd, Agent: &Agent{ID: "Refunds"}},
			come: []string{"agent Refunds dynamic  (overlay)"},
		},
		{
			name: "add tool", what: "tool crm",
			edit: Edit{Op: EditAdd, Tool: &Tool{ID: "crm"}},
			come: []string{"tool crm  (overlay)"},
		},
		{
			name: "add access", what: "access Writer@a.x -> lookup",
			edit: Edit{Op: EditAdd, Access: &Access{Agent: "Writer@a.x", Tool: "lookup"}},
			come: []string{"access Writer@a.x -> lookup (overlay)"},
		},
		{
			name: "add access to an agent tool", what: "access Writer@a.x -> billing",
			edit: Edit{Op: EditAdd, Access: &Access{Agent: "Writer@a.x", Tool: "billing"}},
			come: []string{"access Writer@a.x -> billing (overlay)", "delegation Writer@a.x => Billing agent_tool billing (overlay)"},
		},
		{
			name: "add agent tool", what: "delegation Billing => Triage (agent_tool)",
			edit: Edit{Op: EditAdd, Delegation: &Delegation{From: "Billing", To: "Triage", Kind: AgentTool, ToolName: "ask"}},
			come: []string{"tool ask Triage (overlay)", "access Billing -> ask (overlay)", "delegation Billing => Triage agent_tool ask (overlay)"},
		},
		{
			name: "add restriction", what: "restriction Triage -x> refund",
			edit: Edit{Op: EditAdd, Restriction: &Restriction{Agent: "Triage", Tool: "refund", EnforcedBy: ByPolicy}},
			come: []string{"restriction Triage -x> refund policy"},
		},
		{
			name: "add entry", what: "entry Billing",
			edit: Edit{Op: EditAdd, Entry: "Billing"},
			gone: []string{"entries Triage"}, come: []string{"entries Triage, Billing"},
		},
		{
			name: "remove agent", what: "agent Billing",
			edit: Edit{Op: EditRemove, Agent: &Agent{ID: "Billing"}},
			gone: []string{
				"agent Billing dynamic handoffs,instructions,tools", "tool billing Billing", "access Triage -> billing", "access Billing -> refund",
				"restriction Billing -x> refund approval", "delegation Triage => Billing  ", "delegation Triage => Billing agent_tool ",
				"delegation Billing => Triage  ", "unresolved tools of Billing", "unresolved handoffs of Billing",
			},
		},
		{
			name: "remove tool", what: "tool refund",
			edit: Edit{Op: EditRemove, Tool: &Tool{ID: "refund"}},
			gone: []string{"tool refund ", "access Billing -> refund", "restriction Billing -x> refund approval"},
		},
		{
			name: "remove access to an agent tool", what: "access Triage -> billing",
			edit: Edit{Op: EditRemove, Access: &Access{Agent: "Triage", Tool: "billing"}},
			gone: []string{"access Triage -> billing", "delegation Triage => Billing agent_tool "},
		},
		{
			name: "remove delegation", what: "delegation Triage => Billing (agent_tool)",
			edit: Edit{Op: EditRemove, Delegation: &Delegation{From: "Triage", To: "Billing", Kind: AgentTool}},
			gone: []string{"access Triage -> billing", "delegation Triage => Billing agent_tool "},
		},
		{
			name: "remove restriction", what: "restriction Billing -x> refund",
			edit: Edit{Op: EditRemove, Restriction: &Restriction{Agent: "Billing", Tool: "refund"}},
			gone: []string{"restriction Billing -x> refund approval"},
		},
		{
			name: "rename agent", what: "agent Triage to Desk",
			edit: Edit{Op: EditRename, Agent: &Agent{ID: "Triage"}, To: "Desk"},
			gone: []string{
				"entries Triage", "agent Triage dynamic ", "access Triage -> lookup", "access Triage -> billing",
				"delegation Triage => Billing  ", "delegation Triage => Billing agent_tool ", "delegation Billing => Triage  ",
			},
			come: []string{
				"entries Desk", "agent Desk dynamic  (overlay)", "access Desk -> lookup", "access Desk -> billing",
				"delegation Desk => Billing  ", "delegation Desk => Billing agent_tool ", "delegation Billing => Desk  ",
			},
		},
		{
			name: "rename agent tool", what: "tool billing to ask_billing",
			edit: Edit{Op: EditRename, Tool: &Tool{ID: "billing"}, To: "ask_billing"},
			gone: []string{"tool billing Billing", "access Triage -> billing", "delegation Triage => Billing agent_tool "},
			come: []string{"tool ask_billing Billing (overlay)", "access Triage -> ask_billing", "delegation Triage => Billing agent_tool ask_billing"},
		},
		{
			name: "resolve tools", what: "tools of Billing: tools lookup, refund",
			edit: Edit{Op: EditResolve, Resolve: "tools of Billing", Tools: []string{"lookup", "refund"}},
			gone: []string{"agent Billing dynamic handoffs,instructions,tools", "unresolved tools of Billing"},
			come: []string{"agent Billing dynamic handoffs,instructions", "access Billing -> lookup (overlay)"},
		},
		{
			name: "resolve handoffs", what: "handoffs of Billing: handoffs Writer@b.x",
			edit: Edit{Op: EditResolve, Resolve: "handoffs of Billing", Handoffs: []string{"Writer@b.x"}},
			gone: []string{"agent Billing dynamic handoffs,instructions,tools", "unresolved handoffs of Billing"},
			come: []string{"agent Billing dynamic instructions,tools", "delegation Billing => Writer@b.x   (overlay)"},
		},
		{
			name: "resolve a place of no agent", what: "starting agent of a run: nothing",
			edit: Edit{Op: EditResolve, Resolve: "starting agent of a run"},
			gone: []string{"unresolved starting agent of a run"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, before := office(), render(office())
			tt.edit.Reason, tt.edit.Source = "because", inConfig
			for _, p := range ApplyOverlay(m, []Edit{tt.edit}) {
				t.Fatal(p)
			}
			gone, come := without(before, render(m)), without(render(m), before)
			if diff := cmp.Diff(tt.gone, gone); diff != "" {
				t.Errorf("gone -want +got:\n%s", diff)
			}
			if diff := cmp.Diff(tt.come, come); diff != "" {
				t.Errorf("come -want +got:\n%s", diff)
			}
			want := []Overlay{{Op: tt.edit.Op, What: tt.what, Reason: "because", Source: inConfig}}
			if diff := cmp.Diff(want, m.Overlay); diff != "" {
				t.Errorf("recorded -want +got:\n%s", diff)
			}
			for _, p := range Validate(m) {
				t.Errorf("invalid: %v", p)
			}
		})
	}
}

func without(list, other []string) []string {
	have := map[string]bool{}
	for _, s := range other {
		have[s] = true
	}
	var out []string
	for _, s := range list {
		if !have[s] {
			out = append(out, s)
		}
	}
	return out
}

func TestApplyOverlayRefuses(t *testing.T) {
	tests := []struct {
		name string
		edit Edit
		want string
	}{
		{"unknown tool", Edit{Op: EditRemove, Tool: &Tool{ID: "refnd"}}, `remove tool refnd: no tool is called "refnd"`},
		{"two of a name", Edit{Op: EditAdd, Entry: "Writer"}, `add entry Writer: 2 agents are called "Writer"`},
		{"agent there", Edit{Op: EditAdd, Agent: &Agent{ID: "Triage"}}, "add agent Triage: there is an agent of that name"},
		{"tool there", Edit{Op: EditAdd, Tool: &Tool{ID: "lookup"}}, "add tool lookup: there is a tool of that name"},
		{"access there", Edit{Op: EditAdd, Access: &Access{Agent: "Triage", Tool: "lookup"}}, "add access Triage -> lookup: the agent has the tool"},
		{"no access", Edit{Op: EditRemove, Access: &Access{Agent: "Billing", Tool: "lookup"}}, "remove access Billing -> lookup: the agent does not have the tool"},
		{"which delegation", Edit{Op: EditRemove, Delegation: &Delegation{From: "Triage", To: "Billing"}}, `remove delegation Triage => Billing (handoff): 2 delegations fit: handoff "transfer_to_billing", agent_tool "billing"`},
		{"no delegation", Edit{Op: EditRemove, Delegation: &Delegation{From: "Triage", To: "Triage"}}, "remove delegation Triage => Triage (handoff): there is no such delegation"},
		{"name taken", Edit{Op: EditRename, Agent: &Agent{ID: "Triage"}, To: "Billing"}, "rename agent Triage to Billing: there is an agent of the new name"},
		{"no place", Edit{Op: EditResolve, Resolve: "tools of Biling"}, "resolve tools of Biling: nothing: no such place is unresolved"},
		{"nobody's", Edit{Op: EditResolve, Resolve: "starting agent of a run", Tools: []string{"lookup"}}, "resolve starting agent of a run: tools lookup: the place belongs to no agent, so nothing can be given to it"},
		{"no entry", Edit{Op: EditRemove, Entry: "Billing"}, "remove entry Billing: the agent is no entry"},
		{"restricted by absence", Edit{Op: EditRemove, Restriction: &Restriction{Agent: "Triage", Tool: "refund"}}, "remove restriction Triage -x> refund: the source restricts no such pair"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := office()
			tt.edit.Source = inConfig
			problems := ApplyOverlay(m, []Edit{tt.edit})
			if len(problems) != 1 {
				t.Fatalf("%d problems, want 1", len(problems))
			}
			p := problems[0]
			if p.Message != tt.want || p.Code != CodeNotApplied || p.Position != inConfig || p.Hint == "" {
				t.Errorf("got %+v, want message %q, a hint and the edit's place", p, tt.want)
			}
			if diff := cmp.Diff(office(), m); diff != "" {
				t.Errorf("a refused edit changed the manifest:\n%s", diff)
			}
		})
	}
}

// TestOverlayIsNotDigested: what an overlay did counts, not that it was one.
func TestOverlayIsNotDigested(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawManifest().Draw(t, "manifest")
		before, err := Digests(m)
		if err != nil {
			t.Fatal(err)
		}
		m.Overlay = []Overlay{{Op: EditAdd, What: "tool x", Reason: "r", Source: inConfig}}
		after, err := Digests(m)
		if err != nil {
			t.Fatal(err)
		}
		if before != after {
			t.Fatal("the overlay changes a digest")
		}
		data, err := Encode(m, FormatYAML)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Read("m.yaml", data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(m.Overlay, back.Overlay); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestOverlayAfterRules: comments of the source are folded in before the
// overlay, which may take back what they blame the source for.
func TestOverlayAfterRules(t *testing.T) {
	m := desk()
	m.Unresolved = []Unresolved{{What: "tools of Plugins", Why: "a call", Agent: "Plugins", Source: at9(4)}}
	Restrict(m, []Rule{{Tool: "refund", Only: []string{"Refunds"}}, {Tool: "delete", Require: ByApproval}})
	if got := codesOf(m.Findings); got != "OB210 OB212 OB212 OB213" {
		t.Fatalf("findings %s", got)
	}
	problems := ApplyOverlay(m, []Edit{
		{Op: EditRemove, Access: &Access{Agent: "Orders", Tool: "refund"}},
		{Op: EditResolve, Resolve: "tools of Plugins", Tools: []string{"lookup"}},
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if got := codesOf(m.Findings); got != "OB213" {
		t.Errorf("findings %s, want what is still so: OB213", got)
	}
	if len(m.Unresolved) > 0 {
		t.Errorf("still unresolved: %v", m.Unresolved)
	}
}

func codesOf(list []Finding) string {
	var out []string
	for _, f := range list {
		out = append(out, f.Code)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}
