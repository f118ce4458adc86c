from __future__ import annotations

import random

from agents import Agent, Tool, WebSearchTool

from quackbot.registry import bot_tool, plugin_agent

FACTS = ["Ducks have three eyelids.", "A group of ducks on water is called a raft."]
SCORES: dict[str, int] = {}


@bot_tool("trivia", name="duck_fact")
def fact() -> str:
    """A random fact about ducks."""
    return random.choice(FACTS)


@bot_tool("trivia")
def add_point(user: str) -> int:
    """Give a player a point, returns the new score."""
    SCORES[user] = SCORES.get(user, 0) + 1
    return SCORES[user]


@plugin_agent("trivia")
def quizmaster(tools: list[Tool]) -> Agent:
    return Agent(
        name="Quizmaster",
        handoff_description="Quiz games, fun facts, small talk.",
        instructions="Run a light-hearted quiz. One question at a time.",
        tools=tools + [WebSearchTool()],
    )
