from __future__ import annotations

from acme_agentkit import AgentName, agent_of, execute
from agents import Agent, trace

from ..shared import escalation_agent
from .stages import ALL_STAGES
from .stages.people import welcome


class OnboardingWorkflow:
    def __init__(self) -> None:
        self.planner: Agent = agent_of(
            AgentName.PLANNER,
            "Plan the first week. Ask the stage agents what they need.",
            *(s.as_tool(tool_name=f"plan_{s.name.lower()}", tool_description=s.name) for s in ALL_STAGES),
            handoffs=[escalation_agent],
        )

    async def run(self, employee_id: str) -> str:
        with trace("onboarding", group_id=employee_id):
            plan = await execute(self.planner, f"New joiner {employee_id}", workflow="onboarding")
            if plan is None:
                await execute(escalation_agent, f"No plan for {employee_id}")
                return "escalated"
            for stage in ALL_STAGES:
                await execute(stage, f"{plan.final_output}\nDo your part for {employee_id}.")
            mail = await execute(welcome, str(plan.final_output))
        return mail.final_output if mail else ""
