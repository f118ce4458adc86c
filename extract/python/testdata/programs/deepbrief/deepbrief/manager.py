from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass

from agents import Agent, RunConfig, Runner, custom_span, gen_trace_id, trace

from .analysts import analyst_tools
from .models import Brief, SearchItem, SearchPlan, Verdict
from .planner import planner_agent
from .searchers import searcher_for
from .verifier import verifier_agent
from .writer import writer_agent

log = logging.getLogger("deepbrief")


@dataclass
class RunBudget:
    budget_left: int = 20

    def spend(self, n: int = 1) -> None:
        self.budget_left -= n


class BriefManager:
    """Orchestrates the full flow: plan, search in parallel, write, verify."""

    MAX_REWRITES = 1

    def __init__(self, *, deep: bool = False, language: str | None = None) -> None:
        self.deep = deep
        self.language = language
        self.budget = RunBudget()
        self.run_config = RunConfig(workflow_name="deepbrief", trace_include_sensitive_data=False)

    async def run(self, query: str) -> Brief:
        started = time.monotonic()
        trace_id = gen_trace_id()
        with trace("Research brief", trace_id=trace_id):
            plan = await self._plan(query)
            notes = await self._search_all(plan)
            brief = await self._write(query, notes)
            for _ in range(self.MAX_REWRITES):
                verdict = await self._verify(brief)
                if verdict.verified:
                    break
                brief = await self._write(query, [*notes, "Fix: " + "; ".join(verdict.issues)])
            if self.language:
                brief = await self._translate(brief, self.language)
        log.info("finished in %.1fs", time.monotonic() - started)
        return brief

    async def _plan(self, query: str) -> SearchPlan:
        result = await Runner.run(planner_agent, f"Query: {query}", run_config=self.run_config)
        return result.final_output_as(SearchPlan)

    async def _search_all(self, plan: SearchPlan) -> Sequence[str]:
        ordered = sorted(plan.searches, key=lambda item: item.priority)
        with custom_span("Search the web"):
            results = await asyncio.gather(
                *(self._search(item) for item in ordered), return_exceptions=True
            )
        return [r for r in results if isinstance(r, str)]

    async def _search(self, item: SearchItem) -> str | None:
        agent = searcher_for(self.deep)
        self.budget.spend()
        text = f"Search term: {item.query}\nReason: {item.reason}"
        result = await Runner.run(agent, text, context=self.budget, run_config=self.run_config)
        return str(result.final_output)

    async def _write(self, query: str, notes: Sequence[str]) -> Brief:
        writer_with_tools = writer_agent.clone(tools=analyst_tools())
        result = Runner.run_streamed(
            writer_with_tools,
            f"Original query: {query}\nNotes: {list(notes)}",
            context=self.budget,
            run_config=self.run_config,
        )
        async for event in result.stream_events():
            log.debug("event %s", event.type)
        return result.final_output_as(Brief)

    async def _verify(self, brief: Brief) -> Verdict:
        result = await Runner.run(verifier_agent, brief.markdown, run_config=self.run_config)
        return result.final_output_as(Verdict)

    async def _translate(self, brief: Brief, language: str) -> Brief:
        translator = Agent(
            name=f"Translator-{language}",
            instructions=f"Translate the brief to {language}. Keep the markdown.",
            output_type=Brief,
        )
        result = await Runner.run(translator, brief.model_dump_json())
        return result.final_output_as(Brief)
