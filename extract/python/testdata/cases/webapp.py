"""Construct: handlers that only a framework calls, and names that several agents share (Python functions).
"""
import os
from contextlib import asynccontextmanager

from agents import Agent, Runner, function_tool
from fastapi import FastAPI

app = FastAPI()
MODEL = os.getenv("MODEL", "gpt-4o")


def create_app():
    triage = build_triage()

    @app.post("/chat")
    async def chat(body: dict):
        try:
            result = await Runner.run(triage, body["text"]) #@ entry("Triage")
        except Exception as error:
            return {"error": str(error)}
        return {"answer": result.final_output}

    return chat


def build_specialist(topic: str, *, tools=None) -> Agent:
    """One specialist."""
    agent = Agent(name="Specialist", instructions=f"You know {topic}.") #@ agent("Specialist@webapp.cars") agent("Specialist@webapp.boats")
    if tools:
        agent.tools.extend(tools)
    return agent


@function_tool
def price(item: str): #@ tool("price")
    return 1


@function_tool
def price_boat(item: str): #@ tool("price_boat")
    return 2


cars = build_specialist("cars", tools=[price]) #@ access("Specialist@webapp.cars","price")
boats = build_specialist("boats", tools=[price_boat]) #@ access("Specialist@webapp.boats","price_boat")


def build_triage():
    if not MODEL:
        raise RuntimeError("no model")
    t = Agent(name="Triage", model=MODEL) #@ agent("Triage")
    t.handoffs = [cars, boats] #@ handoff("Triage","Specialist@webapp.cars") handoff("Triage","Specialist@webapp.boats")
    try:
        import stripe
        t.tools.append(price) #@ access("Triage","price")
    except ImportError:
        pass
    return t


@asynccontextmanager
async def lifespan(app):
    helper = Agent(name="Helper", handoffs=[build_triage()]) #@ agent("Helper") finding("OB103") handoff("Helper","Triage") assumed("Helper") assumed("Helper","Triage")
    yield helper


async def job():
    async with lifespan(app) as h:
        await Runner.run(h, "nightly") #@ entry("Helper")


chat = create_app()
