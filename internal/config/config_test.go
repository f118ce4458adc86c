package config

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
)

func pos(line, col int) manifest.Position {
	return manifest.Position{Path: "teams/obligato.yaml", Line: line, Col: col}
}

func TestRead(t *testing.T) {
	tests := []struct {
		name, text string
		want       Config
	}{
		{
			name: "short form",
			text: "path: src\nentry: Triage\nowner: '@cx'\nexclude: ['**/old/**']\n" +
				"tools:\n  refund: {effects: write, sensitive: true, only: [Refunds]}\n  del*: {require: approval, reason: audit}\n",
			want: Config{
				Workflows: []Workflow{{
					Name: "src", Path: "teams/src", Entries: []Name{{"Triage", pos(2, 1)}}, Owner: "@cx", Source: pos(1, 1),
				}},
				Exclude: []Pattern{{"**/old/**", pos(4, 11)}},
				Rules: []manifest.Rule{
					{
						Tool: "refund", Effects: manifest.EffectsWrite, Sensitive: true, Only: []string{"Refunds"}, OnlyNamed: true,
						Text: "only: [Refunds]", Source: pos(6, 45),
					},
					{Tool: "del*", Require: manifest.ByApproval, Reason: "audit", Source: pos(7, 3)},
				},
			},
		},
		{
			name: "workflows",
			text: "schema: obligato.config/v1\nworkflows:\n  b: {path: ../b/app.py, entries: [A, B], interpreter: .venv, sdk_modules: [v.agents], include: ['*.py'], exclude: [x]}\n  a:\n    path: .\n" +
				"    restrict: [{agent: A*, tool: t, reason: no}]\n    tools: {t: {only: []}}\n    overlay:\n      - {resolve: tools of A, tools: [t], reason: r}\n",
			want: Config{Workflows: []Workflow{
				{
					Name: "a", Path: "teams", Source: pos(4, 3),
					Rules: []manifest.Rule{
						{Tool: "t", Only: []string{}, OnlyNamed: true, Text: "only: []", Source: pos(7, 17)},
						{Tool: "t", Agent: "A*", Reason: "no", Source: pos(6, 16)},
					},
					Overlay: []manifest.Edit{{Op: manifest.EditResolve, Resolve: "tools of A", Tools: []string{"t"}, Reason: "r", Source: pos(9, 9)}},
				},
				{
					Name: "b", Path: "b/app.py", Source: pos(3, 3), Entries: []Name{{"A", pos(3, 36)}, {"B", pos(3, 39)}},
					Interpreter: "teams/.venv", SDKModules: []string{"v.agents"},
					Include: []Pattern{{"*.py", pos(3, 98)}}, Exclude: []Pattern{{"x", pos(3, 117)}},
				},
			}},
		},
		{
			name: "named after its directory",
			text: "path: .\n",
			want: Config{Workflows: []Workflow{{Name: "teams", Path: "teams", Source: pos(1, 1)}}},
		},
		{
			name: "JSON",
			text: `{"path": "/abs/src/"}`,
			want: Config{Workflows: []Workflow{{Name: "src", Path: "/abs/src", Source: pos(1, 2)}}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Read(Place{File: "teams/obligato.yaml", Depth: 1, Home: "/home/teams"}, []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			tt.want.Path = "teams/obligato.yaml"
			if diff := cmp.Diff(tt.want, *got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestReadEdits(t *testing.T) {
	tests := []struct {
		text string
		want manifest.Edit
	}{
		{"add: agent, name: A, kind: guardrail, model: m", manifest.Edit{Op: "add", Agent: &manifest.Agent{ID: "A", Kind: "guardrail", Model: "m"}}},
		{"add: tool, name: t, effects: read, parameters: {type: object}", manifest.Edit{Op: "add", Tool: &manifest.Tool{ID: "t", Effects: "read", Parameters: map[string]any{"type": "object"}}}},
		{"add: tool, name: t, kind: agent, wraps: A", manifest.Edit{Op: "add", Tool: &manifest.Tool{ID: "t", Kind: "agent", Wraps: "A"}}},
		{"add: access, agent: A, tool: t, condition: c", manifest.Edit{Op: "add", Access: &manifest.Access{Agent: "A", Tool: "t", Condition: "c"}}},
		{"add: delegation, from: A, to: B, kind: nested", manifest.Edit{Op: "add", Delegation: &manifest.Delegation{From: "A", To: "B", Kind: "nested"}}},
		{"add: restriction, agent: A, tool: t, enforced_by: policy", manifest.Edit{Op: "add", Restriction: &manifest.Restriction{Agent: "A", Tool: "t", EnforcedBy: "policy"}}},
		{"add: entry, agent: A", manifest.Edit{Op: "add", Entry: "A"}},
		{"remove: tool, name: t", manifest.Edit{Op: "remove", Tool: &manifest.Tool{ID: "t"}}},
		{"remove: delegation, from: A, to: B, tool_name: x", manifest.Edit{Op: "remove", Delegation: &manifest.Delegation{From: "A", To: "B", ToolName: "x"}}},
		{"rename: agent, from: A, to: B", manifest.Edit{Op: "rename", Agent: &manifest.Agent{ID: "A"}, To: "B"}},
		{"resolve: handoffs of A, handoffs: [B]", manifest.Edit{Op: "resolve", Resolve: "handoffs of A", Handoffs: []string{"B"}}},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			c, err := Read(Place{File: "teams/obligato.yaml", Depth: 0}, []byte("path: .\noverlay:\n  - {"+tt.text+", reason: r}\n"))
			if err != nil {
				t.Fatal(err)
			}
			tt.want.Reason, tt.want.Source = "r", pos(3, 5)
			if diff := cmp.Diff([]manifest.Edit{tt.want}, c.Workflows[0].Overlay); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestReadRefuses: every complaint has its place, its code and a next step.
func TestReadRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"unknown key", "workflow:\n  a: {path: x}\n", "1:1 OB006"},
		{"misspelt key of a tool", "tools:\n  refund: {onyl: [A]}\n", `2:12 OB006`},
		{"no path", "workflows:\n  a: {owner: x}\n", "2:6 OB007"},
		{"both forms", "path: .\nworkflows: {}\n", "1:1 OB030"},
		{"an entry of nothing", "entry: A\n", "1:1 OB030"},
		{"overlay of nothing", "overlay: [{remove: tool, name: t, reason: r}]\n", "1:1 OB030"},
		{"entry and entries", "path: .\nentry: A\nentries: [B]\n", "2:1 OB030"},
		{"out of the repository", "workflows:\n  a: {path: ../../x}\n", "2:7 OB031"},
		{"interpreter out of the repository", "path: .\ninterpreter: ../../venv\n", "2:1 OB031"},
		{"no module", "path: .\nsdk_modules: [a b]\n", "2:15 OB009"},
		{"bad class", "exclude: [good, 'a[']\n", "1:17 OB032"},
		{"stars inside", "exclude: ['a**b']\n", "1:11 OB032"},
		{"upward", "exclude: ['../x']\n", "1:11 OB032"},
		{"no reason", "path: .\noverlay:\n  - {remove: tool, name: t}\n", "3:5 OB007"},
		{"no operation", "path: .\noverlay:\n  - {name: t, reason: r}\n", "3:5 OB033"},
		{"two operations", "path: .\noverlay:\n  - {add: tool, remove: tool, name: t, reason: r}\n", "3:5 OB033"},
		{"key of another form", "path: .\noverlay:\n  - {add: access, agent: A, tool: t, from: B, reason: r}\n", "3:38 OB033"},
		{"key that is missing", "path: .\noverlay:\n  - {rename: tool, from: t, reason: r}\n", "3:5 OB033"},
		{"unknown kind", "path: .\noverlay:\n  - {add: delegation, from: A, to: B, kind: handof, reason: r}\n", "3:39 OB033"},
		{"wraps without kind", "path: .\noverlay:\n  - {add: tool, name: t, wraps: A, reason: r}\n", "3:5 OB033"},
		{"name that is a path", "workflows:\n  a/b: {path: x}\n", "2:3 OB034"},
		{"name with a line break", "workflows:\n  \"a\\nb\": {path: x}\n", "2:3 OB034"},
		{"tool without anything", "tools: {t: {}}\n", "1:12 OB009"},
		{"wrong type", "exclude: x\n", "1:10 OB008"},
		{"not text", "\xff", "1:1 OB002"},
		{"empty", "", "1:1 OB001"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read(Place{File: "obligato.yaml", Depth: 1}, []byte(tt.text))
			e, ok := errors.AsType[*manifest.InvalidError](err)
			if !ok {
				t.Fatalf("error %v, want problems", err)
			}
			var got []string
			for _, p := range e.Problems {
				got = append(got, strings.TrimPrefix(p.Position.String(), "obligato.yaml:")+" "+p.Code)
				if p.Hint == "" && strings.HasPrefix(p.Code, "OB03") {
					t.Errorf("%v has no next step", p)
				}
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("-want +got:\n%s\n%v", diff, err)
			}
		})
	}
}

func TestReadProposesTheNearestKey(t *testing.T) {
	_, err := Read(Place{File: "obligato.yaml", Depth: 0}, []byte("tools:\n  refund: {onyl: [A]}\n"))
	if err == nil || !strings.Contains(err.Error(), `obligato.yaml:2:12`) || !strings.Contains(err.Error(), `"only"`) {
		t.Errorf("got %v, want the place and the key only", err)
	}
}

func TestRulesFor(t *testing.T) {
	read := func(text string) *Config {
		c, err := Read(Place{File: "obligato.yaml", Depth: 0}, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	const rules = "tools: {t: {sensitive: true}}\n"
	one := read(rules + "path: .\n")
	two := read(rules + "workflows:\n  a: {path: a, tools: {u: {sensitive: true}}}\n  b: {path: b}\n")
	tests := []struct {
		name   string
		config *Config
		w      *Workflow
		outer  bool
		want   []bool // Shared of each rule
	}{
		{"its only workflow", one, &one.Workflows[0], false, []bool{false}},
		{"another workflow", one, nil, false, []bool{true}},
		{"no workflow in the file", read(rules), nil, false, []bool{false}},
		{"an outer file", read(rules), nil, true, []bool{true}},
		{"one of two", two, &two.Workflows[0], false, []bool{true, false}},
	}
	for _, tt := range tests {
		var got []bool
		for _, r := range tt.config.RulesFor(tt.w, tt.outer) {
			got = append(got, r.Shared)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", tt.name, diff)
		}
	}
}

func TestPatternMatch(t *testing.T) {
	tests := []struct {
		pattern, path string
		want          bool
	}{
		{"src", "src/a.py", true},
		{"src", "lib/src/a.py", false},
		{"**/examples/**", "examples", true},
		{"**/examples/**", "a/b/examples/c/d.py", true},
		{"**/examples/**", "a/my-examples/d.py", false},
		{"*.py", "a.py", true},
		{"*.py", "d/a.py", false},
		{"**/*.py", "d/e/a.py", true},
		{"a/**/z.py", "a/z.py", true},
		{"a/**/z.py", "a/b/c/z.py", true},
		{"./src/?.py", "src/a.py", true},
		{"[ab].py", "c.py", false},
		{"**", "a", true},
	}
	for _, tt := range tests {
		if got := (Pattern{Text: tt.pattern}).Match(tt.path); got != tt.want {
			t.Errorf("%q matches %q: %v, want %v", tt.pattern, tt.path, got, tt.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	tests := []struct {
		name, dir string
		roots     string
		want      []Place
	}{
		{"root above the working directory", "a/b", "..", []Place{
			{File: "a/b/obligato.yaml", Depth: 3}, {File: "a/obligato.yaml", Depth: 2}, {File: "obligato.yaml", Depth: 1}, {File: "../obligato.yaml", Depth: 0},
		}},
		{"nearest root", "a/b", "a", []Place{{File: "a/b/obligato.yaml", Depth: 1}, {File: "a/obligato.yaml", Depth: 0}}},
		{"no root", "a/b", "none", []Place{{File: "a/b/obligato.yaml", Depth: 2}, {File: "a/obligato.yaml", Depth: 1}, {File: "obligato.yaml", Depth: 0}}},
		{"no root, elsewhere", "/a/b", "none", []Place{{File: "/a/b/obligato.yaml", Depth: 0}}},
		{"no root, beside", "../b", "none", []Place{{File: "../b/obligato.yaml", Depth: 0}}},
	}
	for _, tt := range tests {
		got := Places(tt.dir, func(d string) bool { return d == tt.roots })
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", tt.name, diff)
		}
	}
}

// FuzzRead: no input makes it panic, and every complaint has a place in the
// file; what is read can be folded into a manifest.
func FuzzRead(f *testing.F) {
	f.Add([]byte("path: src\nentry: A\ntools: {t: {only: [A], require: approval}}\nrestrict: [{agent: '*', tool: t}]\n"), 1)
	f.Add([]byte("workflows:\n  a: {path: ../x, overlay: [{add: tool, name: t, reason: r}, {resolve: tools of A, tools: [t], reason: r}]}\n"), 0)
	f.Add([]byte("exclude: ['**/a[b-c]/**']\noverlay: &x [*x]\n"), 3)
	f.Fuzz(func(t *testing.T, data []byte, depth int) {
		c, err := Read(Place{File: "obligato.yaml", Depth: depth}, data)
		if err != nil {
			e, ok := errors.AsType[*manifest.InvalidError](err)
			if !ok {
				t.Fatalf("%T: %v", err, err)
			}
			lines := strings.Count(string(data), "\n") + strings.Count(string(data), "\r") + strings.Count(string(data), "\u2028") + strings.Count(string(data), "\u2029") + strings.Count(string(data), "\u0085") + 1
			for _, p := range e.Problems {
				if p.Position.Line < 1 || p.Position.Line > lines || p.Code == "" {
					t.Errorf("%d lines, and %+v", lines, p)
				}
			}
			return
		}
		for i := range c.Workflows {
			m := &manifest.Manifest{Workflow: "w", Agents: []manifest.Agent{{ID: "A", Dynamic: []string{"tools"}}}, Tools: []manifest.Tool{{ID: "t"}}}
			manifest.ApplyOverlay(m, c.Workflows[i].Overlay)
			manifest.Restrict(m, c.RulesFor(&c.Workflows[i], false))
		}
		for _, p := range c.Exclude {
			p.Match("a/b/c.py")
		}
	})
}
