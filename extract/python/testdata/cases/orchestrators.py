"""Construct: code that runs several agents itself: a manager's methods, a function, gather, loops, one agent at a time through a helper."""
import asyncio
from concurrent.futures import ThreadPoolExecutor

from agents import Agent, Runner, WebSearchTool, responses_websocket_session, run_demo_loop, trace
from agents.run import AgentRunner

planner = Agent(name="Planner") #@ agent("Planner") entry("Planner")
search = Agent(name="Search", tools=[WebSearchTool()]) #@ agent("Search") entry("Search") access("Search","web_search") tool("web_search")
writer = Agent(name="Writer") #@ agent("Writer") entry("Writer")
verifier = Agent(name="Verifier") #@ agent("Verifier") entry("Verifier")


class ResearchManager: #@ orchestrator("ResearchManager")
    def __init__(self):
        self.runner = Runner

    async def run(self, query):
        with trace("research"):
            plan = await self._plan(query)
            found = await self._perform(plan)
            return await self._write(query, found)

    async def _plan(self, query):
        result = await Runner.run(planner, query) #@ orchestrated("ResearchManager","Planner")
        return result.final_output

    async def _perform(self, plan):
        tasks = [asyncio.create_task(self._search(item)) for item in plan.searches]
        return [await t for t in asyncio.as_completed(tasks)]

    async def _search(self, item):
        try:
            return (await Runner.run(search, item.query)).final_output #@ orchestrated("ResearchManager","Search")
        except Exception:
            return None

    async def _write(self, query, found):
        result = self.runner.run_streamed(writer, f"{query}: {found}") #@ orchestrated("ResearchManager","Writer")
        async for _ in result.stream_events():
            pass
        if result.final_output.long:
            await Runner.run(verifier, "check") #@ orchestrated("ResearchManager","Verifier","","result.final_output.long")
        return result.final_output


async def ask(agent, text):
    """Runs one agent at a time: its callers decide."""
    return (await Runner.run(agent, text)).final_output


one = Agent(name="One") #@ agent("One") entry("One") finding("OB103")
two = Agent(name="Two") #@ agent("Two") entry("Two")
three = Agent(name="Three") #@ agent("Three") entry("Three")


async def both(text): #@ orchestrator("both")
    return await asyncio.gather(ask(one, text), ask(two, text)) #@ orchestrated("both","One") orchestrated("both","Two")


def in_threads(text): #@ orchestrator("in_threads") entry("in_threads")
    with ThreadPoolExecutor() as pool:
        pool.submit(Runner.run_sync, one, text) #@ orchestrated("in_threads","One")
        list(pool.map(lambda a: Runner.run_sync(a, text), [two, three])) #@ orchestrated("in_threads","Two") orchestrated("in_threads","Three")


async def in_loop(text): #@ orchestrator("in_loop") entry("in_loop")
    for agent in (one, two, three):
        text = await asyncio.to_thread(Runner.run_sync, agent, text) #@ orchestrated("in_loop","One") orchestrated("in_loop","Two") orchestrated("in_loop","Three")
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, Runner.run_sync, planner, text) #@ orchestrated("in_loop","Planner")


async def outer(text): #@ orchestrator("outer") entry("outer")
    await both(text) #@ orchestrated("outer","both")
    async with responses_websocket_session() as ws:
        await ws.run(three, text) #@ orchestrated("outer","Three")


async def router(kind, text): #@ orchestrator("router") entry("router")
    if kind == "a":
        await AgentRunner().run(one, text) #@ orchestrated("router","One","","kind == \"a\"")
    else:
        await run_demo_loop(two) #@ orchestrated("router","Two","","not (kind == \"a\")")


async def lookup(name, text):
    """One run of an agent out of a table: no orchestrator."""
    return await Runner.run({"one": one, "two": two}.get(name, three), text)


async def talk(text):
    """A triage loop is one entry."""
    agent = planner
    while True:
        result = await Runner.run(agent, text)
        agent = result.last_agent


async def main():
    await ResearchManager().run("?") #@ entry("ResearchManager")
