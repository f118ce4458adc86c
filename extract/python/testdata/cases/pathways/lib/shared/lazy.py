from agents import Agent

late = Agent(name="Late") #@ agent("Late")
