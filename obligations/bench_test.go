package obligations

import (
	"fmt"
	"strings"
	"testing"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// large has agents in a chain with a way back, and tools that few of them
// have, so that nearly every pair is restricted.
func large(agents, tools int) *manifest.Manifest {
	m := &manifest.Manifest{Workflow: "large", Entries: []string{"agent 000"}}
	for i := range agents {
		id := fmt.Sprintf("agent %03d", i)
		m.Agents = append(m.Agents, manifest.Agent{ID: id, Source: at(i + 1)})
		m.Delegations = append(m.Delegations, manifest.Delegation{From: id, To: fmt.Sprintf("agent %03d", (i+1)%agents)})
	}
	for j := range tools {
		id := fmt.Sprintf("tool_%03d", j)
		m.Tools = append(m.Tools, manifest.Tool{ID: id})
		m.Access = append(m.Access, manifest.Access{Agent: m.Agents[j%agents].ID, Tool: id})
	}
	return m
}

func TestDeriveLarge(t *testing.T) {
	s := derive(t, large(200, 500), Options{})
	got := [4]int{}
	for i, c := range Criteria {
		got[i] = len(ids(s, c))
	}
	if want := [4]int{200, 500, 200*500 - 500, 200}; got != want {
		t.Errorf("obligations %v, want %v", got, want)
	}
}

func TestDeriveRefusesTooManyPairs(t *testing.T) {
	m := large(800, 800)
	s, err := Derive(m, Options{})
	if err == nil || !strings.Contains(err.Error(), "--restrict=declared") {
		t.Fatalf("Derive = %v, %v; want an error that names --restrict=declared", s, err)
	}
	derive(t, m, Options{Restrict: DeclaredOnly})
}

func BenchmarkDerive(b *testing.B) {
	m := large(200, 500)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Derive(m, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
