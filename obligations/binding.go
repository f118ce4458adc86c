package obligations

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// binding maps names as traces show them, those of the original manifest, to
// the ids that the obligations use.
type binding struct {
	view          *manifest.View // nil without a view
	agents, tools map[string][]string
	attached      map[pair]bool // viewed ids
	byEnds        map[ends][]string
	byToolName    map[pair][]string // viewed id of the delegating agent, and tool name
	standIns      map[ends][]string // viewed tool ids
	byID          map[string]int    // into Set.Obligations
}

// ends are two viewed agent ids and a delegation kind.
type ends struct {
	from, to string
	kind     manifest.DelegationKind
}

// index prepares the look-ups of a finished set.
func (s *Set) index(d *deriver) {
	b := &s.names
	b.attached, b.byEnds, b.byID = map[pair]bool{}, map[ends][]string{}, make(map[string]int, len(s.Obligations))
	for p := range d.access {
		b.attached[p] = true
	}
	for i, o := range s.Obligations {
		b.byID[o.ID] = i
		if o.Criterion == C4 {
			e := ends{o.From, o.To, manifest.DelegationKind(o.Kind)}
			b.byEnds[e] = append(b.byEnds[e], o.ID)
		}
	}
	b.indexNodes(s.Original)
	b.byToolName = map[pair][]string{}
	for _, d := range s.Original.Delegations {
		s.indexDelegation(d)
	}
	b.indexStandIns(s.Original)
}

// indexNodes maps runtime names to ids, then ids that are nobody's runtime
// name to themselves.
func (b *binding) indexNodes(m *manifest.Manifest) {
	b.agents, b.tools = map[string][]string{}, map[string][]string{}
	for _, a := range m.Agents {
		insert(b.agents, a.RuntimeName(), b.agent(a.ID))
	}
	for _, t := range m.Tools {
		insert(b.tools, t.RuntimeName(), b.tool(t.ID))
	}
	agents, tools := maps.Clone(b.agents), maps.Clone(b.tools)
	for _, a := range m.Agents {
		if agents[a.ID] == nil {
			insert(b.agents, a.ID, b.agent(a.ID))
		}
	}
	for _, t := range m.Tools {
		if tools[t.ID] == nil {
			insert(b.tools, t.ID, b.tool(t.ID))
		}
	}
}

// indexDelegation maps the name under which a model sees a delegation to its
// obligation.
func (s *Set) indexDelegation(d manifest.Delegation) {
	b := &s.names
	toolName := s.Original.DelegationToolName(d)
	if toolName == "" {
		return
	}
	from := b.agent(d.From)
	for _, id := range b.byEnds[ends{from, b.agent(d.To), cmp.Or(d.Kind, manifest.Handoff)}] {
		o, _ := s.Lookup(id)
		if d.Kind != manifest.AgentTool || o.ToolName == toolName || b.view != nil && o.ToolName == slug(toolName) {
			insert(b.byToolName, pair{from, toolName}, id)
		}
	}
}

// slug is how the paper view spells tool names.
func slug(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), "_")
}

// indexStandIns maps what the original manifest says of the tools that only
// the view has: the name under which the model calls it, and the edge that it
// stands for.
func (b *binding) indexStandIns(m *manifest.Manifest) {
	b.standIns = map[ends][]string{}
	if b.view == nil {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(b.view.Made)) {
		for _, d := range b.view.Made[id] {
			if name := m.DelegationToolName(d); name != "" {
				insert(b.tools, name, id)
			}
			insert(b.standIns, ends{b.agent(d.From), b.agent(d.To), cmp.Or(d.Kind, manifest.Handoff)}, id)
		}
	}
}

// agent returns the viewed id of an agent.
func (b *binding) agent(id string) string {
	if b.view == nil {
		return id
	}
	return cmp.Or(b.view.Agents[id], id)
}

// tool returns the viewed id of a tool.
func (b *binding) tool(id string) string {
	if b.view == nil {
		return id
	}
	return cmp.Or(b.view.Tools[id], id)
}

func insert[K comparable](m map[K][]string, k K, v string) {
	if !slices.Contains(m[k], v) {
		m[k] = append(m[k], v)
	}
}

// only returns the single element of list; several are an ambiguity, and a
// guess could credit the wrong edge.
func only(list []string) (string, bool) {
	if len(list) != 1 {
		return "", false
	}
	return list[0], true
}

// Lookup returns the obligation with an id.
func (s *Set) Lookup(id string) (Obligation, bool) {
	i, ok := s.names.byID[id]
	if !ok {
		return Obligation{}, false
	}
	return s.Obligations[i], true
}

// Agent returns the agent id for a name in a trace: the runtime name, or the
// manifest id where no runtime name is the same. It reports false for a name
// that is not known or that several agents share. Unreachable and guardrail
// agents have an id too, although they have no obligation.
func (s *Set) Agent(runtimeName string) (id string, ok bool) {
	return only(s.names.agents[runtimeName])
}

// ToolOf returns the tool id for a name that an agent used; agentID is what
// Agent returned. Where several tools share the name, the agent's own decides;
// where that leaves none or several, it reports false. The agent need not have
// the tool: a call to a restricted tool binds too.
func (s *Set) ToolOf(agentID, runtimeName string) (toolID string, ok bool) {
	candidates := s.names.tools[runtimeName]
	if len(candidates) <= 1 {
		return only(candidates)
	}
	var own []string
	for _, id := range candidates {
		if s.names.attached[pair{agentID, id}] {
			own = append(own, id)
		}
	}
	return only(own)
}

// Delegation returns the obligation of the delegation edge between two agents,
// by the ids that Agent returned. It reports false when there is none, or when
// one agent offers the other as a tool under several names: then
// DelegationOf decides by the name.
func (s *Set) Delegation(fromID, toID string, kind manifest.DelegationKind) (obligationID string, ok bool) {
	return only(s.names.byEnds[ends{fromID, toID, cmp.Or(kind, manifest.Handoff)}])
}

// DelegationOf returns the obligation of the handoff or agent tool that an
// agent sees under a tool name.
func (s *Set) DelegationOf(fromID, toolName string) (obligationID string, ok bool) {
	if toolName == "" {
		return "", false
	}
	return only(s.names.byToolName[pair{fromID, toolName}])
}

// StandIn returns the tool that only the paper view has and that stands for a
// delegation edge, by the ids that Agent returned: what shows that the edge
// was taken shows the call of that tool too. It reports false outside the
// paper view, and for edges whose tool the manifest declares.
func (s *Set) StandIn(fromID, toID string, kind manifest.DelegationKind) (toolID string, ok bool) {
	return only(s.names.standIns[ends{fromID, toID, cmp.Or(kind, manifest.Handoff)}])
}

// OriginalAgent returns the id that runs use for an agent of the set.
func (s *Set) OriginalAgent(id string) (string, bool) {
	if s.names.view == nil {
		return id, true
	}
	return original(s.names.view.Agents, id)
}

// OriginalTool returns the id that runs use for a tool of the set. It reports
// false for a tool that only the view has.
func (s *Set) OriginalTool(id string) (string, bool) {
	if s.names.view == nil {
		return id, true
	}
	return original(s.names.view.Tools, id)
}

func original(view map[string]string, viewedID string) (string, bool) {
	var ids []string
	for from, to := range view {
		if to == viewedID {
			ids = append(ids, from)
		}
	}
	return only(ids)
}
