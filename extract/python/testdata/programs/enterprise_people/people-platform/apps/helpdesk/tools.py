from acme_agentkit import ToolName
from acme_connectors import workday
from agents import RunContextWrapper, function_tool


@function_tool
def leave_balance(employee_id: str) -> int:
    """Days of leave left."""
    return workday.leave_days(employee_id)


async def _long_leave(ctx: RunContextWrapper, args: dict, call_id: str) -> bool:
    return int(args.get("days", 0)) > 10


@function_tool(needs_approval=_long_leave)
def request_leave(employee_id: str, start: str, days: int) -> str:
    """Ask for leave."""
    return f"requested {days} days from {start} for {employee_id}"


@function_tool(name_override=ToolName.EXPLAIN_PAYSLIP)
def payslip(employee_id: str, month: str) -> str:
    """Explain the lines of a payslip."""
    return f"{employee_id} {month}: gross 3,400"


@function_tool
def reset_password(employee_id: str) -> str:
    """Send a reset link to the employee's phone."""
    return "sent"


@function_tool
def book_room(site: str, people: int) -> str:
    """Book a meeting room."""
    return f"{site}: room 4.12 for {people}"
