from agents import Agent

from board import maker, skill


@skill("*")
def weather(city: str) -> str: #@ tool("weather")
    """Weather."""
    return ""


@maker("sky")
def make():
    return Agent(name="Forecaster") #@ agent("Forecaster")
