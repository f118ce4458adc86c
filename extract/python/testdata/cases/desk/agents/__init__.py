"""A local package with the SDK's own name: it shadows only what it defines."""
from .intake import intake_agent
from .billing import billing_agent, BILLING_NAME

__all__ = ["intake_agent", "billing_agent", "BILLING_NAME"]
