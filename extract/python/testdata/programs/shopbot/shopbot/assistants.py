from agents import Agent, RunContextWrapper, handoff, function_tool
from agents.extensions import handoff_filters
from agents.extensions.handoff_prompt import RECOMMENDED_PROMPT_PREFIX, prompt_with_handoff_instructions

from .store import CARTS, ORDERS, PRODUCTS


@function_tool
def search_products(query: str, max_price: float | None = None) -> list[dict]:
    """Full text search in the catalogue."""
    return [
        {"sku": sku, **p}
        for sku, p in PRODUCTS.items()
        if query.lower() in p["name"].lower() and (max_price is None or p["price"] <= max_price)
    ]


@function_tool
def check_stock(sku: str) -> int:
    """Units in stock."""
    return PRODUCTS[sku]["stock"]


@function_tool
def add_to_cart(ctx: RunContextWrapper[dict], sku: str) -> str:
    """Put a product into the customer's cart."""
    CARTS.setdefault(ctx.context["customer_id"], []).append(sku)
    return "added"


@function_tool
def get_order(order_id: str) -> dict:
    """Order details."""
    return ORDERS.get(order_id, {})


async def _large_refund(ctx, params, call_id) -> bool:
    return params.get("amount", 0) > 100


@function_tool(needs_approval=_large_refund)
def refund_order(order_id: str, amount: float) -> str:
    """Refund (a part of) an order."""
    ORDERS[order_id]["status"] = "refunded"
    return f"refunded {amount:.2f}"


@function_tool
def create_return_label(order_id: str) -> str:
    """Create a prepaid return label."""
    return f"https://labels.example.com/{order_id}.pdf"


def _is_vip(ctx: RunContextWrapper[dict], agent) -> bool:
    return bool(ctx.context.get("vip"))


@function_tool(is_enabled=_is_vip)
def apply_discount(code: str) -> str:
    """Apply a VIP discount code to the cart."""
    return f"{code} applied"


TRIAGE = Agent(
    name="Triage",
    instructions=prompt_with_handoff_instructions("Find out what the customer wants and transfer."),
)

SALES = Agent(
    name="Sales",
    handoff_description="Product advice and carts",
    instructions=f"{RECOMMENDED_PROMPT_PREFIX}\nRecommend at most three products.",
    tools=[search_products, check_stock, add_to_cart, apply_discount],
)

ORDERS_AGENT = Agent(
    name="Order Support",
    handoff_description="Order status, returns",
    instructions=f"{RECOMMENDED_PROMPT_PREFIX}\nHelp with existing orders.",
    tools=[get_order, create_return_label],
)

BILLING = Agent(
    name="Billing",
    handoff_description="Refunds and invoices",
    instructions=f"{RECOMMENDED_PROMPT_PREFIX}\nCheck the order before every refund.",
    tools=[get_order, refund_order],
)

COPYWRITER = Agent(name="Copywriter", instructions="Write a short, warm e-mail. No emojis.")

WINBACK = Agent(
    name="Win-back",
    instructions="Bring back customers who left a full cart.",
    tools=[
        search_products,
        COPYWRITER.as_tool("write_email", "Write a customer e-mail"),
    ],
)


def link_agents() -> None:
    """Handoffs are circular, so they are set after all agents exist."""
    TRIAGE.handoffs = [SALES, ORDERS_AGENT, BILLING]
    SALES.handoffs.append(TRIAGE)
    ORDERS_AGENT.handoffs.extend(
        [handoff(BILLING, input_filter=handoff_filters.remove_all_tools), TRIAGE]
    )
    BILLING.handoffs = [
        handoff(ORDERS_AGENT, tool_name_override="back_to_orders"),
        TRIAGE,
    ]


link_agents()
