from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from pydantic import BaseModel, Field


class Urgency(StrEnum):
    ROUTINE = "routine"
    URGENT = "urgent"
    EMERGENCY = "emergency"


class IntakeSummary(BaseModel):
    chief_complaint: str
    urgency: Urgency
    red_flags: list[str] = Field(default_factory=list)


class SafetyVerdict(BaseModel):
    is_emergency: bool
    reasoning: str


class PrivacyVerdict(BaseModel):
    leaks_phi: bool
    fields: list[str]


class Escalation(BaseModel):
    reason: str
    urgency: Urgency


class PatientRepository(Protocol):
    def get_history(self, patient_id: str) -> list[str]: ...

    def add_note(self, patient_id: str, note: str) -> None: ...

    def free_slots(self, department: str) -> list[str]: ...

    def book(self, patient_id: str, slot: str) -> str: ...


@dataclass(frozen=True, slots=True)
class IntakeContext:
    patient_id: str
    repo: PatientRepository
    clinician: str | None = None
