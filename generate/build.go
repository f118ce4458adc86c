package generate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/scenario"
)

// maxSlug bounds the readable part of a scenario's id, in bytes.
const maxSlug = 72

// Build makes the scenario of one attempt out of a draft. Its ids are those of
// the manifest that runs use. It starts at the entry of the objective's route,
// never at the target. An error says which bound the draft breaks.
func Build(s *obligations.Set, o Objective, in Input, r Realiser, d Draft) (*scenario.Scenario, error) {
	turns, err := check(d.Turns)
	if err != nil {
		return nil, fmt.Errorf("check draft for %s: %w", o.Obligation.ID, err)
	}
	n := naming{s}
	route := o.Route
	if len(d.Route) > 0 {
		route = d.Route
	}
	out := &scenario.Scenario{
		Schema: scenario.Schema, Turns: turns, Objective: o.Obligation.ID, Route: n.route(route),
		Provenance: &scenario.Provenance{
			Realiser: r.Name, Model: r.Model, Seed: in.Seed, Attempt: in.Attempt,
			Leading: Leading(turns, o), PromptDigest: d.PromptDigest,
		},
	}
	if entries := s.Original.Entries; len(out.Route) > 0 && (len(entries) == 0 || entries[0] != out.Route[0]) {
		out.Start = out.Route[0]
	}
	if o.Exposure {
		tool, ok := n.tool(o.Obligation.Tool)
		if !ok {
			return nil, fmt.Errorf("build scenario for %s: tool %q exists in the view only", o.Obligation.ID, o.Obligation.Tool)
		}
		out.Exposure = []scenario.Pair{{Agent: n.agent(o.Obligation.Agent), Tool: tool}}
	}
	out.Approvals = n.approvals(o.Obligation, n.route(hopsOn(o, route)))
	out.ID = scenarioID(out, in.Attempt)
	return out, nil
}

// scenarioID names a scenario after its obligation and attempt. The hash is of
// the obligation's id, which the slug blurs, and of what the run is given: so
// equal scenarios have equal ids, and different ones never share a file.
func scenarioID(s *scenario.Scenario, attempt int) string {
	sum := sha256.Sum256([]byte(s.Objective + "\x00" + scenario.Digest(s)))
	return fmt.Sprintf("%s-%d-%s", slug(s.Objective), attempt, hex.EncodeToString(sum[:4]))
}

// slug writes an obligation's id with lower-case letters, digits and hyphens:
// the arrows become "--".
func slug(id string) string {
	for _, arrow := range []string{"-x>", "->", "=>"} {
		id = strings.ReplaceAll(id, arrow, "\x00")
	}
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(id) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if gap && b.Len() > 0 && !strings.HasSuffix(b.String(), "-") {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case r == 0:
			gap = false
			b.WriteString("--")
		default:
			gap = true
		}
		if b.Len() >= maxSlug {
			break
		}
	}
	if s := strings.Trim(b.String(), "-"); s != "" {
		return s
	}
	return "scenario"
}

// repeatKey is equal for two scenarios that would ask the program the same.
func repeatKey(s *scenario.Scenario) string {
	var shown []string
	for _, p := range s.Exposure {
		shown = append(shown, p.Agent+"\x1f"+p.Tool)
	}
	for tool, decision := range s.Approvals {
		shown = append(shown, decision+"\x1d"+tool)
	}
	slices.Sort(shown)
	return normal(s.Start+"\x1f"+s.Context, shown, s.Turns)
}

// runID identifies one run: equal seeds, scenarios and rerun numbers give
// equal ids.
func runID(seed uint64, digest string, rerun int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "obligato.run\x00%d\x00%s\x00%d", seed, digest, rerun))
	return hex.EncodeToString(sum[:8])
}
