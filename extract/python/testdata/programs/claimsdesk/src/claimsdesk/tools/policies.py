"""Policy lookups, bound to a repository instance."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from pydantic import Field

from agents import RunContextWrapper, Tool, function_tool

from ..schemas import CallerContext


class PolicyRepository:
    def __init__(self) -> None:
        self._rows: dict[str, dict[str, Any]] = {
            "HH-1001": {"kind": "household", "excess": 250, "until": "2026-03-01"},
            "MO-2040": {"kind": "motor", "excess": 400, "until": "2025-11-30"},
        }

    def get(self, policy_id: str) -> dict[str, Any] | None:
        return self._rows.get(policy_id)


class PolicyToolset:
    """Groups the tools that need the repository."""

    def __init__(self, repo: PolicyRepository) -> None:
        self.repo = repo

    def read_only(self) -> list[Tool]:
        repo = self.repo

        @function_tool
        def get_policy(
            ctx: RunContextWrapper[CallerContext],
            policy_id: Annotated[str, Field(pattern=r"^[A-Z]{2}-\d{4}$")],
        ) -> dict[str, Any]:
            """Fetch one policy of the caller.

            Args:
                policy_id: Policy number, e.g. HH-1001.
            """
            if policy_id not in ctx.context.policy_ids and not ctx.context.is_broker:
                return {"error": "not your policy"}
            return repo.get(policy_id) or {"error": "unknown policy"}

        @function_tool(name_override="list_my_policies")
        def list_policies(ctx: RunContextWrapper[CallerContext]) -> list[str]:
            """List the policy numbers of the caller."""
            return ctx.context.policy_ids

        return [get_policy, list_policies]

    def broker_extras(self) -> list[Tool]:
        @function_tool(is_enabled=lambda ctx, agent: ctx.context.is_broker)
        def quote_endorsement(policy_id: str, effective: str, sum_insured: float) -> str:
            """Price a mid-term change of the policy (brokers only)."""
            when = date.fromisoformat(effective)
            return f"{policy_id}: +{sum_insured * 0.0031:.2f} EUR from {when:%d.%m.%Y}"

        return [quote_endorsement]
