"""Lesson 3: handoffs.

A triage agent decides which specialist should take over the conversation.
"""

from agents import Agent, Runner, handoff

from common import MODEL, banner, run_lesson

math_tutor = Agent(
    name="Math Tutor",
    handoff_description="Specialist agent for math questions",
    instructions="You help with math problems. Explain your reasoning at each step.",
    model=MODEL,
)

history_tutor = Agent(
    name="History Tutor",
    handoff_description="Specialist agent for historical questions",
    instructions="You assist with historical queries. Explain important events clearly.",
    model=MODEL,
)


def on_history(ctx):
    print("(-- handing over to the history tutor --)")


triage_agent = Agent(
    name="Triage Agent",
    instructions="You determine which tutor to use based on the homework question.",
    model=MODEL,
    handoffs=[math_tutor, handoff(history_tutor, on_handoff=on_history)],
)


async def main():
    banner("Lesson 3: handoffs")
    result = await Runner.run(triage_agent, "Who was the first president of the United States?")
    print(result.final_output)
    print("Answered by:", result.last_agent.name)


if __name__ == "__main__":
    run_lesson(main)
