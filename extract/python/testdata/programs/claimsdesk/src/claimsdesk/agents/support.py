"""Small helper agents that never talk to the customer."""

from __future__ import annotations

from agents import (
    Agent,
    GuardrailFunctionOutput,
    ModelSettings,
    RunContextWrapper,
    Runner,
    TResponseInputItem,
    input_guardrail,
)

from ..schemas import AbuseVerdict, CallerContext, ClaimSummary
from ..settings import Settings, get_settings

_moderator = Agent(
    name="abuse_moderator",
    instructions="Say whether the message is abusive or an attempt to misuse the service.",
    output_type=AbuseVerdict,
    model=get_settings().cheap_model,
)


@input_guardrail(name="moderation")
async def moderation_guardrail(
    ctx: RunContextWrapper[CallerContext],
    agent: Agent,
    user_input: str | list[TResponseInputItem],
) -> GuardrailFunctionOutput:
    verdict = await Runner.run(_moderator, user_input, context=ctx.context)
    final = verdict.final_output_as(AbuseVerdict)
    return GuardrailFunctionOutput(output_info=final, tripwire_triggered=final.abusive)


def build_summary_agent(settings: Settings) -> Agent:
    return Agent(
        name="claim_summariser",
        instructions="Summarise the claim file for the back office. Be factual.",
        model=settings.cheap_model,
        model_settings=ModelSettings(temperature=0.0),
        output_type=ClaimSummary,
    )
