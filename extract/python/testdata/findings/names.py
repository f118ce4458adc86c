"""Names that collide, and prompts that name nothing."""

from agents import Agent, Runner, function_tool, handoff, input_guardrail
from agents.extensions.handoff_prompt import RECOMMENDED_PROMPT_PREFIX


@function_tool
def lookup_order(order_id: str) -> str: #@ finding("OB205")
    return order_id


@function_tool
def transfer_to_billing() -> str:
    return ""


@function_tool(name_override="lookup_order")
def find() -> str:
    return ""


@input_guardrail
async def polite(ctx, agent, text):
    return None


billing = Agent( #@ finding("OB112")
    name="Billing",
    instructions="Look orders up with lookup_order. Order ids have an order_id.",
    tools=[lookup_order],
    input_guardrails=[polite],
)
faq = Agent( #@ finding("OB260") finding("OB260")
    name="F.A.Q.",
    instructions=f"{RECOMMENDED_PROMPT_PREFIX} Call check_stock first. Then transfer to the Shipping Agent.",
)
faq2 = Agent(name="F_A_Q_")
seller = Agent(name="Seller", instructions="Call transfer_to_billing. Use lookup_order.") #@ finding("OB261") finding("OB261")
triage = Agent(
    name="Triage",
    instructions=RECOMMENDED_PROMPT_PREFIX + "Use transfer_to_billing.",
    tools=[
        lookup_order, #@ finding("OB253")
        transfer_to_billing, #@ finding("OB254")
        find,
    ],
    handoffs=[
        billing,
        faq, #@ finding("OB406")
        faq2,
        handoff(seller),
    ],
)
billing.handoffs = [triage]
faq.handoffs = [triage, faq] #@ finding("OB404")
faq2.handoffs = [triage]
seller.handoffs = [triage]
Runner.run_sync(triage, "hello")
