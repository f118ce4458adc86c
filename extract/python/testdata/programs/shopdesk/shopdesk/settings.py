"""Project settings."""

import os

DEBUG = os.environ.get("SHOPDESK_DEBUG", "") == "1"

INSTALLED_APPS = [
    "shopdesk.apps.orders.apps.OrdersConfig",
    "shopdesk.apps.returns.apps.ReturnsConfig",
    "shopdesk.apps.loyalty.apps.LoyaltyConfig",
]

AGENT_MODELS = {
    "default": "gpt-4.1-mini",
    "returns": "gpt-4.1",
}

# Returns worth more than this always go to a human
RETURNS_AUTO_LIMIT = 150

REFUNDS_ENABLED = os.environ.get("SHOPDESK_REFUNDS", "on") == "on"
