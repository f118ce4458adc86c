"""Service configuration, read once from the environment."""

from __future__ import annotations

import os
from functools import lru_cache

from pydantic import BaseModel, Field

_TRUE = {"1", "true", "yes", "on"}


class Settings(BaseModel):
    app_name: str = "ClaimsDesk"
    default_model: str = "gpt-4.1"
    cheap_model: str = "gpt-4.1-mini"
    policy_vector_store_id: str = "vs_policy_wordings_2024"
    dms_mcp_url: str = "http://dms.internal:8080/mcp"
    fraud_review_enabled: bool = False
    auto_approve_limit: float = Field(default=500.0, ge=0)
    max_turns: int = 12

    @classmethod
    def from_env(cls, prefix: str = "CLAIMSDESK_") -> "Settings":
        values: dict[str, object] = {}
        for name, field in cls.model_fields.items():
            raw = os.getenv(prefix + name.upper())
            if raw is None:
                continue
            values[name] = raw.lower() in _TRUE if field.annotation is bool else raw
        return cls(**values)


@lru_cache(maxsize=1)
def get_settings() -> Settings:
    return Settings.from_env()
