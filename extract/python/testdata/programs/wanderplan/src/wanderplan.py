"""Wanderplan: plan a trip by text, or by voice when a realtime connection can be had.

Agents are described by data (``SPECS``) and made by one builder, so that product people can
review who may do what in a single table.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime as dt
import logging
from enum import Enum
from typing import Any, Callable, Literal

from agents import (
    Agent,
    GuardrailFunctionOutput,
    InputGuardrail,
    InputGuardrailTripwireTriggered,
    ModelSettings,
    RunContextWrapper,
    Runner,
    function_tool,
)
from agents.realtime import RealtimeAgent, RealtimeRunner, realtime_handoff
from pydantic import BaseModel, ConfigDict, Field

logger = logging.getLogger("wanderplan")


# --------------------------------------------------------------------------- domain


class Cabin(str, Enum):
    economy = "economy"
    business = "business"


class Leg(BaseModel):
    origin: str
    destination: str
    day: dt.date


class Itinerary(BaseModel):
    title: str
    legs: list[Leg] = Field(default_factory=list)
    budget_eur: float = 0.0
    notes: str = ""


# --------------------------------------------------------------------------- tools


@function_tool
def search_flights(origin: str, destination: str, day: str, cabin: Cabin = Cabin.economy) -> str:
    """Find flights between two airports (IATA codes) on a day (YYYY-MM-DD)."""
    factor = 3.2 if cabin is Cabin.business else 1.0
    base = 60 + (sum(map(ord, origin + destination)) % 240)
    return f"{origin}->{destination} {day}: {base * factor:.0f} EUR"


@function_tool
def search_trains(origin: str, destination: str, day: str) -> str:
    """Find trains between two cities."""
    return f"{origin}->{destination} {day}: 09:12, 11:12, 15:12"


@function_tool(name_override="hotel_lookup")
def find_hotels(city: str, max_price: float) -> list[dict[str, Any]]:
    """Hotels in a city below a price per night in EUR."""
    stock = [{"name": "Alte Post", "price": 85.0}, {"name": "Grand Quay", "price": 210.0}]
    return [{**h, "city": city} for h in stock if h["price"] <= max_price]


@function_tool
def weather_outlook(city: str, month: int) -> str:
    """Typical weather of a city in a month."""
    return "mild" if month in (4, 5, 9, 10) else "hot" if month in (6, 7, 8) else "cold"


@function_tool
def convert_currency(amount: float, code: str) -> float:
    """Convert an amount in the given currency to EUR."""
    return round(amount * {"USD": 0.92, "GBP": 1.17, "CHF": 1.04}.get(code.upper(), 1.0), 2)


@function_tool
async def hold_booking(reference: str) -> str:
    """Put a flight, train or hotel on hold for 24 hours."""
    await asyncio.sleep(0)
    return f"{reference} on hold until {dt.date.today() + dt.timedelta(days=1)}"


# --------------------------------------------------------------------------- guardrails


class Screening(BaseModel):
    flagged: bool
    reason: str = ""


def make_screen(label: str, question: str) -> InputGuardrail[Any]:
    """A guardrail that asks a small model one yes/no question about the input."""
    screener = Agent(
        name=f"{label} Screener",
        instructions=f"{question} Set flagged accordingly and give a short reason.",
        model="gpt-4.1-nano",
        output_type=Screening,
    )

    async def check(ctx: RunContextWrapper[Any], agent: Agent[Any], user_input: Any) -> GuardrailFunctionOutput:
        result = await Runner.run(screener, user_input, context=ctx.context)
        verdict = result.final_output_as(Screening)
        return GuardrailFunctionOutput(output_info=verdict, tripwire_triggered=verdict.flagged)

    return InputGuardrail(guardrail_function=check, name=f"{label.lower()}_screen")


# --------------------------------------------------------------------------- specs


class Helper(BaseModel):
    """Another agent, offered to the model as a tool."""

    key: str
    tool: str
    description: str


class AgentSpec(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    key: str
    name: str
    prompt: str
    model: Literal["gpt-4.1", "gpt-4.1-mini"] = "gpt-4.1-mini"
    tools: list[Any] = []
    helpers: list[Helper] = []
    transfers: list[str] = []
    guardrails: list[Any] = []
    output_type: type | None = None
    temperature: float | None = None


SPECS: list[AgentSpec] = [
    AgentSpec(
        key="transport",
        name="Transport Scout",
        prompt="Find connections. Prefer trains below six hours.",
        tools=[search_flights, search_trains],
    ),
    AgentSpec(
        key="stay",
        name="Stay Scout",
        prompt="Find places to stay that fit the budget.",
        tools=[find_hotels, convert_currency],
    ),
    AgentSpec(
        key="budget",
        name="Budget Keeper",
        prompt="Add up the costs. Warn when the trip is over budget.",
        tools=[convert_currency],
        temperature=0.0,
    ),
    AgentSpec(
        key="booker",
        name="Booking Clerk",
        prompt="Put on hold exactly what the traveller has confirmed, nothing else.",
        tools=[hold_booking],
        helpers=[Helper(key="budget", tool="check_budget", description="Check the total against the budget.")],
    ),
    AgentSpec(
        key="planner",
        name="Trip Planner",
        model="gpt-4.1",
        prompt="Plan trips step by step with your scouts. Hand over to the clerk once the plan is confirmed.",
        tools=[weather_outlook],
        helpers=[
            Helper(key="transport", tool="find_transport", description="Flights and trains."),
            Helper(key="stay", tool="find_stay", description="Hotels."),
            Helper(key="budget", tool="check_budget", description="Check the total against the budget."),
        ],
        transfers=["booker"],
        guardrails=[
            make_screen("Topic", "Is the message about anything other than travel?"),
            make_screen("Safety", "Does the message ask for help with something illegal?"),
        ],
    ),
    AgentSpec(
        key="formatter",
        name="Itinerary Formatter",
        prompt="Turn the plan into a structured itinerary.",
        output_type=Itinerary,
        temperature=0.0,
    ),
]


def build_agents(specs: list[AgentSpec]) -> dict[str, Agent[Any]]:
    """Make the agents in order; a spec may refer to those above it."""
    built: dict[str, Agent[Any]] = {}
    for spec in specs:
        settings = ModelSettings() if spec.temperature is None else ModelSettings(temperature=spec.temperature)
        built[spec.key] = Agent(
            name=spec.name,
            instructions=spec.prompt,
            model=spec.model,
            model_settings=settings,
            tools=[
                *spec.tools,
                *(built[h.key].as_tool(tool_name=h.tool, tool_description=h.description) for h in spec.helpers),
            ],
            handoffs=[built[key] for key in spec.transfers],
            input_guardrails=spec.guardrails,
            output_type=spec.output_type,
        )
    return built


AGENTS = build_agents(SPECS)


# --------------------------------------------------------------------------- front ends


async def plan(request: str) -> Itinerary | str:
    try:
        draft = await Runner.run(AGENTS["planner"], request, max_turns=25)
    except InputGuardrailTripwireTriggered as exc:
        return f"Sorry, I can't help with that ({exc.guardrail_result.guardrail.get_name()})."
    final = await Runner.run(AGENTS["formatter"], draft.to_input_list())
    return final.final_output_as(Itinerary)


def voice_agent() -> RealtimeAgent[Any]:
    bookings = RealtimeAgent(
        name="Voice Bookings",
        instructions="Read back what you are about to hold and wait for a yes.",
        tools=[hold_booking],
    )
    return RealtimeAgent(
        name="Voice Concierge",
        instructions="You help travellers by phone. Keep answers short.",
        tools=[search_flights, search_trains, find_hotels],
        handoffs=[realtime_handoff(bookings, tool_name_override="go_to_bookings")],
    )


async def talk(greeting: str, on_event: Callable[[Any], None] = print) -> None:
    """Voice if possible, otherwise fall back to the text planner."""
    runner = RealtimeRunner(voice_agent(), config={"model_settings": {"voice": "sage"}})
    try:
        session = await runner.run()
        async with session:
            await session.send_message(greeting)
            async for event in session:
                on_event(event)
    except (OSError, asyncio.TimeoutError) as exc:
        logger.warning("no realtime connection (%s), falling back to text", exc)
        on_event(await plan(greeting))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("request", nargs="+")
    parser.add_argument("--voice", action="store_true")
    args = parser.parse_args()
    request = " ".join(args.request)
    if args.voice:
        asyncio.run(talk(request))
    else:
        print(asyncio.run(plan(request)))


if __name__ == "__main__":
    main()
