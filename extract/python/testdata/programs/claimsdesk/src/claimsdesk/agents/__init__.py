from .intake import build_intake_agent
from .specialists import build_coverage_agent, build_fraud_agent, build_payout_agent
from .support import build_summary_agent, moderation_guardrail

__all__ = [
    "build_coverage_agent",
    "build_fraud_agent",
    "build_intake_agent",
    "build_payout_agent",
    "build_summary_agent",
    "moderation_guardrail",
]
