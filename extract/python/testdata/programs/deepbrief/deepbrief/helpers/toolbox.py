"""Factories for function tools that share configuration."""

import json
import pathlib
from typing import Any, Callable

from agents import FunctionTool, RunContextWrapper, function_tool
from agents.tool_context import ToolContext

SeriesLoader = Callable[[str, int], list[float]]


def _fake_series(symbol: str, days: int) -> list[float]:
    base = sum(map(ord, symbol)) % 90 + 10
    return [base + (i * 7 % 5) for i in range(days)]


def build_market_tools(loader: SeriesLoader = _fake_series) -> list[FunctionTool]:
    def price_history(symbol: str, days: int = 30) -> str:
        """Daily closing prices as a JSON array."""
        return json.dumps(loader(symbol, days))

    def volatility(symbol: str, days: int = 30) -> float:
        """Range of the closing prices relative to the mean."""
        values = loader(symbol, days)
        return (max(values) - min(values)) / (sum(values) / len(values))

    return [
        function_tool(price_history),
        function_tool(volatility, name_override="price_volatility", strict_mode=True),
    ]


def make_store_tool(folder: pathlib.Path) -> FunctionTool:
    """The notes tool is written by hand because its schema has a free-form part."""

    async def _invoke(ctx: ToolContext[Any], raw: str) -> str:
        data = json.loads(raw)
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"{data['slug']}.md"
        target.write_text(data["text"])
        return str(target)

    return FunctionTool(
        name="save_note",
        description="Save a research note under a slug.",
        params_json_schema={
            "type": "object",
            "properties": {"slug": {"type": "string"}, "text": {"type": "string"}},
            "required": ["slug", "text"],
            "additionalProperties": False,
        },
        on_invoke_tool=_invoke,
    )


async def first_paragraph(result: Any) -> str:
    """Output extractor for analyst agents used as tools."""
    return str(result.final_output).split("\n\n", 1)[0]


def require_budget(ctx: RunContextWrapper[Any], _agent: Any) -> bool:
    return getattr(ctx.context, "budget_left", 0) > 0
