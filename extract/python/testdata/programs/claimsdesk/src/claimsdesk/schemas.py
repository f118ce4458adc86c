from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel


class ChatRequest(BaseModel):
    thread_id: str
    message: str


class ChatReply(BaseModel):
    thread_id: str
    agent: str
    reply: str
    pending_approvals: int = 0


class ClaimSummary(BaseModel):
    headline: str
    loss_type: Literal["motor", "water", "theft", "other"]
    open_questions: list[str]


class AbuseVerdict(BaseModel):
    abusive: bool
    reason: str


class FraudReferral(BaseModel):
    """Arguments the model fills in when it refers a claim."""

    claim_id: str
    indicators: list[str]


@dataclass
class CallerContext:
    customer_id: str
    policy_ids: list[str] = field(default_factory=list)
    channel: str = "web"
    referrals: list[str] = field(default_factory=list)

    @property
    def is_broker(self) -> bool:
        return self.channel == "broker"
