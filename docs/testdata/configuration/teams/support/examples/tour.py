from agents import Agent

tour = Agent(name="Tour", instructions="Show around.")
