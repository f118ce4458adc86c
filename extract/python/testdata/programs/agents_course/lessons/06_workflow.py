"""Lesson 6: your code is the boss.

Sometimes plain Python is the best orchestrator: write in parallel, pick one, improve in a loop.
"""

import asyncio
from dataclasses import dataclass
from typing import Literal

from agents import Agent, ItemHelpers, Runner, trace

from common import MODEL, banner, run_lesson


@dataclass
class Evaluation:
    feedback: str
    score: Literal["pass", "needs_improvement", "fail"]


writer = Agent(name="Writer", instructions="Write a very short story about the topic.", model=MODEL)
picker = Agent(name="Picker", instructions="Pick the best of the stories.", model=MODEL)
judge = Agent[None](
    name="Judge",
    instructions="You evaluate a story. Never give it a pass on the first try.",
    model=MODEL,
    output_type=Evaluation,
)


async def write_many(topic, n=3):
    results = await asyncio.gather(*[Runner.run(writer, topic) for _ in range(n)])
    return [ItemHelpers.text_message_outputs(r.new_items) for r in results]


async def main():
    banner("Lesson 6: workflows")
    topic = "a lighthouse keeper who is afraid of the dark"
    with trace("Lesson 6"):
        stories = await write_many(topic)
        best = await Runner.run(picker, "\n\n".join(stories))
        story = str(best.final_output)
        for attempt in range(3):
            verdict = (await Runner.run(judge, story)).final_output
            print(f"attempt {attempt + 1}: {verdict.score}")
            if verdict.score == "pass":
                break
            better = await Runner.run(writer, f"{story}\n\nFeedback: {verdict.feedback}")
            story = better.final_output
    print(story)


if __name__ == "__main__":
    run_lesson(main)
