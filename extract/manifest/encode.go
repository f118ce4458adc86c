package manifest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/internal/document"
)

// Format is a syntax of manifests.
type Format string

// Formats that Encode writes. Read reads both.
const (
	FormatYAML Format = "yaml"
	FormatJSON Format = "json"
)

// Encode writes a valid manifest in stable order (see Normalize), one entity a
// line where that fits in YAML; equal manifests give equal bytes, and Read
// gives the manifest back. The manifest itself is not changed. An empty schema
// becomes Schema. Text that is not UTF-8 has its bad bytes replaced by U+FFFD.
func Encode(m *Manifest, format Format) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if format == FormatJSON {
		e.SetIndent("", "  ")
	}
	if err := e.Encode(sorted(m, true)); err != nil {
		return nil, fmt.Errorf("encode manifest: %w", err)
	}
	switch format {
	case FormatJSON:
		return b.Bytes(), nil
	case FormatYAML:
		out, err := document.EncodeYAML(b.Bytes())
		if err != nil {
			return nil, fmt.Errorf("encode manifest: %w", err)
		}
		return out, nil
	}
	return nil, fmt.Errorf("encode manifest: unknown format %q", string(format))
}

// sorted returns a copy that can be encoded: no nil entries or agents, a
// schema, and in stable order if asked for.
func sorted(m *Manifest, order bool) *Manifest {
	c := *m
	if c.Schema == "" {
		c.Schema = Schema
	}
	if c.Entries == nil {
		c.Entries = []string{}
	}
	if c.Agents == nil {
		c.Agents = []Agent{}
	}
	if order {
		c.Agents = slices.Clone(c.Agents)
		for i, a := range c.Agents {
			c.Agents[i].Dynamic = slices.Clone(a.Dynamic)
		}
		c.Tools = slices.Clone(c.Tools)
		for i, t := range c.Tools {
			c.Tools[i].Calls = slices.Clone(t.Calls)
		}
		c.Access = slices.Clone(c.Access)
		c.Restrictions = slices.Clone(c.Restrictions)
		c.Delegations = slices.Clone(c.Delegations)
		c.Unresolved = slices.Clone(c.Unresolved)
		c.Findings = slices.Clone(c.Findings)
		c.Suppressions = slices.Clone(c.Suppressions)
		c.Sources = slices.Clone(c.Sources)
		c.Normalize()
	}
	return &c
}

// Normalize sorts the manifest in place: agents and tools by id, edges by
// their ends, then kind, names and source; unresolved places and findings by
// source. Entries and guardrails keep their order, which means something: the
// first entry is the default start.
func (m *Manifest) Normalize() {
	for i := range m.Agents {
		slices.Sort(m.Agents[i].Dynamic)
	}
	slices.SortStableFunc(m.Agents, func(a, b Agent) int {
		return order(a.Source, b.Source, a.ID, b.ID, a.Name, b.Name)
	})
	for _, t := range m.Tools {
		slices.SortStableFunc(t.Calls, func(a, b Call) int { return order(a.Source, b.Source, a.Function, b.Function) })
	}
	slices.SortStableFunc(m.Tools, func(a, b Tool) int {
		return order(a.Source, b.Source, a.ID, b.ID, a.Name, b.Name)
	})
	slices.SortStableFunc(m.Access, func(a, b Access) int {
		return order(a.Source, b.Source, a.Agent, b.Agent, a.Tool, b.Tool, string(a.How), string(b.How), a.Condition, b.Condition)
	})
	slices.SortStableFunc(m.Restrictions, func(a, b Restriction) int {
		return order(a.Source, b.Source, a.Agent, b.Agent, a.Tool, b.Tool,
			string(a.EnforcedBy), string(b.EnforcedBy), string(a.Origin), string(b.Origin), a.Reason, b.Reason)
	})
	slices.SortStableFunc(m.Delegations, func(a, b Delegation) int {
		return order(a.Source, b.Source, a.From, b.From, a.To, b.To,
			string(a.Kind), string(b.Kind), a.ToolName, b.ToolName, a.Condition, b.Condition)
	})
	slices.SortStableFunc(m.Unresolved, func(a, b Unresolved) int {
		return orderSource(a.Source, b.Source, a.What, b.What, a.Why, b.Why, a.Agent, b.Agent)
	})
	slices.SortStableFunc(m.Findings, func(a, b Finding) int {
		return orderSource(a.Source, b.Source, a.Code, b.Code, a.Message, b.Message)
	})
	slices.SortStableFunc(m.Suppressions, func(a, b Suppression) int {
		return cmp.Or(orderSource(a.Source, b.Source, a.Code, b.Code, a.Path, b.Path, a.Reason, b.Reason), a.First-b.First, a.Last-b.Last)
	})
	slices.SortStableFunc(m.Sources, func(a, b SourceFile) int {
		return order(Position{}, Position{}, a.Path, b.Path, a.SHA256, b.SHA256)
	})
}

// order compares pairs of strings in turn, and sources at the end.
func order(p, q Position, pairs ...string) int {
	for i := 0; i+1 < len(pairs); i += 2 {
		if c := strings.Compare(pairs[i], pairs[i+1]); c != 0 {
			return c
		}
	}
	return p.Compare(q)
}

// orderSource compares sources first.
func orderSource(p, q Position, pairs ...string) int {
	if c := p.Compare(q); c != 0 {
		return c
	}
	return order(p, q, pairs...)
}
