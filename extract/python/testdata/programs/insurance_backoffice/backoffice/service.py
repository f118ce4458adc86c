from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from agents import (
    Agent,
    RunConfig,
    Runner,
    RunState,
    ToolInputGuardrailTripwireTriggered,
    trace,
)

from .models import Desk, User
from .staff import Trail, build_staff, case_summariser

Approver = Callable[[str, str, dict[str, Any]], Awaitable[bool]]


class BackOffice:
    def __init__(self, approver: Approver, archive: dict[str, str] | None = None) -> None:
        self.dispatcher, self.staff = build_staff()
        self._approver = approver
        self.archive = archive if archive is not None else {}

    def _starting_agent(self, user: User) -> Agent[Desk]:
        # auditors talk to their own desk; everybody else goes through the dispatcher
        return self.staff["auditor"] if user.role == "auditor" else self.dispatcher

    async def handle(self, user: User, case_id: str, text: str) -> Any:
        desk = Desk(user=user, case_id=case_id)
        agent = self._starting_agent(user)
        config = RunConfig(workflow_name="backoffice", group_id=case_id)
        hooks = Trail()
        try:
            result = await Runner.run(agent, text, context=desk, hooks=hooks, run_config=config, max_turns=25)
            while result.interruptions:
                state: RunState = result.to_state()
                for item in result.interruptions:
                    if await self._approver(user.login, item.name, item.arguments):
                        state.approve(item)
                    else:
                        state.reject(item, rejection_message="Refused by the second pair of eyes.")
                result = await Runner.run(agent, state, hooks=hooks, run_config=config)
        except ToolInputGuardrailTripwireTriggered as hit:
            self.archive[case_id] = f"BLOCKED {hit.output.output_info}"
            return None
        await self._file(desk, result.to_input_list())
        return result.final_output

    async def _file(self, desk: Desk, items: list) -> None:
        summary = await Runner.run(case_summariser, items, context=desk)
        self.archive[desk.case_id] = f"{summary.final_output}\n" + "\n".join(desk.trail)


async def payment_run(office: BackOffice, proposals: list[str]) -> list[Any]:
    """Nightly: the treasurer looks at every open proposal, four at a time."""
    gate = asyncio.Semaphore(4)
    treasurer = office.staff["treasury"]
    batch_user = User("batch", "treasury")

    async def one(proposal: str):
        async with gate:
            return await Runner.run(treasurer, f"Proposal {proposal}", context=Desk(batch_user, proposal), hooks=Trail())

    with trace("payment run"):
        results = await asyncio.gather(*(one(p) for p in proposals))
    return [r.final_output for r in results]


async def _main() -> None:
    async def nobody(login: str, tool: str, args: dict[str, Any]) -> bool:
        return False

    office = BackOffice(nobody)
    print(await office.handle(User("ada", "handler"), "C-17", "Please settle claim C-17."))
    print(await payment_run(office, ["PP-1", "PP-2"]))


if __name__ == "__main__":
    asyncio.run(_main())
