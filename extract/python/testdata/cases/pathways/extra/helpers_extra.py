from agents import Agent

extra_agent = Agent(name="Extra") #@ agent("Extra")
