from __future__ import annotations

import asyncio
import logging
import random
from typing import Any

from agents import Agent, RunConfig, Runner, RunResult
from agents.exceptions import MaxTurnsExceeded, ModelBehaviorError

from .types import RequestContext

log = logging.getLogger(__name__)


async def run_with_retry(
    agent: Agent[RequestContext], message: Any, ctx: RequestContext, *, attempts: int = 3, base_delay: float = 0.5
) -> RunResult:
    """Runner.run with exponential backoff. Running out of turns is not retried."""
    config = RunConfig(workflow_name=f"tenant:{ctx.tenant['id']}", group_id=ctx.user_id)
    for attempt in range(1, attempts + 1):
        try:
            return await Runner.run(agent, message, context=ctx, run_config=config)
        except MaxTurnsExceeded:
            raise
        except (ModelBehaviorError, TimeoutError) as exc:
            if attempt == attempts:
                raise
            delay = base_delay * 2**attempt + random.random() / 10
            log.warning("attempt %d for %s failed (%s), next in %.1fs", attempt, agent.name, exc, delay)
            await asyncio.sleep(delay)
    raise AssertionError("unreachable")
