"""How lists of tools and handoffs are built and changed.

Construct: literal lists, [*a, *b, x], a + b, slices, list(a), a.copy() (SDK Agent.tools).
"""
import copy
import dataclasses
import itertools

from agents import Agent, Runner, function_tool


@function_tool
def t1() -> str: #@ tool("t1")
    return ""


@function_tool
def t2() -> str: #@ tool("t2")
    return ""


@function_tool
def t3() -> str: #@ tool("t3")
    return ""


@function_tool
def t4() -> str: #@ tool("t4")
    return ""


pair = [t1, t2] #@ access("Chained","t1") access("Chained","t2") access("Copied Too","t1") access("Copied Too","t2") access("Copied","t1") access("Copied","t2") access("Filtered","t1") access("Plus","t1") access("Plus","t2") access("Star","t1") access("Star","t2") access("Turned","t1") access("Turned","t2")
more = (t3,) #@ access("Chained","t3") access("From Tuple","t3") access("Star","t3")
star = Agent(name="Star", tools=[*pair, *more, t4]) #@ access("Star","t4") agent("Star")
plus = Agent(name="Plus", tools=pair + [t3]) #@ access("Plus","t3") agent("Plus")
sliced = Agent(name="Sliced", tools=[t1, t2, t3, t4][1:3]) #@ access("Sliced","t2") access("Sliced","t3") agent("Sliced")
stepped = Agent(name="Stepped", tools=[t1, t2, t3, t4][::2]) #@ access("Stepped","t1") access("Stepped","t3") agent("Stepped")
tail = Agent(name="Tail", tools=[t1, t2, t3, t4][-1:]) #@ access("Tail","t4") agent("Tail")
copied = Agent(name="Copied", tools=list(pair)) #@ agent("Copied")
copied_too = Agent(name="Copied Too", tools=pair.copy()) #@ agent("Copied Too")
from_tuple = Agent(name="From Tuple", tools=list(more)) #@ agent("From Tuple")
repeated = Agent(name="Repeated", tools=[t1] * 1) #@ access("Repeated","t1") agent("Repeated")
chained = Agent(name="Chained", tools=list(itertools.chain(pair, more))) #@ agent("Chained")

# Construct: one list for two agents, changed afterwards (SDK Agent.tools).
common = [t1] #@ access("Left@sdk_lists.left","t1") access("Left@sdk_lists.same_name","t1") access("Right","t1")
left = Agent(name="Left", tools=common) #@ agent("Left@sdk_lists.left")
right = Agent(name="Right", tools=common) #@ agent("Right")
common.append(t2) #@ access("Left@sdk_lists.left","t2") access("Left@sdk_lists.same_name","t2") access("Right","t2")

# Construct: append, extend, insert, +=, slice and index assignment after construction (SDK Agent.tools).
grown = Agent(name="Grown") #@ agent("Grown")
grown.tools.append(t1) #@ access("Grown","t1") access("Shallow","t1")
grown.tools.extend([t2]) #@ access("Grown","t2") access("Shallow","t2")
grown.tools.insert(0, t3) #@ access("Grown","t3") access("Shallow","t3")
grown.tools += [t4] #@ access("Grown","t4") access("Shallow","t4")
swapped = Agent(name="Swapped", tools=[t1, t2]) #@ agent("Swapped")
swapped.tools[0] = t3 #@ access("Deep","t3") access("Swapped","t3")
swapped.tools[1:] = [t4] #@ access("Deep","t4") access("Swapped","t4")

# Construct: remove, pop, clear, del after construction (SDK Agent.tools).
shrunk = Agent(name="Shrunk", tools=[t1, t2, t3, t4]) #@ access("Shrunk","t3") agent("Shrunk")
shrunk.tools.remove(t1)
shrunk.tools.pop()
del shrunk.tools[0]
cleared = Agent(name="Cleared", tools=[t1]) #@ agent("Cleared")
cleared.tools.clear()
cleared.tools.append(t4) #@ access("Cleared","t4")

