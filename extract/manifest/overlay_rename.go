package manifest

func (o *overlayer) rename() {
	switch e := o.edit; {
	case e.Agent != nil:
		o.renameAgent(e.Agent.ID, e.To)
	case e.Tool != nil:
		o.renameTool(e.Tool.ID, e.To)
	default:
		o.fail("remove it, and add another", "only agents and tools have names")
	}
}

// swap puts a new name where the old one stands.
func swap(at *string, old, name string) {
	if *at == old {
		*at = name
	}
}

// renameAgent gives an agent the name that traces show, and that its id is
// made of.
func (o *overlayer) renameAgent(name, to string) {
	id := o.agent(name)
	if o.problem != nil {
		return
	}
	if _, taken := o.m.Agent(to); taken {
		o.fail("choose another name", "there is an agent of the new name")
		return
	}
	m := o.m
	for i := range m.Agents {
		if a := &m.Agents[i]; a.ID == id {
			a.ID, a.Name, a.Derived = to, "", FromOverlay
		}
	}
	for i := range m.Entries {
		swap(&m.Entries[i], id, to)
	}
	for i := range m.Tools {
		swap(&m.Tools[i].Wraps, id, to)
	}
	for i := range m.Access {
		swap(&m.Access[i].Agent, id, to)
	}
	for i := range m.Restrictions {
		swap(&m.Restrictions[i].Agent, id, to)
	}
	for i := range m.Delegations {
		swap(&m.Delegations[i].From, id, to)
		swap(&m.Delegations[i].To, id, to)
	}
	for i := range m.Unresolved {
		swap(&m.Unresolved[i].Agent, id, to)
	}
}

// renameTool gives a tool the name that traces show. Delegations to the agent
// behind it are offered under the new name.
func (o *overlayer) renameTool(name, to string) {
	id := o.tool(name)
	if o.problem != nil {
		return
	}
	if _, taken := o.m.Tool(to); taken {
		o.fail("choose another name", "there is a tool of the new name")
		return
	}
	m := o.m
	t, _ := m.Tool(id)
	for i := range m.Delegations {
		if d := &m.Delegations[i]; t.Kind == ToolAgent && d.Kind == AgentTool && d.To == t.Wraps && m.DelegationToolName(*d) == t.RuntimeName() {
			d.ToolName = to
		}
	}
	for i := range m.Tools {
		if t := &m.Tools[i]; t.ID == id {
			t.ID, t.Name, t.Derived = to, "", FromOverlay
		}
	}
	for i := range m.Access {
		swap(&m.Access[i].Tool, id, to)
	}
	for i := range m.Restrictions {
		swap(&m.Restrictions[i].Tool, id, to)
	}
}
