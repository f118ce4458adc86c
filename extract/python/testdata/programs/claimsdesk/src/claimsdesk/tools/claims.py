from __future__ import annotations

import uuid
from typing import Any, Literal

from typing_extensions import TypedDict

from agents import (
    RunContextWrapper,
    ToolGuardrailFunctionOutput,
    ToolInputGuardrailData,
    function_tool,
    tool_input_guardrail,
)

from ..schemas import CallerContext
from ..settings import get_settings

CLAIMS: dict[str, dict[str, Any]] = {}


class Location(TypedDict):
    street: str
    postcode: str


@tool_input_guardrail
def block_iban_in_text(data: ToolInputGuardrailData) -> ToolGuardrailFunctionOutput:
    if "DE89" in (data.context.tool_arguments or ""):
        return ToolGuardrailFunctionOutput.reject_content("Do not put bank details in free text.")
    return ToolGuardrailFunctionOutput.allow()


@function_tool(tool_input_guardrails=[block_iban_in_text])
async def register_claim(
    ctx: RunContextWrapper[CallerContext],
    policy_id: str,
    loss_type: Literal["motor", "water", "theft", "other"],
    where: Location,
    description: str,
    estimated_amount: float | None = None,
) -> str:
    """Open a new claim and return its number."""
    claim_id = f"CL-{uuid.uuid4().hex[:6].upper()}"
    CLAIMS[claim_id] = {
        "customer": ctx.context.customer_id,
        "policy": policy_id,
        "loss": loss_type,
        "where": where,
        "text": description,
        "amount": estimated_amount,
    }
    return claim_id


@function_tool
def claim_status(claim_id: str) -> str:
    """Current state of a claim."""
    return "in progress" if claim_id in CLAIMS else "unknown claim"


async def _above_limit(_ctx: RunContextWrapper[Any], args: dict[str, Any], _call_id: str) -> bool:
    return float(args.get("amount", 0)) > get_settings().auto_approve_limit


@function_tool(name_override="pay_out", needs_approval=_above_limit, timeout=20)
async def schedule_payout(claim_id: str, amount: float, currency: str = "EUR") -> str:
    """Schedule a payment to the bank account on file."""
    return f"{amount:.2f} {currency} scheduled for {claim_id}"
