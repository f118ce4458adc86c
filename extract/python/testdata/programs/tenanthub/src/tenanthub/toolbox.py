from __future__ import annotations

import json
from typing import Final

from agents import FunctionTool, RunContextWrapper, function_tool

from .types import RequestContext

Ctx = RunContextWrapper[RequestContext]


@function_tool
async def search_docs(ctx: Ctx, query: str) -> str:
    """Search the tenant's help center."""
    return json.dumps({"tenant": ctx.context.tenant["id"], "query": query, "hits": []})


@function_tool
async def create_ticket(ctx: Ctx, subject: str, body: str, priority: int = 3) -> str:
    """Create a ticket in the tenant's queue."""
    return f"{ctx.context.tenant['id']}-{abs(hash(subject)) % 10_000}"


@function_tool
async def lookup_account(ctx: Ctx, email: str) -> str:
    """Look up an end customer by e-mail address."""
    return json.dumps({"email": email, "status": "active"})


@function_tool(name_override="run_query")
async def run_sql(ctx: Ctx, sql: str) -> str:
    """Run a read-only SQL query against the tenant's schema."""
    if not sql.lstrip().lower().startswith("select"):
        return "only SELECT is allowed"
    return "[]"


@function_tool
async def export_csv(ctx: Ctx, sql: str, filename: str) -> str:
    """Export the result of a query into the tenant's bucket."""
    return f"s3://exports/{ctx.context.tenant['id']}/{filename}"


@function_tool
async def restart_worker(ctx: Ctx, worker: str) -> str:
    """Restart one of the tenant's background workers."""
    return f"{worker} restarting"


@function_tool
async def get_usage(ctx: Ctx) -> str:
    """Current usage and limits of the tenant."""
    return json.dumps({"plan": ctx.context.tenant["plan"], "messages": 12})


TOOLBOX: Final[dict[str, FunctionTool]] = {
    tool.name: tool
    for tool in (search_docs, create_ticket, lookup_account, run_sql, export_csv, restart_worker)
}


def pick(names: list[str]) -> list[FunctionTool]:
    return [TOOLBOX[name] for name in names]
