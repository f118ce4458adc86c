from __future__ import annotations

import asyncio
import sys

from acme_agentkit import execute

from .agents import front_door
from .agents.registry import policy_server


async def answer(question: str, employee_id: str) -> str:
    result = await execute(front_door, question, context={"employee_id": employee_id}, workflow="helpdesk")
    return str(result.final_output) if result else "Sorry, please call the service desk."


async def serve(question: str, employee_id: str) -> str:
    if policy_server is None:
        return await answer(question, employee_id)
    async with policy_server:
        return await answer(question, employee_id)


def cli() -> None:
    print(asyncio.run(serve(" ".join(sys.argv[2:]), sys.argv[1])))


if __name__ == "__main__":
    cli()
