package generate

import (
	"fmt"
	"testing"
	"time"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// TestPlanLongChain holds that planning does not grow with the cube of a
// route's length: 600 agents in a chain took 3 s, and 2,000 over eight minutes, when every hop was looked up
// in the list of agents, and every objective searched its routes anew.
func TestPlanLongChain(t *testing.T) {
	const n = 600
	m := &manifest.Manifest{Schema: manifest.Schema, Workflow: "chain", Entries: []string{"A0"}}
	for i := range n {
		id := fmt.Sprintf("A%d", i)
		m.Agents = append(m.Agents, manifest.Agent{ID: id})
		m.Tools = append(m.Tools, manifest.Tool{ID: fmt.Sprintf("t%d", i%20)})
		m.Access = append(m.Access, manifest.Access{Agent: id, Tool: fmt.Sprintf("t%d", i%20)})
		if i > 0 {
			m.Delegations = append(m.Delegations, manifest.Delegation{From: fmt.Sprintf("A%d", i-1), To: id, Kind: manifest.Handoff})
		}
	}
	m.Tools = m.Tools[:20]
	s, err := obligations.Derive(m, obligations.Options{})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	objectives := Plan(s, s.Graph(), PlanOptions{})
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("planning took %v", took)
	}
	last := objectives[0]
	for _, o := range objectives {
		if o.Obligation.ID == fmt.Sprintf("C1:A%d", n-1) {
			last = o
		}
	}
	if len(last.Route) != n || len(last.Names.Agents) != n-1 {
		t.Errorf("route of %d, names of %d", len(last.Route), len(last.Names.Agents))
	}
}
