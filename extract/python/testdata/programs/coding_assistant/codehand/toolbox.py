from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from agents import Agent, CustomTool, FunctionTool, Runner, function_tool, tool_namespace
from agents.tool_context import ToolContext
from agents.mcp import MCPServerStdio, create_static_tool_filter
from pydantic import BaseModel

from .house import GROUPS, house_tool, http_tool
from .workspace import ROOT


def _sh(*argv: str) -> str:
    return subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, timeout=120).stdout


# -- reading -----------------------------------------------------------------
@house_tool(group="read")
def read_file(path: str, start: int = 1, end: int = 400) -> str:
    """Lines of a file."""
    return "\n".join((ROOT / path).read_text().splitlines()[start - 1 : end])


@house_tool(group="read", name="tree")
async def list_tree(folder: str = ".", depth: int = 2) -> str:
    """Folder tree."""
    base = ROOT / folder
    return "\n".join(str(p.relative_to(ROOT)) for p in base.rglob("*") if len(p.relative_to(base).parts) <= depth)


class CodeSearch:
    """Search the code with ripgrep."""

    def __init__(self, root: Path, max_hits: int = 50):
        self.root, self.max_hits = root, max_hits

    def __call__(self, pattern: str, glob: str = "*.py") -> str:
        return _sh("rg", "-n", "-m", str(self.max_hits), "-g", glob, pattern, str(self.root))


class SymbolIndex:
    """Where a class or function is defined."""

    def __init__(self, root: Path):
        self.root = root
        self._cache: dict[str, list[str]] = {}

    async def __call__(self, symbol: str) -> list[str]:
        if symbol not in self._cache:
            self._cache[symbol] = [str(p) for p in self.root.glob("**/*.py") if f"def {symbol}" in p.read_text()]
        return self._cache[symbol]


code_search = function_tool(CodeSearch(ROOT), name_override="code_search")
symbol_index = function_tool(SymbolIndex(ROOT))
GROUPS["read"] += [code_search, symbol_index]


# -- git (deferred: loaded by tool search) ------------------------------------
@house_tool(group="git", defer_loading=True)
def diff(rev: str = "HEAD") -> str:
    """Working tree diff against a revision."""
    return _sh("git", "diff", rev)


@house_tool(group="git", defer_loading=True)
def blame(path: str) -> str:
    """Who wrote which line."""
    return _sh("git", "blame", path)


@house_tool(group="git", defer_loading=True, risky=True)
def commit(message: str) -> str:
    """Commit everything that is staged."""
    return _sh("git", "commit", "-m", message)


git_tools = tool_namespace(name="git", description="Version control of the workspace.", tools=GROUPS["git"])


# -- tests and CI ----------------------------------------------------------------
class TestArgs(BaseModel):
    paths: list[str]
    keyword: str


log_reader = Agent(name="Log reader", instructions="Say in two sentences why the tests failed.", model="gpt-4.1-nano")


async def _run_tests(ctx: ToolContext[Any], raw: str) -> str:
    args = TestArgs.model_validate_json(raw)
    out = _sh("pytest", "-q", *args.paths, "-k", args.keyword)
    if "failed" not in out and out:
        return out
    summary = await Runner.run(log_reader, out[-4000:] or "no output", context=ctx.context)
    return json.dumps({"tail": out[-500:], "summary": summary.final_output})


run_tests = FunctionTool(
    name="run_tests",
    description="Run pytest on some paths.",
    params_json_schema={**TestArgs.model_json_schema(), "additionalProperties": False},
    on_invoke_tool=_run_tests,
)

CI_ENDPOINTS = [
    ("ci_status", "GET", "/builds/{build}", {"build": "string"}),
    ("ci_retry", "POST", "/builds/{build}/retry", {"build": "string"}),
    ("ci_artifacts", "GET", "/builds/{build}/files", {"build": "string"}),
]
ci_tools = [http_tool(*row) for row in CI_ENDPOINTS]


async def _psql(ctx: ToolContext[Any], sql: str) -> str:
    return f"would run: {sql[:80]}"


sql = CustomTool(name="sql", description="Run one read-only SQL statement on the staging copy.", on_invoke_tool=_psql)


# -- issue tracker (connected in cli.py) --------------------------------------------
issues = MCPServerStdio(
    name="issues",
    params={"command": "npx", "args": ["-y", "@acme/issues-mcp", "--readonly"]},
    tool_filter=create_static_tool_filter(allowed_tool_names=["get_issue", "search_issues"]),
    cache_tools_list=True,
)
