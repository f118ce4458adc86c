"""Tools shared between the phone line and the chat widget."""
from __future__ import annotations

from datetime import date
from typing import Annotated

from agents import Agent, RunContextWrapper, Runner, function_tool
from pydantic import Field

from . import settings
from .settings import CallContext

_SLOTS = {"hygienist": ["09:00", "11:30"], "dentist": ["10:15", "15:45"]}
_PATIENTS = {"+441632960001": {"id": "P-1001", "dob": "1984-02-11", "balance": 120.5}}

# Used to leave a note for the person who picks up a transferred call.
note_writer = Agent(
    name="Call note writer",
    instructions="Summarise the call in three short bullets for the receptionist who takes over.",
    model=settings.TEXT_MODEL,
)


def _is_verified(ctx: RunContextWrapper[CallContext], agent) -> bool:
    return bool(ctx.context and ctx.context.verified)


async def _amount_over_limit(ctx: RunContextWrapper[CallContext], params: dict, call_id: str) -> bool:
    return float(params.get("amount", 0)) > 250


@function_tool
def opening_hours() -> str:
    """Opening hours and address."""
    return f"{settings.CLINIC_NAME}: {settings.OPEN:%H:%M}-{settings.CLOSE:%H:%M}, 14 Mill Lane."


@function_tool(name_override="verify_patient")
def verify(ctx: RunContextWrapper[CallContext], date_of_birth: Annotated[str, Field(description="YYYY-MM-DD")]) -> str:
    """Check the caller's identity with their date of birth."""
    rec = _PATIENTS.get(ctx.context.caller_number)
    if rec and rec["dob"] == date_of_birth:
        ctx.context.patient_id, ctx.context.verified = rec["id"], True
        return "verified"
    return "no match"


@function_tool
def find_slots(kind: str, day: date) -> list[str]:
    """Free slots with a 'hygienist' or 'dentist' on a day."""
    return [f"{day} {t}" for t in _SLOTS.get(kind, [])]


@function_tool(is_enabled=_is_verified)
def book_slot(ctx: RunContextWrapper[CallContext], slot: str, reason: str) -> str:
    """Book one of the offered slots."""
    return f"booked {slot} for {ctx.context.patient_id}: {reason}"


@function_tool(is_enabled=_is_verified, needs_approval=True)
def cancel_booking(ctx: RunContextWrapper[CallContext], booking_ref: str) -> str:
    """Cancel a booking. Late cancellations are charged."""
    return f"cancelled {booking_ref}"


@function_tool
def account_balance(ctx: RunContextWrapper[CallContext]) -> str:
    """Outstanding balance for the verified patient."""
    rec = _PATIENTS.get(ctx.context.caller_number, {})
    return f"£{rec.get('balance', 0):.2f}"


@function_tool(needs_approval=_amount_over_limit)
async def send_payment_link(ctx: RunContextWrapper[CallContext], amount: float) -> str:
    """Text the caller a secure payment link."""
    return f"link for £{amount:.2f} sent to {ctx.context.caller_number}"


@function_tool
async def transfer_to_human(ctx: RunContextWrapper[CallContext], reason: str) -> str:
    """Put the caller through to the reception team."""
    text = "\n".join(ctx.context.transcript[-40:]) or reason
    note = await Runner.run(note_writer, f"Reason: {reason}\n\n{text}", context=ctx.context)
    return f"Transferring now. Note left: {note.final_output}"
