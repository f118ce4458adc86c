from __future__ import annotations

from acme_agentkit import AgentFactory, Domain, constants, tools
from agents import Agent, Tool
from agents.mcp import MCPServerStreamableHttp

from .. import tools as local_tools
from ...shared.settings import settings

DOMAIN_TOOLS: dict[Domain, list[Tool]] = {
    Domain.PAYROLL: [local_tools.payslip],
    Domain.LEAVE: [local_tools.leave_balance, local_tools.request_leave, tools.handbook_search],
    Domain.IT: [local_tools.reset_password, *tools.TICKETING],
    Domain.FACILITIES: [local_tools.book_room],
}

_factory = AgentFactory(team="helpdesk")


def specialist(domain: Domain) -> Agent:
    return _factory.create(
        domain.agent_name,
        f"You answer questions about {domain.value}.",
        DOMAIN_TOOLS[domain],
        handoff_description=f"Everything about {domain.value}",
    )


SPECIALISTS: dict[Domain, Agent] = {d: specialist(d) for d in Domain}

if settings.policy_mcp:
    # connected in main.py before the first run
    policy_server = MCPServerStreamableHttp(params={"url": constants.POLICY_MCP_URL}, name="policies", cache_tools_list=True)
    SPECIALISTS[Domain.LEAVE].mcp_servers.append(policy_server)
else:
    policy_server = None
