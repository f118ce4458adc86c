"""The voices on the phone line."""
from __future__ import annotations

from agents import RunContextWrapper, Runner, function_tool
from agents.realtime import RealtimeAgent, realtime_handoff
from pydantic import BaseModel

from frontdesk import tools as t
from frontdesk.settings import CLINIC_NAME, LANGUAGES, PAYMENTS_ENABLED, CallContext
from frontdesk.text import policy_expert

_STYLE = "Speak in short sentences. One question at a time. Read numbers digit by digit."


class TriageNote(BaseModel):
    symptom: str
    pain_level: int


def note_symptom(ctx: RunContextWrapper[CallContext], data: TriageNote) -> None:
    ctx.context.transcript.append(f"[triage] {data.symptom} pain={data.pain_level}/10")


def only_after_hours(ctx: RunContextWrapper[CallContext], agent: RealtimeAgent) -> bool:
    return ctx.context.after_hours


@function_tool
async def consult_policy(ctx: RunContextWrapper[CallContext], question: str) -> str:
    """Ask the back office a policy question while the caller holds. Say 'one moment' first."""
    result = await Runner.run(policy_expert, question, context=ctx.context, max_turns=4)
    return str(result.final_output)


bookings = RealtimeAgent[CallContext](
    name="Bookings",
    handoff_description="Makes, moves and cancels appointments",
    instructions=f"{_STYLE} You handle appointments for {CLINIC_NAME}. Verify before booking.",
    tools=[t.verify, t.find_slots, t.book_slot, t.cancel_booking],
)

billing = RealtimeAgent[CallContext](
    name="Billing desk",
    handoff_description="Bills, plans, payments",
    instructions=f"{_STYLE} Never take card numbers over the phone.",
    tools=[t.verify, t.account_balance] + ([t.send_payment_link] if PAYMENTS_ENABLED else []),
)

nurse = RealtimeAgent[CallContext](
    name="Nurse line",
    handoff_description="Pain, swelling, problems after treatment",
    instructions=f"{_STYLE} Give first-aid advice only from the handbook.",
    tools=[consult_policy, t.transfer_to_human],
)

out_of_hours = RealtimeAgent[CallContext](
    name="Night line",
    handoff_description="Takes calls when the clinic is closed",
    instructions=f"{_STYLE} Take a message, and tell emergencies to dial 111.",
    tools=[t.opening_hours],
    handoffs=[nurse],
)

reception = RealtimeAgent[CallContext](
    name="Reception",
    instructions=f"{_STYLE} Greet the caller: 'Hello, {CLINIC_NAME}'. Find out what they need.",
    tools=[t.opening_hours, consult_policy, t.transfer_to_human],
    handoffs=[
        bookings,
        realtime_handoff(billing, tool_name_override="put_through_to_billing"),
        realtime_handoff(nurse, on_handoff=note_symptom, input_type=TriageNote),
        realtime_handoff(out_of_hours, is_enabled=only_after_hours),
    ],
)

for _desk in (bookings, billing):
    _desk.handoffs.append(realtime_handoff(reception, tool_description_override="Back to reception"))

# Same desk, other languages. The sub-desks answer in the caller's language anyway.
reception_by_language: dict[str, RealtimeAgent[CallContext]] = {
    code: reception.clone(
        name=f"Reception ({language})",
        instructions=f"{_STYLE} Speak {language} only. You are the reception of {CLINIC_NAME}.",
    )
    for code, language in LANGUAGES.items()
}
