from agents import Agent, ModelSettings, WebSearchTool

from deskmate import prompts
from deskmate.config import settings
from deskmate.tools import RESEARCH_TOOLS

_tools = list(RESEARCH_TOOLS)
if settings.enable_web:
    _tools.append(WebSearchTool(search_context_size="medium"))

researcher = Agent(
    name="Researcher",
    handoff_description="Looks things up in the notes and on the web.",
    instructions=prompts.load("researcher"),
    model=settings.strong_model,
    model_settings=ModelSettings(temperature=0.2),
    tools=_tools,
)
