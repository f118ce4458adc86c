"""Construct: syntax errors, which stay local (Python syntax)."""
from agents import Agent, Runner

a = Agent(name="A") #@ agent("A")

def wrong(: #@ finding("OB201")
    return 1

b = Agent(name="B", handoffs=[a]) #@ agent("B") handoff("B","A")

c = Agent(name="C", handoffs=[a, b #@ finding("OB201")


d = Agent(name="D", handoffs=[b]) #@ agent("D") handoff("D","B")

if True:
    d.handoffs.append(a) #@ handoff("D","A")
    x = = 3 #@ finding("OB201")

Runner.run_sync(d, "x") #@ entry("D")
