from acme_agentkit import AgentFactory, AgentName, ToolName
from agents import function_tool

factory = AgentFactory(team="onboarding")


@function_tool(name_override=ToolName.ORDER_LAPTOP, needs_approval=True)
def order(employee_id: str, model: str) -> str:
    """Order a laptop."""
    return f"{model} ordered for {employee_id}"


stage = factory.create(AgentName.EQUIPMENT, "Choose and order the equipment for the role.", [order])
