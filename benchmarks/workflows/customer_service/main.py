"""An airline's service desk in the terminal: one agent finds out what a
customer needs, one answers common questions, one changes seats.

    python main.py            talk to the service desk; an empty line ends it

The endpoint is taken from OPENAI_BASE_URL and OPENAI_API_KEY, as usual.
"""

from __future__ import annotations

import asyncio
import random

from agents import Agent, RunContextWrapper, Runner, TResponseInputItem, function_tool, handoff
from pydantic import BaseModel


class DeskContext(BaseModel):
    """What the desk knows about the customer it is talking to."""

    passenger: str | None = None
    flight: str | None = None
    confirmation: str | None = None
    seat: str | None = None


ANSWERS = {
    ("bag", "baggage", "luggage", "suitcase"): (
        "One bag of up to 23 kg is included, 60 x 45 x 25 cm at most. A further bag is 40 EUR."
    ),
    ("wifi", "wi-fi", "internet"): "Wi-Fi is free on board. Join the network Cloudline.",
    ("seats", "rows", "plane", "legroom"): (
        "The cabin has 120 seats in 20 rows. Rows 1 to 4 are business class; rows 8 and 9 "
        "are at the exits and have more legroom."
    ),
    ("meal", "food", "drink", "snack"): "Water and a snack are free; warm meals can be bought.",
}


# Tools


@function_tool
async def faq_lookup_tool(question: str) -> str:
    """Look up the answer to a frequently asked question.

    Args:
        question: The question in the customer's words.
    """
    words = question.lower()
    for keys, answer in ANSWERS.items():
        if any(key in words for key in keys):
            return answer
    return "There is no answer to this question on file."


@function_tool
async def update_seat(
    desk: RunContextWrapper[DeskContext], confirmation_number: str, new_seat: str
) -> str:
    """Update the seat of a booking.

    Args:
        confirmation_number: Confirmation number of the booking.
        new_seat: Seat to move to, such as 12C.
    """
    if desk.context.flight is None:
        return "No flight is on record for this conversation, so the seat was not changed."
    desk.context.confirmation = confirmation_number
    desk.context.seat = new_seat
    return f"Booking {confirmation_number} on {desk.context.flight} now has seat {new_seat}."


async def find_flight(desk: RunContextWrapper[DeskContext]) -> None:
    """Put the customer's flight on record when the seat desk takes over."""
    desk.context.flight = f"CL-{random.randint(100, 999)}"


# Agents

faq_agent = Agent[DeskContext](
    name="FAQ Agent",
    handoff_description="Answers general questions about the airline.",
    instructions=(
        "You answer general questions of passengers. Find out what the last question was, "
        "look up the answer with faq_lookup_tool, and reply with what it says. Do not rely on "
        "your own knowledge. If you have no answer, transfer the customer back to the triage agent."
    ),
    tools=[faq_lookup_tool],
)

seat_booking_agent = Agent[DeskContext](
    name="Seat Booking Agent",
    handoff_description="Changes the seat on an existing booking.",
    instructions=(
        "You help passengers to change seats. Ask for the confirmation number if you do not have "
        "it, then for the seat they would like, and then make the change with update_seat. If the "
        "customer asks for anything else, transfer back to the triage agent."
    ),
    tools=[update_seat],
)

triage_agent = Agent[DeskContext](
    name="Triage Agent",
    handoff_description="Finds out what a customer needs and who can help.",
    instructions=(
        "You are the first contact at the service desk of an airline. Find out what the customer "
        "needs and pass the conversation to the colleague who can help. Ask one short question if "
        "it is not clear. Do not try to solve the request yourself."
    ),
    handoffs=[faq_agent, handoff(agent=seat_booking_agent, on_handoff=find_flight)],
)

# The way back needs agents that exist already, so it is added last.
faq_agent.handoffs.append(triage_agent)
seat_booking_agent.handoffs.append(triage_agent)


async def main() -> None:
    agent: Agent[DeskContext] = triage_agent
    context = DeskContext()
    history: list[TResponseInputItem] = []
    while text := input("you> ").strip():
        history.append({"role": "user", "content": text})
        result = await Runner.run(agent, history, context=context)
        print(f"{result.last_agent.name}> {result.final_output}")
        history = result.to_input_list()
        agent = result.last_agent


if __name__ == "__main__":
    asyncio.run(main())
