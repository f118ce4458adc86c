from agents import Agent, ModelSettings

import lab.tools  # noqa: F401  (fills the registry)
from experiments.config import ExpConfig
from lab.registry import get_tools

PROMPT = "Answer the question. Finish with 'ANSWER: <answer>'."


def build_agent(cfg: ExpConfig) -> Agent:
    return Agent(
        name=cfg.name,
        instructions=cfg.prompt or PROMPT,
        model=cfg.model,
        model_settings=ModelSettings(temperature=cfg.temperature),
        tools=get_tools(cfg.tools),
    )


def drop_tool(agent: Agent, tool_name: str) -> Agent:
    """Leave-one-out ablation."""
    return agent.clone(
        name=f"{agent.name}-no-{tool_name}",
        tools=[t for t in agent.tools if t.name != tool_name],
    )


def no_tools(agent: Agent) -> Agent:
    return agent.clone(name=agent.name + "-closed-book", tools=[])
