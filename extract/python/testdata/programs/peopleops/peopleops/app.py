from __future__ import annotations

import asyncio
import sys

from agents import Runner
from agents.realtime import RealtimeRunner

from .directory import find_employee
from .factory import AgentFactory
from .kinds import AgentKind


class PeopleOpsApp:
    def __init__(self, factory: AgentFactory | None = None) -> None:
        self.factory = factory or AgentFactory()

    async def chat(self, employee_id: str, text: str) -> str:
        employee = find_employee(employee_id)
        agent = self.factory.create(AgentKind.CONCIERGE)
        result = await Runner.run(agent, text, context=employee)
        return str(result.final_output)

    async def onboard(self, employee_id: str) -> str:
        agent = self.factory["it_setup"]
        for server in agent.mcp_servers:
            await server.connect()
        result = await Runner.run(agent, f"Set up {employee_id}", max_turns=20)
        return str(result.final_output)

    async def phone(self) -> None:
        runner = RealtimeRunner(
            self.factory.create(AgentKind.VOICE_RECEPTION),
            config={"model_settings": {"voice": "alloy"}},
        )
        async with await runner.run() as session:
            async for event in session:
                print(event.type)


async def main(argv: list[str]) -> None:
    app = PeopleOpsApp()
    match argv:
        case ["phone"]:
            await app.phone()
        case ["onboard", employee_id]:
            print(await app.onboard(employee_id))
        case [employee_id, *words]:
            print(await app.chat(employee_id, " ".join(words)))
        case _:
            print("usage: peopleops EMPLOYEE TEXT... | onboard EMPLOYEE | phone")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
