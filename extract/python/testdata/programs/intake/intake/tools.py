from __future__ import annotations

from typing import Final

from agents import RunContextWrapper, Tool, function_tool

from .models import IntakeContext


@function_tool
def get_patient_history(ctx: RunContextWrapper[IntakeContext]) -> list[str]:
    """Return the recorded history of the current patient."""
    return ctx.context.repo.get_history(ctx.context.patient_id)


@function_tool(name_override="record_note", needs_approval=True)
def record_clinical_note(ctx: RunContextWrapper[IntakeContext], note: str) -> str:
    """Write a clinical note into the patient record."""
    ctx.context.repo.add_note(ctx.context.patient_id, note)
    return "recorded"


@function_tool
def list_free_slots(ctx: RunContextWrapper[IntakeContext], department: str) -> list[str]:
    """List free appointment slots of a department."""
    return ctx.context.repo.free_slots(department)


@function_tool(needs_approval=True)
async def book_appointment(ctx: RunContextWrapper[IntakeContext], slot: str) -> str:
    """Book an appointment for the current patient."""
    return ctx.context.repo.book(ctx.context.patient_id, slot)


@function_tool
def lookup_icd10(term: str) -> str:
    """Look up ICD-10 codes for a term."""
    return {"migraine": "G43.9", "angina": "I20.9"}.get(term.lower(), "R69")


@function_tool(needs_approval=True)
def page_on_call(ctx: RunContextWrapper[IntakeContext], message: str) -> str:
    """Page the clinician on call."""
    return f"paged {ctx.context.clinician or 'duty doctor'}: {message}"


READ_TOOLS: Final[tuple[Tool, ...]] = (get_patient_history, lookup_icd10)
SCHEDULING_TOOLS: Final[tuple[Tool, ...]] = (list_free_slots, book_appointment)
