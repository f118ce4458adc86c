from __future__ import annotations

from collections.abc import Callable

from agents import InputGuardrailTripwireTriggered, OutputGuardrailTripwireTriggered, RunResult, Runner

from .builder import ClinicalAgent, IntakeDirector
from .models import IntakeContext

ApprovalPolicy = Callable[[str, str | None], bool]


class IntakeService:
    def __init__(self, director: IntakeDirector, approve: ApprovalPolicy) -> None:
        self._entry: ClinicalAgent = director.construct()
        self._approve = approve

    async def handle(self, message: str, context: IntakeContext) -> str:
        try:
            result: RunResult = await Runner.run(self._entry, message, context=context)
            while result.interruptions:
                state = result.to_state()
                for item in result.interruptions:
                    allowed = self._approve(item.name or "", item.arguments)
                    (state.approve if allowed else state.reject)(item)
                result = await Runner.run(self._entry, state)
        except InputGuardrailTripwireTriggered:
            return "Please call the emergency number now."
        except OutputGuardrailTripwireTriggered:
            return "Sorry, I cannot share that information."
        return str(result.final_output)
