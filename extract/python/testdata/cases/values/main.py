"""Values that a program computes before it makes agents.

Construct: f-strings, str.format, %, join, +, methods of strings (Python text).
"""
import functools
import json
import tomllib
from collections import ChainMap, Counter, defaultdict, deque
from dataclasses import asdict, dataclass, field, replace
from enum import Enum, StrEnum, auto
from pathlib import Path
from string import Template
from typing import NamedTuple, TypedDict

import yaml
from pydantic import BaseModel, Field

from agents import Agent, Runner, function_tool

TEAM = "Ops"
a1 = Agent(name=f"{TEAM} A{1 + 0}") #@ agent("Ops A1")
a2 = Agent(name="{} {who}".format(TEAM, who="B")) #@ agent("Ops B")
a3 = Agent(name="%s %d" % (TEAM, 3)) #@ agent("Ops 3")
a4 = Agent(name=" ".join([TEAM, "D"])) #@ agent("Ops D")
a5 = Agent(name=TEAM + "-" + "e".upper()) #@ agent("Ops-E")
a6 = Agent(name="ops_f".replace("_", " ").title()) #@ agent("Ops F")
a7 = Agent(name=f"{TEAM:>5}") #@ agent("  Ops")
a8 = Agent(name="x,Ops Split".split(",")[1]) #@ agent("Ops Split")
a9 = Agent(name=Template("$team Template").substitute(team=TEAM)) #@ agent("Ops Template")
a10 = Agent(name=f"{TEAM}" #@ agent("Ops Joined")
            " Joined")


@function_tool
def look() -> str: #@ tool("look")
    return ""


@function_tool
def write() -> str: #@ tool("write")
    return ""


TOOLS = {"look": look, "write": write}


# Construct: dataclass with defaults, field(default_factory=...), replace, asdict (Python dataclasses).
@dataclass
class Spec:
    name: str
    tools: list = field(default_factory=list)
    note: str = "none"

    def build(self) -> Agent:
        return Agent(name=self.name, tools=self.tools) #@ agent("Data Child") agent("Data One") agent("Data Two")


spec = Spec("Data One", [look]) #@ access("Data One","look") access("Data Two","look")
d1 = spec.build()
d2 = replace(spec, name="Data Two").build()
d3 = Agent(name=asdict(Spec(name="Data Three"))["name"]) #@ agent("Data Three")


@dataclass
class Child(Spec):
    extra: str = "x"

    def __post_init__(self):
        self.name += " Child"


d4 = Child("Data").build()


# Construct: pydantic models: Field defaults, model_copy, model_validate, model_dump (pydantic BaseModel).
class Config(BaseModel):
    name: str
    tools: list[str] = Field(default_factory=lambda: ["look"])
    note: str = Field("n", description="Note.")
    sub: "Config | None" = None


p = Config(name="Model One")
m1 = Agent(name=p.name, tools=[TOOLS[t] for t in p.tools]) #@ access("Model One","look") agent("Model One")
m2 = Agent(name=p.model_copy(update={"name": "Model Two"}).name) #@ agent("Model Two")
q = Config.model_validate({"name": "Model Three", "tools": ["write"], "sub": {"name": "Model Sub"}})
m3 = Agent(name=q.name, tools=[TOOLS[t] for t in q.tools]) #@ access("Model Three","write") agent("Model Three")
m4 = Agent(name=q.sub.name) #@ agent("Model Sub")
m5 = Agent(**{"name": q.model_dump()["name"] + " Dumped"}) #@ agent("Model Three Dumped")
m6 = Agent(name=Config(**{"name": "Model Six"}).name) #@ agent("Model Six")


# Construct: Enum, StrEnum, NamedTuple, TypedDict (Python enum, typing).
class Role(StrEnum):
    ADMIN = auto()
    GUEST = "guest"


class Desk(Enum):
    EAST = ("East Desk", look)
    WEST = ("West Desk", write)

    @property
    def label(self):
        return self.value[0]


class Row(NamedTuple):
    name: str
    tool: object = look


class Entry(TypedDict):
    name: str


e1 = Agent(name=Role.ADMIN) #@ agent("admin")
e2 = Agent(name=Role("guest").value) #@ agent("guest")
e3 = [Agent(name=desk.label, tools=[desk.value[1]]) for desk in Desk] #@ access("East Desk","look") access("West Desk","write") agent("East Desk") agent("West Desk")
e4 = Agent(name=Row("Row").name, tools=[Row("x").tool]) #@ access("Row","look") agent("Row")
entry: Entry = {"name": "Entry"}
e5 = Agent(name=entry["name"]) #@ agent("Entry")

