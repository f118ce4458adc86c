from acme_agentkit import AgentName, tools
from agents import function_tool

from apps.helpdesk.tools import reset_password

from .equipment import factory


@function_tool
def grant_access(employee_id: str, system: str) -> str:
    """Grant access to a system."""
    return f"{employee_id} -> {system}"


stage = factory.create(
    AgentName.ACCESS,
    "Grant the standard systems for the role; open a ticket for the others.",
    (grant_access, reset_password, tools.open_ticket),
)
