from __future__ import annotations

from contextlib import AsyncExitStack

from agents import Agent
from agents.mcp import MCPServer

from .mcp_servers import MCP_SERVERS
from .policies import roles_for
from .toolbox import get_usage, pick
from .types import AgentFactory, RequestContext, Role, RolePolicy, TenantRow


async def _connect(tenant: TenantRow, policy: RolePolicy, stack: AsyncExitStack) -> list[MCPServer]:
    return [await stack.enter_async_context(MCP_SERVERS[key](tenant)) for key in policy.get("mcp", [])]


async def make_support(tenant: TenantRow, policy: RolePolicy, stack: AsyncExitStack) -> Agent[RequestContext]:
    agent = Agent[RequestContext](
        name="Support Agent",
        handoff_description="Questions of end customers.",
        instructions=f"You answer the customers of {tenant['name']}.",
        tools=[*pick(policy["tools"])],
    )
    if policy.get("summaries"):
        summarizer = Agent[RequestContext](name="Thread Summarizer", instructions="Summarize the thread.")
        agent.tools.append(
            summarizer.as_tool(tool_name="summarize_thread", tool_description="Summarize a long thread.")
        )
    return agent


async def make_analytics(tenant: TenantRow, policy: RolePolicy, stack: AsyncExitStack) -> Agent[RequestContext]:
    return Agent[RequestContext](
        name="Analytics Agent",
        handoff_description="Numbers, reports, exports.",
        instructions="Answer with numbers. Never guess.",
        tools=[*pick(policy["tools"])],
        mcp_servers=await _connect(tenant, policy, stack),
    )


async def make_ops(tenant: TenantRow, policy: RolePolicy, stack: AsyncExitStack) -> Agent[RequestContext]:
    return Agent[RequestContext](
        name="Ops Agent",
        handoff_description="Workers, logs, incidents.",
        instructions="Look at the log files before you restart anything.",
        tools=[*pick(policy["tools"])],
        mcp_servers=await _connect(tenant, policy, stack),
    )


FACTORIES: dict[Role, AgentFactory] = {
    "support": make_support,
    "analytics": make_analytics,
    "ops": make_ops,
}


async def make_team(tenant: TenantRow, stack: AsyncExitStack) -> dict[str, Agent[RequestContext]]:
    team: dict[str, Agent[RequestContext]] = {
        role: await FACTORIES[role](tenant, policy, stack) for role, policy in roles_for(tenant["plan"]).items()
    }
    team["supervisor"] = Agent[RequestContext](
        name="Supervisor",
        instructions=f"You coordinate the assistants of {tenant['name']}.",
        tools=[get_usage],
        handoffs=[*team.values()],
    )
    return team
