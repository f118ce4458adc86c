"""All handoffs in one place. Doing it here avoids import cycles between the agent modules."""

from __future__ import annotations

from functools import cache

from agents import Agent, handoff
from agents.extensions import handoff_filters

from deskmate.agents import front_desk, researcher, writer


@cache
def build() -> dict[str, Agent]:
    """Wire the desk up (once) and return the agents that a user may talk to."""
    front_desk.handoffs = [researcher, writer]
    researcher.handoffs.append(
        handoff(writer, tool_name_override="send_to_writer", input_filter=handoff_filters.remove_all_tools)
    )
    researcher.handoffs.append(front_desk)
    writer.handoffs.extend([researcher, front_desk])
    return {"desk": front_desk, "researcher": researcher, "writer": writer}
