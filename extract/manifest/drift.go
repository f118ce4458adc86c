package manifest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/internal/canonical"
)

// Change is one difference between two manifests of a workflow.
type Change struct {
	Kind   string   `json:"kind"`   // added, removed or changed
	What   string   `json:"what"`   // such as "access Triage Agent -> refund"
	Fields []string `json:"fields"` // changed: which fields; else empty
	Source Position `json:"source,omitzero"`
}

// String writes the change as a line.
func (c Change) String() string {
	if len(c.Fields) > 0 {
		return fmt.Sprintf("%s: %s (%s)", c.Kind, c.What, strings.Join(c.Fields, ", "))
	}
	return c.Kind + ": " + c.What
}

// Drift lists what the manifest now has beyond the one that was locked, what it
// lacks, and what it has with other contents: everything that either digest
// covers, and the unresolved places, because they say that the totals are a
// lower bound. Where things stand in the source, how they were derived,
// findings and hashes of files are no drift. Sorted by what.
func Drift(locked, now *Manifest) ([]Change, error) {
	before, err := facts(locked)
	if err != nil {
		return nil, err
	}
	after, err := facts(now)
	if err != nil {
		return nil, err
	}
	changes := []Change{}
	for _, what := range slices.Sorted(maps.Keys(merged(before, after))) {
		old, had := before[what]
		fact, has := after[what]
		switch {
		case !had:
			changes = append(changes, Change{Kind: "added", What: what, Source: fact.source})
		case !has:
			changes = append(changes, Change{Kind: "removed", What: what, Source: old.source})
		case !maps.Equal(old.fields, fact.fields):
			changes = append(changes, Change{Kind: "changed", What: what, Fields: differing(old.fields, fact.fields), Source: fact.source})
		}
	}
	return changes, nil
}

func merged(a, b map[string]fact) map[string]fact {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

func differing(a, b map[string]string) []string {
	var out []string
	for name := range a {
		if b[name] != a[name] {
			out = append(out, name)
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// fact is one entity or edge: its fields as canonical text, without defaults.
type fact struct {
	source Position
	fields map[string]string
}

// facts lists what a manifest states, by a name that tells what it is.
func facts(m *Manifest) (map[string]fact, error) {
	out := map[string]fact{}
	n := sorted(m, true)
	var failed error
	add := func(what string, source Position, entity any) {
		fields, err := fieldTexts(entity)
		if err != nil && failed == nil {
			failed = fmt.Errorf("compare %s: %w", what, err)
		}
		out[what] = fact{source, fields}
	}
	start := ""
	for _, id := range n.Entries {
		add("entry "+id, Position{}, struct{}{})
		if start == "" {
			start = id
		}
	}
	add("workflow", Position{}, struct {
		Start string     `json:"start"`
		SDK   *Component `json:"sdk"`
	}{start, n.SDK})
	for _, a := range n.Agents {
		a.Name = a.RuntimeName()
		add("agent "+a.ID, a.Source, a)
	}
	for _, t := range n.Tools {
		t.Name = t.RuntimeName()
		add("tool "+t.ID, t.Source, t)
	}
	attached := map[string]bool{}
	for _, x := range n.Access {
		attached[key(x.Agent, x.Tool)] = true
		add("access "+x.Agent+" -> "+x.Tool, x.Source, x)
	}
	for _, r := range n.Restrictions {
		r.EnforcedBy = r.mechanism(attached[key(r.Agent, r.Tool)])
		add("restriction "+r.Agent+" -x> "+r.Tool, r.Source, r)
	}
	for _, d := range n.Delegations {
		kind := d.Kind
		if kind == "" {
			kind = Handoff
		}
		tool := m.DelegationToolName(d)
		d.ToolName = "" // said in the name of the fact, defaults filled in
		add(strings.TrimSuffix(fmt.Sprintf("delegation %s => %s (%s %s", d.From, d.To, kind, tool), " ")+")", d.Source, d)
	}
	places := map[string]int{}
	for _, u := range n.Unresolved {
		what := "unresolved " + u.What + ": " + u.Why
		places[what]++
		add(what, u.Source, struct {
			Agent  string `json:"agent"`
			Places int    `json:"places"`
		}{u.Agent, places[what]})
	}
	return out, failed
}

// undigested are the fields that no digest covers.
var undigested = []string{"Source", "Derived", "Certainty", "InputGuardrails", "Function", "Calls"}

// fieldTexts writes the fields of a struct that hold something.
func fieldTexts(entity any) (map[string]string, error) {
	out := map[string]string{}
	v := reflect.ValueOf(entity)
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if slices.Contains(undigested, name) || v.Field(i).IsZero() || isDefault(v.Field(i).Interface()) ||
			v.Field(i).Kind() == reflect.Slice && v.Field(i).Len() == 0 {
			continue
		}
		text, err := canonical.JSON(v.Field(i).Interface())
		if err != nil {
			return nil, err
		}
		if key, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ","); key != "" {
			name = key // as it stands in the file
		}
		out[name] = string(text)
	}
	return out, nil
}

// isDefault reports whether leaving the field out would mean the same.
func isDefault(v any) bool {
	switch v {
	case any(KindAgent), any(ToolFunction), any(EffectsUnknown), any(Always), any(Declared), any(Handoff):
		return true
	}
	return false
}
