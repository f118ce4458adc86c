from agents import function_tool

from acme_connectors import workday
from acme_agentkit.names import ToolName


@function_tool(name_override=ToolName.GET_EMPLOYEE)
async def employee_lookup(employee_id: str) -> dict[str, str]:
    """Employee master data (name, manager, site)."""
    return await workday.worker(employee_id)


get_employee = employee_lookup
