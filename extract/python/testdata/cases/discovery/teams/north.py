from agents import Agent


def build():
    return Agent(name="North") #@ agent("North")
