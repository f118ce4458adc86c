from __future__ import annotations

from typing import Any

from agents import Tool, function_tool
from agents.realtime import RealtimeAgent, realtime_handoff

from ..base import BaseAgentBuilder
from ..kinds import AgentKind
from ..registry import builds
from .text import leave_balance


class VoiceBuilder(BaseAgentBuilder):
    greeting = "Hello"

    def build(self) -> RealtimeAgent:
        return RealtimeAgent(
            name=self.name,
            instructions=f"Start with: {self.greeting}. {self.instructions()}",
            tools=self.tools(),
            handoffs=self.handoffs(),
        )


@builds(AgentKind.VOICE_LEAVE)
class VoiceLeaveBuilder(VoiceBuilder):
    def instructions(self) -> str:
        return "Tell how many days of leave are left."

    def tools(self) -> list[Tool]:
        return [*super().tools(), leave_balance]


@builds(AgentKind.VOICE_RECEPTION)
class VoiceReceptionBuilder(VoiceBuilder):
    greeting = "People department, good morning"
    name = "Phone Reception"

    def instructions(self) -> str:
        return "Find out what the caller wants."

    def tools(self) -> list[Tool]:
        @function_tool
        def call_back(number: str, when: str = "today") -> str:
            """Arrange a call by a human."""
            return f"we call {number} {when}"

        return [call_back]

    def handoffs(self) -> list[Any]:
        leave = self.factory.create(AgentKind.VOICE_LEAVE)
        return [realtime_handoff(leave, tool_description_override="Questions about holidays")]
