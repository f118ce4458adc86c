from agents import function_tool


@function_tool
def lookup_order(order: str) -> str:
    """Look an order up."""


@function_tool
def issue_refund(order: str) -> str:
    """Give the money of an order back."""
