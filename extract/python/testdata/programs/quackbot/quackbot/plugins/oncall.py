from __future__ import annotations

from agents import Agent, Tool

from quackbot.registry import ChatContext, bot_tool, plugin_agent

ROTATION = {"payments": "@mira", "search": "@joel", "infra": "@anouk"}


@bot_tool("oncall")
def who_is_on_call(team: str) -> str:
    """Who is on call for a team right now."""
    return ROTATION.get(team.lower(), "nobody")


@bot_tool("oncall", name="page_engineer", admin=True)
async def page(team: str, reason: str) -> str:
    """Page the engineer on call. Wakes people up."""
    return f"paged {ROTATION.get(team.lower(), '@infra-lead')}: {reason}"


@bot_tool("oncall", admin=True)
def override_rotation(team: str, handle: str) -> str:
    """Put somebody else on call until the next shift."""
    ROTATION[team.lower()] = handle
    return "ok"


@plugin_agent("oncall", command="/oncall")
def make(tools: list[Tool]) -> Agent[ChatContext]:
    return Agent[ChatContext](
        name="OnCall",
        handoff_description="Pager rotation, incidents, who to wake up.",
        instructions="You know the pager rotation. Page people only when asked explicitly.",
        tools=tools,
    )
