from agents import Agent

LATE = Agent(name="Night") #@ agent("Night")


def build():
    return Agent(name="South") #@ agent("South")
