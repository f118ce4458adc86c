from __future__ import annotations

from typing import Any

from agents import Agent, GuardrailFunctionOutput, RunContextWrapper, Runner, TResponseInputItem
from agents import input_guardrail, output_guardrail

from .models import IntakeContext, PrivacyVerdict, SafetyVerdict

safety_judge: Agent[IntakeContext] = Agent(
    name="Safety Judge",
    instructions="Decide whether the patient describes a life-threatening emergency.",
    output_type=SafetyVerdict,
)
privacy_judge: Agent[IntakeContext] = Agent(
    name="Privacy Judge",
    instructions="Decide whether the text reveals data of another patient.",
    output_type=PrivacyVerdict,
)


@input_guardrail(name="emergency_check")
async def emergency_guardrail(
    ctx: RunContextWrapper[IntakeContext],
    agent: Agent[Any],
    user_input: str | list[TResponseInputItem],
) -> GuardrailFunctionOutput:
    result = await Runner.run(safety_judge, user_input, context=ctx.context)
    verdict = result.final_output_as(SafetyVerdict)
    return GuardrailFunctionOutput(output_info=verdict, tripwire_triggered=verdict.is_emergency)


@output_guardrail
async def phi_guardrail(
    ctx: RunContextWrapper[IntakeContext], agent: Agent[Any], output: Any
) -> GuardrailFunctionOutput:
    result = await Runner.run(privacy_judge, str(output), context=ctx.context)
    verdict = result.final_output_as(PrivacyVerdict)
    return GuardrailFunctionOutput(output_info=verdict, tripwire_triggered=verdict.leaks_phi)
