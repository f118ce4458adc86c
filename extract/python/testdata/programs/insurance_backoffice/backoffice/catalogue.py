"""All tools, with the permission that each one needs."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agents import FunctionTool, RunContextWrapper, function_tool

from .guards import redact_accounts, sanctions_check, within_limit
from .models import Area, Desk

Ctx = RunContextWrapper[Desk]


@dataclass(frozen=True)
class Entry:
    tool: FunctionTool
    area: Area
    level: int
    writes: bool = False


CATALOGUE: list[Entry] = []


def register(area: Area, level: int, *, writes: bool = False, **options: Any):
    def deco(fn) -> FunctionTool:
        tool = function_tool(fn, **options)
        CATALOGUE.append(Entry(tool, area, level, writes))
        return tool

    return deco


async def _big_claim(ctx: Ctx, args: dict, call_id: str) -> bool:
    return float(args.get("amount_eur", 0)) > 5_000


def _ledger_open(ctx: Ctx, agent) -> bool:
    return ctx.context.ledger_open


@register(Area.CLAIMS, 1)
def get_claim(ctx: Ctx, claim_id: str) -> str:
    """The claim file."""
    return f"{claim_id}: water damage, kitchen, reported by phone, case {ctx.context.case_id}"


@register(Area.CLAIMS, 1, tool_output_guardrails=[redact_accounts])
def list_documents(claim_id: str) -> list[str]:
    """Documents on the claim."""
    return [f"{claim_id}-invoice.pdf", "DE89370400440532013000.txt"]


@register(Area.CLAIMS, 1, writes=True)
def add_note(ctx: Ctx, claim_id: str, text: str) -> str:
    """Add a note."""
    ctx.context.trail.append(f"note {claim_id}: {text}")
    return "noted"


@register(Area.CLAIMS, 2, writes=True, tool_input_guardrails=[within_limit])
def set_reserve(claim_id: str, amount_eur: float) -> str:
    """Set the reserve."""
    return f"reserve {claim_id} = {amount_eur}"


@register(Area.CLAIMS, 3, writes=True, needs_approval=_big_claim)
def approve_claim(claim_id: str, amount_eur: float) -> str:
    """Approve a claim."""
    return f"{claim_id} approved for {amount_eur}"


@register(Area.CLAIMS, 3, writes=True, needs_approval=True)
def reject_claim(claim_id: str, grounds: str) -> str:
    """Reject a claim."""
    return f"{claim_id} rejected: {grounds}"


@register(Area.POLICY, 1)
def get_policy(policy_no: str) -> str:
    """Policy terms."""
    return f"{policy_no}: household, excess 150"


@register(Area.POLICY, 3, writes=True, name_override="endorse_policy")
def endorse(policy_no: str, wording: str) -> str:
    """Add an endorsement."""
    return f"{policy_no} + {wording}"


@register(Area.PAYMENTS, 1)
def check_iban(iban: str) -> bool:
    """Is the IBAN well-formed?"""
    return len(iban) > 14


@register(Area.PAYMENTS, 2, writes=True, tool_input_guardrails=[within_limit, sanctions_check])
def propose_payment(claim_id: str, payee: str, amount_eur: float) -> str:
    """Propose a payment; the treasurer releases it."""
    return f"proposal for {payee}: {amount_eur}"


@register(Area.PAYMENTS, 4, writes=True, needs_approval=True, tool_input_guardrails=[sanctions_check])
def release_payment(proposal_id: str, payee: str) -> str:
    """Release a proposed payment."""
    return f"{proposal_id} released to {payee}"


@register(Area.FRAUD, 2)
def fraud_score(claim_id: str) -> int:
    """Score 0-100."""
    return 37


@register(Area.FRAUD, 3)
def link_analysis(claim_id: str, depth: int = 2) -> str:
    """People and addresses linked to the claim."""
    return "no shared addresses"


@register(Area.FRAUD, 3, writes=True, needs_approval=True)
def freeze_claim(claim_id: str) -> str:
    """Freeze all payments."""
    return f"{claim_id} frozen"


@register(Area.LEDGER, 2)
def trial_balance(period: str) -> str:
    """Trial balance of a period."""
    return f"{period}: balanced"


@register(Area.LEDGER, 4, writes=True, is_enabled=_ledger_open)
def post_journal(debit: str, credit: str, amount_eur: float) -> str:
    """Post a journal entry."""
    return f"{debit}/{credit} {amount_eur}"


@function_tool(needs_approval=True)
def close_period(period: str) -> str:
    """Close the accounting period. Only offered at month end."""
    return f"{period} closed"