# Construct: a later = discards earlier appends (SDK Agent.handoffs).
replaced = Agent(name="Replaced", handoffs=[star]) #@ agent("Replaced")
replaced.handoffs.append(plus)
replaced.handoffs = [sliced] #@ handoff("Replaced","Sliced")

# Construct: clone shares lists (SDK Agent.clone).
base = Agent(name="Base", tools=[t1]) #@ access("Base","t1") access("Replace","t1") access("Twin","t1") agent("Base")
twin = base.clone(name="Twin") #@ agent("Twin")
twin.tools.append(t2) #@ access("Base","t2") access("Replace","t2") access("Twin","t2")
apart = base.clone(name="Apart", tools=[t3]) #@ access("Apart","t3") agent("Apart")

# Construct: clone with **, and a clone without a new name (SDK Agent.clone).
overrides = {"name": "Override", "tools": [t4]} #@ access("Override","t4")
override = base.clone(**overrides) #@ agent("Override")
same_name = left.clone(handoffs=[base]) #@ agent("Left@sdk_lists.same_name") handoff("Left@sdk_lists.same_name","Base")

# Construct: dataclasses.replace, copy.copy, copy.deepcopy of an agent (SDK Agent).
replaced_too = dataclasses.replace(base, name="Replace") #@ agent("Replace")
shallow = copy.copy(grown) #@ agent("Shallow")
shallow.name = "Shallow"
deep = copy.deepcopy(swapped) #@ agent("Deep")
deep.name = "Deep"
deep.tools.append(t1) #@ access("Deep","t1")

# Construct: comprehensions over agents, tables and ranges (SDK Agent.handoffs).
specialists = [Agent(name=f"Specialist {i}") for i in range(1, 3)] #@ agent("Specialist 1") agent("Specialist 2") handoff("Lead","Specialist 1") handoff("Lead","Specialist 2")
by_area = {area: Agent(name=f"{area.title()} Desk", tools=tools) for area, tools in {"sales": [t1], "support": [t2, t3]}.items()} #@ access("Sales Desk","t1") access("Support Desk","t2") access("Support Desk","t3") agent("Sales Desk") agent("Support Desk") handoff("Lead","Sales Desk") handoff("Lead","Support Desk")
lead = Agent(name="Lead", handoffs=[*specialists, *by_area.values()], tools=[s.as_tool(None, None) for s in specialists if s.name.endswith("1")]) #@ agent("Lead") agent_tool("Lead","Specialist 1","specialist_1")

# Construct: loops over agents, with zip, enumerate, items and sorted (SDK Agent.handoffs).
for specialist in specialists:
    specialist.handoffs.append(lead) #@ handoff("Specialist 1","Lead") handoff("Specialist 2","Lead")
for specialist, tool in zip(specialists, [t1, t2]):
    specialist.tools.append(tool) #@ access("Specialist 1","t1") access("Specialist 2","t2")
for i, tool in enumerate([t3, t4]):
    specialists[i].tools.append(tool) #@ access("Specialist 1","t3") access("Specialist 2","t4")
for area in sorted(by_area):
    by_area[area].handoffs.append(lead) #@ handoff("Sales Desk","Lead") handoff("Support Desk","Lead")

# Construct: while over a known counter (SDK Agent.tools).
counted = Agent(name="Counted") #@ agent("Counted")
n = 0
queue = [t1, t2, t3]
while n < 2:
    counted.tools.append(queue[n]) #@ access("Counted","t1") access("Counted","t2")
    n += 1

