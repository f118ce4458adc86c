"""Global plugin registry. Importing a plugin module is enough to register what it brings."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from agents import Agent, RunContextWrapper, Tool, function_tool

log = logging.getLogger("quackbot.registry")


@dataclass
class ChatContext:
    user_id: str
    channel: str
    is_admin: bool = False
    outbox: list[str] = field(default_factory=list)


AgentFactory = Callable[[list[Tool]], Agent[ChatContext]]

TOOLS: dict[str, list[Tool]] = defaultdict(list)
AGENT_FACTORIES: dict[str, AgentFactory] = {}
COMMANDS: dict[str, str] = {}


def _admins_only(ctx: RunContextWrapper[ChatContext], _agent: Any) -> bool:
    return bool(ctx.context and ctx.context.is_admin)


def bot_tool(plugin: str, *, name: str | None = None, admin: bool = False):
    """Register a function as a tool of ``plugin`` (``"*"``: of every plugin)."""

    def decorate(func: Callable[..., Any]):
        tool = function_tool(
            func,
            name_override=name,
            is_enabled=_admins_only if admin else True,
        )
        TOOLS[plugin].append(tool)
        log.debug("registered %s for %s", tool.name, plugin)
        return func

    return decorate


def plugin_agent(plugin: str, *, command: str | None = None):
    def decorate(factory: AgentFactory) -> AgentFactory:
        if plugin in AGENT_FACTORIES:
            raise RuntimeError(f"plugin {plugin!r} registered twice")
        AGENT_FACTORIES[plugin] = factory
        if command:
            COMMANDS[command] = plugin
        return factory

    return decorate


def tools_for(plugin: str) -> list[Tool]:
    return [*TOOLS.get(plugin, []), *TOOLS.get("*", [])]
