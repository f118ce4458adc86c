from agents import Agent

from . import cycle

common = Agent(name="Common") #@ agent("Common")
cycle.attach()
