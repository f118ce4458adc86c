from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import datetime, time

CLINIC_NAME = "Linden Dental"
OPEN, CLOSE = time(8, 0), time(18, 0)
LANGUAGES = {"es": "Spanish", "pl": "Polish"}

REALTIME_MODEL = os.getenv("FRONTDESK_REALTIME_MODEL", "gpt-realtime")
TEXT_MODEL = os.getenv("FRONTDESK_TEXT_MODEL", "gpt-4.1-mini")
PAYMENTS_ENABLED = os.getenv("FRONTDESK_PAYMENTS", "1") == "1"


@dataclass
class CallContext:
    caller_number: str = ""
    patient_id: str | None = None
    verified: bool = False
    channel: str = "phone"
    transcript: list[str] = field(default_factory=list)
    started_at: datetime = field(default_factory=datetime.now)

    @property
    def after_hours(self) -> bool:
        now = self.started_at.time()
        return not (OPEN <= now <= CLOSE)
