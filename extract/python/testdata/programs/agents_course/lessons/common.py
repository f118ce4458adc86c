"""Things all lessons share."""

import asyncio
import os

from agents import function_tool, set_tracing_disabled

MODEL = os.environ.get("COURSE_MODEL", "gpt-4.1-mini")

set_tracing_disabled(True)


@function_tool
def get_weather(city: str) -> str:
    """Get the weather for a city."""
    return f"The weather in {city} is sunny."


def banner(title):
    print()
    print("=" * 60)
    print(title)
    print("=" * 60)


def run_lesson(main):
    if not os.environ.get("OPENAI_API_KEY"):
        raise SystemExit("Please set OPENAI_API_KEY first.")
    asyncio.run(main())
