from agents import Agent, function_tool

from ..prompts.texts import BILLING as BILLING_PROMPT
from .. import tools as toolbox

BILLING_NAME = "Billing" " " "Desk"


@function_tool(name_override=toolbox.REFUND)
def do_refund(ctx, invoice: str, cents: int = 0) -> str: #@ tool("issue_refund")
    """Refunds an invoice."""
    return invoice


billing_agent = Agent( #@ agent("Billing Desk")
    name=BILLING_NAME,
    instructions=BILLING_PROMPT.format(desk=BILLING_NAME),
    tools=[do_refund, toolbox.lookup], #@ access("Billing Desk","issue_refund") access("Billing Desk","lookup")
)
