from agents import Agent

from deskmate.config import settings

proofreader = Agent(
    name="Proofreader",
    instructions="Fix spelling, grammar and style. Return only the corrected text.",
    model=settings.model,
)
