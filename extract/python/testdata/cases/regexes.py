"""Construct: regular expressions of known texts."""
import re

from agents import Agent

LINES = ["lead -> Alto, Basso", "no arrow here", "lead -> Canto"]

made = []
for line in LINES:
    m = re.match(r"(\w+)\s*->\s*(?P<to>.+)", line)
    if not m:
        continue
    _, names = m.groups()
    for name in names.split(","):
        made.append(Agent(name=name.strip())) #@ agent("Alto") agent("Basso") agent("Canto") handoff("Lead","Alto") handoff("Lead","Basso") handoff("Lead","Canto")
    if m.group("to") == "Canto" and re.search("zz", line) is None:
        made.append(Agent(name=m.group(1).upper())) #@ agent("LEAD") handoff("Lead","LEAD")
odd = re.match(r"(?=odd)(.*)", "odd").group(1)
lead = Agent(name="Lead", handoffs=made) #@ agent("Lead") entry("Lead") finding("OB102")
strange = Agent(name=odd) #@ unresolved("name of an agent")
