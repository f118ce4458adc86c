"""Settings that the environment may change.

Construct: pydantic_settings.BaseSettings: a switch is open whatever its default, a text is its default (pydantic).
"""

from agents import Agent, Runner, WebSearchTool
from pydantic_settings import BaseSettings


class Switches(BaseSettings):
    search: bool = False
    limit: int | None = None
    title: str = "Clerk"


switches = Switches()
helper = Agent(name=f"{switches.title} helper")  #@ agent("Clerk helper")
clerk = Agent(name=switches.title)  #@ agent("Clerk")
if switches.search:
    clerk.tools.append(WebSearchTool())  #@ tool("web_search") access("Clerk","web_search","switches.search")
if switches.limit is not None:
    clerk.handoffs.append(helper)  #@ handoff("Clerk","Clerk helper","switches.limit is not None")

fixed = Switches(search=False)
if fixed.search:
    clerk.handoffs.append(clerk)

Runner.run_sync(clerk, "hello")  #@ entry("Clerk")
