from __future__ import annotations

import json
from typing import Annotated

from agents import Agent, Runner

from ..deps import get_summary_agent
from ..schemas import ClaimSummary
from ..tools.claims import CLAIMS
from ..web import APIRouter, BackgroundTasks, Depends, HTTPException

router = APIRouter(prefix="/claims", tags=["claims"])
SUMMARIES: dict[str, ClaimSummary] = {}


async def _summarise(agent: Agent, claim_id: str) -> None:
    run = await Runner.run(agent, json.dumps(CLAIMS[claim_id], default=str))
    SUMMARIES[claim_id] = run.final_output


@router.post("/{claim_id}/summary", status_code=202)
async def request_summary(
    claim_id: str,
    background: BackgroundTasks,
    agent: Annotated[Agent, Depends(get_summary_agent)],
) -> dict[str, str]:
    if claim_id not in CLAIMS:
        raise HTTPException(status_code=404, detail="unknown claim")
    background.add_task(_summarise, agent, claim_id)
    return {"claim_id": claim_id, "state": "queued"}