# Construct: map, filter, sum, reversed, set, generator expressions (SDK Agent.tools).
mapped = Agent(name="Mapped", handoffs=list(map(lambda a: a, [star, plus]))) #@ agent("Mapped") handoff("Mapped","Plus") handoff("Mapped","Star")
filtered = Agent(name="Filtered", tools=list(filter(lambda t: t.name != "t2", pair))) #@ agent("Filtered")
summed = Agent(name="Summed", tools=sum([[t1], [t2]], [])) #@ access("Summed","t1") access("Summed","t2") agent("Summed")
turned = Agent(name="Turned", tools=list(reversed(pair))) #@ agent("Turned")
generated = Agent(name="Generated", tools=list(t for t in pair)) #@ access("Generated","t1") access("Generated","t2") agent("Generated")

# Construct: dict look-ups, get, setdefault, pop, | and update (SDK Agent.tools).
table = {"a": [t1], "b": [t2]} #@ access("Looked","t1") access("Looked","t2")
table.update(c=[t3])
table |= {"d": [t4]} #@ access("Popped","t4")
looked = Agent(name="Looked", tools=table["a"] + table.get("b", []) + table.get("z", []) + table.setdefault("e", [t3])) #@ access("Looked","t3") agent("Looked")
popped = Agent(name="Popped", tools=table.pop("d")) #@ agent("Popped")

# Construct: unpacking assignment and walrus (SDK Agent.tools).
first, *others = [t1, t2, t3] #@ access("Unpacked","t2") access("Unpacked","t3")
unpacked = Agent(name="Unpacked", tools=others) #@ agent("Unpacked")
(x, y), z = (t1, t2), t3
nested = Agent(name="Nested", tools=[x, z]) #@ access("Nested","t1") access("Nested","t3") agent("Nested")
walrus = Agent(name="Walrus", tools=(kept := [t4]), handoffs=[inner := Agent(name="Inner", tools=kept)]) #@ access("Inner","t4") access("Walrus","t4") agent("Inner") agent("Walrus") handoff("Walrus","Inner")

# Construct: **cfg of literal dictionaries (SDK Agent).
cfg = {"instructions": "Be kind.", "tools": [t1]} #@ access("Configured","t1")
configured = Agent(name="Configured", **cfg) #@ agent("Configured")
merged = Agent(**{**cfg, "name": "Merged", "tools": [t2]}) #@ access("Merged","t2") agent("Merged")
built = Agent(**dict(name="Built", tools=[t3])) #@ access("Built","t3") agent("Built")

star.handoffs = [
    plus, sliced, stepped, tail, copied, copied_too, from_tuple, repeated, chained, left, right, grown, swapped, shrunk, cleared, #@ handoff("Star","Chained") handoff("Star","Cleared") handoff("Star","Copied Too") handoff("Star","Copied") handoff("Star","From Tuple") handoff("Star","Grown") handoff("Star","Left@sdk_lists.left") handoff("Star","Plus") handoff("Star","Repeated") handoff("Star","Right") handoff("Star","Shrunk") handoff("Star","Sliced") handoff("Star","Stepped") handoff("Star","Swapped") handoff("Star","Tail")
    replaced, base, twin, apart, override, same_name, replaced_too, shallow, deep, lead, counted, mapped, filtered, summed, #@ handoff("Star","Apart") handoff("Star","Base") handoff("Star","Counted") handoff("Star","Deep") handoff("Star","Filtered") handoff("Star","Lead") handoff("Star","Left@sdk_lists.same_name") handoff("Star","Mapped") handoff("Star","Override") handoff("Star","Replace") handoff("Star","Replaced") handoff("Star","Shallow") handoff("Star","Summed") handoff("Star","Twin")
    turned, generated, looked, popped, unpacked, nested, walrus, configured, merged, built, #@ handoff("Star","Built") handoff("Star","Configured") handoff("Star","Generated") handoff("Star","Looked") handoff("Star","Merged") handoff("Star","Nested") handoff("Star","Popped") handoff("Star","Turned") handoff("Star","Unpacked") handoff("Star","Walrus")
]
Runner.run_sync(star, "x") #@ entry("Star")
