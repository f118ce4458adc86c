from __future__ import annotations

from collections.abc import Awaitable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, Protocol, TypedDict

from agents import Agent

Plan = Literal["free", "pro", "enterprise"]
Role = Literal["support", "analytics", "ops"]


class RolePolicy(TypedDict):
    tools: list[str]
    summaries: NotRequired[bool]
    mcp: NotRequired[list[str]]


class TenantRow(TypedDict):
    id: str
    name: str
    plan: Plan
    region: str


@dataclass(frozen=True, slots=True)
class RequestContext:
    tenant: TenantRow
    user_id: str


class AgentFactory(Protocol):
    def __call__(
        self, tenant: TenantRow, policy: RolePolicy, stack: AsyncExitStack
    ) -> Awaitable[Agent[RequestContext]]: ...


class TenantStore(Protocol):
    async def get(self, tenant_id: str) -> TenantRow | None: ...


class AuditSink(Protocol):
    def write(self, event: str, **fields: Any) -> None: ...
