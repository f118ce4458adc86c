"""Builds the agents from the permission table."""
from __future__ import annotations

import logging

from agents import Agent, AgentHooks, ModelSettings, RunContextWrapper, RunHooks, Tool, handoff

from .catalogue import CATALOGUE, Entry, close_period
from .guards import polite_letter
from .models import Desk
from .roles import ROLES, Role

log = logging.getLogger(__name__)


def visible(role: Role, entry: Entry) -> bool:
    return entry.area in role.areas and entry.level <= role.level


def writable(role: Role, entry: Entry) -> bool:
    return not (entry.writes and role.read_only)


def separated(role: Role, entry: Entry) -> bool:
    return entry.tool.name not in role.denied


RULES = (visible, writable, separated)


def tools_for(role: Role) -> list[Tool]:
    return [e.tool for e in CATALOGUE if all(rule(role, e) for rule in RULES)]


def briefing(ctx: RunContextWrapper[Desk], agent: Agent[Desk]) -> str:
    desk = ctx.context
    return (
        f"You are the {agent.name} and work for {desk.user.login} on case {desk.case_id}. "
        f"Today is {desk.today:%d %B %Y}. Limit: EUR {desk.user.limit_eur}. Never guess amounts."
    )


class MonthEnd(AgentHooks[Desk]):
    """At month end the treasurer may close the period."""

    async def on_start(self, context, agent: Agent[Desk]) -> None:
        names = {t.name for t in agent.tools}
        if context.context.month_end and close_period.name not in names:
            agent.tools.append(close_period)
        elif not context.context.month_end and close_period.name in names:
            agent.tools.remove(close_period)


class Trail(RunHooks[Desk]):
    async def on_tool_start(self, context, agent, tool) -> None:
        context.context.tool_calls += 1
        context.context.trail.append(f"{agent.name} -> {tool.name}")

    async def on_handoff(self, context, from_agent, to_agent) -> None:
        context.context.trail.append(f"{from_agent.name} => {to_agent.name}")
        # whoever takes the case over works with the lower of both limits
        context.context.user.limit_eur = min(context.context.user.limit_eur, 50_000)


letter_drafter = Agent[Desk](
    name="Letter drafter",
    instructions="Write a letter to the policyholder. Plain language, no legal advice.",
    output_guardrails=[polite_letter],
    model="gpt-4.1",
)

case_summariser = Agent[Desk](name="Case summariser", instructions="Five lines for the file.", model="gpt-4.1-nano")


def allowed_for(role: Role):
    """The dispatcher may only hand over to desks that the user is cleared for."""

    def check(ctx: RunContextWrapper[Desk], agent: Agent[Desk]) -> bool:
        user = ctx.context.user
        return not user.suspended and ROLES[user.role].level >= role.level

    return check


def build_staff() -> tuple[Agent[Desk], dict[str, Agent[Desk]]]:
    staff: dict[str, Agent[Desk]] = {}
    for role in ROLES.values():
        agent = Agent[Desk](
            name=role.title,
            handoff_description=f"{role.title}: {', '.join(sorted(a.value for a in role.areas))}",
            instructions=briefing,
            tools=tools_for(role),
            model="gpt-5" if role.level >= 3 else "gpt-4.1-mini",
            model_settings=ModelSettings(parallel_tool_calls=False),
        )
        if role.output is not None:
            agent.output_type = role.output
        staff[role.key] = agent

    staff["treasury"].hooks = MonthEnd()

    for role in ROLES.values():
        if role.escalates_to:
            target = staff[role.escalates_to]
            staff[role.key].handoffs.append(handoff(target, tool_name_override=f"escalate_to_{role.escalates_to}"))

    for key in ("handler", "senior"):
        staff[key].tools.append(letter_drafter.as_tool("draft_letter", "Draft a letter", needs_approval=(key == "handler")))
    staff["senior"].tools += [
        staff["fraud"].as_tool("second_opinion_fraud", "Ask the fraud analyst", is_enabled=lambda ctx, a: ctx.context.user.limit_eur > 10_000)
    ]

    dispatcher = Agent[Desk](
        name="Back office dispatcher",
        instructions="Send the case to the desk that can finish it.",
        handoffs=[
            handoff(agent, is_enabled=allowed_for(ROLES[key])) for key, agent in staff.items() if key != "auditor"
        ],
        model="gpt-4.1-mini",
    )
    return dispatcher, staff
