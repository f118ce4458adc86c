package obligations

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/obligato-dev/obligato/extract/manifest"
)

func TestIDs(t *testing.T) {
	const (
		handoff   = manifest.Handoff
		agentTool = manifest.AgentTool
	)
	tests := []struct {
		id   string
		want Ref
	}{
		{"C1:Triage Agent", Ref{Criterion: C1, Agent: "Triage Agent"}},
		{"C2:FAQ Agent->faq_lookup_tool", Ref{Criterion: C2, Agent: "FAQ Agent", Tool: "faq_lookup_tool"}},
		{"C3:Triage Agent-x>update_seat", Ref{Criterion: C3, Agent: "Triage Agent", Tool: "update_seat"}},
		{"C4:Triage Agent=>FAQ Agent", Ref{Criterion: C4, From: "Triage Agent", To: "FAQ Agent", Kind: handoff}},
		{"C4:A=>B (agent_tool ask b)", Ref{Criterion: C4, From: "A", To: "B", Kind: agentTool, ToolName: "ask b"}},
		{"C4:A=>B (agent_tool %28odd) name)", Ref{Criterion: C4, From: "A", To: "B", Kind: agentTool, ToolName: "(odd) name"}},
		{"C4:A=>B (orchestrated)", Ref{Criterion: C4, From: "A", To: "B", Kind: manifest.Orchestrated}},
		{"C4:A=>B (nested)", Ref{Criterion: C4, From: "A", To: "B", Kind: manifest.Nested}},
		{"C1:50%25 off", Ref{Criterion: C1, Agent: "50% off"}},
		{"C1:Bot %28EU)", Ref{Criterion: C1, Agent: "Bot (EU)"}},
		{"C1:line%0Abreak%1B[0m", Ref{Criterion: C1, Agent: "line\nbreak\x1b[0m"}},
		{"C1:bidi%E2%80%AEevil", Ref{Criterion: C1, Agent: "bidi\u202eevil"}},
		{"C1:bad%FFutf8", Ref{Criterion: C1, Agent: "bad\xffutf8"}},
		{"C1:Über 客服 👩‍💻", Ref{Criterion: C1, Agent: "Über 客服 👩‍💻"}},
		{"C2:a-%3Eb->c=%3Ed-x%3Ee", Ref{Criterion: C2, Agent: "a->b", Tool: "c=>d-x>e"}},
		{"C2:a->>b", Ref{Criterion: C2, Agent: "a", Tool: ">b"}},
		{"C2:a--->b", Ref{Criterion: C2, Agent: "a--", Tool: "b"}},
		{"C3:a-x-x>b", Ref{Criterion: C3, Agent: "a-x", Tool: "b"}},
		{"C4:a==>b", Ref{Criterion: C4, From: "a=", To: "b", Kind: handoff}},
	}
	for _, tt := range tests {
		t.Run(tt.id, func(t *testing.T) {
			if got := tt.want.String(); got != tt.id {
				t.Errorf("String() = %q, want %q", got, tt.id)
			}
			got, err := ParseID(tt.id)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("ParseID (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseIDRefuses(t *testing.T) {
	tests := []struct{ id, because string }{
		{"", "want C1:"},
		{"Triage Agent", "want C1:"},
		{"C5:A", "want C1:"},
		{"c1:A", "want C1:"},
		{"C1:", "empty"},
		{"C1:@m", "empty"},
		{"C2:A", "want ->"},
		{"C2:A=>B", "want ->"},
		{"C2:->t", "empty"},
		{"C2:A->", "empty"},
		{"C2:A->b->c", "not escaped"},
		{"C1:a(b", "not escaped"},
		{"C1:a@b@c", "not escaped"},
		{"C1:%41", "not escaped"},
		{"C1:%zz", "two digits"},
		{"C1:%0a", "two digits"},
		{"C1:%4", "cut short"},
		{"C1:a\x1b", "not escaped"},
		{"C4:A=>B (handoff)", "unknown kind"},
		{"C4:A=>B (agent_tool)", "unknown kind"},
		{"C4:A=>B (nested x)", "unknown kind"},
		{"C4:A=>B (nested", "want a kind"},
		{"C4:A=>B(nested)", "want a kind"},
		{"C4:A=>B (agent_tool a(b)", "not escaped"},
	}
	for _, tt := range tests {
		t.Run(tt.id, func(t *testing.T) {
			r, err := ParseID(tt.id)
			if err == nil || !strings.Contains(err.Error(), tt.because) {
				t.Errorf("ParseID(%q) = %+v, %v; want an error with %q", tt.id, r, err, tt.because)
			}
		})
	}
}

func TestNamesThatDeclarationsShare(t *testing.T) {
	m := &manifest.Manifest{
		Entries: []string{"Bot@app.main"},
		Agents: []manifest.Agent{
			{ID: "Bot@app.main", Name: "Bot"},
			{ID: "Bot@app.other", Name: "Bot"},
			{ID: "Bot@app"}, // somebody's real name
			{ID: "x@y@app.z", Name: "x@y"},
		},
		Tools:  []manifest.Tool{{ID: "search@a.b", Name: "search"}, {ID: "search@a.c", Name: "search"}},
		Access: []manifest.Access{{Agent: "Bot@app.main", Tool: "search@a.b"}},
		Delegations: []manifest.Delegation{
			{From: "Bot@app.main", To: "Bot@app.other"}, {From: "Bot@app.main", To: "Bot@app"}, {From: "Bot@app.main", To: "x@y@app.z"},
		},
	}
	s := derive(t, m, Options{})
	want := []string{"C1:Bot%40app", "C1:Bot@app.main", "C1:Bot@app.other", "C1:x%40y@app.z"}
	if diff := cmp.Diff(want, ids(s, C1)); diff != "" {
		t.Errorf("C1 (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"C2:Bot@app.main->search@a.b"}, ids(s, C2)); diff != "" {
		t.Errorf("C2 (-want +got):\n%s", diff)
	}
	checkIDs(t, s)
}

// checkIDs holds what ids must keep in every set: no two alike, safe to print,
// and each says its subject.
func checkIDs(t interface{ Errorf(string, ...any) }, s *Set) {
	seen := map[string]bool{}
	for _, o := range s.Obligations {
		if seen[o.ID] {
			t.Errorf("two obligations are called %q", o.ID)
		}
		seen[o.ID] = true
		if !utf8.ValidString(o.ID) || strings.ContainsFunc(o.ID, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
			t.Errorf("%q is not safe to print", o.ID)
		}
		r, err := ParseID(o.ID)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		want := Ref{Criterion: o.Criterion, Agent: o.Agent, Tool: o.Tool, From: o.From, To: o.To}
		if o.Criterion == C4 {
			want.Kind = manifest.DelegationKind(o.Kind)
			if want.Kind == manifest.AgentTool {
				want.ToolName = o.ToolName
			}
		}
		if r != want {
			t.Errorf("ParseID(%q) = %+v, want %+v", o.ID, r, want)
		}
	}
}

// tricky draws names that are made of what ids give a meaning.
func tricky() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"a", "b", "-", ">", "=", "x", "->", "-x>", "=>", "@", "%", "%40", "(", ")", " ", " (nested)", "\x00", "\x1b", "\u202e", "\xff", "\u2028", "é", ":",
	})
	return rapid.Map(rapid.SliceOfN(piece, 1, 6), func(p []string) string { return strings.Join(p, "") })
}

func TestIDsAreInjective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(tricky(), 2, 5, rapid.ID).Draw(t, "ids")
		m := &manifest.Manifest{Entries: names[:1]}
		for _, id := range names {
			a := manifest.Agent{ID: id}
			if at := strings.LastIndexByte(id, '@'); at > 0 && rapid.Bool().Draw(t, "shared") {
				a.Name = id[:at]
			}
			m.Agents = append(m.Agents, a)
			m.Tools = append(m.Tools, manifest.Tool{ID: id, Name: a.Name})
		}
		kinds := []manifest.DelegationKind{manifest.Handoff, manifest.AgentTool, manifest.Orchestrated, manifest.Nested}
		for _, from := range names {
			for _, to := range names {
				m.Delegations = append(m.Delegations, manifest.Delegation{
					From: from, To: to, Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), ToolName: tricky().Draw(t, "tool name"),
				})
			}
			m.Access = append(m.Access, manifest.Access{Agent: from, Tool: rapid.SampledFrom(names).Draw(t, "tool")})
		}
		s, err := Derive(m, Options{Orchestrators: true})
		if err != nil {
			t.Fatal(err)
		}
		checkIDs(t, s)
	})
}

func FuzzParseID(f *testing.F) {
	for _, id := range []string{"C1:A", "C2:A->b", "C3:A-x>b", "C4:A=>B (agent_tool c)", "C4:A%40@m=>B (nested)", "C1:%FF"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		r, err := ParseID(id)
		if err != nil {
			return
		}
		// Only the @ of a shared name has two spellings, and the Ref does not
		// keep which one it was.
		if again := r.String(); !strings.Contains(id, "@") && again != id {
			t.Errorf("ParseID(%q).String() = %q", id, again)
		}
		again, err := ParseID(r.String())
		if err != nil || again != r {
			t.Errorf("ParseID(%q) = %+v, %v; want %+v", r.String(), again, err, r)
		}
	})
}
