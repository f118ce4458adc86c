"""Ordinary agents: the web-chat fallback, and experts that the voice agents may consult."""
from agents import (
    Agent,
    FileSearchTool,
    GuardrailFunctionOutput,
    ModelSettings,
    Runner,
    handoff,
    input_guardrail,
)
from agents.extensions import handoff_filters
from agents.extensions.handoff_prompt import prompt_with_handoff_instructions
from pydantic import BaseModel

from .. import tools as t
from ..settings import CLINIC_NAME, PAYMENTS_ENABLED, TEXT_MODEL, CallContext

policy_expert = Agent[CallContext](
    name="Policy expert",
    instructions="Answer from the clinic handbook only. Quote the section.",
    tools=[FileSearchTool(vector_store_ids=["vs_handbook"], max_num_results=4)],
    model="gpt-4.1",
)


class Urgency(BaseModel):
    emergency: bool
    why: str


emergency_screen = Agent(
    name="Emergency screen",
    instructions="Is this a dental or medical emergency (swelling, bleeding, breathing)?",
    output_type=Urgency,
    model=TEXT_MODEL,
)


@input_guardrail(name="emergency")
async def screen_emergency(ctx, agent, user_input) -> GuardrailFunctionOutput:
    res = await Runner.run(emergency_screen, user_input, context=ctx.context)
    out = res.final_output_as(Urgency)
    return GuardrailFunctionOutput(output_info=out, tripwire_triggered=out.emergency)


def build_text_desk(model: str = TEXT_MODEL) -> Agent[CallContext]:
    booking = Agent[CallContext](
        name="Chat bookings",
        handoff_description="Finds, books and cancels appointments.",
        instructions=prompt_with_handoff_instructions("Offer at most three slots."),
        tools=[t.verify, t.find_slots, t.book_slot, t.cancel_booking],
        model=model,
        model_settings=ModelSettings(temperature=0.2, parallel_tool_calls=False),
    )
    accounts = Agent[CallContext](
        name="Chat accounts",
        handoff_description="Bills and payments.",
        instructions=prompt_with_handoff_instructions("Be exact about amounts."),
        tools=[t.verify, t.account_balance],
        model=model,
    )
    if PAYMENTS_ENABLED:
        accounts.tools.append(t.send_payment_link)

    desk = Agent[CallContext](
        name="Chat reception",
        instructions=prompt_with_handoff_instructions(f"You are the chat reception of {CLINIC_NAME}."),
        tools=[
            t.opening_hours,
            policy_expert.as_tool(
                tool_name="ask_policy",
                tool_description="Clinic policies: cancellations, children, insurance plans.",
            ),
        ],
        handoffs=[
            booking,
            handoff(accounts, tool_name_override="to_accounts", input_filter=handoff_filters.remove_all_tools),
        ],
        input_guardrails=[screen_emergency],
        model=model,
    )
    for sub in (booking, accounts):
        sub.handoffs.append(desk)
    return desk
