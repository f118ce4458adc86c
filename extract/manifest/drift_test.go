package manifest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func drift(t interface{ Fatal(...any) }, a, b *Manifest) []Change {
	changes, err := Drift(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

// Two manifests without drift have the same digests, and order never is drift.
func TestDriftFollowsDigests(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawManifest().Draw(t, "a"), drawManifest().Draw(t, "b")
		if changes := drift(t, a, b); (len(changes) == 0) && digests(t, a) != digests(t, b) {
			t.Fatal("other digests without a change")
		}
		if changes := drift(t, a, shuffle(t, a)); len(changes) > 0 {
			t.Fatal(changes)
		}
		for _, c := range drift(t, a, b) {
			if c.Kind == "changed" && len(c.Fields) == 0 {
				t.Fatalf("%v does not say what changed", c)
			}
		}
	})
}

func TestDrift(t *testing.T) {
	before := read(t, "shop.yaml", testdata(t, "shop.yaml"))
	now := read(t, "shop.yaml", testdata(t, "shop.yaml"))
	now.Restrictions[0].EnforcedBy = ByGuardrail
	now.Agents[0].Instructions, now.Agents[0].Source.Line = "Other.", 99
	now.Tools = append(now.Tools, Tool{ID: "points"})
	now.Access = append(now.Access[1:], Access{Agent: "Order Agent", Tool: "points", Source: Position{"a.py", 3, 4}})
	now.Unresolved[0].Why = "another reason"
	var got []string
	for _, c := range drift(t, before, now) {
		got = append(got, c.String())
	}
	want := []string{
		"added: access Order Agent -> points",
		"removed: access " + before.Access[0].Agent + " -> " + before.Access[0].Tool,
		"changed: agent " + now.Agents[0].ID + " (instructions)",
		"added: tool points",
		"changed: restriction " + now.Restrictions[0].Agent + " -x> " + now.Restrictions[0].Tool + " (enforced_by)",
		"added: unresolved " + now.Unresolved[0].What + ": another reason",
		"removed: unresolved " + before.Unresolved[0].What + ": " + before.Unresolved[0].Why,
	}
	if diff := cmp.Diff(want, got, cmp.Transformer("set", func(in []string) map[string]bool {
		out := map[string]bool{}
		for _, s := range in {
			out[s] = true
		}
		return out
	})); diff != "" {
		t.Error(diff)
	}
}
