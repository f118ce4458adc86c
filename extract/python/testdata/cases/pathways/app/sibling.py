from agents import Agent

sibling = Agent(name="Sibling") #@ agent("Sibling")
