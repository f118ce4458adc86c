from agents import RunContextWrapper, function_tool

from shopdesk.core.signals import agent_created, conversation_finished, receiver

from .services import FeedbackService

POINTS = {7: 320}


@function_tool
def points_balance(ctx: RunContextWrapper[dict]) -> int:
    """How many loyalty points the customer has."""
    return POINTS.get(ctx.context["id"], 0)


@function_tool
def grant_points(ctx: RunContextWrapper[dict], points: int) -> int:
    """Give the customer points as an apology."""
    POINTS[ctx.context["id"]] = POINTS.get(ctx.context["id"], 0) + min(points, 100)
    return POINTS[ctx.context["id"]]


@receiver(agent_created)
def add_balance_tool(sender, agent, **kwargs):
    agent.tools.append(points_balance)


@receiver(agent_created, sender="returns")
def add_apology_tool(sender, agent, **kwargs):
    agent.tools.append(grant_points)


@receiver(conversation_finished)
def rate_conversation(sender, customer, result, **kwargs):
    FeedbackService().rate(str(result.final_output))
