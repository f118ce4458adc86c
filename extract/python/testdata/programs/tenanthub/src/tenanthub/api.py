from __future__ import annotations

from contextlib import AsyncExitStack

from agents import Agent
from fastapi import Depends, FastAPI, HTTPException
from pydantic import BaseModel

from .factories import make_team
from .runtime import run_with_retry
from .types import RequestContext, TenantRow, TenantStore

app = FastAPI()

digest_writer = Agent[RequestContext](name="Digest Writer", instructions="Write a friendly daily digest.")


class InMemoryStore:
    rows: dict[str, TenantRow] = {
        "t1": {"id": "t1", "name": "Corner Bakery", "plan": "free", "region": "eu"},
        "t2": {"id": "t2", "name": "Lumen Bikes", "plan": "pro", "region": "eu"},
        "t3": {"id": "t3", "name": "Northwind Air", "plan": "enterprise", "region": "us"},
    }

    async def get(self, tenant_id: str) -> TenantRow | None:
        return self.rows.get(tenant_id)


def get_store() -> TenantStore:
    return InMemoryStore()


class Message(BaseModel):
    user_id: str
    text: str


@app.post("/tenants/{tenant_id}/messages")
async def post_message(tenant_id: str, message: Message, store: TenantStore = Depends(get_store)) -> dict[str, str]:
    tenant = await store.get(tenant_id)
    if tenant is None:
        raise HTTPException(404, "unknown tenant")
    async with AsyncExitStack() as stack:
        team = await make_team(tenant, stack)
        result = await run_with_retry(team["supervisor"], message.text, RequestContext(tenant, message.user_id))
    return {"agent": result.last_agent.name, "text": str(result.final_output)}


async def nightly_digest(tenant: TenantRow) -> str | None:
    """Called by the scheduler for each tenant."""
    ctx = RequestContext(tenant, user_id="scheduler")
    async with AsyncExitStack() as stack:
        team = await make_team(tenant, stack)
        analyst = team.get("analytics")
        if analyst is None:
            return None
        numbers = await run_with_retry(analyst, "Key numbers of the last 24 hours", ctx)
    digest = await run_with_retry(digest_writer, str(numbers.final_output), ctx, attempts=2)
    return str(digest.final_output)
