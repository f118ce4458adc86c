"""Provider functions for FastAPI's dependency injection."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from agents import Agent, Session, SQLiteSession
from agents.mcp import MCPServerStreamableHttp, create_static_tool_filter

from .agents import (
    build_coverage_agent,
    build_fraud_agent,
    build_intake_agent,
    build_payout_agent,
    build_summary_agent,
)
from .settings import Settings, get_settings
from .tools.policies import PolicyRepository, PolicyToolset
from .web import Depends

SettingsDep = Annotated[Settings, Depends(get_settings)]


@lru_cache(maxsize=1)
def get_policy_repository() -> PolicyRepository:
    return PolicyRepository()


def get_policy_toolset(
    repo: Annotated[PolicyRepository, Depends(get_policy_repository)],
) -> PolicyToolset:
    return PolicyToolset(repo)


@lru_cache(maxsize=1)
def get_document_server() -> MCPServerStreamableHttp:
    """One connection per process; opened by the lifespan handler."""
    return MCPServerStreamableHttp(
        name="dms",
        params={"url": get_settings().dms_mcp_url, "timeout": 10},
        cache_tools_list=True,
        tool_filter=create_static_tool_filter(
            allowed_tool_names=["search_documents", "read_document"]
        ),
    )


def get_coverage_agent(
    settings: SettingsDep,
    toolset: Annotated[PolicyToolset, Depends(get_policy_toolset)],
) -> Agent:
    return build_coverage_agent(settings, toolset.read_only() + toolset.broker_extras())


def get_payout_agent(
    settings: SettingsDep,
    documents: Annotated[Any, Depends(get_document_server)],
) -> Agent:
    return build_payout_agent(settings, documents)


def get_fraud_agent(settings: SettingsDep) -> Agent | None:
    if not settings.fraud_review_enabled:
        return None
    return build_fraud_agent(settings)


def get_intake_agent(
    settings: SettingsDep,
    toolset: Annotated[PolicyToolset, Depends(get_policy_toolset)],
    coverage: Annotated[Agent, Depends(get_coverage_agent)],
    payout: Annotated[Agent, Depends(get_payout_agent)],
    fraud: Annotated[Any, Depends(get_fraud_agent)],
) -> Agent:
    return build_intake_agent(
        settings, coverage=coverage, payout=payout, fraud=fraud, tools=toolset.read_only()
    )


def get_summary_agent(settings: SettingsDep) -> Agent:
    return build_summary_agent(settings)


class SessionStore:
    def __init__(self, path: str = ":memory:") -> None:
        self.path = path
        self._open: dict[str, Session] = {}

    def get(self, thread_id: str) -> Session:
        if thread_id not in self._open:
            self._open[thread_id] = SQLiteSession(thread_id, self.path)
        return self._open[thread_id]


@lru_cache(maxsize=1)
def get_session_store() -> SessionStore:
    return SessionStore()
