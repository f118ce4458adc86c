"""Functions that the table in config.py refers to by name."""

from __future__ import annotations

import datetime as dt
import shlex
import subprocess
from dataclasses import dataclass
from typing import Any, Callable, Literal

from agents import FunctionTool, RunContextWrapper, function_tool


@dataclass
class Incident:
    key: str
    severity: int = 3
    cluster: str = "prod-eu"


REGISTRY: dict[str, FunctionTool] = {}


def register(func: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """Like @function_tool, but also files the tool in REGISTRY."""

    def wrap(f: Callable[..., Any]) -> Callable[..., Any]:
        made = function_tool(f, **options)
        REGISTRY[made.name] = made
        return f

    return wrap(func) if func is not None else wrap


def _sh(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    return done.stdout or done.stderr


@register
def query_metrics(expr: str, minutes: int = 15, step: Literal["15s", "1m", "5m"] = "1m") -> str:
    """Run a PromQL expression over the last minutes."""
    end = dt.datetime.now(dt.timezone.utc)
    return f"{expr} [{end - dt.timedelta(minutes=minutes):%H:%M}..{end:%H:%M}/{step}]"


@register
def tail_logs(service: str, lines: int = 100, grep: str | None = None) -> list[str]:
    """Last log lines of a service."""
    return [f"{service} line {i} {grep or ''}" for i in range(min(lines, 5))]


@register
def list_alerts(ctx: RunContextWrapper[Incident]) -> list[dict[str, str]]:
    """Alerts that fire now in the cluster of the incident."""
    return [{"cluster": ctx.context.cluster, "name": "HighLatency"}]


@register
def kubectl_get(ctx: RunContextWrapper[Incident], kind: str, namespace: str = "default") -> str:
    """kubectl get KIND -n NAMESPACE"""
    return _sh(shlex.split(f"kubectl --context {ctx.context.cluster} get {kind} -n {namespace}"))


async def _not_in_staging(ctx: RunContextWrapper[Incident], args: dict, call_id: str) -> bool:
    return not ctx.context.cluster.startswith("staging")


@register(needs_approval=_not_in_staging)
def rollout_restart(ctx: RunContextWrapper[Incident], deployment: str, namespace: str) -> str:
    """Restart a deployment."""
    return _sh(["kubectl", "rollout", "restart", f"deploy/{deployment}", "-n", namespace])


@register(name_override="explain_query", failure_error_function=None)
def explain(sql: str, analyze: bool = False) -> str:
    """EXPLAIN of a query on the replica."""
    return f"EXPLAIN {'ANALYZE ' if analyze else ''}{sql}"


@register
def dig(host: str, record: Literal["A", "AAAA", "CNAME", "TXT"] = "A") -> str:
    """DNS look-up."""
    return _sh(["dig", "+short", host, record])


@register
def post_status(text: str, audience: Literal["internal", "public"] = "internal") -> str:
    """Post to the status page."""
    return f"[{audience}] {text}"


@register(is_enabled=lambda ctx, _agent: ctx.context.severity <= 2)
def page_oncall(ctx: RunContextWrapper[Incident], team: str) -> str:
    """Page the on-call engineer of a team (severity 1 and 2 only)."""
    return f"paged {team} for {ctx.context.key}"
