"""Construct: lists that change after the agent was made, and lists that are shared (SDK Agent.tools)."""
from agents import Agent, Runner, function_tool, handoff


@function_tool
def t1(): #@ tool("t1")
    ...


@function_tool
def t2(): #@ tool("t2")
    ...


@function_tool
def t3(): #@ tool("t3")
    ...


@function_tool
def never(): #@ finding("OB204")
    ...


common = [
    t1, #@ access("A","t1") access("B","t1") access("C","t1") access("Copy","t1")
]
a = Agent(name="A", tools=common) #@ agent("A")
b = Agent(name="B", tools=common) #@ agent("B")
common.append(t2) #@ access("A","t2") access("B","t2") access("C","t2") access("Copy","t2")
c = Agent(name="C", tools=list(common)) #@ agent("C")
common += [t3] #@ access("A","t3") access("B","t3") access("Copy","t3")

d = Agent(name="D", handoffs=[a]) #@ agent("D")
d.handoffs = [b] #@ handoff("D","B")
d.handoffs.extend([c, handoff(a, tool_name_override="to_a")]) #@ handoff("D","C") handoff("D","A") handoff_name("to_a")
d.handoffs += [d] #@ handoff("D","D")
d.handoffs.insert(0, e := Agent(name="E")) #@ agent("E") handoff("D","E")

copy = a.clone(name="Copy") #@ agent("Copy")
copy.tools.append(never := function_tool(lambda x: x, name_override="lam")) #@ tool("lam") access("A","lam") access("B","lam") access("Copy","lam")
other = a.clone(name="Other", tools=[]) #@ agent("Other")
renamed = Agent(name="Old") #@ agent("New")
renamed.name = "New"
e.handoffs.append(renamed) #@ handoff("E","New")
renamed.handoffs[:] = [copy, other] #@ handoff("New","Copy") handoff("New","Other")

Runner.run_sync(starting_agent=d, input="x") #@ entry("D")
