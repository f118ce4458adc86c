"""How a program's flow decides what there is.

Construct: if with an open test: both branches under their condition (Python if).
"""
import asyncio
import contextlib
import os
import random
import sys

from agents import Agent, Runner, function_tool


@function_tool
def one() -> str: #@ tool("one")
    return ""


@function_tool
def two() -> str: #@ tool("two")
    return ""


@function_tool
def three() -> str: #@ tool("three")
    return ""


lead = Agent(name="Lead") #@ agent("Lead")
if os.getenv("FULL"):
    lead.tools.append(one) #@ access("Lead","one","os.getenv(\"FULL\")")
elif os.getenv("HALF"):
    lead.tools.append(two) #@ access("Lead","two","not os.getenv(\"FULL\") and os.getenv(\"HALF\")")
else:
    lead.tools.append(three) #@ access("Lead","three","not os.getenv(\"FULL\") and not os.getenv(\"HALF\")")

# Construct: if with a decided test: one branch, without a condition (Python if).
DEBUG = False
LEVEL = 3
if DEBUG:
    lead.tools.append(Agent(name="Never").as_tool(None, None))
if LEVEL >= 3 and not DEBUG:
    decided = Agent(name="Decided", tools=[one]) #@ access("Decided","one") agent("Decided")


# Construct: match with a decided subject (Python match).
def for_role(role: str) -> Agent:
    match role:
        case "read":
            return Agent(name="Reader", tools=[one]) #@ access("Reader","one") agent("Reader")
        case "write" | "admin":
            return Agent(name=f"Writer {role}", tools=[one, two]) #@ access("Writer admin","one") access("Writer admin","two") agent("Writer admin")
        case str() as other:
            return Agent(name=f"Other {other}") #@ agent("Other guest")
        case _:
            return Agent(name="Nobody")


reader, admin, guest = for_role("read"), for_role("admin"), for_role("guest")


# Construct: match on sequences, mappings, classes and guards (Python match).
class Point:
    def __init__(self, x):
        self.x = x


def shape(value):
    match value:
        case []:
            return Agent(name="Empty") #@ agent("Empty")
        case [only]:
            return Agent(name=f"One {only}") #@ agent("One a")
        case [first, *rest]:
            return Agent(name=f"First {first} of {len(rest) + 1}") #@ agent("First a of 2")
        case {"name": name, "tool": tool}:
            return Agent(name=name, tools=[tool]) #@ access("Mapped","three") agent("Mapped")
        case Point(x=1):
            return Agent(name="Point One") #@ agent("Point One")
        case int() | float() if value > 10:
            return Agent(name="Large") #@ agent("Large")
        case int(n):
            return Agent(name=f"Int {n}") #@ agent("Int 7")
        case None:
            return Agent(name="None At All") #@ agent("None At All")


shapes = [shape(v) for v in ([], ["a"], ["a", "b"], {"name": "Mapped", "tool": three}, Point(1), 11, 7, None)]

# Construct: match with an open subject (Python match).
match os.getenv("MODE"):
    case "a":
        opened = Agent(name="Mode A") #@ agent("Mode A")
    case _:
        opened = Agent(name="Mode Other") #@ agent("Mode Other")

# Construct: try/except around imports and construction (Python try).
try:
    from missing_package import extra_tool
except ImportError:
    extra_tool = three
tried = Agent(name="Tried", tools=[extra_tool]) #@ access("Tried","three","except ImportError") agent("Tried") unresolved("tools of Tried")
try:
    built = Agent(name="Built", tools=[one]) #@ access("Built","one") agent("Built")
except Exception:
    built = None
finally:
    lead.handoffs.append(tried) #@ handoff("Lead","Tried")


# Construct: early return under an open and under a decided test (Python return).
def early(flag):
    agent = Agent(name="Early") #@ agent("Early")
    if not flag:
        return agent
    agent.tools.append(one) #@ access("Early","one","flag")
    return agent


