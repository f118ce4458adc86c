"""Ask questions about a brief that was written earlier."""

import pathlib

from agents import Agent, Runner, function_tool

ARCHIVE = pathlib.Path("briefs")


def build_qa_agent(slug: str) -> Agent:
    @function_tool
    def read_brief(section: str | None = None) -> str:
        """Return the brief, or one section of it."""
        path = ARCHIVE / f"{slug}.md"
        text = path.read_text() if path.exists() else ""
        if section:
            _, _, text = text.partition(f"## {section}")
        return text

    return Agent(name="BriefQA", instructions="Answer from the brief only.", tools=[read_brief])


def ask_about(slug: str, question: str) -> str:
    return Runner.run_sync(build_qa_agent(slug), question).final_output
