"""Lesson 2: giving the agent something to do.

Any Python function becomes a tool with @function_tool. The docstring is what the model reads!
"""

from typing import Annotated

from agents import Agent, Runner, function_tool

from common import MODEL, banner, get_weather, run_lesson


@function_tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@function_tool
def multiply(
    a: Annotated[int, "the first number"],
    b: Annotated[int, "the second number"],
) -> int:
    """Multiply two numbers."""
    return a * b


async def main():
    banner("Lesson 2: tools")
    agent = Agent(
        name="Assistant",
        instructions="You are a helpful assistant. Use your tools for every calculation.",
        model=MODEL,
        tools=[add, multiply, get_weather],
    )
    for question in ("What is 12 * 31 + 7?", "What's the weather in Tokyo?"):
        result = await Runner.run(agent, question)
        print(question, "->", result.final_output)

    # Exercise: write a tool `divide` and handle division by zero.


if __name__ == "__main__":
    run_lesson(main)
