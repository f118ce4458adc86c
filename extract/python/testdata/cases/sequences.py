"""Construct: sequences as programs combine, pick from and change them (Python itertools, random)."""
import itertools
import random
from collections import defaultdict, namedtuple
from dataclasses import asdict, dataclass
from functools import reduce
from typing import NamedTuple

from agents import Agent, Runner, function_tool


@function_tool
def t1(): #@ tool("t1")
    ...


@function_tool
def t2(): #@ tool("t2")
    ...


class Spec(NamedTuple):
    name: str
    tools: list = []


@dataclass
class Fields:
    name: str
    tools: list


Pair = namedtuple("Pair", "left right")
a, b, c = [Agent(name=n, tools=list(ts)) for n, ts in (Spec("A", [t1]), Spec("B"), Spec(name="C", tools=[t2]))] #@ agent("A") agent("B") agent("C") access("A","t1") access("C","t2")
for x, y in itertools.permutations((a, b), 2):
    x.handoffs.append(y) #@ handoff("A","B") handoff("B","A")
for x, y in itertools.product([c], [a, b]):
    x.handoffs.append(y) #@ handoff("C","A") handoff("C","B")
d = Agent(**{**asdict(Fields("D", [])), **vars(Fields("D", [t1]))}) #@ agent("D") finding("OB103") access("D","t1")
by_team = defaultdict(list)
by_team["x"].append(t1) #@ access("E","t1")
by_team["x"] += [t2] #@ access("E","t2")
e = Agent(name="E", tools=by_team["x"], handoffs=sum([[a], [b]], [])) #@ agent("E") handoff("E","A") handoff("E","B")
f = Agent(name="F", handoffs=reduce(lambda acc, x: acc + [x], [a, b], [])) #@ agent("F") handoff("F","A") handoff("F","B")
n = 0
while n < 3:
    n += 1
    if n == 2:
        continue
    f.handoffs.append(Agent(name=f"W{n}")) #@ agent("W1") agent("W3") handoff("F","W1") handoff("F","W3")
g = Agent(name="G", tools=[t1, t2], handoffs=[a, b, c]) #@ agent("G") access("G","t2") handoff("G","C")
del g.tools[0]
del g.handoffs[:2]
first = sorted([b, a], key=lambda x: x.name)[0]
h = Agent(name="H", handoffs=[first, Pair(b, c).right]) #@ agent("H") handoff("H","A") handoff("H","C")
either = random.choice([d, e])
Runner.run_sync(either, "go") #@ entry("D") entry("E") entry("sequences") orchestrator("sequences") orchestrated("sequences","D") orchestrated("sequences","E")
Runner.run_sync(max([g, h], key=lambda x: id(x)), "go") #@ entry("G") entry("H") orchestrated("sequences","G") orchestrated("sequences","H")
names = sorted([f, d], key=id)
Runner.run_sync(names[0], "go") #@ entry("F") orchestrated("sequences","F")
