from __future__ import annotations

import logging

from agents import Agent, Handoff, RunContextWrapper, Tool, handoff
from agents.extensions import handoff_filters
from agents.extensions.handoff_prompt import prompt_with_handoff_instructions

from ..schemas import CallerContext, FraudReferral
from ..settings import Settings
from ..tools.claims import register_claim
from .support import moderation_guardrail

logger = logging.getLogger(__name__)


async def _note_referral(ctx: RunContextWrapper[CallerContext], data: FraudReferral) -> None:
    logger.warning("claim %s referred: %s", data.claim_id, data.indicators)
    ctx.context.referrals.append(data.claim_id)


def build_intake_agent(
    settings: Settings,
    *,
    coverage: Agent[CallerContext],
    payout: Agent[CallerContext],
    fraud: Agent[CallerContext] | None,
    tools: list[Tool],
) -> Agent[CallerContext]:
    targets: list[Agent | Handoff] = [
        coverage,
        handoff(payout, tool_name_override="move_to_settlement"),
    ]
    if fraud is not None:
        targets.append(
            handoff(
                agent=fraud,
                tool_name_override="refer_to_siu",
                tool_description_override="Refer a claim with fraud indicators.",
                on_handoff=_note_referral,
                input_type=FraudReferral,
                input_filter=handoff_filters.remove_all_tools,
            )
        )
    intake = Agent[CallerContext](
        name="Claims Intake",
        instructions=prompt_with_handoff_instructions(
            "Greet the customer, find the policy and register the loss."
        ),
        tools=[register_claim, *tools],
        handoffs=targets,
        input_guardrails=[moderation_guardrail],
        model=settings.default_model,
    )
    # A specialist can always give the conversation back.
    coverage.handoffs.append(intake)
    return intake
