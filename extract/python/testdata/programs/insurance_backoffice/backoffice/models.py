from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Area(str, Enum):
    CLAIMS = "claims"
    POLICY = "policy"
    PAYMENTS = "payments"
    FRAUD = "fraud"
    LEDGER = "ledger"


@dataclass
class User:
    login: str
    role: str
    limit_eur: Decimal = Decimal("1000")
    suspended: bool = False


@dataclass
class Desk:
    """Run context: who is working on which case."""

    user: User
    case_id: str
    today: date = field(default_factory=date.today)
    ledger_open: bool = True
    tool_calls: int = 0
    redactions: int = 0
    trail: list[str] = field(default_factory=list)

    @property
    def month_end(self) -> bool:
        return self.today.day >= 28


class ClaimDecision(BaseModel):
    model_config = ConfigDict(extra="forbid")
    claim_id: str
    outcome: Literal["pay", "decline", "investigate", "escalate"]
    amount_eur: float = Field(ge=0)
    grounds: list[str]


class FraudReport(BaseModel):
    claim_id: str
    score: int
    indicators: dict[str, str]


class TreasuryReport(BaseModel):
    released: list[str]
    held: list[str]
    comment: str


class Screening(BaseModel):
    hit: bool
    list_name: str | None = None


class Tone(BaseModel):
    acceptable: bool
    remark: str
