"""Lesson 4: agents as tools.

Unlike with a handoff, the orchestrator stays in control and calls the others like functions.
"""

from agents import Agent, Runner

from common import MODEL, banner, run_lesson

LANGUAGES = ["Spanish", "French", "Italian"]


def make_translator(language):
    return Agent(
        name=f"{language} Translator",
        instructions=f"You translate the user's message to {language}.",
        model=MODEL,
    )


translator_tools = [
    make_translator(language).as_tool(
        tool_name=f"translate_to_{language.lower()}",
        tool_description=f"Translate the user's message to {language}",
    )
    for language in LANGUAGES
]

orchestrator = Agent(
    name="Orchestrator",
    instructions="You are a translation agent. You never translate on your own, you use the tools.",
    model=MODEL,
    tools=translator_tools,
)


async def main():
    banner("Lesson 4: agents as tools")
    message = input("Hi! What would you like translated, and to which languages? ")
    result = await Runner.run(orchestrator, message)
    print(result.final_output)


if __name__ == "__main__":
    run_lesson(main)
