from __future__ import annotations

from agents import Agent, Runner, SQLiteSession

from quackbot import plugins, registry
from quackbot.registry import ChatContext

DISPATCH_PROMPT = """You are Quack, a friendly bot in a company chat.
Hand every question over to the specialist whose description fits. If none fits, say so."""


class Hub:
    def __init__(self) -> None:
        self.agents: dict[str, Agent[ChatContext]] = {}
        self.dispatcher: Agent[ChatContext] | None = None

    def setup(self) -> Hub:
        plugins.load_all()
        for name, factory in registry.AGENT_FACTORIES.items():
            self.agents[name] = factory(registry.tools_for(name))
        self.dispatcher = Agent[ChatContext](
            name="Quack",
            instructions=DISPATCH_PROMPT,
            handoffs=list(self.agents.values()),
        )
        # so that a specialist can give the user back
        for agent in self.agents.values():
            agent.handoffs.append(self.dispatcher)
        return self

    def route(self, text: str) -> tuple[Agent[ChatContext], str]:
        word, _, rest = text.partition(" ")
        plugin = registry.COMMANDS.get(word)
        if plugin:
            return self.agents[plugin], rest
        return self.dispatcher, text

    async def handle(self, text: str, ctx: ChatContext) -> list[str]:
        agent, text = self.route(text)
        session = SQLiteSession(f"{ctx.channel}:{ctx.user_id}")
        result = await Runner.run(agent, text, context=ctx, session=session)
        return [*ctx.outbox, str(result.final_output)]
