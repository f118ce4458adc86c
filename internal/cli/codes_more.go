package cli

// codeLevels are the levels at which findings of a code are reported, the
// usual one first. Codes without an entry are errors.
var codeLevels = map[string]string{
	"OB101": "warning", "OB102": "warning", "OB103": "note",
	"OB110": "warning, note", "OB111": "note", "OB112": "warning",
	"OB201": "warning", "OB202": "warning", "OB203": "warning", "OB204": "note", "OB205": "note", "OB206": "error, warning",
	"OB207": "warning", "OB208": "note", "OB211": "error, warning", "OB212": "warning", "OB215": "error",
	"OB230": "warning", "OB231": "note", "OB232": "note", "OB233": "note",
	"OB240": "note", "OB241": "note", "OB242": "note", "OB243": "warning", "OB244": "warning", "OB245": "note", "OB246": "note",
	"OB247": "note", "OB248": "note", "OB249": "note",
	"OB250": "warning, error", "OB251": "warning", "OB252": "warning", "OB253": "error, warning", "OB254": "error, warning",
	"OB255": "note", "OB256": "note", "OB260": "warning", "OB261": "warning", "OB262": "warning", "OB263": "warning",
	"OB301": "warning", "OB302": "warning, error", "OB303": "warning",
	"OB401": "note", "OB402": "warning", "OB403": "note", "OB404": "warning", "OB405": "note", "OB406": "error, warning",
	"OB901": "warning", "OB902": "warning", "OB904": "warning", "OB905": "note", "OB906": "note",
	"OB911": "warning",
}

// codeExamples show what a finding is about, in a few lines.
var codeExamples = map[string]string{
	"OB101": `cars = Agent(name="Specialist", tools=[rent_car])
boats = Agent(name="Specialist", tools=[rent_boat])   # traces say Specialist for both`,
	"OB102": `triage = Agent(name="Triage", handoffs=[billing])   # no Runner.run(...) in the files that were read`,
	"OB110": `legacy = Agent(name="Legacy")          # in no handoffs=, in no Runner.run
Runner.run_sync(triage, text)`,
	"OB111": `Agent(name="Desk", instructions=lambda ctx, agent: load_prompt(ctx.context.locale))`,
	"OB112": `refunds = Agent(name="Refunds", input_guardrails=[no_abuse])   # skipped after the handoff
triage = Agent(name="Triage", handoffs=[refunds])
Runner.run_sync(triage, text)`,
	"OB204": `@function_tool
def baggage_tool(query: str) -> str: ...   # in no tools=`,
	"OB205": `docs = HostedMCPTool(tool_config={"server_label": "docs"})   # both are hosted_mcp in traces
wiki = HostedMCPTool(tool_config={"server_label": "wiki"})`,
	"OB206": `Agent(name="Triage", tools=[handoff(billing)])   # belongs into handoffs=`,
	"OB210": `# obligato: restrict Order Agent -> issue_refund because only billing pays
orders = Agent(name="Order Agent", tools=[issue_refund])`,
	"OB250": `# obligato: efects write            did you mean effects?
# obligato: ignore OB204             ignore needs a reason: because REASON`,
	"OB251": `# obligato: effects write
RATE = 3                             # no tool stands here`,
	"OB252": `# obligato: ignore OB204 because a plug-in attaches it
@function_tool
def export() -> str: ...
agent = Agent(name="Desk", tools=[export])   # it is attached now`,
	"OB253": `@function_tool(name_override="search")
def search_orders(): ...
Agent(name="Desk", tools=[search, search_orders])   # search is never offered`,
	"OB254": `@function_tool
def transfer_to_billing(): ...
Agent(name="Triage", tools=[transfer_to_billing], handoffs=[billing])   # the handoff wins`,
	"OB255": `Agent(name="Files", mcp_servers=[MCPServerStdio(params=...)])   # no static tool_filter`,
	"OB256": `@function_tool(is_enabled=False)
def delete_account(): ...
Agent(name="Account", tools=[delete_account])`,
	"OB260": `Agent(name="Triage", instructions="Call check_stock first.", tools=[lookup_order])`,
	"OB261": `Agent(name="Triage", instructions="Use issue_refund if asked.", tools=[lookup_order])   # Billing has it`,
	"OB262": `@function_tool
async def cancel_order(ctx, order: str):
    return await issue_refund.on_invoke_tool(ctx, order)   # past the approval of issue_refund`,
	"OB263": `@function_tool
def issue_refund(order: str):      # obligato: sensitive
    return refund_payment(order)
@function_tool
def cancel_order(order: str):
    return refund_payment(order)   # the same effect, unguarded`,
	"OB301": `delete_account is attached, and only the instructions say: never delete an account`,
	"OB401": `Agent(name="Triage", handoffs=[handoff(expert, is_enabled=False)])`,
	"OB402": `Agent(name="Triage", handoffs=[lookup_order])   # a tool belongs into tools=`,
	"OB403": `faq = Agent(name="FAQ")                          # no handoffs
triage = Agent(name="Triage", handoffs=[faq])    # after FAQ took over, Triage is out of reach`,
	"OB404": `desk.handoffs.append(desk)`,
	"OB405": `handoff(expert, is_enabled=lambda ctx, agent: ctx.context.premium)`,
	"OB406": `Agent(name="Triage", handoffs=[Agent(name="FAQ Agent"), Agent(name="FAQ-Agent")])
# both are transfer_to_faq_agent; the first is never offered`,
}

// level is how heavy findings of the code are.
func (d codeDoc) level() string {
	if l := codeLevels[d.Code]; l != "" {
		return l
	}
	return "error"
}
