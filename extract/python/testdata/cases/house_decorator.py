"""A decorator of the house around function_tool.

Construct: a wrapper that fits the function, chosen by inspect.iscoroutinefunction, and a registry by group (Python decorators).
"""

import functools
import inspect
import os
from collections import defaultdict

from agents import Agent, Runner, function_tool

BY_AREA = defaultdict(list)


def timed(fn):
    if inspect.iscoroutinefunction(fn):

        @functools.wraps(fn)
        async def around(*args, **kwargs):
            return await fn(*args, **kwargs)

    else:

        @functools.wraps(fn)
        def around(*args, **kwargs):
            return fn(*args, **kwargs)

    return around


def logged(fn):
    if not os.getenv("QUIET"):

        @functools.wraps(fn)
        def around(*args, **kwargs):
            return fn(*args, **kwargs)

        return around
    return fn


def house(fn=None, *, title=None, area="other", **options):
    def make(f):
        tool = function_tool(logged(timed(f)), name_override=title, **options)
        BY_AREA[area].append(tool)  #@ access("Clerk","find") access("Clerk","borrow")
        return tool

    return make(fn) if fn is not None else make


@house(area="books")
def find(text: str) -> str:  #@ tool("find")
    return text


@house(area="books", title="borrow")
async def take_out(text: str) -> str:  #@ tool("borrow")
    return text


@house
def ring(text: str) -> str:  #@ tool("ring")
    return text


clerk = Agent(  #@ agent("Clerk")
    name="Clerk",
    tools=[*BY_AREA["books"], ring],  #@ access("Clerk","ring")
)

# Construct: callable() and inspect.isfunction decide what is wrapped (Python decorators).
for extra in [ring, find]:
    if not callable(extra):
        clerk.handoffs.append(extra)


def plain(text: str) -> str:  #@ tool("plain")
    return text


def as_tools(things):
    return [function_tool(t) if inspect.isfunction(t) else t for t in things]  #@ access("Helper","ring") access("Helper","plain")


helper = Agent(name="Helper", tools=as_tools([plain, ring]))  #@ agent("Helper")
clerk.handoffs = [helper]  #@ handoff("Clerk","Helper")
Runner.run_sync(clerk, "hello")  #@ entry("Clerk")
