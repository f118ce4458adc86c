package manifest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/obligato-dev/obligato/internal/canonical"
)

// DigestPair identifies a manifest by content, whatever the order of its lists and
// wherever its sources stand.
//
// Structure covers what decides which obligations there are: entries (as a
// set); agents by id, runtime name and kind; tools by id, runtime name, kind
// and wraps; access by ends and how; restrictions by ends, origin and
// mechanism; delegations by ends, kind and the name under which the model sees
// them; which agents have dynamic or unresolved parts, because those make no
// derived restrictions.
//
// Behaviour covers what decides how a run of the same structure goes: the
// default start; agents' descriptions, instructions, models, guardrails and
// dynamic fields; tools' descriptions, parameters, effects and sensitivity;
// the conditions of edges and the reasons of restrictions; the SDK and its
// version. When only Behaviour changes, live and observed evidence turns
// stale, and wiring evidence stays.
//
// Neither covers source, derived, certainty, findings and their suppressions,
// the overlay (its effect is in the rest), sources, extractor, the workflow's
// name and description, which functions a tool's body is made of, which
// guardrails see the input, or why something is unresolved: either it changes
// nothing of what a run does, or it follows from code that no digest covers.
// Defaults are filled in first, so that leaving out a kind and writing the
// default are the same.
type DigestPair struct {
	Structure string // sha256:HEX
	Behaviour string // sha256:HEX
}

// rows is a set of records, kept as sorted canonical texts: the order in which
// a manifest lists things never shows.
type rows map[string][]string

func (r rows) add(section string, fields any) error {
	text, err := canonical.JSON(fields)
	if err != nil {
		return fmt.Errorf("digest %s: %w", section, err)
	}
	r[section] = append(r[section], string(text))
	return nil
}

func (r rows) digest(kind string) (string, error) {
	for _, list := range r {
		slices.Sort(list)
	}
	return canonical.Digest(map[string]any{"digest": kind, "rows": r})
}

// digester gathers the rows of both digests and the first error.
type digester struct {
	structure, behaviour rows
	err                  error
}

func (d *digester) add(to rows, section string, fields any) {
	if d.err == nil {
		d.err = to.add(section, fields)
	}
}

// fields are the members of a row.
type fields map[string]any

// Digests returns the digests of a manifest; see DigestPair. It does not change
// the manifest. It fails for parameters that are no JSON.
func Digests(m *Manifest) (DigestPair, error) {
	d := &digester{structure: rows{}, behaviour: rows{}}
	d.nodes(m)
	d.edges(m)
	for i, id := range m.Entries {
		d.add(d.structure, "entries", id)
		if i == 0 {
			d.add(d.behaviour, "start", id)
		}
	}
	for _, u := range m.Unresolved {
		d.add(d.structure, "unresolved", fields{"what": u.What, "agent": u.Agent})
	}
	if m.SDK != nil {
		d.add(d.behaviour, "sdk", fields{"name": m.SDK.Name, "version": m.SDK.Version})
	}
	if d.err != nil {
		return DigestPair{}, d.err
	}
	structure, err := d.structure.digest("structure/v1")
	if err != nil {
		return DigestPair{}, err
	}
	behaviour, err := d.behaviour.digest("behaviour/v1")
	return DigestPair{Structure: structure, Behaviour: behaviour}, err
}

// orNil makes an empty list the same as none, as it is in a file.
func orNil(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}

func (d *digester) nodes(m *Manifest) {
	for _, a := range m.Agents {
		d.add(d.structure, "agents", fields{
			"id": a.ID, "name": a.RuntimeName(), "kind": cmp.Or(a.Kind, KindAgent),
			"dynamic_tools": slices.Contains(a.Dynamic, "tools"),
		})
		dynamic := slices.Clone(a.Dynamic)
		slices.Sort(dynamic)
		d.add(d.behaviour, "agents", fields{
			"id": a.ID, "description": a.Description, "instructions": a.Instructions, "model": a.Model,
			"guardrails": orNil(a.Guardrails), "dynamic": orNil(dynamic),
		})
	}
	for _, t := range m.Tools {
		d.add(d.structure, "tools", fields{
			"id": t.ID, "name": t.RuntimeName(), "kind": cmp.Or(t.Kind, ToolFunction), "wraps": t.Wraps,
		})
		d.add(d.behaviour, "tools", fields{
			"id": t.ID, "description": t.Description, "parameters": t.Parameters,
			"effects": cmp.Or(t.Effects, EffectsUnknown), "sensitive": t.Sensitive,
		})
	}
}

// mechanism fills the default in: absence, or nothing but words where the tool
// is attached.
func (r Restriction) mechanism(attached bool) Mechanism {
	switch {
	case r.EnforcedBy != "":
		return r.EnforcedBy
	case attached:
		return ByPrompt
	}
	return ByAbsence
}

func (d *digester) edges(m *Manifest) {
	attached := map[string]bool{}
	toolName := m.delegationNames()
	for _, a := range m.Access {
		attached[key(a.Agent, a.Tool)] = true
		edge := fields{"agent": a.Agent, "tool": a.Tool, "how": cmp.Or(a.How, Always)}
		d.add(d.structure, "access", edge)
		if a.Condition != "" {
			d.add(d.behaviour, "access", fields{"agent": a.Agent, "tool": a.Tool, "condition": a.Condition})
		}
	}
	for _, r := range m.Restrictions {
		mechanism := r.mechanism(attached[key(r.Agent, r.Tool)])
		d.add(d.structure, "restrictions", fields{
			"agent": r.Agent, "tool": r.Tool, "origin": cmp.Or(r.Origin, Declared), "enforced_by": mechanism,
		})
		if r.Reason != "" {
			d.add(d.behaviour, "restrictions", fields{"agent": r.Agent, "tool": r.Tool, "enforced_by": mechanism, "reason": r.Reason})
		}
	}
	for _, g := range m.Delegations {
		edge := fields{"from": g.From, "to": g.To, "kind": cmp.Or(g.Kind, Handoff), "tool_name": toolName(g)}
		d.add(d.structure, "delegations", edge)
		if g.Condition != "" {
			edge["condition"] = g.Condition
			d.add(d.behaviour, "delegations", edge)
		}
	}
}
