from __future__ import annotations

from datetime import date
from typing import Any

from agents import Agent, RunContextWrapper, Runner, StopAtTools, Tool, function_tool, handoff

from ..base import BaseAgentBuilder
from ..directory import Employee
from ..kinds import AgentKind
from ..registry import builds


class SelfServiceBuilder(BaseAgentBuilder):
    """Agents that work on the record of the employee who is talking."""

    def tools(self) -> list[Tool]:
        return [*super().tools(), self._open_case_tool()]

    def _open_case_tool(self) -> Tool:
        queue = self.kind.value

        @function_tool(name_override=f"open_{queue}_case")
        def open_case(subject: str, urgent: bool = False) -> str:
            """Open a case for a human colleague."""
            return f"{queue.upper()}-{abs(hash(subject)) % 10_000}{'!' if urgent else ''}"

        return open_case


@builds(AgentKind.LEAVE)
class LeaveBuilder(SelfServiceBuilder):
    def instructions(self) -> str:
        return "You answer questions about holidays and file leave requests."

    def tools(self) -> list[Tool]:
        return super().tools() + [leave_balance, self.request_leave_tool()]

    @staticmethod
    def request_leave_tool() -> Tool:
        @function_tool
        def request_leave(
            ctx: RunContextWrapper[Employee], first: str, last: str, half_days: list[str] | None = None
        ) -> str:
            """File a leave request.

            Args:
                first: First day, ISO format.
                last: Last day, ISO format.
                half_days: Days that count only half.
            """
            days = (date.fromisoformat(last) - date.fromisoformat(first)).days + 1
            return f"{ctx.context.name}: {days - 0.5 * len(half_days or [])} days"

        return request_leave


@function_tool
def leave_balance(employee_id: str, year: int = 2025) -> int:
    """Days of leave that remain."""
    return 30 - (hash((employee_id, year)) % 10)


@builds(AgentKind.PAYROLL)
class PayrollBuilder(SelfServiceBuilder):
    model = "gpt-4.1-mini"

    @property
    def name(self) -> str:
        return "Payroll Expert"

    def instructions(self) -> str:
        return "You explain payslips. Never show the salary of somebody else."

    def tools(self) -> list[Tool]:
        @function_tool
        async def explain_payslip(ctx: RunContextWrapper[Employee], month: str) -> str:
            """Explain the deductions of a payslip."""
            policy = self.factory.create(AgentKind.POLICY)
            rule = await Runner.run(policy, f"Tax rules of {ctx.context.country} in {month}")
            return f"gross {ctx.context.salary}; {rule.final_output}"

        @function_tool(needs_approval=True)
        def change_bank_account(iban: str) -> str:
            """Change the account that the salary goes to."""
            return f"changed to {iban[:4]}..."

        return [*super().tools(), explain_payslip, change_bank_account]

    def extras(self) -> dict[str, Any]:
        return {"tool_use_behavior": StopAtTools(stop_at_tool_names=["change_bank_account"])}


@builds(AgentKind.CONCIERGE)
class ConciergeBuilder(BaseAgentBuilder):
    def instructions(self) -> str:
        return "You are the front desk of the people department."

    def handoffs(self) -> list[Any]:
        make = self.factory.create
        return [
            make(AgentKind.LEAVE),
            make(AgentKind.PAYROLL),
            handoff(
                make(AgentKind.RECRUITING),
                is_enabled=lambda ctx, agent: ctx.context.is_manager,
            ),
        ]

    def tools(self) -> list[Tool]:
        policy = self.factory.create(AgentKind.POLICY)
        return super().tools() + [
            policy.as_tool(
                tool_name="ask_policy", tool_description="Look something up in the handbook."
            )
        ]

    def after_build(self, agent: Agent[Employee]) -> None:
        for target in (AgentKind.LEAVE, AgentKind.PAYROLL):
            self.factory.create(target).handoffs.append(
                handoff(agent, tool_name_override="back_to_front_desk")
            )
