from __future__ import annotations

from agents import Agent, FileSearchTool, RunContextWrapper, Tool, function_tool
from agents.mcp import MCPServer

from ..schemas import CallerContext
from ..settings import Settings
from ..tools.claims import claim_status, schedule_payout


def _coverage_instructions(ctx: RunContextWrapper[CallerContext], agent: Agent) -> str:
    policies = ", ".join(ctx.context.policy_ids) or "none on file"
    return (
        "Explain what the policy covers, quoting the wording you found.\n"
        f"The caller's policies: {policies}."
    )


def build_coverage_agent(settings: Settings, policy_tools: list[Tool]) -> Agent[CallerContext]:
    wordings = FileSearchTool(
        vector_store_ids=[settings.policy_vector_store_id],
        max_num_results=4,
    )
    return Agent[CallerContext](
        name="Coverage Specialist",
        handoff_description="Answers what is and is not insured.",
        instructions=_coverage_instructions,
        tools=[*policy_tools, wordings],
        model=settings.default_model,
    )


def build_payout_agent(settings: Settings, documents: MCPServer) -> Agent[CallerContext]:
    return Agent[CallerContext](
        name="Payout Desk",
        handoff_description="Settles accepted claims.",
        instructions="Check the invoices in the document store before paying.",
        tools=[claim_status, schedule_payout],
        mcp_servers=[documents],
        model=settings.default_model,
    )


def build_fraud_agent(settings: Settings) -> Agent[CallerContext]:
    @function_tool
    def score_indicators(claim_id: str, indicators: list[str], prior_claims: int = 0) -> float:
        """Score fraud indicators between 0 and 1."""
        return min(1.0, 0.15 * len(indicators) + 0.05 * prior_claims)

    return Agent[CallerContext](
        name="Special Investigations",
        instructions="Review suspicious claims. Never accuse the customer.",
        tools=[claim_status, score_indicators],
        model=settings.default_model,
    )
