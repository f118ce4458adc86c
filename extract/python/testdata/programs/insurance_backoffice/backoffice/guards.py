"""Guardrails around single tools and around letters."""
from __future__ import annotations

import json
import re

from agents import (
    Agent,
    GuardrailFunctionOutput,
    RunContextWrapper,
    Runner,
    ToolGuardrailFunctionOutput,
    ToolInputGuardrailData,
    ToolOutputGuardrailData,
    output_guardrail,
    tool_input_guardrail,
    tool_output_guardrail,
)

from .models import Desk, Screening, Tone

IBAN = re.compile(r"\b[A-Z]{2}\d{2}[A-Z0-9]{10,30}\b")

sanctions_screener = Agent(
    name="Sanctions screener",
    instructions="Decide whether the payee is on the EU, UK or OFAC list. Only exact or near matches are hits.",
    output_type=Screening,
    model="gpt-4.1",
)
tone_checker = Agent(name="Tone checker", instructions="Is this letter polite, and free of legal advice?", output_type=Tone)


@tool_input_guardrail
def within_limit(data: ToolInputGuardrailData) -> ToolGuardrailFunctionOutput:
    desk: Desk = data.context.context
    amount = json.loads(data.context.tool_arguments or "{}").get("amount_eur", 0)
    if amount > desk.user.limit_eur:
        return ToolGuardrailFunctionOutput.reject_content(f"Above the limit of {desk.user.login}. Escalate.")
    return ToolGuardrailFunctionOutput.allow()


@tool_input_guardrail(name="sanctions")
async def sanctions_check(data: ToolInputGuardrailData) -> ToolGuardrailFunctionOutput:
    payee = json.loads(data.context.tool_arguments or "{}").get("payee", "")
    result = await Runner.run(sanctions_screener, f"Payee: {payee}", context=data.context.context)
    if result.final_output.hit:
        return ToolGuardrailFunctionOutput.raise_exception({"list": result.final_output.list_name})
    return ToolGuardrailFunctionOutput.allow()


@tool_output_guardrail
def redact_accounts(data: ToolOutputGuardrailData) -> ToolGuardrailFunctionOutput:
    text = str(data.output)
    if IBAN.search(text):
        data.context.context.redactions += 1
        return ToolGuardrailFunctionOutput.reject_content(IBAN.sub("[account]", text))
    return ToolGuardrailFunctionOutput.allow()


@output_guardrail
async def polite_letter(ctx: RunContextWrapper[Desk], agent: Agent, letter: str) -> GuardrailFunctionOutput:
    verdict = (await Runner.run(tone_checker, letter, context=ctx.context)).final_output_as(Tone)
    return GuardrailFunctionOutput(output_info=verdict, tripwire_triggered=not verdict.acceptable)
