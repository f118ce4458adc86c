"""Template for all agent builders."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from agents import Agent, AgentHooks, Handoff, ModelSettings, Tool, function_tool
from agents.extensions.handoff_prompt import prompt_with_handoff_instructions
from agents.mcp import MCPServer

from .directory import Employee, find_employee
from .kinds import AgentKind

if TYPE_CHECKING:
    from .factory import AgentFactory


@function_tool
def whoami(employee_id: str) -> dict[str, str]:
    """Return the master data of an employee."""
    return find_employee(employee_id).public()


class AuditHooks(AgentHooks[Employee]):
    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.seen: list[str] = []

    async def on_tool_start(self, context: Any, agent: Agent[Any], tool: Tool) -> None:
        self.seen.append(f"{self.tag}:{tool.name}")


class BaseAgentBuilder(ABC):
    """Subclasses say *what* the agent has; `build` decides how it is put together."""

    kind: ClassVar[AgentKind]
    model: ClassVar[str] = "gpt-4.1"
    temperature: ClassVar[float] = 0.3

    def __init__(self, factory: "AgentFactory") -> None:
        self.factory = factory

    # -- hooks for subclasses -------------------------------------------------

    @property
    def name(self) -> str:
        return f"{self.kind.label} Agent"

    @abstractmethod
    def instructions(self) -> str: ...

    def tools(self) -> list[Tool]:
        return [whoami]

    def handoffs(self) -> list[Agent[Any] | Handoff[Any, Any]]:
        return []

    def mcp_servers(self) -> list[MCPServer]:
        return []

    def extras(self) -> dict[str, Any]:
        return {}

    # -- template method ------------------------------------------------------

    def build(self) -> Any:
        handoffs = self.handoffs()
        text = self.instructions()
        if handoffs:
            text = prompt_with_handoff_instructions(text)
        agent = Agent[Employee](
            name=self.name,
            instructions=text,
            tools=self.tools(),
            handoffs=handoffs,
            mcp_servers=self.mcp_servers(),
            model=self.model,
            model_settings=ModelSettings(temperature=self.temperature),
            hooks=AuditHooks(self.kind.value),
            **self.extras(),
        )
        self.after_build(agent)
        return agent

    def after_build(self, agent: Any) -> None:
        """Last chance to touch the agent."""


class ReadOnlyBuilder(BaseAgentBuilder, ABC):
    """For agents that may look at documents but change nothing."""

    temperature = 0.0
    vector_stores: ClassVar[tuple[str, ...]] = ()

    def tools(self) -> list[Tool]:
        from agents import FileSearchTool

        found = super().tools()
        if self.vector_stores:
            found.append(FileSearchTool(vector_store_ids=list(self.vector_stores)))
        return found
