package graph

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// workflow makes a manifest of agents named by letters: "A>B" is a handoff.
func workflow(entries string, edges ...string) *manifest.Manifest {
	m := &manifest.Manifest{}
	for _, r := range entries {
		m.Entries = append(m.Entries, string(r))
	}
	for r := 'A'; r <= 'H'; r++ {
		m.Agents = append(m.Agents, manifest.Agent{ID: string(r)})
	}
	for _, e := range edges {
		m.Delegations = append(m.Delegations, manifest.Delegation{From: e[:1], To: e[2:]})
	}
	return m
}

func TestRoutes(t *testing.T) {
	tests := []struct {
		name string
		m    *manifest.Manifest
		to   string
		n    int
		want [][]string
	}{
		{"entry itself", workflow("A", "A>B"), "A", 3, [][]string{{"A"}}},
		{"unreachable", workflow("A", "B>C"), "C", 3, nil},
		{"unknown", workflow("A", "A>B"), "Z", 3, nil},
		{"none asked for", workflow("A", "A>B"), "B", 0, nil},
		{"cycle", workflow("A", "A>B", "B>A", "B>C", "C>B"), "C", 9, [][]string{{"A", "B", "C"}}},
		{"self loop", workflow("A", "A>A", "A>B", "B>B"), "B", 9, [][]string{{"A", "B"}}},
		{"ties by id", workflow("A", "A>C", "A>B", "C>D", "B>D"), "D", 9, [][]string{{"A", "B", "D"}, {"A", "C", "D"}}},
		{"shortest first", workflow("A", "A>B", "B>C", "A>C"), "C", 9, [][]string{{"A", "C"}, {"A", "B", "C"}}},
		{"bounded", workflow("A", "A>B", "B>C", "A>C"), "C", 1, [][]string{{"A", "C"}}},
		{"several entries", workflow("BA", "A>C", "B>C", "B>A"), "C", 9, [][]string{{"A", "C"}, {"B", "C"}, {"B", "A", "C"}}},
		{"entry as target", workflow("AB", "A>B"), "B", 9, [][]string{{"B"}, {"A", "B"}}},
		{"parallel edges", workflow("A", "A>B", "A>B"), "B", 9, [][]string{{"A", "B"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := Build(tt.m)
			if diff := gocmp.Diff(tt.want, g.Routes(tt.to, tt.n)); diff != "" {
				t.Errorf("routes (-want +got):\n%s", diff)
			}
		})
	}
}

// drawWorkflow draws a small workflow with cycles, parallel edges, guardrail
// agents, several entries and edges that dangle.
func drawWorkflow(t *rapid.T) *manifest.Manifest {
	m := &manifest.Manifest{}
	n := rapid.IntRange(1, 6).Draw(t, "agents")
	kinds := []manifest.AgentKind{"", manifest.KindAgent, manifest.KindAgent, manifest.KindOrchestrator, manifest.KindGuardrail}
	id := rapid.Custom(func(t *rapid.T) string { return fmt.Sprint("a", rapid.IntRange(0, n).Draw(t, "i")) })
	for i := range n {
		m.Agents = append(m.Agents, manifest.Agent{ID: fmt.Sprint("a", i), Kind: rapid.SampledFrom(kinds).Draw(t, "kind")})
	}
	m.Entries = rapid.SliceOfN(id, 0, 3).Draw(t, "entries")
	delegationKinds := []manifest.DelegationKind{"", manifest.Handoff, manifest.AgentTool, manifest.Orchestrated, manifest.Nested}
	for range rapid.IntRange(0, 16).Draw(t, "edges") {
		m.Delegations = append(m.Delegations, manifest.Delegation{
			From: id.Draw(t, "from"), To: id.Draw(t, "to"), Kind: rapid.SampledFrom(delegationKinds).Draw(t, "edge kind"),
		})
	}
	return m
}

// naive finds every loopless route to every agent by brute force.
func naive(m *manifest.Manifest) map[string][][]string {
	stations := map[string]bool{}
	for _, a := range m.Agents {
		stations[a.ID] = a.Kind != manifest.KindGuardrail
	}
	routes := map[string][][]string{}
	var extend func(route []string)
	extend = func(route []string) {
		last := route[len(route)-1]
		routes[last] = append(routes[last], slices.Clone(route))
		for _, d := range m.Delegations {
			if d.From == last && stations[d.To] && !slices.Contains(route, d.To) {
				extend(append(slices.Clone(route), d.To))
			}
		}
	}
	for _, id := range m.Entries {
		if stations[id] {
			extend([]string{id})
		}
	}
	for to, list := range routes {
		slices.SortFunc(list, func(a, b []string) int {
			return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b))
		})
		routes[to] = slices.CompactFunc(list, slices.Equal)
	}
	return routes
}

func TestRoutesAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawWorkflow(t)
		g, want := Build(m), naive(m)
		var reachable []string
		for _, a := range m.Agents {
			if len(want[a.ID]) > 0 {
				reachable = append(reachable, a.ID)
			}
			n := rapid.IntRange(1, MaxRoutes).Draw(t, "n")
			expected := want[a.ID][:min(n, len(want[a.ID]))]
			got := g.Routes(a.ID, n)
			if len(expected)+len(got) > 0 {
				if diff := gocmp.Diff(expected, got); diff != "" {
					t.Fatalf("routes to %s (-want +got):\n%s", a.ID, diff)
				}
			}
			first, ok := g.Route(a.ID)
			if ok != (len(expected) > 0) || ok && !slices.Equal(first, expected[0]) {
				t.Fatalf("route to %s is %v, %v; want the first of %v", a.ID, first, ok, expected)
			}
		}
		if diff := gocmp.Diff(reachable, g.Reachable()); diff != "" {
			t.Fatalf("reachable (-want +got):\n%s", diff)
		}
	})
}

// dense is a workflow in which every agent hands over to every other.
func dense(n int) *manifest.Manifest {
	m := &manifest.Manifest{Entries: []string{"a000"}}
	for i := range n {
		m.Agents = append(m.Agents, manifest.Agent{ID: fmt.Sprintf("a%03d", i)})
		for j := range n {
			if i != j {
				m.Delegations = append(m.Delegations, manifest.Delegation{From: fmt.Sprintf("a%03d", i), To: fmt.Sprintf("a%03d", j)})
			}
		}
	}
	return m
}

func TestRoutesStayBounded(t *testing.T) {
	m := &manifest.Manifest{Entries: []string{"a00000"}}
	const n = 4000 // two chains with rungs: exponentially many routes
	id := func(i int) string { return fmt.Sprintf("a%05d", i) }
	for i := range n {
		m.Agents = append(m.Agents, manifest.Agent{ID: id(i)})
		for _, j := range []int{i + 1, i + 2, i - 1} {
			if j >= 0 && j < n {
				m.Delegations = append(m.Delegations, manifest.Delegation{From: id(i), To: id(j)})
			}
		}
	}
	g := Build(m)
	routes := g.Routes(id(n-1), MaxRoutes)
	if len(routes) == 0 {
		t.Fatal("no route at all, want at least the shortest")
	}
	if shortest, _ := g.Route(id(n - 1)); !slices.Equal(routes[0], shortest) {
		t.Errorf("the first of the routes has %d agents, the shortest %d", len(routes[0]), len(shortest))
	}
}

func BenchmarkRoutesDense(b *testing.B) {
	g := Build(dense(200))
	b.ReportAllocs()
	for b.Loop() {
		for _, id := range g.Reachable() {
			g.Routes(id, 4)
		}
	}
}

func BenchmarkBuildDense(b *testing.B) {
	m := dense(200)
	b.ReportAllocs()
	for b.Loop() {
		Build(m)
	}
}
