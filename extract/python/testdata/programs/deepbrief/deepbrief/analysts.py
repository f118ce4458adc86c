from agents import Agent

from .helpers import build_market_tools
from .helpers.toolbox import first_paragraph, require_budget
from .models import AnalysisNote

_base = Agent(
    name="Analyst",
    instructions="You are an analyst. Keep to two paragraphs.",
    tools=[*build_market_tools()],
    output_type=AnalysisNote,
)

fundamentals_analyst = _base.clone(
    name="FundamentalsAnalyst",
    instructions="Assess revenue, margins and growth from the search notes.",
    tools=[],
)
risk_analyst = _base.clone(
    name="RiskAnalyst",
    instructions="Look for red flags: litigation, supply chain, volatility.",
)


def analyst_tools():
    return [
        fundamentals_analyst.as_tool(
            tool_name="fundamentals_analysis",
            tool_description="Short write-up of key financial metrics",
            custom_output_extractor=first_paragraph,
        ),
        risk_analyst.as_tool(
            tool_name="risk_analysis",
            tool_description="Short write-up of potential red flags",
            custom_output_extractor=first_paragraph,
            is_enabled=require_budget,
        ),
    ]
