"""Construct: hooks of an agent that change the agent they are called with: tools and handoffs attached when it starts, by one class for several agents."""
from agents import Agent, AgentHooks, Runner, function_tool


@function_tool
def ledger(text: str) -> str: #@ tool("ledger")
    """Writes."""


@function_tool
def search(text: str) -> str: #@ tool("search")
    """Searches."""


class Opening(AgentHooks):
    async def on_start(self, context, agent: Agent) -> None:
        if context.context.open and ledger.name not in {t.name for t in agent.tools}:
            agent.tools.append(ledger) #@ access("Clerk","ledger","after Opening.on_start ran and context.context.open and ledger.name not in {t.name for t in agent.tools}") assumed("Clerk","ledger")


class Peer(AgentHooks[dict]):
    def __init__(self, other, job):
        self.other = other
        self.job = job

    async def on_start(self, context, agent):
        await Runner.run(self.job, "prepare") #@ nested("North","Mapper","on_start") nested("South","Sorter","on_start")

    async def on_handoff(self, context, agent, source):
        agent.handoffs.append(self.other) #@ handoff("North","Clerk","after Peer.on_handoff ran") handoff("South","Clerk","after Peer.on_handoff ran") assumed("North","Clerk") assumed("South","Clerk")


mapper = Agent(name="Mapper") #@ agent("Mapper")
sorter = Agent(name="Sorter") #@ agent("Sorter")


def build():
    clerk = Agent(name="Clerk", hooks=Opening()) #@ agent("Clerk")
    south = Agent(name="South", hooks=Peer(clerk, sorter)) #@ agent("South")
    return Agent(name="North", tools=[search], handoffs=[south], hooks=Peer(clerk, mapper)) #@ agent("North") access("North","search") handoff("North","South") entry("North")


def answer(text):
    return Runner.run_sync(build(), text)


if __name__ == "__main__":
    print(answer("hello"))
