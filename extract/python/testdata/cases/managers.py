"""Construct: a class that keeps agents as attributes and builds them in methods (Python classes).
"""
from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from agents import Agent, Runner, RunContextWrapper, function_tool, handoff, input_guardrail


class PoliteAgent(Agent):
    def __init__(self, name: str, extra=(), **kwargs):
        super().__init__(name=name, instructions="Be polite.", tools=[thank, *extra], **kwargs) #@ access("Greeter","thank") access("Closer","thank")


@function_tool
def thank(): #@ tool("thank")
    """Says thanks."""


@dataclass
class Settings:
    suffix: str = "Bot"
    names: list[str] = field(default_factory=lambda: ["Alpha", "Beta"])


checker = Agent(name="Topic Checker", instructions="Is it on topic?") #@ guardrail_agent("Topic Checker")


@input_guardrail
async def on_topic(ctx, agent, text):
    result = await Runner.run(checker, text) #@ nested("Coordinator","Topic Checker","on_topic")
    return result


class Crew:
    def __init__(self, settings: Settings | None = None):
        self.settings = settings or Settings()
        self.workers = [self._worker(n) for n in self.settings.names] #@ handoff("Coordinator","Alpha Bot") handoff("Coordinator","Beta Bot")
        self.greeter = PoliteAgent("Greeter") #@ agent("Greeter")
        self.coordinator = Agent( #@ agent("Coordinator")
            name="Coordinator",
            handoffs=[*self.workers, self.greeter], #@ handoff("Coordinator","Greeter")
            input_guardrails=[on_topic],
        )
        for w in self.workers:
            w.handoffs.append(self.coordinator) #@ handoff("Alpha Bot","Coordinator") handoff("Beta Bot","Coordinator")
        self._wire()

    def _worker(self, name: str) -> Agent:
        @function_tool(name_override=f"{name.lower()}_work")
        def work(ctx: RunContextWrapper, what: str) -> str: #@ tool("alpha_work") tool("beta_work")
            return what

        agent = Agent(name=f"{name} {self.settings.suffix}", tools=[work]) #@ agent("Alpha Bot") agent("Beta Bot") access("Alpha Bot","alpha_work") access("Beta Bot","beta_work")
        return agent

    def _wire(self):
        self.closer = PoliteAgent("Closer", extra=[self.summarise()]) #@ agent("Closer") access("Closer","summary")
        self.greeter.handoffs = [self.closer] #@ handoff("Greeter","Closer")

    def summarise(self):
        helper = Agent(name="Summariser") #@ agent("Summariser")

        @function_tool
        async def summary(text: str) -> str: #@ tool("summary")
            r = await Runner.run(helper, text) #@ nested("Closer","Summariser","summary")
            return r.final_output

        return summary

    @property
    def start(self):
        return self.coordinator

    async def run(self, text):
        return await Runner.run(self.start, text) #@ entry("Coordinator")


async def main():
    crew = Crew()
    await crew.run("hello")


asyncio.run(main())
