"""House rules for tools: every tool is logged, clipped, grouped, and says sorry in the same way."""
from __future__ import annotations

import functools
import inspect
import json
import logging
import time
from collections import defaultdict
from typing import Any, Callable

from agents import FunctionTool, RunContextWrapper, function_tool
from agents.tool_context import ToolContext

log = logging.getLogger("codehand.tools")
GROUPS: dict[str, list[FunctionTool]] = defaultdict(list)
MAX_CHARS = 12_000


def _explain(ctx: RunContextWrapper[Any], error: Exception) -> str:
    return f"{type(error).__name__}: {error}. Try something else."


def clipped(fn: Callable) -> Callable:
    """Keep long outputs out of the context window."""

    def cut(out):
        return out if not isinstance(out, str) or len(out) < MAX_CHARS else out[:MAX_CHARS] + "\n[clipped]"

    if inspect.iscoroutinefunction(fn):

        @functools.wraps(fn)
        async def inner(*args, **kwargs):
            return cut(await fn(*args, **kwargs))

    else:

        @functools.wraps(fn)
        def inner(*args, **kwargs):
            started = time.perf_counter()
            try:
                return cut(fn(*args, **kwargs))
            finally:
                log.debug("%s took %.2fs", fn.__name__, time.perf_counter() - started)

    return inner


def house_tool(fn: Callable | None = None, *, name: str | None = None, group: str = "misc", risky: bool = False, **options):
    """Our @function_tool. Use with or without parentheses."""

    def wrap(f: Callable) -> FunctionTool:
        tool = function_tool(
            clipped(f),
            name_override=name,
            needs_approval=risky,
            failure_error_function=_explain,
            **options,
        )
        GROUPS[group].append(tool)
        return tool

    return wrap(fn) if fn is not None else wrap


def http_tool(name: str, method: str, path: str, fields: dict[str, str]) -> FunctionTool:
    """A FunctionTool by hand for one endpoint of the CI server."""

    async def invoke(ctx: ToolContext[Any], raw: str) -> str:
        args = json.loads(raw or "{}")
        return f"{method} {path.format(**args)} -> 200"

    return FunctionTool(
        name=name,
        description=f"CI server: {method} {path}",
        params_json_schema={
            "type": "object",
            "properties": {k: {"type": t} for k, t in fields.items()},
            "required": list(fields),
            "additionalProperties": False,
        },
        on_invoke_tool=invoke,
        strict_json_schema=True,
    )
