from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from agents import (
    Agent,
    AgentBase,
    CodeInterpreterTool,
    FileSearchTool,
    GuardrailFunctionOutput,
    InputGuardrail,
    ModelSettings,
    RunContextWrapper,
    Runner,
    Tool,
    handoff,
)
from agents.extensions.handoff_filters import remove_all_tools
from agents.mcp import MCPServer, MCPServerSse, MCPServerStdio

from .config import MCP_SERVERS
from .specs import AgentSpec, HandoffSpec, load_agents, load_handoffs
from .toolbox import REGISTRY, Incident

log = logging.getLogger(__name__)

FILTERS = {"strip_tools": remove_all_tools}


def severity_high(ctx: RunContextWrapper[Incident], agent: AgentBase) -> bool:
    return ctx.context.severity == 1


CONDITIONS = {"severity_high": severity_high}

scope_checker = Agent(
    name="Scope Checker",
    instructions="Answer yes if the message is about an incident, otherwise no.",
    model="gpt-4.1-nano",
)


async def check_scope(ctx: RunContextWrapper[Any], agent: Agent, data: Any):
    answer = await Runner.run(scope_checker, data, context=ctx.context)
    off_topic = str(answer.final_output).strip().lower().startswith("no")
    return GuardrailFunctionOutput(output_info=answer.final_output, tripwire_triggered=off_topic)


GUARDRAILS = {"scope": InputGuardrail(guardrail_function=check_scope, name="scope")}

HOSTED = {
    "code_interpreter": lambda opts: CodeInterpreterTool(
        tool_config={"type": "code_interpreter", "container": {"type": "auto"}}
    ),
    "file_search": lambda opts: FileSearchTool(vector_store_ids=list(opts["stores"])),
}


@dataclass
class Mesh:
    agents: dict[str, Agent[Incident]]
    servers: dict[str, MCPServer]
    entry: Agent[Incident]

    async def connect(self) -> None:
        for server in self.servers.values():
            await server.connect()

    async def handle(self, incident: Incident, text: str) -> str:
        result = await Runner.run(self.entry, text, context=incident, max_turns=30)
        return str(result.final_output)

    async def resume_with(self, agent_id: str, incident: Incident, items: list[Any]) -> str:
        result = await Runner.run(self.agents[agent_id], items, context=incident)
        return str(result.final_output)


def _make_server(name: str, row: dict[str, Any]) -> MCPServer:
    allow = {"allowed_tool_names": row["allow"]} if "allow" in row else None
    if row["kind"] == "stdio":
        params = {"command": row["command"], "args": row["args"]}
        return MCPServerStdio(params=params, name=name, tool_filter=allow)
    return MCPServerSse(params={"url": row["url"]}, name=name, tool_filter=allow)


def _make_tool(entry: str | dict[str, Any]) -> Tool:
    if isinstance(entry, dict):
        return HOSTED[entry["hosted"]](entry)
    return REGISTRY[entry]


def _make_agent(spec: AgentSpec, servers: dict[str, MCPServer]) -> Agent[Incident]:
    return Agent[Incident](
        name=spec.name,
        handoff_description=spec.description,
        instructions=spec.prompt,
        model=spec.model,
        model_settings=ModelSettings(temperature=spec.temperature, max_tokens=spec.max_tokens),
        tools=[_make_tool(t) for t in spec.tools],
        mcp_servers=[servers[m] for m in spec.mcp],
        input_guardrails=[GUARDRAILS[g] for g in spec.guardrails],
    )


def _wire(row: HandoffSpec, agents: dict[str, Agent[Incident]]) -> None:
    source, target = agents[row.source], agents[row.target]
    options: dict[str, Any] = {}
    if row.tool:
        options["tool_name_override"] = row.tool
    if row.filter:
        options["input_filter"] = FILTERS[row.filter]
    if row.when:
        options["is_enabled"] = CONDITIONS[row.when]
    if row.log:
        options["on_handoff"] = lambda ctx: log.info("%s -> %s", row.source, row.target)
    source.handoffs.append(handoff(target, **options) if options else target)


def build_mesh() -> Mesh:
    specs = load_agents()
    servers = {name: _make_server(name, row) for name, row in MCP_SERVERS.items()}
    agents: dict[str, Agent[Incident]] = {}
    for spec in specs:
        agents[spec.id] = _make_agent(spec, servers)

    # second pass: everything that refers to other agents by id
    for spec in specs:
        for consult in spec.consults:
            agents[spec.id].tools.append(
                agents[consult.agent].as_tool(
                    tool_name=consult.tool_name, tool_description=consult.doc
                )
            )
    for row in load_handoffs(specs):
        _wire(row, agents)

    entry = next(agents[s.id] for s in specs if s.entry)
    return Mesh(agents=agents, servers=servers, entry=entry)
