from agents import Agent

fast_agent = Agent(name="Slow") #@ agent("Slow")
