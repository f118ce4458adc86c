from __future__ import annotations

import os

import requests
from agents import Agent, Runner, Tool

from quackbot.registry import ChatContext, bot_tool, plugin_agent

API = "https://api.github.com"

summarizer = Agent(
    name="Diff Summarizer",
    instructions="Summarize the diff in three bullet points for a chat channel.",
    model="gpt-4.1-mini",
)


def _get(path: str, accept: str = "application/vnd.github+json") -> requests.Response:
    headers = {"Accept": accept}
    if token := os.getenv("GITHUB_TOKEN"):
        headers["Authorization"] = f"Bearer {token}"
    return requests.get(API + path, headers=headers, timeout=10)


@bot_tool("github")
def list_pull_requests(repo: str) -> list[str]:
    """List open pull requests of owner/repo."""
    return [f"#{p['number']} {p['title']}" for p in _get(f"/repos/{repo}/pulls").json()]


@bot_tool("github")
async def summarize_pull_request(repo: str, number: int) -> str:
    """Explain in plain words what a pull request changes."""
    diff = _get(f"/repos/{repo}/pulls/{number}", "application/vnd.github.diff").text
    result = await Runner.run(summarizer, diff[:20_000])
    return result.final_output


@plugin_agent("github", command="/gh")
def make_agent(tools: list[Tool]) -> Agent[ChatContext]:
    return Agent(
        name="GitHub",
        handoff_description="Pull requests and issues.",
        instructions="Answer questions about pull requests. Link to what you mention.",
        tools=tools,
    )
