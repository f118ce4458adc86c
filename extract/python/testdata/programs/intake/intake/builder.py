from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Self

from agents import Agent, Handoff, InputGuardrail, OutputGuardrail, RunContextWrapper, Tool, handoff
from agents.extensions.handoff_filters import remove_all_tools
from pydantic import BaseModel

from .guardrails import emergency_guardrail, phi_guardrail
from .models import Escalation, IntakeContext, IntakeSummary
from .tools import READ_TOOLS, SCHEDULING_TOOLS, page_on_call, record_clinical_note

ClinicalAgent = Agent[IntakeContext]


class AgentBuilder(ABC):
    @abstractmethod
    def build(self) -> ClinicalAgent: ...


class ClinicalAgentBuilder(AgentBuilder):
    """Fluent builder. One instance builds one agent."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._instructions: str = ""
        self._description: str | None = None
        self._tools: list[Tool] = []
        self._handoffs: list[ClinicalAgent | Handoff[IntakeContext, Any]] = []
        self._input_guardrails: list[InputGuardrail[IntakeContext]] = []
        self._output_guardrails: list[OutputGuardrail[IntakeContext]] = []
        self._output_type: type[BaseModel] | None = None

    def instructed(self, text: str, *, description: str | None = None) -> Self:
        self._instructions = text
        self._description = description
        return self

    def with_tools(self, *tools: Tool) -> Self:
        self._tools.extend(tools)
        return self

    def consulting(self, agent: ClinicalAgent, tool_name: str, description: str) -> Self:
        self._tools.append(agent.as_tool(tool_name=tool_name, tool_description=description))
        return self

    def transferring_to(
        self,
        agent: ClinicalAgent,
        *,
        input_type: type[BaseModel] | None = None,
        on_handoff: Callable[..., Any] | None = None,
        strip_tools: bool = False,
    ) -> Self:
        kwargs: dict[str, Any] = {}
        if input_type is not None:
            kwargs.update(input_type=input_type, on_handoff=on_handoff)
        if strip_tools:
            kwargs["input_filter"] = remove_all_tools
        self._handoffs.append(handoff(agent, **kwargs) if kwargs else agent)
        return self

    def guarded(
        self,
        inputs: Iterable[InputGuardrail[IntakeContext]] = (),
        outputs: Iterable[OutputGuardrail[IntakeContext]] = (),
    ) -> Self:
        self._input_guardrails.extend(inputs)
        self._output_guardrails.extend(outputs)
        return self

    def returning(self, output_type: type[BaseModel]) -> Self:
        self._output_type = output_type
        return self

    def build(self) -> ClinicalAgent:
        return Agent[IntakeContext](
            name=self._name,
            instructions=self._instructions,
            handoff_description=self._description,
            tools=self._tools,
            handoffs=self._handoffs,
            input_guardrails=self._input_guardrails,
            output_guardrails=self._output_guardrails,
            output_type=self._output_type,
        )


async def _log_escalation(ctx: RunContextWrapper[IntakeContext], data: Escalation) -> None:
    ctx.context.repo.add_note(ctx.context.patient_id, f"[{data.urgency}] {data.reason}")


class IntakeDirector:
    """Knows which agents the clinic has and in which order to build them."""

    def __init__(self, builder_cls: type[ClinicalAgentBuilder] = ClinicalAgentBuilder) -> None:
        self._new = builder_cls

    def construct(self) -> ClinicalAgent:
        summarizer = (
            self._new("Intake Summarizer")
            .instructed("Summarise the interview for the clinician.")
            .with_tools(*READ_TOOLS)
            .returning(IntakeSummary)
            .build()
        )
        scheduler = (
            self._new("Scheduler")
            .instructed("Offer at most three slots.", description="Books appointments")
            .with_tools(*SCHEDULING_TOOLS)
            .guarded(outputs=[phi_guardrail])
            .build()
        )
        nurse = (
            self._new("Nurse Escalation")
            .instructed("Take over urgent cases.", description="Urgent cases")
            .with_tools(*READ_TOOLS, record_clinical_note, page_on_call)
            .build()
        )
        return (
            self._new("Intake Coordinator")
            .instructed("Interview the patient about symptoms. Never diagnose.")
            .with_tools(READ_TOOLS[0], record_clinical_note)
            .consulting(summarizer, "summarize_intake", "Structured summary of the interview")
            .transferring_to(scheduler, strip_tools=True)
            .transferring_to(nurse, input_type=Escalation, on_handoff=_log_escalation)
            .guarded(inputs=[emergency_guardrail], outputs=[phi_guardrail])
            .build()
        )
