"""The permission table. Changes need a signature from Compliance (see CODEOWNERS)."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agents import AgentOutputSchema

from .models import Area, ClaimDecision, FraudReport, TreasuryReport

C, P, PAY, F, L = Area.CLAIMS, Area.POLICY, Area.PAYMENTS, Area.FRAUD, Area.LEDGER


@dataclass(frozen=True)
class Role:
    key: str
    title: str
    level: int
    areas: frozenset[Area]
    read_only: bool = False
    denied: frozenset[str] = frozenset()  # separation of duties
    escalates_to: str | None = None
    output: Any = None


ROLES = {
    r.key: r
    for r in (
        Role("clerk", "Claims clerk", 1, frozenset({C, P}), escalates_to="handler"),
        Role("handler", "Claims handler", 2, frozenset({C, P, PAY}), escalates_to="senior", output=ClaimDecision),
        Role("senior", "Senior handler", 3, frozenset({C, P, PAY, F}), output=ClaimDecision),
        Role(
            "fraud", "Fraud analyst", 3, frozenset({C, F}),
            denied=frozenset({"set_reserve", "approve_claim", "reject_claim"}),
            escalates_to="senior", output=AgentOutputSchema(FraudReport, strict_json_schema=False),
        ),
        Role("treasury", "Treasurer", 4, frozenset({PAY, L}), denied=frozenset({"propose_payment"}), output=TreasuryReport),
        Role("auditor", "Internal auditor", 5, frozenset(Area), read_only=True),
    )
}
