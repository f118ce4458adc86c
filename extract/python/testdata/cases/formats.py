"""Names that are formatted.

Construct: formats and conversions in f-strings (Python str).
"""

from agents import Agent, Runner

lead = Agent(name="Lead")  #@ agent("Lead")
n, half, word = 7, 0.5, "desk"
for name in (
    f"{n:02d} {n:>3} {n:<3}|",
    f"{half:.2f} {word!r} {word:^6}|{word:*>5} {word!s:>5}",
):
    lead.handoffs.append(Agent(name=name))  #@ agent("07   7 7  |") agent("0.50 'desk'  desk |*desk  desk") handoff("Lead","07   7 7  |") handoff("Lead","0.50 'desk'  desk |*desk  desk")

# Construct: formats of the operator % and of str.format (Python str).
lead.handoffs.append(Agent(name="%s-%02d %-5s| %(w)s" % {"w": 1} if n < 0 else "%s-%02d %-5s|%%" % (word, n, word)))  #@ agent("desk-07 desk |%") handoff("Lead","desk-07 desk |%")
lead.handoffs.append(Agent(name="%(a)s of %(b)03d" % {"a": word, "b": n}))  #@ agent("desk of 007") handoff("Lead","desk of 007")
lead.handoffs.append(Agent(name="{0:03d} {w!r} {0:>2} {{}}".format(n, w=word)))  #@ agent("007 'desk'  7 {}") handoff("Lead","007 'desk'  7 {}")
Runner.run_sync(lead, "hello")  #@ entry("Lead")
