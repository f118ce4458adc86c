"""Which plan gets which roles, and what each role may use. Changes need a security review."""

from __future__ import annotations

from typing import Final

from .types import Plan, Role, RolePolicy

POLICIES: Final[dict[Plan, dict[Role, RolePolicy]]] = {
    "free": {
        "support": {"tools": ["search_docs"]},
    },
    "pro": {
        "support": {"tools": ["search_docs", "create_ticket"], "summaries": True},
        "analytics": {"tools": ["run_query"]},
    },
    "enterprise": {
        "support": {"tools": ["search_docs", "create_ticket", "lookup_account"], "summaries": True},
        "analytics": {"tools": ["run_query", "export_csv"], "mcp": ["warehouse"]},
        "ops": {"tools": ["restart_worker"], "mcp": ["files"]},
    },
}


def roles_for(plan: Plan) -> dict[Role, RolePolicy]:
    return POLICIES.get(plan, POLICIES["free"])
