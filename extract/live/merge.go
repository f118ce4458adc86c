package live

import (
	"fmt"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// Codes of the findings of this package: one for each cause of a difference,
// and two for what a program did while it was imported.
const (
	codeConditional = "OB240"
	codeFunction    = "OB241"
	codeDynamic     = "OB242"
	codeLimit       = "OB243"
	codeImport      = "OB244"
	codeOutside     = "OB245"
	codeAssumed     = "OB246"
	codeSDKText     = "OB247"
	codeRan         = "OB248" // the program runs agents when it is imported
	codeRefused     = "OB249" // it reached for the network or a process
)

// remark is the code and level of a cause's findings.
func (c Cause) remark() (string, manifest.Level) {
	switch c {
	case CauseConditional:
		return codeConditional, manifest.LevelNote
	case CauseFunction:
		return codeFunction, manifest.LevelNote
	case CauseDynamic:
		return codeDynamic, manifest.LevelNote
	case CauseImport:
		return codeImport, manifest.LevelWarning
	case CauseOutside:
		return codeOutside, manifest.LevelNote
	case CauseAssumed:
		return codeAssumed, manifest.LevelNote
	case CauseSDKText:
		return codeSDKText, manifest.LevelNote
	}
	return codeLimit, manifest.LevelWarning
}

// Merge joins the static manifest with what was seen. It is their union: the
// running program wins for texts and schemas, the source for places and
// conditions. Each difference becomes a finding, and so does each file that
// could not be imported. Where the running program shows all tools or handoffs
// that the source left open at the top of a module, that is no longer
// unresolved. The arguments are not changed.
func Merge(static *manifest.Manifest, s *Seen) *manifest.Manifest {
	running := Align(s, static)
	c := s.Circumstances()
	differences := Compare(static, running, c)
	out := clone(static)
	out.SDK = &manifest.Component{Name: s.SDK.Name, Version: s.SDK.Version}
	if out.Extractor != nil {
		out.Extractor = &manifest.Component{Name: out.Extractor.Name + "+live", Version: out.Extractor.Version}
	}
	facts(out, running)
	union(out, running)
	settle(out, running, c)
	for _, d := range differences {
		code, level := d.Cause.remark()
		out.Findings = append(out.Findings, manifest.Finding{Code: code, Level: level, Message: d.String(), Source: d.Source})
	}
	out.Findings = append(out.Findings, s.findings()...)
	out.Normalize()
	return out
}

// clone copies what is changed later.
func clone(m *manifest.Manifest) *manifest.Manifest {
	c := *m
	c.Agents = slices.Clone(m.Agents)
	for i := range c.Agents {
		c.Agents[i].Dynamic = slices.Clone(c.Agents[i].Dynamic)
	}
	c.Tools = slices.Clone(m.Tools)
	c.Access = slices.Clone(m.Access)
	c.Restrictions = slices.Clone(m.Restrictions)
	c.Delegations = slices.Clone(m.Delegations)
	c.Unresolved = slices.Clone(m.Unresolved)
	c.Findings = slices.Clone(m.Findings)
	return &c
}

// facts takes texts and schemas from the running program.
func facts(out, running *manifest.Manifest) {
	for i := range out.Agents {
		a := &out.Agents[i]
		r, ok := running.Agent(a.ID)
		if !ok {
			continue
		}
		a.Description, a.Model = r.Description, r.Model
		if !slices.Contains(r.Dynamic, "instructions") {
			a.Instructions = r.Instructions
		}
		a.Guardrails, a.InputGuardrails = r.Guardrails, r.InputGuardrails
	}
	for i := range out.Tools {
		t := &out.Tools[i]
		r, ok := running.Tool(t.ID)
		if ok && (r.Kind == manifest.ToolFunction || r.Kind == manifest.ToolAgent) {
			t.Description, t.Parameters = r.Description, r.Parameters
		}
	}
}

// union adds what only the running program shows.
func union(out, running *manifest.Manifest) {
	for _, a := range running.Agents {
		if _, ok := out.Agent(a.ID); !ok {
			out.Agents = append(out.Agents, a)
		}
	}
	for _, t := range running.Tools {
		if _, ok := out.Tool(t.ID); !ok {
			out.Tools = append(out.Tools, t)
		}
	}
	for _, a := range running.Access {
		if !slices.ContainsFunc(out.Access, func(o manifest.Access) bool { return o.Agent == a.Agent && o.Tool == a.Tool }) {
			out.Access = append(out.Access, a)
		}
	}
	for _, r := range running.Restrictions {
		same := func(o manifest.Restriction) bool {
			return o.Agent == r.Agent && o.Tool == r.Tool && o.EnforcedBy == r.EnforcedBy
		}
		if !slices.ContainsFunc(out.Restrictions, same) {
			out.Restrictions = append(out.Restrictions, r)
		}
	}
	for _, d := range running.Delegations {
		name := running.DelegationToolName(d)
		same := func(o manifest.Delegation) bool {
			kind := o.Kind
			if kind == "" {
				kind = manifest.Handoff
			}
			return o.From == d.From && o.To == d.To && kind == d.Kind && out.DelegationToolName(o) == name
		}
		if !slices.ContainsFunc(out.Delegations, same) {
			out.Delegations = append(out.Delegations, d)
		}
	}
}

// settle removes what the running program resolves. Places in functions and
// branches stay: another run may go there.
func settle(out, running *manifest.Manifest, c Circumstances) {
	open := map[string]map[string]bool{} // agent: attributes that stay unknown
	stays := func(agent, attr string) {
		if open[agent] == nil {
			open[agent] = map[string]bool{}
		}
		open[agent][attr] = true
	}
	for _, r := range running.Agents {
		for _, attr := range r.Dynamic {
			stays(r.ID, attr)
		}
	}
	var left []manifest.Unresolved
	for _, u := range out.Unresolved {
		attr, _, _ := strings.Cut(u.What, " of ")
		_, seen := running.Agent(u.Agent)
		if seen && (attr == "tools" || attr == "handoffs") && !open[u.Agent][attr] &&
			!c.unread(u.Source) && !c.inside(u.Source, ScopeFunction, ScopeMain, ScopeBranch) {
			out.Findings = append(out.Findings, resolved(running, u, attr))
			continue
		}
		stays(u.Agent, attr)
		left = append(left, u)
	}
	out.Unresolved = left
	for i := range out.Agents {
		a := &out.Agents[i]
		if _, seen := running.Agent(a.ID); seen {
			a.Dynamic = slices.DeleteFunc(a.Dynamic, func(attr string) bool {
				return (attr == "tools" || attr == "handoffs") && !open[a.ID][attr]
			})
		}
	}
	for _, u := range running.Unresolved {
		known := func(o manifest.Unresolved) bool { return o.Agent == u.Agent && o.What == u.What }
		if !slices.ContainsFunc(out.Unresolved, known) {
			out.Unresolved = append(out.Unresolved, u)
		}
	}
}

// resolved says what the running program shows where the source was open.
func resolved(running *manifest.Manifest, u manifest.Unresolved, attr string) manifest.Finding {
	var names []string
	if attr == "tools" {
		for _, a := range running.Access {
			if a.Agent == u.Agent {
				names = append(names, a.Tool)
			}
		}
	} else {
		for _, d := range running.Delegations {
			if d.From == u.Agent && d.Kind == manifest.Handoff {
				names = append(names, d.To)
			}
		}
	}
	slices.Sort(names)
	shown := strings.Join(slices.Compact(names), ", ")
	if shown == "" {
		shown = "none"
	}
	return manifest.Finding{
		Code: codeDynamic, Level: manifest.LevelNote, Source: u.Source,
		Message: fmt.Sprintf("%s: the source leaves it open (%s); taken from the running program: %s", u.What, u.Why, shown),
	}
}

// findings are what the import itself showed.
func (s *Seen) findings() []manifest.Finding {
	var out []manifest.Finding
	for _, m := range s.Modules {
		if m.Error == nil {
			continue
		}
		at := m.Error.Place.Position
		if at.Path == "" {
			at = manifest.Position{Path: m.Path, Line: 1}
		}
		out = append(out, manifest.Finding{
			Code: codeImport, Level: manifest.LevelWarning, Source: at,
			Message: "import of " + m.Path + " failed, so what it makes later was not seen: " + m.Error.Message,
		})
	}
	for _, n := range s.Notes {
		f := manifest.Finding{Code: codeRefused, Level: manifest.LevelNote, Message: n.Message, Source: n.Place.Position}
		if n.Kind == "run" {
			f.Code = codeRan
		}
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}
