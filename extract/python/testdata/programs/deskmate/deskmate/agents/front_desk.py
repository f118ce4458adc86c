from agents import Agent

from deskmate import prompts
from deskmate.config import settings

front_desk = Agent(name="Front Desk", instructions=prompts.FRONT_DESK, model=settings.model)
