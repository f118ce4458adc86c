"""House defaults for agents: audit tool, model policy, hooks."""
from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from agents import Agent, AgentHooks, ModelSettings, RunContextWrapper, Tool

from .constants import DEFAULT_MODEL
from .names import AgentName
from .tools.directory import get_employee

logger = logging.getLogger("acme.agentkit")


class AuditHooks(AgentHooks):
    async def on_tool_start(self, context: RunContextWrapper, agent: Agent, tool: Tool) -> None:
        logger.info("audit agent=%s tool=%s", agent.name, tool.name)

    async def on_handoff(self, context: RunContextWrapper, agent: Agent, source: Agent) -> None:
        logger.info("audit handoff %s -> %s", source.name, agent.name)


class AgentFactory:
    """Subclass per application to set other defaults."""

    model: str = DEFAULT_MODEL
    common_tools: tuple[Tool, ...] = (get_employee,)

    def __init__(self, *, team: str, hooks: AgentHooks | None = None) -> None:
        self._team = team
        self._hooks = hooks or AuditHooks()

    def create(
        self, name: AgentName | str, instructions: str, tools: Iterable[Tool] = (), *, common: bool = True, **extra: Any
    ) -> Agent:
        all_tools = [*tools]
        if common:
            all_tools.extend(self.common_tools)
        extra.setdefault("model", self.model)
        extra.setdefault("model_settings", ModelSettings(metadata={"team": self._team}))
        return Agent(
            name=str(name),
            instructions=f"[{self._team}] {instructions}",
            tools=all_tools,
            hooks=self._hooks,
            **extra,
        )


def agent_of(name: AgentName | str, instructions: str, *tools: Tool, **extra: Any) -> Agent:
    """Short form for scripts; no house tools."""
    return AgentFactory(team="adhoc").create(name, instructions, tools, common=False, **extra)
