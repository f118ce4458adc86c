from agents import Agent

front = Agent(name="Front") #@ agent("Front") entry("Front")
