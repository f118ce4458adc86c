from __future__ import annotations

from typing import Any

from agents import Agent, MaxTurnsExceeded, RunConfig, Runner, RunResult

from . import constants


async def execute(agent: Agent, payload: Any, *, context: Any = None, workflow: str = "acme") -> RunResult | None:
    """The only place in the platform where Runner is called (keeps tracing and limits uniform)."""
    config = RunConfig(workflow_name=workflow, trace_metadata={"entry": agent.name})
    try:
        return await Runner.run(agent, payload, context=context, run_config=config, max_turns=constants.MAX_TURNS)
    except MaxTurnsExceeded:
        return None
