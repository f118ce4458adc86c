from agents import Agent

mail = Agent(name="Mail") #@ agent("Mail")
