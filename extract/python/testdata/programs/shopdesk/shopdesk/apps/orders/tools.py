from agents import RunContextWrapper, function_tool

ORDERS = {
    "1001": {"customer": 7, "status": "shipped", "carrier": "DHL", "total": 49.9},
    "1002": {"customer": 7, "status": "processing", "carrier": None, "total": 180.0},
}


@function_tool
def get_order(ctx: RunContextWrapper[dict], order_id: str) -> dict:
    """Get one of the customer's orders.

    Args:
        order_id: The order number, digits only.
    """
    order = ORDERS.get(order_id)
    if order is None or order["customer"] != ctx.context["id"]:
        return {"error": "not found"}
    return order


@function_tool
def list_orders(ctx: RunContextWrapper[dict]) -> list[str]:
    """List the numbers of the customer's orders."""
    return [number for number, order in ORDERS.items() if order["customer"] == ctx.context["id"]]


@function_tool
def cancel_order(ctx: RunContextWrapper[dict], order_id: str) -> str:
    """Cancel an order that has not been shipped yet."""
    order = ORDERS.get(order_id)
    if order is None or order["status"] != "processing":
        return "This order cannot be cancelled any more."
    order["status"] = "cancelled"
    return "cancelled"
