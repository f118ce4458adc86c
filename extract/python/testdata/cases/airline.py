"""Construct: a whole program: three agents that hand over to each other (SDK Agent, handoff)."""
from __future__ import annotations

import asyncio

from agents import Agent, RunContextWrapper, Runner, function_tool, handoff
from agents.extensions.handoff_prompt import RECOMMENDED_PROMPT_PREFIX
from pydantic import BaseModel


class Booking(BaseModel):
    seat: str | None = None
    number: str | None = None


@function_tool(name_override="answer_question", description_override="Looks up a frequent question.")
async def answer(question: str) -> str: #@ tool("answer_question")
    return "Bags up to 20 kg are free." if "bag" in question else "I do not know."


@function_tool
async def change_seat(context: RunContextWrapper[Booking], confirmation_number: str, new_seat: str) -> str: #@ tool("change_seat")
    """
    Change the seat of a booking.

    Args:
        confirmation_number: The booking's number.
        new_seat: The seat that the passenger wants.
    """
    context.context.seat = new_seat
    return f"{confirmation_number}: {new_seat}"


async def note_booking(context: RunContextWrapper[Booking]) -> None:
    context.context.number = "1"


faq = Agent[Booking]( #@ agent("FAQ Agent")
    name="FAQ Agent",
    handoff_description="Answers questions about the airline.",
    instructions=f"""{RECOMMENDED_PROMPT_PREFIX}
    Answer with the tool only.""",
    tools=[answer], #@ access("FAQ Agent","answer_question")
)
seats = Agent[Booking]( #@ agent("Seat Agent")
    name="Seat Agent",
    instructions=f"{RECOMMENDED_PROMPT_PREFIX} Change seats.",
    tools=[change_seat], #@ access("Seat Agent","change_seat")
)
triage = Agent[Booking]( #@ agent("Triage Agent")
    name="Triage Agent",
    instructions=(f"{RECOMMENDED_PROMPT_PREFIX} " "Route the passenger."),
    handoffs=[
        faq, #@ handoff("Triage Agent","FAQ Agent")
        handoff(agent=seats, on_handoff=note_booking), #@ handoff("Triage Agent","Seat Agent")
    ],
)
faq.handoffs.append(triage) #@ handoff("FAQ Agent","Triage Agent")
seats.handoffs.append(triage) #@ handoff("Seat Agent","Triage Agent")


async def main():
    current = triage
    items = []
    while True:
        items.append({"role": "user", "content": input("> ")})
        result = await Runner.run(current, items, context=Booking()) #@ entry("Triage Agent")
        items = result.to_input_list()
        current = result.last_agent


if __name__ == "__main__":
    asyncio.run(main())