# Construct: json.loads, tomllib.loads, yaml.safe_load of text in the source (Python json, tomllib; yaml).
spec_json = json.loads('{"agents": [{"name": "Json One", "tools": ["look"]}, {"name": "Json Two", "tools": []}], "n": 1.5, "t": true, "z": null}')
j = [Agent(name=s["name"], tools=[TOOLS[t] for t in s["tools"]]) for s in spec_json["agents"]] #@ access("Json One","look") agent("Json One") agent("Json Two")
TOML = """
title = "Toml Title"

[[agents]]
name = "Toml One"
tools = ["write"]
limits = { high = 3 }

[agents.more]
on = true

[[agents]]
name = 'Toml Two'
tools = [
  "look", # a comment
]
"""
toml = tomllib.loads(TOML)
t = [Agent(name=s["name"], tools=[TOOLS[x] for x in s["tools"]]) for s in toml["agents"]] #@ access("Toml One","write") access("Toml Two","look") agent("Toml One") agent("Toml Two")
t3 = Agent(name=toml["title"]) #@ agent("Toml Title")
YAML = """
agents:
  - name: Yaml One
    tools: [look]
  - {name: "Yaml Two", tools: [look, write]}
"""
for s in yaml.safe_load(YAML)["agents"]:
    y = Agent(name=s["name"], tools=[TOOLS[x] for x in s["tools"]]) #@ access("Yaml One","look") access("Yaml Two","look") access("Yaml Two","write") agent("Yaml One") agent("Yaml Two")

# Construct: json.dumps and back, and a broken literal (Python json).
again = Agent(name=json.loads(json.dumps({"name": "Round Trip"}))["name"]) #@ agent("Round Trip")

# Construct: json.load of a file beside the program (Python json).
with open(Path(__file__).parent / "values_data" / "team.json") as f:
    team = json.load(f)
f1 = Agent(name=team["lead"]) #@ agent("File Lead")
f2 = Agent(name=json.loads(Path(__file__).with_name("values_data").joinpath("team.json").read_text())["helpers"][0]) #@ agent("File Helper")

# Construct: a file that is not among the sources (Python json).
if Path("elsewhere.json").exists():
    g1 = Agent(name=json.loads(Path("elsewhere.json").read_text())["name"]) #@ unresolved("name of an agent")

# Construct: defaultdict, deque, Counter, ChainMap, setdefault (Python collections).
groups = defaultdict(list)
groups["x"].append(look) #@ access("Grouped","look")
groups["x"].append(write) #@ access("Grouped","write")
c1 = Agent(name="Grouped", tools=groups["x"]) #@ agent("Grouped")
line = deque([look]) #@ access("Queued","look")
line.appendleft(write) #@ access("Queued","write")
c2 = Agent(name="Queued", tools=list(line)) #@ agent("Queued")
chain = ChainMap({"name": "Chained"}, {"name": "Hidden"})
c3 = Agent(name=chain["name"]) #@ agent("Chained")

# Construct: functools.partial of Agent and of factories (Python functools).
base = functools.partial(Agent, tools=[look]) #@ access("Partial","look")
q1 = base(name="Partial") #@ agent("Partial")
q2 = functools.partial(base, name="Partial Two")(tools=[write]) #@ access("Partial Two","write") agent("Partial Two")

# Construct: a value that only the running program has (Python input).
typed = Agent(name="Typed", tools=[look] if input("tools? ") else []) #@ access("Typed","look","input(\"tools? \")") agent("Typed")

# Construct: chained, conditional and walrus expressions (Python expressions).
names = {"lead": None}
w1 = Agent(name=names["lead"] or "Fallback") #@ agent("Fallback")
w2 = Agent(name="Then" if TEAM == "Ops" else "Else") #@ agent("Then")
if (found := TOOLS.get("look")) is not None:
    w3 = Agent(name="Found", tools=[found]) #@ access("Found","look") agent("Found")
w4 = Agent(name="Chain", tools=[look][0:1] + (TOOLS and [write])) #@ access("Chain","look") access("Chain","write") agent("Chain")
x = y2 = Agent(name="Twice Bound") #@ agent("Twice Bound")

Runner.run_sync(a1, input="x") #@ entry("Ops A1")
