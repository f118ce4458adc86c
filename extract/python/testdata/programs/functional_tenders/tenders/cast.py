"""Agents as data. Nothing here is mutated after import."""
from functools import reduce
from typing import Any, Mapping

from agents import Agent, ModelSettings, handoff

from tenders.fp import flatten, merge, pipe, without
from tenders.tooling import BY_TOPIC

BASE: dict[str, Any] = {"model": "gpt-4.1-mini", "model_settings": ModelSettings(temperature=0)}
BIG = {"model": "gpt-4.1"}

tone = "You work in the bid office of Norrland Furniture AB. {}".format
tools_about = lambda *topics: {"tools": list(flatten(BY_TOPIC[t] for t in topics))}  # noqa: E731
says = lambda text: {"instructions": tone(text)}  # noqa: E731
for_handoff = lambda text: {"handoff_description": text}  # noqa: E731

make_agent = lambda spec: Agent(**spec)  # noqa: E731


# leaf agents: (key, name, *partial specs)
LEAVES = (
    ("scout", "Notice scout", says("Find notices that fit us."), tools_about("search")),
    ("legal", "Clause checker", BIG, says("Point out risky clauses."), for_handoff("contract wording"), tools_about("legal")),
    ("pricing", "Pricer", says("Price the bid line by line."), for_handoff("prices and currencies"), tools_about("pricing", "memory")),
    ("writer", "Bid writer", BIG, says("Write the bid letter in plain English.")),
    ("scorer", "Bid scorer", says("Score the draft from 0 to 10. Reply with the number only.")),
)


def leaf(row: tuple) -> tuple[str, Agent]:
    key, name, *parts = row
    return key, pipe(merge(BASE, {"name": name}, *parts), make_agent)


def as_helper(agent: Agent, description: str = "") -> Any:
    return agent.as_tool(
        tool_name=f"ask_{agent.name.lower().replace(' ', '_')}",
        tool_description=description or agent.handoff_description or agent.name,
    )


# agents that know other agents: (key, name, keys used as tools, keys handed off to, *partial specs)
BRANCHES = (
    ("editor", "Bid editor", ("legal", "pricing"), (), BIG, says("Assemble the bid from the experts' answers.")),
    ("desk", "Bid desk", ("scout",), ("legal", "pricing", "editor"), says("Answer colleagues' questions."), tools_about("memory")),
)


def branch(known: Mapping[str, Agent], row: tuple) -> dict[str, Agent]:
    key, name, helpers, targets, *parts = row
    spec = merge(BASE, {"name": name}, *parts)
    own = tuple(spec.get("tools", ()))
    wired = merge(
        without(spec, "tools"),
        {"tools": [*own, *(as_helper(known[h]) for h in helpers)]},
        {"handoffs": [known[t] if t != "editor" else handoff(known[t], tool_name_override="start_bid") for t in targets]},
    )
    return {**known, key: make_agent(wired)}


def build_cast(leaves=LEAVES, branches=BRANCHES) -> dict[str, Agent]:
    return reduce(branch, branches, dict(map(leaf, leaves)))


def localised(agent: Agent, languages: tuple[str, ...]) -> tuple[Agent, ...]:
    """One copy of an agent per language."""
    to = lambda lang: agent.clone(  # noqa: E731
        name=f"{agent.name} {lang}", instructions=f"{agent.instructions} Write in {lang}."
    )
    return tuple(map(to, languages))


with_tools = lambda agent, *tools: agent.clone(tools=[*agent.tools, *tools])  # noqa: E731
