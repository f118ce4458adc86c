"""What Python's own library does with names and tables.

Construct: typing.get_args of a Literal (Python typing).
"""

from contextvars import ContextVar
from typing import Literal, TypedDict, get_args

from agents import Agent, Runner, function_tool


@function_tool
def look(text: str) -> str:  #@ tool("look")
    return text


Topic = Literal["rain", "snow"]
by_topic = {t: Agent(name=t) for t in get_args(Topic)}  #@ agent("rain") agent("snow") handoff("Lead","rain") handoff("Lead","snow")
lead = Agent(name="Lead", handoffs=list(by_topic.values()))  #@ agent("Lead")


# Construct: a TypedDict that is called makes a dictionary (Python typing).
class Row(TypedDict, total=False):
    name: str
    tools: list


rows = [Row(name="Typed", tools=[look])]  #@ access("Typed","look")
lead.handoffs += [Agent(**row) for row in rows]  #@ agent("Typed") handoff("Lead","Typed")

# Construct: dict.fromkeys (Python dict).
same = dict.fromkeys(["Keyed"], look)
lead.handoffs += [Agent(name=n, tools=[t]) for n, t in same.items()]  #@ agent("Keyed") access("Keyed","look") handoff("Lead","Keyed")

# Construct: int(), any() and all() of what is known (Python functions).
if any([False, int("1") == 1]) and not all(t for t in [lead, None]):
    lead.tools.append(look)  #@ access("Lead","look")

# Construct: a ContextVar holds what was set, or its default (Python functions).
current: ContextVar = ContextVar("current", default=lead)
Runner.run_sync(current.get(), "hello")  #@ entry("Lead")
