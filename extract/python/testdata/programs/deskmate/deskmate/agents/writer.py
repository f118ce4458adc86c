from agents import Agent

from deskmate import prompts
from deskmate.agents.fact_checker import fact_checker
from deskmate.config import settings
from deskmate.tools import DRAFT_TOOLS

writer = Agent(
    name="Writer",
    handoff_description="Turns research into a one-page briefing.",
    instructions=prompts.load("writer"),
    model=settings.strong_model,
    tools=[
        *DRAFT_TOOLS,
        fact_checker.as_tool(
            tool_name="check_facts",
            tool_description="Check the claims of a draft against the sources.",
        ),
    ],
)
