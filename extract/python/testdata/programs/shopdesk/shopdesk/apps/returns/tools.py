from agents import RunContextWrapper, function_tool

from shopdesk import settings


@function_tool
def create_return_label(order_id: str, reason: str) -> str:
    """Create a return label for an order."""
    return f"https://returns.example.com/{order_id}.pdf"


@function_tool(name_override="refund")
def issue_refund(ctx: RunContextWrapper[dict], order_id: str, amount: float) -> str:
    """Refund an amount to the customer."""
    if amount > settings.RETURNS_AUTO_LIMIT:
        return "Above the limit, ask for a human."
    return f"refunded {amount:.2f}"


@function_tool
def escalate_to_human(summary: str) -> str:
    """Put the case into the queue of the human agents."""
    return "queued"
