from functools import lru_cache

from agents import Agent

from shopdesk import settings
from shopdesk.apps.orders.tools import get_order
from shopdesk.core.signals import agent_created

from .tools import create_return_label, escalate_to_human, issue_refund


@lru_cache(maxsize=None)
def get_policy_agent():
    return Agent(
        name="Policy Expert",
        instructions="Answer questions about the return policy: 30 days, unworn, original packaging.",
        model=settings.AGENT_MODELS["default"],
    )


@lru_cache(maxsize=None)
def get_returns_agent():
    tools = [get_order, create_return_label, escalate_to_human]
    if settings.REFUNDS_ENABLED:
        tools.append(issue_refund)
    agent = Agent(
        name="Returns Desk",
        handoff_description="Handles returns and refunds.",
        instructions="Check the policy before you create a label.",
        model=settings.AGENT_MODELS.get("returns", settings.AGENT_MODELS["default"]),
        tools=tools,
    )
    agent.tools.append(get_policy_agent().as_tool("ask_policy", "Ask about the return policy."))
    agent_created.send("returns", agent=agent)
    return agent
