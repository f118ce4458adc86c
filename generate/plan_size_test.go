package generate

import (
	"fmt"
	"testing"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// chain derives the obligations of n agents, each of which hands over to the
// next.
func chain(t testing.TB, n int) *obligations.Set {
	t.Helper()
	m := &manifest.Manifest{Schema: manifest.Schema, Workflow: "chain", Entries: []string{"A0"}}
	for i := range 20 {
		m.Tools = append(m.Tools, manifest.Tool{ID: fmt.Sprintf("t%d", i)})
	}
	for i := range n {
		id := fmt.Sprintf("A%d", i)
		m.Agents = append(m.Agents, manifest.Agent{ID: id})
		m.Access = append(m.Access, manifest.Access{Agent: id, Tool: fmt.Sprintf("t%d", i%20)})
		if i > 0 {
			m.Delegations = append(m.Delegations, manifest.Delegation{From: fmt.Sprintf("A%d", i-1), To: id})
		}
	}
	s, err := obligations.Derive(m, obligations.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPlanLongChain holds that an objective at the end of a long chain has the
// whole route and the names along it.
func TestPlanLongChain(t *testing.T) {
	const n = 300
	s := chain(t, n)
	want := fmt.Sprintf("C1:A%d", n-1)
	for _, o := range Plan(s, s.Graph(), PlanOptions{}) {
		if o.Obligation.ID != want {
			continue
		}
		if len(o.Route) != n || len(o.Names.Agents) != n-1 {
			t.Errorf("route of %d, names of %d", len(o.Route), len(o.Names.Agents))
		}
		return
	}
	t.Errorf("no objective for %s", want)
}

// BenchmarkPlanLongChain plans a chain of 600 agents. It took 3 s when every
// hop was looked up in the list of agents, and every objective searched its
// routes anew.
func BenchmarkPlanLongChain(b *testing.B) {
	s := chain(b, 600)
	g := s.Graph()
	for b.Loop() {
		Plan(s, g, PlanOptions{})
	}
}
