"""Construct: names from enumerations in each of their forms (Python enum)."""
import enum
from enum import Enum, IntEnum, StrEnum, auto

from agents import Agent, Runner, function_tool


class Beat(enum.Enum):
    LAW = "law"
    ART = "art"
    MUSIC = "art"

    @classmethod
    def all(cls):
        return list(cls)

    @property
    def label(self):
        return f"{self.name.title()} desk"


class Role(StrEnum):
    CHIEF = auto()
    CLERK = auto()


class Mixed(str, Enum):
    HEAD = "head"


class Rank(IntEnum):
    LOW = auto()
    HIGH = auto()


class Planet(Enum):
    EARTH = ("Earth", 1)

    def __init__(self, title, place):
        self.title = title
        self.place = place

    def __str__(self):
        return self.title.upper()


@function_tool
def file(): #@ tool("file")
    ...


desks = {b: Agent(name=b.label) for b in Beat} #@ agent("Law desk") agent("Art desk") handoff("chief","Law desk") handoff("chief","Art desk")
chief = Agent(name=Role.CHIEF, handoffs=list(desks.values())) #@ agent("chief") finding("OB103")
clerk = Agent(name=f"{Role('clerk')} {Rank.HIGH} {Rank.HIGH.value}") #@ agent("clerk 2 2")
head = Agent(name=Mixed.HEAD, tools=[file], handoffs=[desks[Beat("law")], desks[Beat["ART"]]]) #@ agent("head") access("head","file") handoff("head","Law desk") handoff("head","Art desk")
shown = Agent(name=f"{Mixed.HEAD} {Beat.LAW} {Planet.EARTH} {len(Beat)}") #@ agent("Mixed.HEAD Beat.LAW EARTH 2")
for role, tool_name in ((Role.CHIEF, "ask"), (Role.CLERK, "tell")):
    match role:
        case Role.CLERK:
            clerk.tools.append(head.as_tool(tool_name, "Tell")) #@ agent_tool("clerk 2 2","head","tell")
        case "chief":
            chief.tools.append(head.as_tool(tool_name, "Ask")) #@ agent_tool("chief","head","ask")
if Mixed.HEAD == "head" and Mixed.HEAD != Mixed("head").name:
    chief.handoffs.append(clerk) #@ handoff("chief","clerk 2 2")
Runner.run_sync(chief, "go") #@ entry("chief") entry("enums") orchestrator("enums") orchestrated("enums","chief")
Runner.run_sync(shown, "go") #@ entry("Mixed.HEAD Beat.LAW EARTH 2") orchestrated("enums","Mixed.HEAD Beat.LAW EARTH 2")
