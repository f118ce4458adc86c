from __future__ import annotations

from importlib import import_module
from typing import Any

from .kinds import AgentKind
from .registry import builder_for

for _module in ("text", "documents", "voice"):
    import_module(f"{__package__}.builders.{_module}")


class AgentFactory:
    """Creates every kind at most once, so that cycles end."""

    def __init__(self) -> None:
        self._made: dict[AgentKind, Any] = {}

    def create(self, kind: AgentKind) -> Any:
        if kind not in self._made:
            self._made[kind] = builder_for(kind)(self).build()
        return self._made[kind]

    def __getitem__(self, kind: str) -> Any:
        return self.create(AgentKind(kind))
