"""Helpers for churn_assistant.ipynb (keep the notebook readable)."""

from __future__ import annotations

import csv
import io
import random
import sqlite3
import statistics
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from agents import Agent, RunContextWrapper, Runner, function_tool

DB_PATH = Path("churn.db")


class Chart(BaseModel):
    kind: Literal["bar", "line", "hist"]
    x: str
    y: str | None = None
    title: str = ""


@dataclass
class Workspace:
    """What the tools share during one session."""

    conn: sqlite3.Connection
    charts: list[Chart] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    row_limit: int = 50


def demo_connection(rows: int = 200, seed: int = 7) -> sqlite3.Connection:
    rng = random.Random(seed)
    conn = sqlite3.connect(":memory:", check_same_thread=False)
    conn.execute("create table customers(id integer, plan text, tenure int, spend real, churned int)")
    data = [
        (i, rng.choice(["free", "pro", "team"]), rng.randint(1, 48), rng.random() * 90, rng.random() < 0.2)
        for i in range(rows)
    ]
    conn.executemany("insert into customers values (?,?,?,?,?)", data)
    return conn


@function_tool
def describe_table(ctx: RunContextWrapper[Workspace], table: str) -> list[dict[str, Any]]:
    """Columns and types of a table."""
    with closing(ctx.context.conn.execute(f"pragma table_info({table!r})")) as cur:
        return [{"name": row[1], "type": row[2]} for row in cur]


@function_tool(name_override="sql", description_override="Run a read-only SELECT statement.")
def run_sql(ctx: RunContextWrapper[Workspace], query: str, as_csv: bool = False) -> str:
    if not query.lstrip().lower().startswith("select"):
        return "only SELECT is allowed"
    cur = ctx.context.conn.execute(query)
    rows = cur.fetchmany(ctx.context.row_limit)
    ctx.context.log.append(query)
    if not as_csv:
        return repr(rows)
    buf = io.StringIO()
    writer = csv.writer(buf)
    writer.writerow([d[0] for d in cur.description])
    writer.writerows(rows)
    return buf.getvalue()


@function_tool
def summary_stats(
    values: Annotated[list[float], Field(min_length=2)],
    what: list[Literal["mean", "median", "stdev"]] | None = None,
) -> dict[str, float]:
    """Simple statistics of a list of numbers."""
    return {name: getattr(statistics, name)(values) for name in what or ["mean", "median"]}


@function_tool
def add_chart(ctx: RunContextWrapper[Workspace], chart: Chart) -> str:
    """Queue a chart; the notebook draws it afterwards."""
    ctx.context.charts.append(chart)
    return f"chart {len(ctx.context.charts)} queued"


DATA_TOOLS = [describe_table, run_sql, summary_stats]


def make_explainer(audience: str = "executives") -> Agent[Workspace]:
    return Agent[Workspace](
        name="Explainer",
        instructions=f"Explain statistical findings to {audience} in plain words.",
    )


def make_sql_reviewer() -> Agent:
    return Agent(name="SQL Reviewer", instructions="Point out mistakes in the query. Be brief.")


def reviewed(reviewer: Agent):
    """A SQL tool with a second pair of eyes."""

    @function_tool
    async def review_query(ctx: RunContextWrapper[Workspace], query: str, goal: str = "") -> str:
        """Have a query reviewed before it is run."""
        res = await Runner.run(reviewer, f"goal: {goal}\n\n{query}", context=ctx.context)
        return res.final_output

    return review_query


async def ask(agent: Agent, question: str, ws: Workspace, verbose: bool = False) -> str:
    """Run an agent and print the answer, for use in cells."""
    result = await Runner.run(agent, question, context=ws)
    if verbose:
        print(f"[{result.last_agent.name}] {len(ws.log)} queries so far")
    return result.final_output
