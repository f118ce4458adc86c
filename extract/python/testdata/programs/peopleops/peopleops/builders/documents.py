from __future__ import annotations

import os
from typing import Any

from agents import ImageGenerationTool, Tool, WebSearchTool, function_tool
from agents.mcp import MCPServer, MCPServerStdio, ToolFilterContext, create_static_tool_filter

from ..base import BaseAgentBuilder, ReadOnlyBuilder
from ..kinds import AgentKind
from ..registry import builds


@builds(AgentKind.POLICY)
class PolicyBuilder(ReadOnlyBuilder):
    vector_stores = ("vs_handbook", "vs_works_council")

    def instructions(self) -> str:
        return "Answer from the handbook and cite the paragraph."


@builds(AgentKind.RECRUITING)
class RecruitingBuilder(ReadOnlyBuilder):
    name = "Recruiting Partner"

    def instructions(self) -> str:
        return "You write job adverts and prepare interviews."

    def tools(self) -> list[Tool]:
        tools = [*super().tools(), WebSearchTool(), self._scorecard]
        if os.getenv("PEOPLEOPS_IMAGES"):
            tools.append(ImageGenerationTool(tool_config={"type": "image_generation"}))
        return tools

    @property
    def _scorecard(self) -> Tool:
        def scorecard(role: str, skills: list[str], weights: list[float] | None = None) -> str:
            """Make an interview scorecard."""
            pairs = zip(skills, weights or [1.0] * len(skills))
            return f"{role}: " + ", ".join(f"{s} x{w:g}" for s, w in pairs)

        return function_tool(scorecard, name_override="make_scorecard")

    def mcp_servers(self) -> list[MCPServer]:
        def only_reads(context: ToolFilterContext, tool: Any) -> bool:
            return tool.name.startswith(("get_", "list_"))

        return [
            MCPServerStdio(
                name="ats", params={"command": "ats-mcp", "args": []}, tool_filter=only_reads
            )
        ]


@builds(AgentKind.IT_SETUP)
class ItSetupBuilder(BaseAgentBuilder):
    """Used by the onboarding job, never in a chat."""

    def instructions(self) -> str:
        return "Create the accounts and order the laptop of a new colleague."

    def tools(self) -> list[Tool]:
        # no access to master data here
        return [order_laptop]

    def mcp_servers(self) -> list[MCPServer]:
        return [
            MCPServerStdio(
                name="idp",
                params={"command": "idp-mcp", "args": ["--realm", "acme"]},
                tool_filter=create_static_tool_filter(
                    allowed_tool_names=["create_account", "add_to_group"]
                ),
            )
        ]


@function_tool(strict_mode=False)
def order_laptop(model: str, options: dict[str, Any]) -> str:
    """Order a laptop with options."""
    return f"ordered {model} with {sorted(options)}"
