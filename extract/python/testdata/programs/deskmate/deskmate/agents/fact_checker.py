from agents import Agent
from pydantic import BaseModel

from deskmate import prompts
from deskmate.config import settings
from deskmate.tools import fetch_page, search_notes


class Verdict(BaseModel):
    claim: str
    holds: bool
    source: str | None = None


class FactCheck(BaseModel):
    verdicts: list[Verdict]


fact_checker = Agent(
    name="Fact Checker",
    instructions=prompts.FACT_CHECKER,
    model=settings.strong_model,
    tools=[search_notes, fetch_page],
    output_type=FactCheck,
)
