"""Construct: what cannot be decided, listed with its place (SDK Agent)."""
import json

from agents import Agent, Runner, function_tool, handoff
from agents.mcp import MCPServerStdio, create_static_tool_filter
from somewhere import extra_tools, third_party_agent

config = json.load(open("agents.json"))


def helper():
    ...


@function_tool
def known(): #@ tool("known")
    ...


a = Agent(name="A", tools=extra_tools) #@ agent("A") unresolved("tools of A")
b = Agent(name="B", tools=[known, *config["tools"]]) #@ agent("B") access("B","known") unresolved("tools of B")
c = Agent(name=config["name"]) #@ unresolved("name of an agent")
d = Agent( #@ agent("D")
    name="D",
    tools=[
        helper, #@ finding("OB206") unresolved("tools of D")
        handoff(a), #@ finding("OB206") unresolved("tools of D")
    ],
    handoffs=[
        third_party_agent, #@ unresolved("handoffs of D")
        a, #@ handoff("D","A")
        known, #@ finding("OB402") unresolved("handoffs of D")
        c, #@ unresolved("handoffs of D")
    ],
)
server = MCPServerStdio(name="files", params={})
listed = MCPServerStdio(name="listed", params={}, tool_filter=create_static_tool_filter(allowed_tool_names=["read"])) #@ tool("read")
e = Agent(name="E", mcp_servers=[server], handoffs=[d]) #@ agent("E") unresolved("tools of E") handoff("E","D")
f = Agent(name="F", mcp_servers=[listed], **config["more"]) #@ agent("F") access("F","read") unresolved("tools of F") unresolved("handoffs of F")


def attach(agent: Agent):
    agent.handoffs.append(a) #@ unresolved("handoffs of an agent that is not known")


def serve(agent):
    return Runner.run_sync(agent, "x") #@ unresolved("starting agent of a run")


Runner.run_sync(e, "x") #@ entry("E")