early_open = early(os.getenv("EARLY"))


def decided_return(kind):
    if kind == "x":
        return Agent(name="Kind X") #@ agent("Kind X")
    return Agent(name="Kind Other")


kind_x = decided_return("x")

# Construct: loops with break, continue and else (Python for).
looped = Agent(name="Looped") #@ agent("Looped")
for tool in (one, two, three):
    if tool is two:
        continue
    looped.tools.append(tool) #@ access("Looped","one") access("Looped","three")
    if tool is three:
        break
else:
    looped.tools.append(two)

# Construct: a loop over what is not known (Python for).
for line in sys.stdin:
    noisy = Agent(name="Noisy", tools=[one]) #@ access("Noisy","one") agent("Noisy") assumed("Noisy") assumed("Noisy","one")


# Construct: context managers, own and made of generators (Python with).
class Session:
    def __init__(self, agent):
        self.agent = agent

    def __enter__(self):
        return self.agent

    def __exit__(self, *exc):
        return False


@contextlib.contextmanager
def borrowed(name):
    agent = Agent(name=name, tools=[two]) #@ access("Borrowed","two") agent("Borrowed")
    yield agent


@contextlib.asynccontextmanager
async def lent(name):
    yield Agent(name=name, tools=[three]) #@ access("Lent","three") agent("Lent")


with Session(Agent(name="Entered")) as entered, borrowed("Borrowed") as loan: #@ agent("Entered")
    loan.handoffs.append(entered) #@ handoff("Borrowed","Entered")


# Construct: async functions, gather, create_task, async for, async comprehensions (Python async).
async def make(name):
    await asyncio.sleep(0)
    return Agent(name=name) #@ agent("Gathered 1") agent("Gathered 2") agent("Tasked") finding("OB103")


async def stream():
    for name in ("Streamed 1", "Streamed 2"):
        yield Agent(name=name) #@ agent("Streamed 1") agent("Streamed 2")


async def main():
    first, second = await asyncio.gather(make("Gathered 1"), make("Gathered 2"))
    task = asyncio.create_task(make("Tasked"))
    first.handoffs.append(await task) #@ handoff("Gathered 1","Tasked")
    async for agent in stream():
        second.handoffs.append(agent) #@ handoff("Gathered 2","Streamed 1") handoff("Gathered 2","Streamed 2")
    third = Agent(name="Collected", handoffs=[a async for a in stream()]) #@ agent("Collected") handoff("Collected","Streamed 1") handoff("Collected","Streamed 2")
    async with lent("Lent") as agent:
        third.handoffs.append(agent) #@ handoff("Collected","Lent")
    await Runner.run(first, "x")


# Construct: random choice among known agents (Python random).
lead.handoffs.append(random.choice([reader, admin])) #@ handoff("Lead","Reader","some element") handoff("Lead","Writer admin","some element")

# Construct: del, global, nonlocal (Python scope).
gone = Agent(name="Gone") #@ agent("Gone")
del gone
current = None


def choose():
    global current
    current = Agent(name="Chosen", tools=[one]) #@ access("Chosen","one") agent("Chosen")


choose()
lead.handoffs.append(current) #@ handoff("Lead","Chosen")


def outer():
    picked = None

    def inner():
        nonlocal picked
        picked = Agent(name="Nonlocal") #@ agent("Nonlocal")

    inner()
    return picked


lead.handoffs.append(outer()) #@ handoff("Lead","Nonlocal")

# Construct: assert, pass, docstrings, type statements, annotations without a value (Python statements).
assert lead
held: Agent
held = Agent(name="Held") #@ agent("Held")

if __name__ == "__main__":
    asyncio.run(main()) #@ orchestrated("flow","Gathered 1")
    Runner.run_sync(lead, "x") #@ entry("Gathered 1") entry("Lead") entry("flow") orchestrated("flow","Lead") orchestrator("flow")
