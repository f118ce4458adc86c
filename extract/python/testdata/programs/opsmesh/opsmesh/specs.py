from __future__ import annotations

from collections import ChainMap
from dataclasses import dataclass, field
from typing import Any, Iterable

from .config import AGENTS, DEFAULTS, HANDOFFS, TOOL_GROUPS


@dataclass(frozen=True)
class Consult:
    agent: str
    tool_name: str | None = None
    doc: str = ""


@dataclass
class AgentSpec:
    id: str
    name: str
    prompt: str
    description: str | None = None
    model: str = DEFAULTS["model"]
    temperature: float = DEFAULTS["temperature"]
    max_tokens: int = DEFAULTS["max_tokens"]
    tools: list[str | dict[str, Any]] = field(default_factory=list)
    consults: list[Consult] = field(default_factory=list)
    mcp: list[str] = field(default_factory=list)
    guardrails: list[str] = field(default_factory=list)
    entry: bool = False

    @property
    def is_responder(self) -> bool:
        return self.name.endswith("Responder")


@dataclass(frozen=True)
class HandoffSpec:
    source: str
    target: str
    tool: str | None = None
    filter: str | None = None
    when: str | None = None
    log: bool = False


def expand_tools(entries: Iterable[str | dict[str, Any]]) -> list[str | dict[str, Any]]:
    """Resolve "@group" and "-name" entries, keeping the order."""
    out: list[str | dict[str, Any]] = []
    for entry in entries:
        if isinstance(entry, dict):
            out.append(entry)
        elif entry.startswith("@"):
            out.extend(t for t in TOOL_GROUPS[entry[1:]] if t not in out)
        elif entry.startswith("-"):
            out.remove(entry[1:])
        elif entry not in out:
            out.append(entry)
    return out


def load_agents() -> list[AgentSpec]:
    rows = {row["id"]: row for row in AGENTS}
    specs = []
    for row in AGENTS:
        if row.get("disabled"):
            continue
        base = rows.get(row.get("extends", ""), {})
        merged = dict(ChainMap(row, base))
        merged.pop("extends", None)
        merged["tools"] = expand_tools(merged.get("tools", []))
        merged["consults"] = [
            Consult(c["agent"], c.get("as"), c.get("doc", "")) for c in merged.get("consults", [])
        ]
        specs.append(AgentSpec(**merged))
    return specs


def load_handoffs(specs: list[AgentSpec]) -> list[HandoffSpec]:
    known = {s.id for s in specs}
    result = []
    for source, target, options in HANDOFFS:
        if target not in known:
            continue
        sources = [s.id for s in specs if s.is_responder] if source == "*responders" else [source]
        result += [HandoffSpec(s, target, **options) for s in sources]
    return result
