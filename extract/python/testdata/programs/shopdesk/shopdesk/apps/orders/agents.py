from functools import lru_cache

from agents import Agent

from shopdesk import settings
from shopdesk.core.signals import agent_created

from . import tools


@lru_cache(maxsize=None)
def get_order_agent():
    from shopdesk.apps.returns.agents import get_returns_agent  # circular at import time

    agent = Agent(
        name="Order Desk",
        instructions="Help customers with their orders. Questions about sending things back go to returns.",
        model=settings.AGENT_MODELS["default"],
        tools=[tools.get_order, tools.list_orders, tools.cancel_order],
        handoffs=[get_returns_agent()],
    )
    agent_created.send("orders", agent=agent)
    return agent
