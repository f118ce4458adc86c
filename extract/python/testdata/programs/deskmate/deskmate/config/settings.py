from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


def _flag(name: str, default: str = "1") -> bool:
    return os.getenv(name, default).strip().lower() in {"1", "true", "yes", "on"}


@dataclass(frozen=True)
class Settings:
    model: str = field(default_factory=lambda: os.getenv("DESKMATE_MODEL", "gpt-4.1-mini"))
    strong_model: str = field(default_factory=lambda: os.getenv("DESKMATE_STRONG_MODEL", "gpt-4.1"))
    enable_web: bool = field(default_factory=lambda: _flag("DESKMATE_ENABLE_WEB"))
    data_dir: Path = field(default_factory=lambda: Path(os.getenv("DESKMATE_DATA_DIR", "./data")))
    max_turns: int = 20

    @property
    def drafts_dir(self) -> Path:
        return self.data_dir / "drafts"


settings = Settings()
