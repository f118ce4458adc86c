"""Both applications end here when the agents cannot help."""
from typing import Any

from acme_agentkit import AgentFactory, AgentName, tools
from agents import Agent, Handoff, RunContextWrapper, handoff
from agents.extensions.handoff_filters import remove_all_tools
from pydantic import BaseModel


class EscalationReason(BaseModel):
    summary: str
    urgent: bool = False


async def _record(ctx: RunContextWrapper[Any], reason: EscalationReason) -> None:
    print("ESCALATION", reason.model_dump())


escalation_agent: Agent = AgentFactory(team="people-ops").create(
    AgentName.ESCALATION, "Collect what a human needs, and open exactly one ticket.", tools.TICKETING
)


def escalation_handoff(*, tool_name: str = "escalate") -> Handoff:
    return handoff(
        agent=escalation_agent,
        tool_name_override=tool_name,
        on_handoff=_record,
        input_type=EscalationReason,
        input_filter=remove_all_tools,
    )
