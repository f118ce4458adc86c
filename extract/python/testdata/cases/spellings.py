"""Construct: constructor spellings, decorators and import forms (SDK Agent)."""
import agents
import agents as sdk
from agents import Agent as A, Runner, WebSearchTool, FileSearchTool
from agents import function_tool as ft
from agents.decorators import tool
from agents.realtime import RealtimeAgent


class Ctx:
    pass


@ft
def plain(x: int) -> str: #@ tool("plain")
    """Plain."""
    return str(x)


@ft()
def called(x: int) -> str: #@ tool("called")
    return str(x)


@ft(name_override="renamed")
async def original(x: int) -> str: #@ tool("renamed")
    return str(x)


@tool
def bare(): #@ tool("bare")
    pass


@tool(name_override="other")
def bare_named(): #@ tool("other")
    pass


def later(q: str): #@ tool("later")
    return q


by_call = agents.function_tool(later)
a = A(name="One", tools=[plain, called]) #@ agent("One") access("One","plain") access("One","called")
b = A[Ctx](name="Two", tools=[original]) #@ agent("Two") access("Two","renamed")
c = agents.Agent(name="Three", tools=[bare, bare_named]) #@ agent("Three") access("Three","bare") access("Three","other")
d = sdk.Agent[Ctx](name="Four", tools=[by_call]) #@ agent("Four") access("Four","later")
e = RealtimeAgent(name="Five", handoffs=[d]) #@ agent("Five") handoff("Five","Four")
search = WebSearchTool() #@ tool("web_search")
f = A("Six", "positional description", [search, FileSearchTool(vector_store_ids=["v"])]) #@ agent("Six") access("Six","web_search") access("Six","file_search") tool("file_search")
g = A("Seven", None, [WebSearchTool()], handoffs=[a, b, c, e, f]) #@ agent("Seven") access("Seven","web_search") handoff("Seven","One") handoff("Seven","Two") handoff("Seven","Three") handoff("Seven","Five") handoff("Seven","Six")
Runner.run_sync(g, "hello") #@ entry("Seven")
