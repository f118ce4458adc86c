try:
    from agents import function_tool
except ImportError:
    function_tool = None

REFUND = "issue_refund"


@function_tool
async def lookup(customer: str, *, deep: bool = False) -> dict: #@ tool("lookup")
    """Finds a customer.

    Args:
        customer: Name or number.
    """
    return {}
