"""Pure functions first; they become tools at the bottom of the file."""
import json
import math
from functools import partial
from types import MappingProxyType

from agents import WebSearchTool, function_tool

RATES = MappingProxyType({"EUR": 1.0, "USD": 1.09, "CHF": 0.96})
BOILERPLATE = ("liability", "termination", "data protection")


def search_notices(cpv_code: str, country: str) -> str:
    """Search open tender notices by CPV code and two-letter country."""
    return json.dumps([{"id": f"{country}-{cpv_code}-{i}", "value": 10_000 * (i + 1)} for i in range(3)])


def fetch_notice(notice_id: str) -> str:
    """Full text of one notice."""
    return f"Notice {notice_id}: supply of office chairs, delivery within 60 days."


def list_clauses(text: str) -> list[str]:
    """Names of the boilerplate clauses found in a text."""
    return [c for c in BOILERPLATE if c in text.lower()]


def compare_clause(clause: str, ours: str) -> str:
    """Compare a clause in the tender with our standard wording."""
    return f"{clause}: {math.floor(100 * len(set(clause) & set(ours)) / max(1, len(set(clause))))}% overlap"


def price_line(quantity: int, unit_cost: float, margin: float) -> float:
    """Price of one line."""
    return round(quantity * unit_cost * (1 + margin), 2)


def past_bids(buyer: str) -> str:
    """Our earlier bids to this buyer."""
    return f"{buyer}: 2 won, 5 lost"


def converter(code: str):
    """`function_tool` wants a real function, so no partial here."""

    def convert(amount_eur: float) -> str:
        return f"{amount_eur * RATES[code]:.2f} {code}"

    return function_tool(
        convert,
        name_override=f"eur_to_{code.lower()}",
        description_override=f"Convert euros to {code}.",
    )


lenient = partial(function_tool, strict_mode=False, failure_error_function=lambda ctx, e: f"failed: {e}")
named = lambda name: partial(function_tool, name_override=name)  # noqa: E731

BY_TOPIC = MappingProxyType(
    {
        "search": tuple(map(function_tool, (search_notices, fetch_notice))) + (WebSearchTool(search_context_size="low"),),
        "legal": (function_tool(list_clauses), named("compare_to_standard")(compare_clause)),
        "pricing": (lenient(price_line), *(converter(c) for c in RATES if c != "EUR")),
        "memory": (named("bid_history")(past_bids),),
    }
)
