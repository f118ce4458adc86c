package python

import (
	"fmt"
	"sort"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// builder turns the objects that the machine found into a manifest.
type builder struct {
	m         *machine
	out       *manifest.Manifest
	agents    []*agentNode
	chiefs    []*agentNode       // orchestrators
	callbacks map[any][]callback // by function
	nodeOf    map[*object]*agentNode
	tools     []*toolNode
	toolBy    map[string]*toolNode // by declaration
	access    edges[manifest.Access]
	delegate  edges[manifest.Delegation]
	restrict  edges[manifest.Restriction]
}

// agentNode is one declared agent: all objects of that declaration.
type agentNode struct {
	id, name string
	symbol   string
	code     *unit // of an orchestrator
	objects  []*object
	dynamic  map[string]bool
	guards   []*object
	inputs   []*object // those of guards that see the input
	tools    map[*toolNode]bool
}

// toolNode is one declared tool.
type toolNode struct {
	id, name, key string
	symbol        string
	object        *object
	objects       []*object // all that stand for it
	kind          manifest.ToolKind
	wraps         *agentNode
	server        string
}

// edges keeps edges in order of their first finding, one for each key.
type edges[E any] struct {
	keys  []string
	byKey map[string]*E
}

func (e *edges[E]) at(key string) (*E, bool) {
	if x := e.byKey[key]; x != nil {
		return x, true
	}
	if e.byKey == nil {
		e.byKey = map[string]*E{}
	}
	x := new(E)
	e.byKey[key] = x
	e.keys = append(e.keys, key)
	return x, false
}

func (e *edges[E]) all() []E {
	out := make([]E, 0, len(e.keys))
	for _, k := range e.keys {
		out = append(out, *e.byKey[k])
	}
	return out
}

func (b *builder) build() {
	b.nodeOf, b.toolBy = map[*object]*agentNode{}, map[string]*toolNode{}
	b.collectAgents()
	for _, n := range b.agents {
		for _, o := range n.objects {
			b.attachments(n, o)
		}
	}
	b.collectCallbacks()
	b.nested()
	b.nameTools()
	entries := b.entries()
	b.orphans()
	b.write(entries)
	b.sources()
}

// element is one thing in an agent's tools or handoffs.
type element struct {
	v    value
	pos  manifest.Position
	when string
	how  string
	// assumed says that it is attached by an assumption only.
	assumed bool
}

// elements lists what an attribute of the agent holds; what is not known is
// recorded as unresolved and makes the attribute dynamic.
func (b *builder) elements(n *agentNode, o *object, attr string) []element {
	var out []element
	for _, a := range alternatives(orNone(o.peek(attr))) {
		switch x := a.v.(type) {
		case *list:
			for _, e := range x.elts {
				when := both(a.when, both(e.conds.beyond(x.conds), e.when))
				x := element{pos: e.pos, when: when, how: o.howAttached(attr, e), assumed: e.assumed || o.assumed || o.guessed[attr]}
				out = append(out, b.spread(e.v, x)...)
			}
			for _, g := range x.gaps {
				b.unknownElement(n, attr, g.why, g.pos)
			}
		case noneValue, constant:
		default:
			b.unknownElement(n, attr, whyUnknown(x, "list"), o.placed(attr, x))
		}
	}
	if len(o.gaps) > 0 && !o.given(attr) && (attr == "tools" || attr == "handoffs") {
		b.unknownElement(n, attr, o.gaps[0].why, o.gaps[0].pos)
	}
	return out
}

// spread lists the possibilities of one element.
func (b *builder) spread(v value, e element) []element {
	var out []element
	for _, a := range alternatives(v) {
		x := e
		x.v, x.when = a.v, both(e.when, a.when)
		out = append(out, x)
	}
	return out
}

// given reports whether the attribute's value stands in the call itself.
func (o *object) given(attr string) bool {
	return o.passed[attr] != "" && o.passed[attr] != manifest.FromUnpacking
}

// howAttached says how an element came into the attribute. What was added to
// a list before the object was made is no late mutation.
func (o *object) howAttached(attr string, e elt) string {
	how := e.how
	if how == manifest.FromLateMutation && e.at < o.at {
		how = ""
	}
	if how == manifest.FromLiteral || how == "" {
		if p := o.passed[attr]; p != "" && p != manifest.FromLiteral {
			return p
		}
		if how == "" {
			return manifest.FromVariable
		}
	}
	return how
}

// placed is where the attribute was given its value.
func (o *object) placed(attr string, v value) manifest.Position {
	if p := o.places[attr]; p.Line > 0 {
		return p
	}
	return placeOf(v, o.pos)
}

func placeOf(v value, fallback manifest.Position) manifest.Position {
	switch x := v.(type) {
	case *unknown:
		if !x.pos.IsZero() {
			return x.pos
		}
	case *lostList:
		if !x.pos.IsZero() {
			return x.pos
		}
	}
	return fallback
}

func (b *builder) unknownElement(n *agentNode, attr, why string, pos manifest.Position) {
	if pos.IsZero() {
		pos = n.objects[0].pos
	}
	n.dynamic[attr] = true
	b.m.undecided(attr+" of "+n.name, why, n.id, pos)
}

func (b *builder) attachments(n *agentNode, o *object) {
	for _, e := range b.elements(n, o, "tools") {
		b.attachTool(n, o, e)
	}
	for _, e := range b.elements(n, o, "handoffs") {
		b.attachHandoff(n, o, e)
	}
	for _, e := range b.elements(n, o, "mcp_servers") {
		b.attachServer(n, o, e)
	}
	for _, attr := range []string{"input_guardrails", "output_guardrails"} {
		for _, e := range b.elements(n, o, attr) {
			if g, ok := e.v.(*object); ok {
				n.guards = append(n.guards, g)
				if attr == "input_guardrails" {
					n.inputs = append(n.inputs, g)
				}
			} else if nothing(e.v) {
				continue
			} else {
				b.m.undecided(attr+" of "+n.name, whyUnknown(e.v, "guardrail"), n.id, e.pos)
			}
		}
	}
	if o.cls.sdkBase() == "SandboxAgent" {
		b.capabilities(n, o)
	}
}

// nothing reports values that stand for no element: None and False come from
// conditional expressions.
func nothing(v value) bool {
	switch x := v.(type) {
	case noneValue:
		return true
	case constant:
		return x.v == false
	case *unknown:
		return false
	}
	return v == nil
}

func (b *builder) attachTool(n *agentNode, o *object, e element) {
	if nothing(e.v) {
		return
	}
	t, ok := e.v.(*object)
	if !ok || t.tool == nil {
		why := whyUnknown(e.v, "tool")
		if ok || isPlain(e.v) {
			b.m.finding(codeNotATool, levelOf(t, e), e.pos, "%s is in the tools of %s: %s", describe(e.v), n.name, why)
		}
		b.unknownElement(n, "tools", why, e.pos)
		return
	}
	node := b.toolNode(n, t, e)
	if node == nil {
		return
	}
	switch on, when := b.enabled(t); {
	case !on:
		b.restriction(n, node, manifest.ByDisabled, "is_enabled=False", e)
		return
	case when != "":
		e.when = both(e.when, when)
	}
	n.tools[node] = true
	b.allow(n, node, e)
	b.guarded(n, node, t, e)
	if t.tool.builtin == "HostedMCPTool" {
		b.hostedServer(n, t, e)
	}
	if node.wraps != nil {
		b.delegation(n, node.wraps, manifest.AgentTool, node.name, e)
	}
}

func isPlain(v value) bool {
	switch v.(type) {
	case *function, *class, *list, *text, *dict:
		return true
	}
	return false
}

// enabled reads is_enabled: off, on, or on under a condition.
func (b *builder) enabled(t *object) (on bool, when string) {
	v := t.peek("is_enabled")
	if v == nil {
		return true, ""
	}
	if truth, known := truthOf(v); known && !callable(v) {
		return truth, ""
	}
	return true, "is_enabled: " + b.optionText(t, "is_enabled", v)
}

func callable(v value) bool {
	switch v.(type) {
	case *function, *builtin, *object, *class:
		return true
	}
	return false
}

func (b *builder) optionText(t *object, name string, v value) string {
	if f, ok := v.(*function); ok && f.def != nil {
		return f.def.Name
	}
	if s := t.texts[name]; s != "" {
		return s
	}
	return "decided when the program runs"
}

// guarded records what guards an attached tool: an approval, or guardrails
// that see a call before it runs. Output guardrails come too late to forbid.
func (b *builder) guarded(n *agentNode, node *toolNode, t *object, e element) {
	var reasons []string
	by := manifest.Mechanism("")
	if v := t.peek("needs_approval"); v != nil {
		if truth, known := truthOf(v); !known || truth || callable(v) {
			by = manifest.ByApproval
			reasons = append(reasons, "needs_approval: "+b.optionText(t, "needs_approval", v))
		}
	}
	if l, ok := t.peek("tool_input_guardrails").(*list); ok && len(l.elts)+len(l.gaps) > 0 {
		if by == "" {
			by = manifest.ByGuardrail
		}
		reasons = append(reasons, "tool_input_guardrails: "+strings.Join(guardNames(l), ", "))
	}
	if by != "" {
		b.restriction(n, node, by, strings.Join(reasons, "; "), e)
	}
}

func guardNames(l *list) []string {
	var out []string
	for _, e := range l.elts {
		out = append(out, guardName(e.v))
	}
	for range l.gaps {
		out = append(out, "?")
	}
	return out
}

func guardName(v value) string {
	switch x := v.(type) {
	case *object:
		if s, ok := only(x.peek("name")); ok {
			return s
		}
		if f, ok := x.peek("fn").(*function); ok {
			return f.name()
		}
		if f, ok := x.peek("guardrail_function").(*function); ok {
			return f.name()
		}
		return x.cls.name
	case *function:
		return x.name()
	}
	return "?"
}

func (b *builder) restriction(n *agentNode, t *toolNode, by manifest.Mechanism, reason string, e element) {
	r, _ := b.restrict.at(fmt.Sprintf("%p %p", n, t))
	*r = manifest.Restriction{
		Agent: n.id, Tool: t.key, Origin: manifest.Declared, EnforcedBy: by, Reason: reason, Source: b.place(n, e),
	}
}

func (b *builder) place(n *agentNode, e element) manifest.Position {
	if e.pos.Line == 0 {
		return n.objects[0].pos
	}
	return e.pos
}

func (b *builder) allow(n *agentNode, t *toolNode, e element) {
	a, old := b.access.at(fmt.Sprintf("%p %p", n, t))
	when, add := evidence(old, a.Certainty, a.Condition, e)
	if !old || add {
		*a = manifest.Access{Agent: n.id, Tool: t.key, Derived: e.how, Source: b.place(n, e)}
		a.Certainty = certainty(e.assumed, when)
	}
	if a.Condition = when; a.Condition == "" && a.Certainty == manifest.OnCondition {
		a.Certainty = manifest.Certain
	}
	a.How = manifest.Always
	if a.Condition != "" {
		a.How = manifest.Conditional
	}
}

// evidence joins further evidence for an edge: its condition, and whether the
// new evidence replaces the old, because that was an assumption.
func evidence(old bool, c manifest.Certainty, when string, e element) (condition string, replace bool) {
	switch {
	case !old:
		return e.when, false
	case c == manifest.Assumed && !e.assumed:
		return e.when, true
	case c != manifest.Assumed && e.assumed:
		return when, false
	}
	return either(when, e.when), false
}

// certainty is the certainty of an edge.
func certainty(assumed bool, when string) manifest.Certainty {
	switch {
	case assumed:
		return manifest.Assumed
	case when != "":
		return manifest.OnCondition
	}
	return manifest.Certain
}

// made is the certainty of an agent or tool: that of the surest of the
// objects that stand for it.
func made(objects []*object) manifest.Certainty {
	best := manifest.Assumed
	for _, o := range objects {
		c := certainty(o.assumed, o.conds.beyond(nil))
		if manifest.Weaker(c, best) == best {
			best = c
		}
	}
	return best
}

func (b *builder) delegation(from, to *agentNode, kind manifest.DelegationKind, tool string, e element) {
	d, old := b.delegate.at(fmt.Sprintf("%p %p %s %s", from, to, kind, tool))
	when, replace := evidence(old, d.Certainty, d.Condition, e)
	if !old || replace {
		*d = manifest.Delegation{From: from.id, To: to.id, Kind: kind, ToolName: tool, Derived: e.how, Source: b.place(from, e)}
		d.Certainty = certainty(e.assumed, when)
	}
	if d.Condition = when; d.Condition == "" && d.Certainty == manifest.OnCondition {
		d.Certainty = manifest.Certain
	}
}

func (b *builder) attachHandoff(n *agentNode, o *object, e element) {
	if nothing(e.v) {
		return
	}
	x, ok := e.v.(*object)
	switch {
	case ok && x.isAgent():
		b.handTo(n, x, "", e)
	case ok && x.cls.sdkBase() == "Handoff":
		b.handoff(n, x, e)
	default:
		why := whyUnknown(e.v, "agent or handoff")
		if ok || isPlain(e.v) {
			b.m.finding(codeNotHandoff, manifest.LevelWarning, e.pos, "%s is in the handoffs of %s", describe(e.v), n.name)
		}
		b.unknownElement(n, "handoffs", why, e.pos)
	}
}

func (b *builder) handTo(n *agentNode, to *object, tool string, e element) {
	target := b.nodeOf[to]
	if target == nil {
		b.unknownElement(n, "handoffs", "the target's name is not known: "+whyName(to, orNone(to.peek("name"))), e.pos)
		return
	}
	b.delegation(n, target, manifest.Handoff, tool, e)
}

// handoff attaches handoff(agent, ...) and Handoff(...).
func (b *builder) handoff(n *agentNode, h *object, e element) {
	on, when := b.enabled(h)
	if !on {
		b.m.finding(codeDisabled, manifest.LevelNote, e.pos, "a handoff of %s is switched off by is_enabled=False", n.name)
		return
	}
	e.when = both(e.when, when)
	tool := ""
	for _, attr := range []string{"tool_name_override", "tool_name"} {
		v := h.peek(attr)
		if v == nil || nothing(v) {
			continue
		}
		s, ok := only(v)
		if !ok {
			b.m.undecided("tool name of a handoff of "+n.name, whyUnknown(v, "name"), n.id, placeOf(v, h.pos))
		}
		tool = s
	}
	target := h.peek("target")
	if target == nil { // built by hand: only the name is known
		b.byName(n, h, tool, e)
		return
	}
	for _, a := range alternatives(target) {
		x := e
		x.when = both(e.when, a.when)
		switch t, ok := a.v.(*object); {
		case ok && t.isAgent():
			b.handTo(n, t, tool, x)
		case nothing(a.v):
		default:
			b.unknownElement(n, "handoffs", whyUnknown(a.v, "agent"), placeOf(a.v, h.pos))
		}
	}
}

// byName resolves Handoff(agent_name=...) to the agents of that name.
func (b *builder) byName(n *agentNode, h *object, tool string, e element) {
	name, ok := only(orNone(h.peek("agent_name")))
	found := false
	for _, t := range b.agents {
		if ok && t.name == name {
			e.how, e.assumed, found = manifest.FromName, true, true
			b.delegation(n, t, manifest.Handoff, tool, e)
		}
	}
	if !found {
		b.unknownElement(n, "handoffs", "a Handoff whose target is decided by its function", h.pos)
	}
}

// sorted returns the set's members in order.
func sorted(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for k := range set {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func docOf(o *object) docs {
	style, _ := only(orNone(o.peek("docstring_style")))
	if c, ok := o.peek("callable").(*class); ok && c.def != nil {
		return readDocs(c.def.Doc, docStyle(style))
	}
	if f, ok := o.peek("fn").(*function); ok && f.def != nil {
		return readDocs(f.def.Doc, docStyle(style))
	}
	return docs{}
}
