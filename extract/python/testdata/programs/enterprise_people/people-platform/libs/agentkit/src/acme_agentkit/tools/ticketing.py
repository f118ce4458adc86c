from typing import Literal

from agents import function_tool

from acme_connectors.servicenow import Client

from ..names import ToolName as T

_client = Client()


@function_tool(name_override=T.OPEN_TICKET.value, timeout=20)
async def open_ticket(employee_id: str, title: str, severity: Literal["low", "high"] = "low") -> str:
    """Open a ticket for an employee."""
    return _client.create(employee_id, title, severity)


@function_tool(name_override=T.LIST_TICKETS.value)
def list_tickets(employee_id: str) -> list[str]:
    """Open tickets of an employee."""
    return _client.find(employee_id)


TICKETING = (open_ticket, list_tickets)
