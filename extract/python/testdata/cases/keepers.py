"""Construct: agents that are made once, at first use: caches, cached properties, managed contexts (Python functools).
"""
import contextlib
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache, cached_property, lru_cache, wraps

from agents import Agent, Runner, function_tool
from agents.mcp import MCPServerStdio, create_static_tool_filter


def logged(fn):
    @wraps(fn)
    def inner(*args, **kwargs):
        return fn(*args, **kwargs)

    return function_tool(inner)


@logged
def look(where: str) -> str: #@ tool("look")
    """Look there."""
    return where


@lru_cache(maxsize=None)
def get_helper(name: str) -> Agent:
    return Agent(name=name, tools=[look]) #@ agent("Helper") agent("Other") access("Helper","look") access("Other","look")


@cache
def get_front():
    front = Agent(name="Front") #@ agent("Front")
    front.handoffs.append(get_helper("Helper")) #@ handoff("Front","Helper")
    return front


get_front().handoffs.append(get_helper("Other")) #@ handoff("Front","Other")
get_helper("Helper").handoffs = [get_front()] #@ handoff("Helper","Front")


class Desk:
    def __init__(self):
        self.members = [get_helper("Helper"), get_helper("Other")] #@ handoff("Lead","Helper") handoff("Lead","Other")
        self._extra = None

    @cached_property
    def lead(self):
        return Agent(name="Lead", handoffs=[*self.members]) #@ agent("Lead")

    @property
    def extra(self):
        return self._extra

    @extra.setter
    def extra(self, agent):
        self._extra = agent
        self.lead.handoffs.append(agent) #@ handoff("Lead","Extra")


desk = Desk()
desk.lead.tools.append(look) #@ access("Lead","look")
desk.extra = Agent(name="Extra", instructions=lambda ctx, agent: "Do more.") #@ agent("Extra")
setattr(desk.extra, "handoffs", [desk.lead]) #@ handoff("Extra","Lead")


@asynccontextmanager
async def files():
    async with MCPServerStdio(params={}, name="files", tool_filter=create_static_tool_filter(allowed_tool_names=["read"])) as s: #@ tool("read")
        yield s


async def main():
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(files())
        with contextlib.nullcontext(server) as same:
            reader = Agent(name="Reader", mcp_servers=[same]) #@ agent("Reader") access("Reader","read") assumed("Reader") assumed("Reader","read")
        desk.lead.handoffs.append(reader) #@ handoff("Lead","Reader") assumed("Lead","Reader")
        await Runner.run(desk.lead, "go") #@ entry("Lead")
